// From a URL's path to the resource it names.

import RouteAPI

/// A resource of the server.
enum ResourceAddress: Sendable {
    /// `/`, `/arcgis` and `/arcgis/rest`: a way to the services directory.
    case home
    /// `/livez`: whether the process answers.
    case liveness
    /// `/readyz`: whether it takes requests.
    case readiness
    /// `/openapi.json` and `{root}/openapi.json`.
    case openAPI
    /// `{root}/info`.
    case info
    /// `{root}/services` and its folders; `""` is the root.
    case services(folder: String)
    /// `…/NAServer`, with its layers.
    case service([PublishedLayer])
    /// `…/NAServer/{layer}`.
    case layer(PublishedLayer)
    /// `…/NAServer/{layer}/solve`.
    case solve(PublishedLayer)
    /// `…/NAServer/{layer}/locate`, of a route layer or of a network dataset layer.
    case locate(PublishedLayer)
    /// `…/NAServer/{network dataset layer}`, by a route layer over it.
    case dataset(PublishedLayer)
    /// `…/NAServer/{layer}/retrieveTravelModes`.
    case travelModes(PublishedLayer)
    /// `…/NetworkAnalysisUtilities/GPServer` and its tasks.
    case utilities(TaskAddress)
    /// `/arcgis/tokens`: the form for people, and a place to post it to.
    case tokens
    /// `generateToken` of the server, in its places.
    case generateToken
    /// `/arcgis/sharing/rest/…`, of a server that answers like a portal.
    case sharing(SharingAddress)
    /// A path in the services tree that names nothing.
    case unknownResource
    /// A path outside the server's context.
    case foreign
}

extension ResourceAddress {
    /// The one layer that the resource tells of, which its caller must be let through to.
    var layer: PublishedLayer? {
        switch self {
        case .layer(let layer), .solve(let layer), .locate(let layer), .travelModes(let layer),
            .dataset(let layer):
            layer
        // A new kind of resource has to say here whether it is a layer's.
        case .home, .liveness, .readiness, .openAPI, .info, .services, .service, .tokens,
            .generateToken, .sharing, .utilities, .unknownResource, .foreign:
            nil
        }
    }

    /// Whether the resource is asked with secrets, which come in bodies and never in URLs.
    var takesPostAlone: Bool {
        switch self {
        case .generateToken, .sharing(.generateToken): true
        case .sharing(.oauth(let operation)): operation != .authorize
        default: false
        }
    }

    /// The context that the server answers under.
    static let context = "arcgis"

    /// Reads a path.
    ///
    /// The segments that every ArcGIS Server has (`arcgis`, `rest`, `services`, `NAServer`, the
    /// operations) are taken in any case, because old clients write `/ArcGIS/rest`; names of
    /// folders, services and layers exactly. A slash at the end changes nothing.
    init(path: String, in catalog: ServiceCatalog) {
        let segments = path.split(separator: "/").map { FormFields.decode($0, plusIsSpace: false) }
        let words = segments.map { $0.lowercased() }
        switch words.first {
        case nil: self = .home
        case "livez" where words.count == 1: self = .liveness
        case "readyz" where words.count == 1: self = .readiness
        case "openapi.json" where words.count == 1: self = .openAPI
        case Self.context: self = Self.inContext(segments.dropFirst(), catalog)
        default: self = .foreign
        }
    }

    private static func inContext(
        _ segments: ArraySlice<String>, _ catalog: ServiceCatalog
    ) -> ResourceAddress {
        let words = segments.prefix(2).map { $0.lowercased() }
        switch (words.first, words.dropFirst().first) {
        case (nil, _), ("rest", nil): return .home
        case ("info", nil): return .info
        case ("sharing", _): return .sharing(SharingAddress(segments.dropFirst()))
        case ("tokens", nil): return .tokens
        case ("tokens", "generatetoken"), ("rest", "generatetoken"), ("admin", "generatetoken"):
            return segments.count == 2 ? .generateToken : .unknownResource
        case ("rest", "openapi.json") where segments.count == 2: return .openAPI
        case ("rest", "info"): return segments.count == 2 ? .info : .unknownResource
        case ("rest", "services"): return inServices(Array(segments.dropFirst(2)), catalog)
        default: return .unknownResource
        }
    }

    private static func inServices(
        _ segments: [String], _ catalog: ServiceCatalog
    ) -> ResourceAddress {
        if segments.count > 1, segments[0] == RoutingTask.service,
            segments[1].lowercased() == "gpserver"
        {
            return TaskAddress(Array(segments.dropFirst(2))).map { .utilities($0) }
                ?? .unknownResource
        }
        guard let type = segments.firstIndex(where: { $0.lowercased() == "naserver" }) else {
            let folder = segments.first ?? ""
            let exists = folder.isEmpty || catalog.folders.contains(folder)
            return exists && segments.count <= 1 ? .services(folder: folder) : .unknownResource
        }
        guard type == 1 || type == 2 else { return .unknownResource }
        let folder = type == 2 ? segments[0] : ""
        let layers = catalog.layers(of: segments[type - 1], in: folder)
        guard !layers.isEmpty else { return .unknownResource }
        let rest = segments[(type + 1)...]
        guard let layerName = rest.first else { return .service(layers) }
        guard let layer = layers.first(where: { $0.layer == layerName }) else {
            return inDataset(rest, layers)
        }
        switch rest.dropFirst().map({ $0.lowercased() }) {
        case []: return .layer(layer)
        case ["solve"]: return .solve(layer)
        case ["locate"]: return .locate(layer)
        case ["retrievetravelmodes"]: return .travelModes(layer)
        default: return .unknownResource
        }
    }

    private static func inDataset(
        _ rest: ArraySlice<String>, _ layers: [PublishedLayer]
    ) -> ResourceAddress {
        guard let layer = layers.first(where: { $0.datasetName == rest.first }) else {
            return .unknownResource
        }
        switch rest.dropFirst().map({ $0.lowercased() }) {
        case []: return .dataset(layer)
        case ["locate"]: return .locate(layer)
        case ["retrievetravelmodes"]: return .travelModes(layer)
        default: return .unknownResource
        }
    }
}

/// The paths that pages link to.
enum ResourcePath {
    /// The root of the services directory.
    static let services = "/\(ResourceAddress.context)/rest/services"
    /// Where tokens are given.
    static let generateToken = "/\(ResourceAddress.context)/tokens/generateToken"
    /// The form for tokens.
    static let tokens = "/\(ResourceAddress.context)/tokens/"

    /// A folder; `""` is the root.
    static func folder(_ name: String) -> String {
        name.isEmpty ? services : "\(services)/\(encoded(name))"
    }

    /// A service.
    static func service(_ name: String, in folder: String) -> String {
        "\(self.folder(folder))/\(encoded(name))/NAServer"
    }

    /// A layer.
    static func layer(_ layer: PublishedLayer) -> String {
        "\(service(layer.service, in: layer.folder))/\(encoded(layer.layer))"
    }

    /// The utilities.
    static let utilities = "\(services)/\(RoutingTask.service)/GPServer"

    /// A task of the utilities.
    static func utility(_ task: RoutingTask) -> String { "\(utilities)/\(task.rawValue)" }

    /// The network dataset layer under a layer.
    static func dataset(_ layer: PublishedLayer) -> String {
        "\(service(layer.service, in: layer.folder))/\(encoded(layer.datasetName))"
    }

    /// The page that tells how to ask a resource: the form of an operation, which explains every
    /// parameter, the page of a layer, or the services.
    ///
    /// It is made of names of the catalog, never of the path that was sent: that could lead away.
    static func help(on address: ResourceAddress) -> String {
        switch address {
        case .solve(let layer): "\(self.layer(layer))/\(LayerOperation.solve.name)"
        case .locate(let layer): "\(self.layer(layer))/\(LayerOperation.locate.name)"
        case .dataset(let layer): dataset(layer)
        case .utilities(.service): utilities
        case .utilities(.task(let task)), .utilities(.execution(let task)): utility(task)
        default: address.layer.map(self.layer) ?? services
        }
    }

    /// A segment of a path, or a name or value of a query, with everything else than letters and
    /// digits escaped.
    static func encoded(_ segment: String) -> String {
        let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        var text = ""
        for byte in segment.utf8 {
            if plain.contains(byte) {
                text.unicodeScalars.append(Unicode.Scalar(byte))
            } else {
                let digits = String(byte, radix: 16, uppercase: true)
                text += "%" + (digits.count == 1 ? "0" : "") + digits
            }
        }
        return text
    }
}
