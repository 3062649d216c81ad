// Which route is active, and where the vehicle is on it.

extension LiveRoute {
    /// Begins with a route of the caller's, or goes on with it after a deviation.
    func start(
        _ route: LiveRouteOffer, _ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]
    ) {
        guard state.active?.id != route.id, state.proposal?.id != route.id else {
            actions.append(.selectionRejected(id: route.id))
            return
        }
        actions.append(.added(id: route.id, reason: nil))
        state.hasArrived = false
        state.deviations = 0
        activate(route, &state, &actions)
    }

    /// Makes an added route active, and removes the others.
    func activate(
        _ route: LiveRouteOffer, _ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]
    ) {
        for kind in LiveRouteRequest.Kind.allCases { cancel(kind, &state, &actions) }
        let old = state.active
        if state.proposal?.id == route.id { state.proposal = nil }
        state.active = route
        actions.append(.activeChanged(id: route.id))
        if let old { actions.append(.removed(id: old.id)) }
        drop(&state, &actions)
        state.isDeviated = false
        state.isSkipping = false
        state.isOutdated = false
        state.missed = 0
        state.isBetterDue = false
        state.forgetBetter()
        state.lastManeuverSeconds = nil
        state.retryTime = nil
        state.failures = 0
        state.meters = 0
        state.followedFrom = nil
        state.maneuverSeconds = nil
        state.waypointsReached = 0
        state.leftMeters = nil
        state.energyLeft = nil
        state.directionsTime = state.time
        state.replanWait = nil
        state.directionsWait = nil
        state.updateTime = after(settings.intervalSeconds, state)
    }

    /// Removes the proposal, if there is one.
    func drop(_ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]) {
        guard let proposal = state.proposal else { return }
        state.proposal = nil
        actions.append(.removed(id: proposal.id))
    }

    /// Takes in a position on the active route.
    ///
    /// - Parameter mayTell: Whether a better route that has come may be told though a maneuver is
    ///   near.
    func progress(
        _ meters: Double, _ maneuverSeconds: Double?, _ waypointsReached: Int,
        _ energyLeft: Double?, _ mayTell: Bool, _ state: inout LiveRouteState,
        _ actions: inout [LiveRouteAction]
    ) {
        guard !state.isDeviated, meters.isFinite else { return }
        state.use(downTo: energyLeft)
        state.meters = meters
        state.maneuverSeconds = maneuverSeconds
        state.waypointsReached = waypointsReached
        let from = state.followedFrom ?? meters
        state.followedFrom = from
        if meters - from >= settings.forgottenAfterMeters { state.deviations = 0 }
        if let leaves = state.proposal?.leavesAtMeters, meters > leaves + settings.steeringMeters {
            drop(&state, &actions)
        }
        act(&state, &actions, mayTell: mayTell)
    }

    func leave(
        at meters: Double?, _ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]
    ) {
        guard let active = state.active, !state.isDeviated else { return }
        state.isDeviated = true
        state.deviations = min(state.deviations + 1, 30)
        state.leftMeters = meters
        state.failures = 0
        state.replanWait = nil
        state.isBetterDue = false
        state.forgetBetter()
        actions.append(.left(id: active.id))
        for kind in LiveRouteRequest.Kind.allCases { cancel(kind, &state, &actions) }
        if settings.deviationMode == .replan { replan(&state, &actions) }
    }

    /// Handles a skipped waypoint. What was proposed or is looked for leads there, too.
    func skip(_ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]) {
        cancel(.better, &state, &actions)
        drop(&state, &actions)
        state.isSkipping = true
        guard settings.deviationMode == .replan else { return }
        state.failures = 0
        state.replanWait = nil
        replan(&state, &actions)
    }

    /// Returns the time some seconds from now.
    func after(_ seconds: Double, _ state: LiveRouteState) -> Int64 {
        // A day at most: a server may ask for any delay.
        let milliseconds = max(0, min(86_400, seconds)) * 1_000
        let (sum, overflows) = state.time.addingReportingOverflow(Int64(milliseconds))
        return overflows ? .max : sum
    }
}
