// Solves and validates route requests on a layer.

import Answers
public import Preparation
public import RouteAPI

extension NetworkLayer {
    /// Finds routes through stops.
    ///
    /// With `validate`, the request is checked and its inputs are placed, but nothing is solved.
    /// With `returnEmptyResults`, a failed request gets an answer with empty feature sets and the
    /// error as messages.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func solve(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        try solver(control).answer(accepted(parameters))
    }

    /// Checks a request and places its inputs without solving; any number of stops is allowed.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    public func place(
        _ parameters: RouteParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        var solver = solver(control)
        solver.onlyPlaces = true
        return try solver.answer(accepted(parameters))
    }

    func solver(_ control: SolveControl) -> RouteSolver {
        RouteSolver(layer: layer, control: control)
    }
}
