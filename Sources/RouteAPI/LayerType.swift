// The kinds of layers that a service may have.

/// The kind of a layer, which determines its operations; worded as on the wire.
public enum LayerType: String, Hashable, Sendable, CaseIterable {
    /// Routes through stops.
    case route = "esriNAServerRouteLayer"
    /// The facilities that are closest to incidents.
    case closestFacility = "esriNAServerClosestFacilityLayer"
    /// Costs between many places.
    case odCostMatrix = "esriNAServerODCostMatrixLayer"

    /// Its name in service definitions, and the default name of a layer.
    public var word: String {
        switch self {
        case .route: "Route"
        case .closestFacility: "ClosestFacility"
        case .odCostMatrix: "ODCostMatrix"
        }
    }

    /// The key of such layers in the resource of a service.
    package var serviceKey: String {
        switch self {
        case .route: "routeLayers"
        case .closestFacility: "closestFacilityLayers"
        case .odCostMatrix: "odCostMatrixLayers"
        }
    }

    /// The title of such a layer, for pages.
    package var title: String {
        switch self {
        case .route: "Route layer"
        case .closestFacility: "Closest facility layer"
        case .odCostMatrix: "Origin-destination cost matrix layer"
        }
    }

    /// The main operation of such a layer.
    package var operation: LayerOperation {
        switch self {
        case .route: .solve
        case .closestFacility: .solveClosestFacility
        case .odCostMatrix: .solveODCostMatrix
        }
    }
    /// The parameter of the main operation that carries the time of travel.
    package var timeParameter: String {
        guard
            let found = operation.parameters.first(where: { $0.kind == .time && $0.group == .time })
        else { preconditionFailure("\(operation.name) must declare a time of travel") }
        return found.name
    }
}
