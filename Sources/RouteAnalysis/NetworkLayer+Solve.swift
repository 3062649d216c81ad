// Routes of a layer.

public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import RouteAPI

extension NetworkLayer {
    /// Answers a solve request.
    ///
    /// With `validate` the request is checked and its inputs are placed, and nothing is solved.
    /// With `returnEmptyResults` a request that fails answers with empty feature sets and the
    /// reasons as messages.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func solve(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        try answer(parameters, control) { (solver, parameters) throws(AnalysisFailure) in
            guard parameters.validate ?? false else { return try solver.solve(parameters) }
            return try AnalysisFailure.noting { () throws(RouteRequestError) in
                try solver.validate(parameters, countsStops: true)
            }
        }
    }

    /// Checks a request and places its inputs, as many as there are, and solves nothing.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func place(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        try answer(parameters, control) { (solver, parameters) throws(AnalysisFailure) in
            try AnalysisFailure.noting { () throws(RouteRequestError) in
                try solver.validate(parameters, countsStops: false)
            }
        }
    }

    /// Answers with the layer's own inputs where there are no others, and emptily where a failure
    /// is to be answered so.
    private func answer(
        _ parameters: RouteParameters, _ control: SolveControl,
        _ work: (RouteSolver, RouteParameters) throws(AnalysisFailure) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        let parameters = try accepted(parameters)
        let solver = solver(control)
        do throws(AnalysisFailure) {
            return try work(solver, parameters)
        } catch {
            guard parameters.returnEmptyResults ?? false, error.allowsEmptyAnswer else {
                throw error.error
            }
            return emptyAnswer(to: parameters, because: error, solver)
        }
    }

    func solver(_ control: SolveControl) -> RouteSolver {
        RouteSolver(layer: layer, control: control)
    }
}
