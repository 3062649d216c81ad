// The kinds of layers that a service may have.

/// The kind of a layer, which decides what it can be asked; worded as on the wire.
public enum LayerType: String, Hashable, Sendable, CaseIterable {
    /// Routes through stops.
    case route = "esriNAServerRouteLayer"
    /// The facilities that are closest to incidents.
    case closestFacility = "esriNAServerClosestFacilityLayer"
    /// Costs between many places.
    case odCostMatrix = "esriNAServerODCostMatrixLayer"

    /// The word that a service definition has for it, and a layer's name where it has no other.
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

    /// What a person calls such a layer.
    package var title: String {
        switch self {
        case .route: "Route layer"
        case .closestFacility: "Closest facility layer"
        case .odCostMatrix: "Origin-destination cost matrix layer"
        }
    }

    /// What such a layer is asked first of all.
    package var operation: LayerOperation {
        switch self {
        case .route: .solve
        case .closestFacility: .solveClosestFacility
        case .odCostMatrix: .solveODCostMatrix
        }
    }
}
