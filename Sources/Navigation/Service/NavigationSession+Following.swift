// Follows a route with one request instead of two, asks for the streets beside it, and chooses what
// to send off the route.

import Geo
import RouteAPI
import RouteTaskClient

extension NavigationSession {
    /// The milliseconds between two requests for a corridor.
    private static let corridorMilliseconds = 60_000.0

    /// Asks for the streets beside the route ahead, if they are not known.
    func askCorridor(_ time: Int64) {
        guard let active = navigator.state.live.active, let route = known[active.id],
            route.handle != nil
        else { return }
        if following.corridorID != active.id {
            following.corridorRequest?.cancel()
            following.corridorRequest = nil
            following.corridorID = active.id
            following.corridorMeters = 0
            following.corridorTime = nil
        }
        let elapsed = following.corridorTime.map { Double(time) - Double($0) } ?? .infinity
        // A clock that was set back must not lengthen the wait.
        let since = elapsed < 0 ? .infinity : elapsed
        if since >= Self.corridorMilliseconds, let late = following.corridorRequest {
            // An answer that never comes must not keep the next one away.
            late.cancel()
            following.corridorRequest = nil
        }
        let meters = navigator.state.tracker.shownMeters
        guard following.isPossible(at: time), navigator.state.tracker.phase == .following,
            following.needsCorridor(of: active, at: meters), since >= Self.corridorMilliseconds
        else { return }
        following.corridorTime = time
        let calculation: RouteCalculation
        do {
            let parameters = try requests.corridor(of: route, at: meters, following.fixes)
            calculation = try provider.calculate(parameters)
        } catch {
            // The route is followed without a corridor.
            following.note(error, at: time)
            return
        }
        following.corridorRequest = calculation
        Task { [weak self] in
            let answer = await Result { try await calculation.answer() }
            await self?.takeCorridor(answer, of: active.id, from: calculation)
        }
    }

    private func takeCorridor(
        _ answer: Result<RouteAnswer, any Error>, of id: String,
        from calculation: RouteCalculation
    ) {
        guard following.corridorRequest === calculation else { return }
        following.corridorRequest = nil
        switch answer {
        case .success(let answer):
            guard let found = answer.result.following else {
                following.noteNotOffered()
                return
            }
            following.noteSuccess()
            keepCorridor(found.corridor, of: id)
        case .failure(let error): following.note(error, at: lastTime)
        }
    }

    /// Passes a corridor that was asked for on to the navigator.
    private func keepCorridor(_ streets: RouteCorridor?, of id: String) {
        guard let streets else {
            following.hasCorridors = false
            return
        }
        guard navigator.state.live.active?.id == id else { return }
        following.corridorID = id
        following.corridorMeters = streets.toMeters
        put(.corridor(Corridor(streets), id: id))
    }

    /// Takes in what a provider answers to following: new times at once, proposals when the
    /// navigator asks for them, the streets beside the route.
    ///
    /// - Returns: The answer to the navigator's request for new times; `nil` if the provider did
    ///   not follow.
    func takeFollowed(
        _ result: AnalysisResult, _ sent: FollowParameters, id: String
    ) throws(FollowedRouteError) -> NavigatorAnswer? {
        guard let active = navigator.state.live.active, let index = activeRoute else {
            throw .noRoute(id: nil)
        }
        guard let found = result.following else { return nil }
        following.noteSuccess()
        if sent.returnCorridor ?? false { keepCorridor(found.corridor, of: active.id) }
        var proposals = NavigatorAnswer.proposals([], reason: .betterRoute)
        var leaves: Double?
        if let reason = result.replanning?.reason, !found.isUnchanged,
            let set = result.routes, set.features.count > 1
        {
            let routeID = set.objectID(of: set.features[1]) ?? 2
            var route = try NavigatorRoute(id: id, result, routeID: routeID)
            route.route.isPartial = index.isPartial
            leaves = route.offer.leavesAtMeters
            proposals = .proposals([route], reason: AddedReason(reason))
            known[id] = continued(by: result, routeID: routeID)
            // A proposal lapses; the next answer has to repeat it.
            known[active.id]?.state = nil
        } else {
            known[active.id]?.state = found.state
        }
        following.held = FollowMemory.Held(
            activeID: active.id, answer: proposals, time: lastTime)
        guard !found.isUnchanged, found.isOnRoute else {
            return .refreshed(nil, isBlocked: active.isBlocked, leavesAtMeters: leaves)
        }
        let ahead = try FollowedRoute(result)
        return .refreshed(
            index.renewed(by: ahead, fromMeters: found.meters),
            isBlocked: result.isBlocked(routeID: result.firstRouteID), leavesAtMeters: leaves)
    }
}

// MARK: - Going on

extension NavigationSession {
    /// Returns what is to be sent for a request. Where a part of an imported route ends, there is
    /// nothing to come back to: another route is wanted through the stops ahead. If they are
    /// unknown, such as stored ones, the way back to the route is wanted.
    func goesOn(
        _ request: LiveRouteRequest, from route: SessionRequests.Known
    ) -> LiveRouteRequest {
        if case .replan = request, route.handle != nil, !requests.knowsStops(of: route) {
            let live = navigator.state.live
            return .rejoin(leftMeters: live.leftMeters, deviations: live.deviations)
        }
        guard case .rejoin(let left?, _) = request, let index = activeRoute, index.isPartial,
            left >= index.lengthMeters - Self.endMeters, route.stopIDs != nil
        else { return request }
        return .replan(waypointsReached: navigator.state.tracker.waypointsReached)
    }

    /// How near its end a part of a route counts as driven, in meters.
    private static let endMeters = 50.0
}
