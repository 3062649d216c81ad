// The operations of a route layer.

import RouteAPI

extension AnalysisOperation {
    /// Finds routes through stops.
    public static let solve = AnalysisOperation(
        RouteParameters.self, estimate: { $1.effort(of: $0) },
        run: { parameters, layer, control throws(RouteRequestError) in
            try layer.solve(parameters, control: control)
        })

    /// Places locations on the streets.
    public static let locate = AnalysisOperation(
        RouteParameters.self, as: .locate, estimate: { $1.effort(of: $0) },
        run: { parameters, layer, control throws(RouteRequestError) in
            var result = try layer.place(parameters, control: control)
            result.rename(table: RouteParameters.stopsName, to: "locations")
            return result
        })
}

extension RouteLayer {
    /// What the layer can be asked.
    public var operations: [AnalysisOperation] {
        switch configuration.layerType {
        case .route: [.solve, .locate]
        case .closestFacility: [.solveClosestFacility]
        case .odCostMatrix: [.solveODCostMatrix]
        }
    }

    /// What the network under the layer can be asked.
    public var networkOperations: [AnalysisOperation] { [.locate] }
}
