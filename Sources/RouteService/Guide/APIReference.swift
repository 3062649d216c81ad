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

    /// An operation, and other paths with the same one.
    private struct Entry {
        var operation: APIOperation
        var others: [String] = []
        /// The operation's title, which no other entry has.
        var title: String
    }

    /// The operations by what they are for; what several services have alike is there once.
    private var groups: [(group: APIGroup, entries: [Entry])] {
        var found: [APIGroup: [Entry]] = [:]
        var uses: [String: Int] = [:]
        for operation in operations {
            let group = APIGroup(of: operation.path, isOfLayer: tag != Self.serverTag)
            let known = found[group]?.firstIndex { operation.says(asMuchAs: $0.operation) }
            if let known {
                found[group]?[known].others.append(operation.path)
            } else {
                let title = operation.title
                found[group, default: []].append(Entry(operation: operation, title: title))
                uses[title, default: 0] += 1
            }
        }
        return APIGroup.allCases.compactMap { group in
            guard var entries = found[group] else { return nil }
            // Several services have the same folders, tools and jobs.
            for place in entries.indices where uses[entries[place].title] != 1 {
                entries[place].title += ": \(Self.shortened(entries[place].operation.path))"
            }
            return (group, entries)
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
        var tables = 0
        for (group, entries) in groups {
            let parts = entries.map { entry in
                DirectoryPage.Part(id: entry.operation.id, title: entry.title)
            }
            page.section(group.id, group.rawValue, parts: parts) { html in
                html.text("In the guide: ")
                let path = PathPattern<GuidePage>.guidePage.path(of: group.page)
                html.link(group.page.title, to: path)
            } body: { html, place in
                tables += 1
                entries[place].operation.write(
                    to: &html, tableID: "table-\(tables)", others: entries[place].others)
            }
        }
        return page
    }
}
