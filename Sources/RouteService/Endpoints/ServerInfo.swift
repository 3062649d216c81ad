// `{root}/info`: the server's version, and that it asks for no tokens.

import Geo
import RouteAPI

/// The server as clients probe it.
struct ServerInfo: Resource {
    /// The ArcGIS Server version whose behavior is offered; clients compare it as a number.
    static let currentVersion = LayerResourceWriter.currentVersion
    /// The same with its patch level.
    static let fullVersion = "\(LayerResourceWriter.currentVersion).0"
    /// The version of map definitions, which clients of this version expect to see.
    static let cimVersion = LayerResourceWriter.cimVersion

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", Self.currentVersion)
            writer.member("fullVersion", Self.fullVersion)
            // No owningSystemUrl: it would send clients to a portal that does not exist.
            writer.object("authInfo") { $0.member("isTokenBasedSecurity", false) }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Server", trail: [ServicesListing.rootCrumb],
            jsonPath: "/\(ResourceAddress.context)/rest/info")
        page.content.facts([
            ("Version", Self.fullVersion),
            ("Tokens", "not needed"),
        ])
        return page
    }
}
