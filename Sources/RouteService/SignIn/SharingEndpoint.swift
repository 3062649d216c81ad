// `sharing/rest`: the parts of a portal that clients request before they reach a route layer.

import AccessControl
import Geo
import Geoprocessing
import HTTPTypes
import Hummingbird
import PublishedServices
import RouteAPI
import ServicePages
import ServiceTransport

/// Answers below `sharing/rest`.
///
/// It must be switched on. `GIS("https://HOST/arcgis")` in the ArcGIS API for Python then connects:
/// it reads `info` and `portals/self`, logs in (``OAuthEndpoint``) or gets a token, and reads its
/// user.
struct SharingEndpoint: Sendable {
    let catalog: ServiceCatalog
    let tokens: TokenService?
    let gate: AccessGate
    /// Whether Esri's tools are served.
    var hasJobs = false
    let lanes: Lanes

    /// Answers a request.
    ///
    /// - Throws: ``ServiceError``.
    func respond(
        _ address: SharingAddress, _ request: ServiceRequest, _ writer: AnswerWriter
    ) async throws -> Response {
        let origin = request.source.base
        switch address {
        case .root: return writer.response(SharingRoot())
        case .info: return writer.response(SharingInfo(origin: origin, hasTokens: tokens != nil))
        case .generateToken:
            guard let tokens else { throw ErrorTable.portal() }
            return try await TokenEndpoint(tokens: tokens, manner: .portal)
                .respond(request, writer, hasPage: false)
        case .oauth(let operation):
            guard let service = gate.authorization else { throw ErrorTable.portal() }
            return try await OAuthEndpoint(service: service, lane: lanes.passwords)
                .respond(operation, request, writer)
        case .portal:
            let caller = try gate.caller(request)
            return writer.response(
                PortalDescription(
                    origin: origin, user: caller.userName, hasLogIn: tokens != nil,
                    catalog: catalog.visible(to: caller), hasJobs: hasJobs))
        case .user(let name):
            let caller = try gate.caller(request)
            guard let user = caller.userName else { throw ErrorTable.tokenRequired() }
            // The answer must not reveal whether there are other users.
            guard name == nil || name == user else { throw ErrorTable.forbidden() }
            return writer.response(PortalUser(name: user))
        case .unknown: throw ErrorTable.portalPart()
        }
    }
}

/// `sharing/rest`.
struct SharingRoot: Resource {
    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            writer.member("currentVersion", PortalDescription.version)
            writer.member("fullVersion", ServerInfo.fullVersion)
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Sharing", trail: [ServicesListing.rootCrumb])
        page.content.facts([("Version", ServerInfo.fullVersion)])
        return page
    }
}

/// `sharing/rest/info`: where to get tokens.
struct SharingInfo: Resource {
    /// What this server's URLs begin with.
    let origin: String
    let hasTokens: Bool

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { writer in
            // No owningSystemUrl: the services below are this server's own.
            writer.object("authInfo") { writer in
                // Clients require the URL even if they do not use it.
                writer.member(
                    "tokenServicesUrl",
                    "\(origin)/\(ServerContext.name)/sharing/rest/generateToken")
                writer.member("isTokenBasedSecurity", hasTokens)
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Sharing", trail: [ServicesListing.rootCrumb])
        page.content.facts([("Tokens", hasTokens ? "for secured services" : "not needed")])
        return page
    }
}

/// `sharing/rest/portals/self`: the portal as the caller sees it.
struct PortalDescription: Resource {
    /// The version that portal clients compare: a string, unlike a server's.
    static let version = "2023.1"
    /// The id shared by every portal in one organization.
    private static let id = "0123456789ABCDEF"

    /// What this server's URLs begin with.
    let origin: String
    let user: String?
    /// Whether OAuth log-ins are available.
    let hasLogIn: Bool
    let catalog: ServiceCatalog
    /// Whether Esri's tools are served.
    var hasJobs = false

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        let isSecure = origin.hasPrefix("https:")
        let host = origin.split(separator: "://", maxSplits: 1).last.map(String.init) ?? origin
        return object(pretty: pretty) { writer in
            writer.member("id", Self.id)
            writer.member("name", "Waypost")
            writer.member("isPortal", true)
            writer.member("portalMode", "singletenant")
            writer.member("access", "public")
            writer.member("currentVersion", Self.version)
            writer.member("enterpriseVersion", ServerInfo.fullVersion)
            writer.member("allSSL", isSecure)
            writer.member("httpPort", 80)
            writer.member("httpsPort", 443)
            writer.member("portalHostname", "\(host)/\(ServerContext.name)")
            writer.member("portalName", "Waypost")
            writer.member("supportsHostedServices", false)
            writer.member("supportsOAuth", hasLogIn)
            writer.member("culture", "en")
            writer.member("units", "metric")
            writer.object("helperServices") { writer in
                guard !catalog.layers.isEmpty else { return }
                writer.object("routingUtilities") { writer in
                    writer.member("url", origin + ResourcePath.utilities)
                }
                writeLayer("route", of: .route, to: &writer)
                writeLayer("odCostMatrix", of: .odCostMatrix, to: &writer)
                writeTools(to: &writer)
            }
            if let user {
                writer.object("user") { PortalUser(name: user).write(to: &$0) }
            }
        }
    }

    /// Writes the address of the first layer of a kind, if there is one.
    private func writeLayer(_ key: String, of type: LayerType, to writer: inout JSONWriter) {
        guard let layer = catalog.layers.first(where: { $0.type == type }) else { return }
        let configuration = layer.description.configuration
        writer.object(key) { writer in
            writer.member("url", origin + ResourcePath.layer(layer))
            if let mode = configuration.travelModes.first(where: {
                $0.id == configuration.defaultTravelMode
            }) {
                writer.member("defaultTravelMode", mode.id)
            }
        }
    }

    /// Writes the addresses of the tools that have a layer.
    private func writeTools(to writer: inout JSONWriter) {
        guard hasJobs, let tools = TaskServer.tools(in: catalog) else { return }
        for task in tools.tasks {
            guard case .tool(let tool) = task.kind else { continue }
            writer.object(tool.helperService) { writer in
                let path = tool.helperAddressNamesTask ? task.path : tools.path
                writer.member("url", origin + path)
            }
        }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: "Portal", trail: [ServicesListing.rootCrumb])
        page.content.facts([
            ("Version", ServerInfo.fullVersion), ("Logged in as", user ?? "anonymous"),
        ])
        return page
    }
}

/// A user's own description.
struct PortalUser: Resource {
    let name: String

    var isCacheable: Bool { false }

    func json(pretty: Bool) -> [UInt8] {
        object(pretty: pretty) { write(to: &$0) }
    }

    func write(to writer: inout JSONWriter) {
        writer.member("username", name)
        writer.member("fullName", name)
        writer.member("role", "org_viewer")
        writer.member("access", "private")
        writer.member("provider", "enterprise")
        writer.strings("privileges", ["portal:user:viewOrgItems"])
        writer.array("groups") { _ in }
    }

    func page() -> DirectoryPage {
        var page = DirectoryPage(title: name, trail: [ServicesListing.rootCrumb])
        page.content.element("p", "You are signed in.")
        return page
    }
}
