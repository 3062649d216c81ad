// The present costs of a route that a handle holds.

import Geo
public import NetworkAnalysis
public import RouteAPI

extension NetworkLayer {
    /// Answers a request for the present costs of a route: the same path, its costs, legs, arrival
    /// and directions. What is closed on it is listed, and its costs are those of an open route.
    ///
    /// It departs at the start time of its handle, so that with nothing changed, it equals the
    /// solve; the start time `now` asks for the present.
    ///
    /// - Throws: An error that names the input, the cause and what would work.
    /// - Complexity: O(*n*) in the number of edges of the route.
    public func refresh(
        _ parameters: RefreshParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let caller = parameters.routeParameters
        return try live(caller, control, isUnderWay: false) { (reading) throws(RouteRequestError) in
            let (handle, messages) = try reading.handle(parameters.routeHandle, for: caller)
            let followed = try reading.follow(handle, for: caller)
            let rules = RouteFinder(
                of: followed.prepared, on: reading.layer.layer, control: control
            )
            .ruleMessages(about: followed.given.route)
            return try reading.answer([followed.given], followed.prepared, messages + rules)
        }
    }

    /// Answers a request about a route of a handle; a failure becomes an answer without routes if
    /// the request asks for that.
    ///
    /// - Parameter isUnderWay: Whether the route departs at the present, rather than at the start
    ///   time of its handle.
    func live(
        _ caller: RouteParameters, _ control: SolveControl, isUnderWay: Bool,
        _ work: (HandleReading) throws(RouteRequestError) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        let reading = HandleReading(
            layer: self, control: control, present: isUnderWay ? traffic.now() : nil)
        do throws(RouteRequestError) {
            return try work(reading)
        } catch {
            let failure = AnalysisFailure(error: error)
            guard caller.returnEmptyResults ?? false, failure.allowsEmptyAnswer else {
                throw error
            }
            return emptyAnswer(to: caller, because: failure, reading.solver)
        }
    }

    /// Estimates the effort of a request about a route from the length of its handle and from its
    /// barriers.
    func effort(ofHandle handle: String?, _ analysis: AnalysisParameters) -> SolveEffort {
        (handle?.utf8.count ?? 0) <= Self.lightHandle && analysis.hasLightBarriers
            ? .light : .heavy
    }

    private static let lightHandle = 100_000
}
