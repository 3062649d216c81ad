// The operations between two inputs of locations.

import Geo
public import NetworkAnalysis
public import RouteAPI

extension AnalysisOperation {
    /// Finds costs between many places.
    public static let solveODCostMatrix = AnalysisOperation(
        ODCostMatrixParameters.self, on: .odCostMatrix,
        estimate: { $1.effort(ofPairsIn: $0.analysis) },
        run: { parameters, layer, control throws(RouteRequestError) in
            try layer.solve(parameters, control: control)
        })

    /// Finds the facilities that are closest to incidents.
    public static let solveClosestFacility = AnalysisOperation(
        ClosestFacilityParameters.self, on: .closestFacility,
        estimate: { $1.effort(ofPairsIn: $0.analysis) },
        run: { parameters, layer, control throws(RouteRequestError) in
            try layer.solve(parameters, control: control)
        })
}

extension NetworkLayer {
    /// Finds costs between many places.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func solve(
        _ parameters: ODCostMatrixParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let groups = [
            parameters.returnOrigins ?? false ? ODCostMatrixParameters.originsName : nil,
            parameters.returnDestinations ?? false ? ODCostMatrixParameters.destinationsName : nil,
        ]
        return try answer(
            parameters.analysis, of: .odCostMatrix, emptily: ["odLines"] + groups.compactMap(\.self)
        ) {
            () throws(RouteRequestError) in
            try ODCostMatrixSolver(layer: layer, control: control).solve(accepted(parameters))
        }
    }

    /// Finds the facilities that are closest to incidents.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func solve(
        _ parameters: ClosestFacilityParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let groups = [
            parameters.returnCFRoutes ?? false ? "routes" : nil,
            parameters.returnFacilities ?? false ? ClosestFacilityParameters.facilitiesName : nil,
            parameters.returnIncidents ?? false ? ClosestFacilityParameters.incidentsName : nil,
        ]
        return try answer(
            parameters.analysis, of: .closestFacility, emptily: groups.compactMap(\.self)
        ) {
            () throws(RouteRequestError) in
            try ClosestFacilitySolver(layer: layer, control: control).solve(accepted(parameters))
        }
    }

    /// What a request for paths between two inputs will take.
    ///
    /// - Complexity: O(n) of the features that it sends.
    func effort(ofPairsIn analysis: AnalysisParameters) -> SolveEffort {
        let whole = configuration.preloaded.completing(analysis)
        let counts = whole.inputs.names.map { whole.inputs[$0]?.features.features.count ?? 0 }
        let barriers = analysis.locations.barriers.all.reduce(0) {
            $0 + ($1?.features.features.count ?? 0)
        }
        return counts.reduce(1, *) <= 100 && barriers <= 50 ? .light : .heavy
    }
}
