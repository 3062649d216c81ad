// The types of layers that a service may have.

/// The type of a layer, which decides its operations; in the words on the wire.
public enum LayerType: String, Hashable, Sendable, CaseIterable {
    /// Finds routes through stops.
    case route = "esriNAServerRouteLayer"
    /// Finds the facilities closest to incidents.
    case closestFacility = "esriNAServerClosestFacilityLayer"
    /// Finds costs between many places.
    case odCostMatrix = "esriNAServerODCostMatrixLayer"

    /// The type's name in service definitions, and a layer's default name.
    public var word: String {
        switch self {
        case .route: "Route"
        case .closestFacility: "ClosestFacility"
        case .odCostMatrix: "ODCostMatrix"
        }
    }

    /// The key for such layers in a service's resource.
    package var serviceKey: String {
        switch self {
        case .route: "routeLayers"
        case .closestFacility: "closestFacilityLayers"
        case .odCostMatrix: "odCostMatrixLayers"
        }
    }

    /// The title of such a layer on pages.
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
    /// The main operation's parameter for the time of travel.
    package var timeParameter: String {
        guard
            let found = operation.parameters.first(where: { $0.kind == .time && $0.group == .time })
        else { preconditionFailure("\(operation.name) must declare a time of travel") }
        return found.name
    }
}
