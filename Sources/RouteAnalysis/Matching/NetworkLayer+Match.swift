// Matches traces on a layer, and estimates how long that takes.

import Answers
public import Preparation
public import RouteAPI

extension NetworkLayer {
    /// Matches traces and drawn lines to streets.
    ///
    /// The answer has a route for each connected part of a trace, as ``solve(_:control:)`` has for
    /// stops, and the tables `tracePoints`, `traceGaps` and `brokenRules`.
    ///
    /// - Parameter rows: Receives rows for many trace points, which are then not held. The returned
    ///   answer lacks them.
    /// - Throws: An error naming the input, the cause and what would work.
    public func match(
        _ parameters: MatchParameters, control: SolveControl = SolveControl(),
        passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws(RouteRequestError) -> AnalysisResult {
        let parameters = try accepted(parameters)
        return try MatchSolver(
            layer: layer, control: control,
            traces: MatchSolver.traces(of: parameters, on: layer, control), receiver: rows
        ).answer(parameters)
    }

    /// Makes an empty set of traces that will match as much of each as a request says.
    package func traces(for parameters: MatchParameters) -> RequestTraces {
        RequestTraces(layer.resolved(parameters))
    }

    /// Matches traces read from elsewhere than a request, such as a file.
    ///
    /// ```swift
    /// var traces = layer.traces(for: parameters)
    /// try TraceReader().read(file, into: &traces)
    /// let result = try layer.match(parameters, of: traces)
    /// ```
    ///
    /// - Parameters:
    ///   - parameters: The request; its own traces are not read.
    ///   - traces: The traces, from ``traces(for:)``. They may exceed the service's limits.
    ///   - rows: As in ``match(_:control:passingRowsTo:)``.
    /// - Throws: An error naming the input, the cause and what would work.
    package func match(
        _ parameters: MatchParameters, of traces: RequestTraces,
        control: SolveControl = SolveControl(), passingRowsTo rows: (any AnswerRowReceiver)? = nil
    ) throws(RouteRequestError) -> AnalysisResult {
        try MatchSolver(
            layer: layer, control: control,
            traces: traces.failure.map { .failure($0) } ?? .success(traces), receiver: rows
        ).answer(accepted(parameters))
    }

    /// Estimates the effort from a request's traces and barriers.
    ///
    /// - Complexity: O(*n*) for *n* traces and barriers.
    func effort(of parameters: MatchParameters) -> SolveEffort {
        let positions = parameters.traces?.fixCount ?? 0
        let lines = parameters.encodedPolylines?.reduce(0) { $0 + $1.utf8.count } ?? 0
        return positions + lines / 4 <= Self.lightPositions && parameters.analysis.hasLightBarriers
            ? .light : .heavy
    }

    static let lightPositions = 500
}
