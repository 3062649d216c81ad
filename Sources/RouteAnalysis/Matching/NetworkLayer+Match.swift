// Matches traces on a layer, and estimates how long that takes.

import Answers
import MapMatching
public import Preparation
import RoadNetwork
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
        try match(parameters) { () throws(RouteRequestError) in
            try MatchSolver(layer: layer, control: control, receiver: rows)
                .solve(accepted(parameters))
        }
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
        try match(parameters) { () throws(RouteRequestError) in
            if let failure = traces.failure { throw failure }
            return try MatchSolver(layer: layer, control: control, receiver: rows)
                .solve(accepted(parameters), of: traces)
        }
    }

    /// Returns the result of `solve`; if it fails and the request wants that, an answer without
    /// rows.
    private func match(
        _ parameters: MatchParameters, by solve: () throws(RouteRequestError) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        do throws(RouteRequestError) {
            var result = try solve()
            let notes = parameters.traces?.notes ?? []
            result.messages += notes.map { Message(.warning, "The traces: \($0).") }
            return result
        } catch {
            let resolved = layer.resolved(parameters)
            guard resolved[\.analysis.output.returnEmptyResults],
                error.identifier != .cancelled, error.identifier != .timedOut
            else { throw error }
            return emptyMatch(resolved, because: error)
        }
    }

    /// Makes the answer for a failed request: every requested set, without rows.
    private func emptyMatch(
        _ parameters: ResolvedParameters<MatchParameters>, because error: RouteRequestError
    ) -> AnalysisResult {
        let keys = [
            parameters[\.returnRoutes] ? "routes" : nil,
            parameters[\.returnStops] ? "stops" : nil,
            parameters[\.returnTracePoints] ? "tracePoints" : nil,
            parameters[\.returnTraceGaps] ? "traceGaps" : nil,
            parameters[\.returnBrokenRules] ? "brokenRules" : nil,
        ].compactMap(\.self)
        var result = AnalysisResult()
        result.addEmptySets(keys, of: parameters, on: layer, among: AnalysisClass.traces)
        if parameters[\.analysis.directions.returnDirections] { result.directions = [] }
        result.report(error, on: layer)
        return result
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
