// The operations between two location inputs: matrices and closest facilities.

import Answers
import Geo
public import Preparation
public import RouteAPI

extension AnalysisOperation {
    /// Computes path costs between origins and destinations.
    public static let solveODCostMatrix = AnalysisOperation(
        ODCostMatrixParameters.self, passesRowsOn: true,
        estimate: { $1.effort(ofPairsIn: $0.analysis) },
        run: { parameters, layer, control, rows throws(RouteRequestError) in
            try layer.solve(parameters, control: control, passingRowsTo: rows)
        })

    /// Finds the facilities closest to each incident.
    public static let solveClosestFacility = AnalysisOperation(
        ClosestFacilityParameters.self,
        estimate: { $1.effort(ofPairsIn: $0.analysis) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            try layer.solve(parameters, control: control)
        })
}

extension NetworkLayer {
    /// Computes path costs between origins and destinations.
    ///
    /// - Parameter rows: Receives rows of a large matrix while others are searched. The returned
    ///   answer lacks these rows.
    /// - Throws: An error naming the input, the cause and what would work.
    public func solve(
        _ parameters: ODCostMatrixParameters, control: SolveControl = SolveControl(),
        passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws(RouteRequestError) -> AnalysisResult {
        try ODCostMatrixSolver(layer: layer, control: control, receiver: rows)
            .answer(accepted(parameters))
    }

    /// Finds the facilities closest to each incident, and the routes between them.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func solve(
        _ parameters: ClosestFacilityParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        try ClosestFacilitySolver(layer: layer, control: control).answer(accepted(parameters))
    }

    /// Estimates the effort of a request for paths between two location inputs.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    func effort(ofPairsIn analysis: AnalysisParameters) -> SolveEffort {
        let whole = configuration.preloaded.completing(analysis)
        let counts = whole.inputs.names.map { whole.inputs[$0]?.features.features.count ?? 0 }
        return counts.reduce(1, *) <= 100 && analysis.hasLightBarriers ? .light : .heavy
    }
}
