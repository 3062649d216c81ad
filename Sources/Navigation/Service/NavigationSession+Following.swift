// Follows a route with one request instead of two, and asks for the streets beside it.

import Geo
import RouteAPI
import RouteTaskClient

extension NavigationSession {
    /// If less than this is left of a corridor, ask for the next one, in meters.
    private static let corridorAheadMeters = 1_500.0
    /// The milliseconds between two requests for a corridor.
    private static let corridorMilliseconds = 60_000.0

    /// Asks for the streets beside the route ahead, if they are not known.
    func askCorridor(_ time: Int64) {
        guard let active = navigator.state.live.active, let route = known[active.id] else { return }
        if following.corridorID != active.id {
            following.corridorRequest?.cancel()
            following.corridorRequest = nil
            following.corridorID = active.id
            following.corridorMeters = 0
            following.corridorTime = nil
        }
        let meters = navigator.state.tracker.shownMeters
        let last = following.corridorTime
        guard following.isPossible, following.corridorRequest == nil,
            navigator.state.tracker.phase == .following,
            following.corridorMeters < active.lengthMeters,
            meters + Self.corridorAheadMeters > following.corridorMeters,
            last.map({ Double(time) - Double($0) >= Self.corridorMilliseconds }) ?? true
        else { return }
        following.corridorTime = time
        let calculation: RouteCalculation
        do {
            let parameters = try requests.corridor(of: route, at: meters, following.fixes)
            calculation = try provider.calculate(parameters)
        } catch {
            // A route without a handle has no corridor; it is followed without one.
            following.note(succeeded: false)
            return
        }
        following.corridorRequest = calculation
        Task { [weak self] in
            let answer = await Result { try await calculation.answer() }
            await self?.takeCorridor(answer, of: active.id)
        }
    }

    private func takeCorridor(_ answer: Result<RouteAnswer, any Error>, of id: String) {
        guard following.corridorID == id else { return }
        following.corridorRequest = nil
        switch answer {
        case .success(let answer): keepCorridor(answer.result.following?.corridor, of: id)
        case .failure: following.note(succeeded: false)
        }
    }

    /// Passes a corridor on to the navigator.
    private func keepCorridor(_ streets: RouteCorridor?, of id: String) {
        guard let streets else {
            following.note(succeeded: false)
            return
        }
        following.note(succeeded: true)
        guard navigator.state.live.active?.id == id else { return }
        following.corridorID = id
        following.corridorMeters = streets.toMeters
        put(.corridor(Corridor(streets), id: id))
    }

    /// Takes in what a provider answers to following: new times at once, proposals when the
    /// navigator asks for them, the streets beside the route.
    ///
    /// - Returns: The answer to the navigator's request for new times.
    func takeFollowed(
        _ result: AnalysisResult, id: String
    ) throws(FollowedRouteError) -> NavigatorAnswer {
        guard let found = result.following, let active = navigator.state.live.active,
            let index = activeRoute
        else { throw .noRoute(id: nil) }
        keepCorridor(found.corridor, of: active.id)
        var proposals = NavigatorAnswer.proposals([], reason: .betterRoute)
        if let reason = result.replanning?.reason, !found.isUnchanged,
            let set = result.routes, set.features.count > 1
        {
            let routeID = set.objectID(of: set.features[1]) ?? 2
            proposals = .proposals(
                [try NavigatorRoute(id: id, result, routeID: routeID)],
                reason: AddedReason(reason))
            known[id] = continued(by: result, route: 1)
            // A proposal lapses; the next answer has to repeat it.
            known[active.id]?.state = nil
        } else {
            known[active.id]?.state = found.state
        }
        following.held = FollowMemory.Held(
            activeID: active.id, answer: proposals, time: lastTime)
        guard !found.isUnchanged, found.isOnRoute else {
            return .refreshed(nil, isBlocked: active.isBlocked)
        }
        let ahead = try FollowedRoute(result)
        return .refreshed(
            index.renewed(by: ahead, fromMeters: found.meters),
            isBlocked: result.isBlocked(routeID: 1))
    }
}
