// `/guide/api`: the OpenAPI description as a page.

import Geo
import Guide
import OpenAPI
import PublishedServices
import RouteAPI
import ServicePages

/// The reference of the URLs that have a tag: of a layer, or of the server itself.
///
/// It is made from the value that `/openapi.json` writes, so it has every URL, parameter and
/// default that the description has.
struct APIReference: Resource {
    /// The tag of the server's own URLs.
    static let serverTag = "server"

    private let document: JSONValue
    private let tag: String

    /// Selects the URLs with a tag; if it is empty, the server's own URLs.
    ///
    /// - Returns: `nil` if the description does not have the tag.
    init?(of document: OpenAPIDocument, tag: String) {
        self.document = document.document
        self.tag = tag.isEmpty ? Self.serverTag : tag
        let own = self.tag
        guard Self.tags(of: self.document).contains(where: { $0.name == own }) else { return nil }
    }

    /// Returns a path without what most paths begin with.
    private static func shortened(_ path: String) -> Substring {
        path.trimmingPrefix("\(ResourcePath.services)/")
    }

    private static func tags(of document: JSONValue) -> [(name: String, summary: String)] {
        (document["tags"]?.array ?? []).map {
            ($0["name"]?.string ?? "", $0["description"]?.string ?? "")
        }
    }

    /// The paths with the tag, in the order of the description.
    var operations: [APIOperation] {
        (document["paths"]?.object?.members ?? []).compactMap {
            APIOperation(at: $0.key, $0.value, tag: tag, in: document)
        }
    }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("tag", tag)
            writer.strings("paths", operations.map(\.path))
        }
    }

    func page() -> DirectoryPage {
        let isOfServer = tag == Self.serverTag
        let own = PathPattern<String>.apiReference.path(of: isOfServer ? "" : tag)
        var trail = [ServicesListing.rootCrumb, GuideIndex.crumb]
        if !isOfServer {
            trail.append(
                DirectoryPage.Crumb(
                    name: "API reference", path: PathPattern<String>.apiReference.path(of: "")))
        }
        var page = DirectoryPage(
            title: isOfServer ? "API reference" : tag, trail: trail,
            lead: "Made from \(ResourcePath.openAPI), which programs read.", jsonPath: own)
        if isOfServer {
            let layers = Self.tags(of: document).filter { $0.name != tag }
            page.section("layers", "Layers") { html in
                html.cards(
                    layers.map {
                        ($0.name, PathPattern<String>.apiReference.path(of: $0.name), $0.summary)
                    })
            }
        }
        let operations = operations
        let uses = Dictionary(operations.map { ($0.title, 1) }, uniquingKeysWith: +)
        for (place, operation) in operations.enumerated() {
            // Several services have the same folders, tools and jobs.
            let whose = uses[operation.title] == 1 ? "" : ": \(Self.shortened(operation.path))"
            page.section(operation.id, operation.title + whose) { html in
                operation.write(to: &html, tableID: "table-\(place + 1)")
            }
        }
        return page
    }
}
