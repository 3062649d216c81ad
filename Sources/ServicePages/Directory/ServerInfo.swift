// `{root}/info`: the server's version, and where to get tokens.

package import AccessControl
import Geo
import PublishedServices
import RouteAPI

/// The server's description for clients.
package struct ServerInfo: Resource {
    /// What the server's URLs begin with, as the client uses them.
    package let origin: String
    /// How long tokens last, or `nil` if the server has no users.
    package let lifetime: TokenService.Lifetime?
    /// Whether `sharing/rest` answers, so that the server is a portal as well.
    package var isPortal = false

    package init(origin: String, lifetime: TokenService.Lifetime?, isPortal: Bool = false) {
        self.origin = origin
        self.lifetime = lifetime
        self.isPortal = isPortal
    }

    /// The ArcGIS Server version whose behavior is offered; clients compare it as a number.
    package static let currentVersion = LayerResourceWriter.currentVersion
    /// The same with its patch level.
    package static let fullVersion = "\(LayerResourceWriter.currentVersion).0"
    /// The version of map definitions, as clients for this server version expect.
    package static let cimVersion = LayerResourceWriter.cimVersion

    package func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", Self.currentVersion)
            writer.member("fullVersion", Self.fullVersion)
            // Clients that logged in at a portal send its token only to servers that name it here.
            // A server on its own names none. Nor does a server without TLS, since the ArcGIS Maps
            // SDK for JavaScript expects every portal to have it.
            if isPortal, origin.hasPrefix("https:") {
                writer.member("owningSystemUrl", "\(origin)/\(ServerContext.name)")
            }
            writer.object("authInfo") { writer in
                writer.member("isTokenBasedSecurity", lifetime != nil)
                guard let lifetime else { return }
                writer.member("tokenServicesUrl", origin + ResourcePath.generateToken)
                writer.member("shortLivedTokenValidity", lifetime.standardMinutes)
            }
        }
    }

    package func page() -> DirectoryPage {
        var page = DirectoryPage(
            title: "Server", trail: [ServicesListing.rootCrumb],
            jsonPath: PathPattern<Void>.info.path)
        page.content.facts([
            ("Version", Self.fullVersion),
            ("Tokens", lifetime == nil ? "not needed" : "for secured services"),
        ])
        if lifetime != nil {
            page.content.element("p") { $0.link("Sign in", to: ResourcePath.tokens) }
        }
        return page
    }
}
