// A handle's route at its present costs.

import Answers
import Geo
import PathFinding
public import Preparation
public import RouteAPI

extension NetworkLayer {
    /// Answers with a route's present costs: the same path with its costs, legs, arrival and
    /// directions. What is closed on it is listed; its costs are what an open route would cost.
    ///
    /// The route departs at its handle's start time, so if nothing has changed, the answer equals
    /// the solve. With a progress or a position the route is under way: the answer is the rest of
    /// it from there, and departs now. Without either, send the start time `now` to depart at
    /// present.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    /// - Complexity: O(*n*) for *n* edges.
    public func refresh(
        _ parameters: RefreshParameters, control: SolveControl = SolveControl()
    ) throws(RouteRequestError) -> AnalysisResult {
        let caller = parameters.routeParameters
        let isUnderWay = parameters.progress != nil || parameters.position != nil
        return try live(caller, control, isUnderWay: isUnderWay) {
            (reading) throws(RouteRequestError) in
            var (handle, messages) = try reading.handle(parameters.routeHandle, for: caller)
            if isUnderWay {
                let position = try reading.position(
                    on: handle, progress: parameters.progress, parameters.position)
                handle = handle.rest(from: position, on: reading.network)
            }
            let followed = try reading.follow(handle, for: caller)
            let rules = RouteFinder(
                of: followed.prepared, on: reading.layer.layer, control: control
            )
            .ruleMessages(about: followed.given.route)
            return try reading.answer([followed.given], followed.prepared, messages + rules)
        }
    }

    /// Answers a request about a handle's route; if the request asks for that, a failure becomes an
    /// answer without routes.
    ///
    /// - Parameter isUnderWay: Whether the route departs at present, instead of at its handle's
    ///   start time.
    func live(
        _ caller: RouteParameters, _ control: SolveControl, isUnderWay: Bool,
        _ work: (HandleReading) throws(RouteRequestError) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        let reading = HandleReading(
            layer: self, control: control, present: isUnderWay ? traffic.now() : nil)
        do throws(RouteRequestError) {
            return try work(reading)
        } catch {
            return try reading.solver.emptyAnswer(
                to: caller, because: AnalysisFailure(error: error))
        }
    }

    /// Estimates the effort from the handle's length and the barriers.
    func effort(ofHandle handle: String?, _ analysis: AnalysisParameters) -> SolveEffort {
        (handle?.utf8.count ?? 0) <= Self.lightHandle && analysis.hasLightBarriers
            ? .light : .heavy
    }

    /// Estimates the effort from the handle's length, the barriers and the fixes sent.
    func effort(of parameters: FollowParameters) -> SolveEffort {
        (parameters.fixes?.fixCount ?? 0) <= Self.lightPositions
            ? effort(ofHandle: parameters.routeHandle, parameters.analysis) : .heavy
    }

    private static let lightHandle = 100_000
}
