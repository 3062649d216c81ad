// The guide's resources.

import AccessControl
import Geo
import Guide
import Hummingbird
import OpenAPI
import PublishedServices
import ServicePages
import ServiceTransport

extension ResourceTable {
    /// The guide's pages, which are the same for everyone, and the reference of this server's URLs.
    static let guide: [ResourceRow] = [
        ResourceRow(
            PathPattern<Void>.guide, described: .guide, access: .unrestricted
        ) { _, asking, server in
            try await server.lanes.bodies.run(for: asking.caller.key) {
                asking.writer.response(GuideIndex())
            }
        },
        ResourceRow(
            PathPattern<GuidePage>.guidePage, described: .guidePage, access: .unrestricted
        ) { page, asking, server in
            try await server.lanes.bodies.run(for: asking.caller.key) {
                asking.writer.response(GuideResource(guidePage: page))
            }
        },
        ResourceRow(
            PathPattern<String>.apiReference, described: .apiReference
        ) { tag, asking, server in
            let document = OpenAPIDocument(asking, of: server)
            return try await server.lanes.bodies.run(for: asking.caller.key) {
                guard let reference = APIReference(of: document, tag: tag) else {
                    throw ErrorTable.noReference(of: tag)
                }
                return asking.writer.response(reference)
            }
        },
    ]
}

extension ErrorTable {
    /// A reference of a tag that there is not.
    static func noReference(of tag: String) -> ServiceError {
        ServiceError(
            code: 404, message: "Not Found",
            details: [
                "No layer that you may use is called \"\(tag.excerpt(60))\"; the reference of all "
                    + "is at \(PathPattern<String>.apiReference.path(of: ""))."
            ], status: .notFound)
    }
}
