// Reads paths in OSRM's form: they name a service, and so the layer to answer with.

import OSRMAPI
import Preparation
import PublishedServices
import RouteAPI

/// A path in OSRM's form.
struct OSRMDoor: Sendable {
    /// The service; `nil` if the word names none.
    let service: OSRMService?
    /// The layer to answer with.
    let layer: PublishedLayer
    /// The operation to answer with; `nil` if no layer over the network has it.
    let operation: AnalysisOperation?
    /// Whether the word names the service with tiles, which no operation answers.
    let isTile: Bool
    /// The path behind the service: version, profile, coordinates.
    let segments: [String]

    /// Finds the layer for a service: the given one or, if it lacks the operation, a neighbor over
    /// the same network.
    ///
    /// - Parameter segments: The path from the service on.
    init(_ segments: ArraySlice<String>, at layer: PublishedLayer, in catalog: ServiceCatalog) {
        isTile = segments.first?.lowercased() == Self.tile
        service = segments.first.flatMap { OSRMService(rawValue: $0.lowercased()) }
        self.segments = Array(segments.dropFirst())
        let name = service.map(Self.operationName)
        let neighbors = catalog.layers(of: layer.service, in: layer.folder)
        let found = ([layer] + neighbors).lazy.compactMap { candidate in
            name.flatMap { Self.operation(named: $0, of: candidate) }.map { (candidate, $0) }
        }.first
        self.layer = found?.0 ?? layer
        operation = found?.1
    }

    /// The word that names the service.
    fileprivate var word: String {
        isTile ? Self.tile : (service ?? .route).rawValue
    }

    /// The word for the service with tiles.
    static let tile = "tile"

    /// Returns the layer for paths at the server's root: the first to find routes.
    static func first(in catalog: ServiceCatalog) -> PublishedLayer? {
        catalog.layers.first { operation(named: operationName(.route), of: $0) != nil }
    }

    /// Returns the name of the operation to answer a service with.
    private static func operationName(_ service: OSRMService) -> String {
        switch service {
        case .route, .trip: LayerOperation.solve.name
        case .nearest: LayerOperation.locate.name
        case .match: LayerOperation.match.name
        case .table: LayerOperation.solveODCostMatrix.name
        }
    }

    private static func operation(
        named name: String, of layer: PublishedLayer
    ) -> AnalysisOperation? {
        layer.answering.operations.first { $0.description.name == name }
    }
}

extension PathPattern<OSRMDoor> {
    /// OSRM's services at the server's root, where its clients expect them.
    static let osrm = PathPattern(
        first: nil,
        read: { path, start, catalog in
            guard start < path.words.count,
                OSRMService(rawValue: path.words[start]) != nil
                    || path.words[start] == OSRMDoor.tile,
                let layer = OSRMDoor.first(in: catalog)
            else { return nil }
            let door = OSRMDoor(path.segments[start...], at: layer, in: catalog)
            return (door, path.segments.count)
        }, write: { "/" + $0.word }, all: { _ in [] })

    private static let belowLayer = PathPattern<PublishedLayer>.layer / "osrm"

    /// OSRM's services below a layer. Use such a base URL to pick any layer.
    static let osrmOfLayer = PathPattern(
        read: { path, start, catalog in
            guard let (layer, next) = belowLayer.read(path, start, catalog) else { return nil }
            let door = OSRMDoor(path.segments[next...], at: layer, in: catalog)
            return (door, path.segments.count)
        },
        write: { "\(ResourcePath.layer($0.layer))/osrm/" + $0.word },
        all: { _ in [] })
}
