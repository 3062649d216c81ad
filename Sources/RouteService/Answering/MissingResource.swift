// The message for an unknown path in the services directory: what is not implemented, and what
// exists instead.

import HTTPTypes
import Preparation
import PublishedServices
import RouteAPI
import ServiceTransport

/// An unknown path, with the resources that exist.
struct MissingResource {
    /// The path as requested.
    let path: String
    /// The services the caller may use.
    let catalog: ServiceCatalog

    /// The most layers to list.
    private static let mostLayers = 20

    /// What to say about the path.
    var text: String {
        let nearest = NearestPath(catalog).of(path).map { "; did you mean \"\($0)\"?" } ?? "."
        if let missing = missingPart { return missing + nearest }
        let layers = catalog.layers.prefix(Self.mostLayers).map { ResourcePath.layer($0) }
        return "\"\(path)\" names no folder, service, layer or operation of this server\(nearest) "
            + "Layers: \(layers.joined(separator: ", "))"
    }

    /// Which part of the path is not implemented, if its beginning exists.
    private var missingPart: String? {
        let prefix = [ServerContext.name, "rest", "services"]
        let segments = path.split(separator: "/").map {
            FormFields.decode($0, plusIsSpace: false)
        }
        guard segments.prefix(3).map({ $0.lowercased() }) == prefix,
            let place = segments.firstIndex(where: { Self.types.contains($0.lowercased()) }),
            place == 4 || place == 5
        else { return nil }
        let rest = Array(segments[(place + 1)...])
        switch segments[place].lowercased() {
        case "naserver":
            return operation(
                rest, of: catalog.layers(of: segments[place - 1], in: place == 5 ? segments[3] : "")
            )
        case "gpserver":
            return task(rest, of: segments[place - 1], in: place == 5 ? segments[3] : "")
        case "featureserver" where !FeatureService.all(in: catalog).isEmpty:
            return features(
                FeatureService(
                    segments[place - 1], in: place == 5 ? segments[3] : "", of: catalog))
        case "geocodeserver":
            return searches
        default:
            return "\(segments[place]) services are not implemented; there are NAServer and "
                + "GeocodeServer services, and \(RoutingTask.service)/GPServer"
        }
    }

    /// The kinds of services in ArcGIS Server, in lower case.
    private static let types: Set = [
        "naserver", "gpserver", "mapserver", "featureserver", "geocodeserver", "geometryserver",
        "imageserver", "sceneserver", "streamserver", "vectortileserver", "geodataserver",
        "wfsserver", "wmsserver",
    ]

    private func operation(_ rest: [String], of layers: [PublishedLayer]) -> String? {
        guard rest.count > 1 else { return nil }
        let names: [String]
        if let layer = layers.first(where: { $0.layer == rest[0] }) {
            names = Self.names(ofLayer: layer)
        } else if let layer = layers.first(where: { $0.datasetName == rest[0] }) {
            names = Self.names(ofNetworkUnder: layer)
        } else {
            return nil
        }
        let asked = rest.dropFirst().joined(separator: "/")
        return "\"\(asked)\" is not implemented; the layer \"\(rest[0])\" has the operation"
            + "\(names.count == 1 ? "" : "s") \(Self.listed(names))"
    }

    /// Returns the names of a layer's operations and other resources.
    private static func names(ofLayer layer: PublishedLayer) -> [String] {
        var names = layer.answering.operations.map(\.description.name)
        names.append(LayerChildResource.travelModes.rawValue)
        if layer.answering is NetworkLayer { names.append(LayerChildResource.traffic.rawValue) }
        if layer.answering.mapFacts != nil {
            names += ["tiles", "tiles.json", "style.json"] + (layer.type == .route ? ["map"] : [])
        }
        return names
    }

    /// Returns the names of the operations and other resources of the network under a layer.
    private static func names(ofNetworkUnder layer: PublishedLayer) -> [String] {
        layer.answering.networkOperations.map(\.description.name)
            + [LayerChildResource.travelModes.rawValue]
    }

    /// Joins names as a sentence does: `a, b and c`.
    private static func listed(_ names: [String]) -> String {
        guard names.count > 1, let last = names.last else { return names.first ?? "" }
        return "\(names.dropLast().joined(separator: ", ")) and \(last)"
    }

    private func features(_ service: FeatureService?) -> String {
        guard let service else {
            let paths = FeatureService.all(in: catalog).map { ResourcePath.featureService($0) }
            return "\"\(path)\" names no service with stored layers; there are "
                + paths.prefix(Self.mostLayers).joined(separator: ", ")
        }
        let names = service.layers.prefix(Self.mostLayers).map { "\($0.id) (\($0.stored.name))" }
        return "\"\(path)\" names no stored layer or operation; \(service.name) has the stored "
            + "layers \(names.joined(separator: ", ")), each with the operation query, and "
            + FeatureEditOperation.allCases.map(\.rawValue).joined(separator: ", ")
            + " where it is edited"
    }

    private var searches: String {
        let pattern = PathPattern<GeocodeService>.geocodeService
        let paths = pattern.all(catalog).map { pattern.path(of: $0) }
        return "\"\(path)\" names no search by name; there are "
            + paths.prefix(Self.mostLayers).joined(separator: ", ") + ", each with "
            + Self.listed(GeocodeOperation.allCases.map(\.rawValue))
    }

    private func task(_ rest: [String], of service: String, in folder: String) -> String {
        if service == RoutingTask.service, folder.isEmpty { return utility(rest) }
        let layers = catalog.layers(of: service, in: folder)
        let server =
            layers.isEmpty
            ? service == TaskServer.toolService && folder.isEmpty
                ? TaskServer.tools(in: catalog) : nil
            : TaskServer(folder: folder, service: service, layers: layers)
        guard let server else {
            if let name = rest.first { return Self.noTask(name) }
            let servers = PathPattern<TaskServer>.taskServer.all(catalog).map(\.path)
            let paths = servers.prefix(Self.mostLayers) + [ResourcePath.utilities]
            return "\"\(path)\" names no GPServer service; there are "
                + paths.joined(separator: ", ")
        }
        let name = rest.first ?? ""
        guard let task = server.tasks.first(where: { $0.name.lowercased() == name.lowercased() })
        else {
            let names = server.tasks.map(\.name).joined(separator: ", ")
            return "The task \"\(name)\" is not implemented; \(server.name)/GPServer has the tasks "
                + names
        }
        return "\"\(rest.dropFirst().joined(separator: "/"))\" is not implemented; the task "
            + "\(task.name) is asynchronous and has submitJob and jobs"
    }

    private static func noTask(_ name: String) -> String {
        let tasks = RoutingTask.allCases.map(\.rawValue).joined(separator: " and ")
        return "The task \"\(name)\" is not implemented; \(RoutingTask.service)/GPServer has the "
            + "tasks \(tasks)"
    }

    private func utility(_ rest: [String]) -> String {
        let name = rest.first ?? ""
        guard let task = RoutingTask(name: name) else { return Self.noTask(name) }
        return "\"\(rest.dropFirst().joined(separator: "/"))\" is not implemented; the task "
            + "\(task.rawValue) is synchronous and has the operation execute"
    }
}

extension ErrorTable {
    /// An unknown path in the services directory.
    static func unknownResource(_ path: String, _ catalog: ServiceCatalog) -> ServiceError {
        ServiceError(
            code: 400, message: "Invalid URL",
            details: [MissingResource(path: path, catalog: catalog).text])
    }

    /// A path outside the server's context.
    static func foreign(_ path: String) -> ServiceError {
        ServiceError(
            code: 404, message: "Not Found",
            details: [
                "\"\(path)\" does not exist; services are under \(ResourcePath.services), and for "
                    + "clients of OSRM under /route/v1 and its kin"
            ],
            status: .notFound)
    }
}
