// What a live route requests, and what it does with answers.

extension LiveRoute {
    /// Sends the requests due at the present time and position.
    ///
    /// - Parameter mayTell: Whether a better route that has come may be told though a maneuver is
    ///   near.
    func act(
        _ state: inout LiveRouteState, _ actions: inout [LiveRouteAction], mayTell: Bool = false
    ) {
        guard let active = state.active else { return }
        if state.proposal != nil, state.time >= state.proposalEnd { drop(&state, &actions) }
        if let end = state.betterEnd, state.time > end { state.forgetBetter() }
        giveUpLate(.directions, \.directionsWait, &state, &actions)
        if state.isDeviated || state.isSkipping {
            giveUpLate(.replan, \.replanWait, &state, &actions)
            if let retry = state.retryTime, state.time >= retry { replan(&state, &actions) }
            if state.isDeviated { return }
        }
        if settings.isUpdated, state.time >= state.updateTime {
            state.updateTime = after(settings.intervalSeconds, state)
            // An update without an answer until the next one is a missed one.
            if state.underWay[.refresh] != nil {
                cancel(.refresh, &state, &actions)
                miss(&state, &actions)
            }
            send(.refresh(meters: state.meters), &state, &actions)
        }
        if state.isBetterDue, !state.isSkipping {
            let isQuiet = state.maneuverSeconds.map { $0 < settings.quietSeconds } ?? false
            if active.isBlocked || !isQuiet || mayTell {
                state.isBetterDue = false
                state.forgetBetter()
                // Past a blockage any route is better than none.
                let saves = state.isOutOfRange && !active.isBlocked
                send(
                    saves
                        ? .withinRange(waypointsReached: state.waypointsReached)
                        : .better(meters: state.meters), &state, &actions)
            }
        }
        if active.directionsMeters < active.lengthMeters, state.underWay[.directions] == nil,
            active.directionsMeters - state.meters < settings.directionsAheadMeters,
            state.time >= state.directionsTime
        {
            send(.directions(meters: active.directionsMeters), &state, &actions)
        }
    }

    /// The seconds within which an answer is expected at first, and at most.
    private static let answerSeconds = 30.0...240

    /// Cancels a request whose answer is late, which is a failure. Each further one is given twice
    /// the time: a slow server must be able to answer at last.
    ///
    /// Updates need no limit: the next one takes the place of the last.
    private func giveUpLate(
        _ kind: LiveRouteRequest.Kind,
        _ wait: WritableKeyPath<LiveRouteState, LiveRouteState.Wait?>,
        _ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]
    ) {
        guard state.underWay[kind] != nil, let waiting = state[keyPath: wait] else { return }
        let limit = min(
            Self.answerSeconds.lowerBound * Double(1 << min(waiting.late, 10)),
            Self.answerSeconds.upperBound)
        guard Double(state.time) - Double(waiting.sent) >= limit * 1_000 else { return }
        state[keyPath: wait]?.late = min(waiting.late + 1, 1_000)
        cancel(kind, &state, &actions)
        fail(kind, nil, &state, &actions)
    }

    /// Requests another route from the vehicle's place, or a path back to an imported one. A path
    /// back would lead to a skipped waypoint.
    func replan(_ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]) {
        state.retryTime = nil
        let isImported = state.active?.isImported ?? false
        send(
            isImported && !state.isSkipping
                ? .rejoin(leftMeters: state.leftMeters, deviations: state.deviations)
                : .replan(waypointsReached: state.waypointsReached), &state, &actions)
    }

    func take(
        _ answer: LiveRouteAnswer, to kind: LiveRouteRequest.Kind, _ state: inout LiveRouteState,
        _ actions: inout [LiveRouteAction]
    ) {
        guard var active = state.active else { return }
        switch (kind, answer) {
        case (.refresh, .refreshed(let isBlocked, let energyLeft, let leavesAtMeters)):
            active.isBlocked = isBlocked
            state.energyLeft = energyLeft
            state.betterLeavesMeters = leavesAtMeters
            state.betterEnd = leavesAtMeters.map { _ in
                after(Double(Self.betterMilliseconds) / 1_000, state)
            }
            state.lastManeuverSeconds = nil
            state.active = active
            state.missed = 0
            state.isOutdated = false
            state.isBetterDue = true
            actions.append(.refreshed(id: active.id))
            act(&state, &actions)
        case (.better, .proposals(let offers, let reason)):
            propose(offers, reason, &state, &actions)
        case (.replan, .replanned(let route)):
            guard route.id != active.id, route.id != state.proposal?.id else {
                fail(kind, nil, &state, &actions)
                return
            }
            let deviations = state.deviations
            let isSkipped = state.isSkipping && !state.isDeviated
            actions.append(.added(id: route.id, reason: isSkipped ? .waypointSkipped : .deviated))
            activate(route, &state, &actions)
            state.deviations = deviations
        case (.directions, .directions(let meters)):
            // An answer without progress would be requested again at once.
            guard meters > active.directionsMeters else {
                fail(kind, nil, &state, &actions)
                return
            }
            active.directionsMeters = meters
            state.active = active
            state.directionsWait = nil
        default:
            fail(kind, nil, &state, &actions)
        }
    }

    private func propose(
        _ offers: [LiveRouteOffer], _ answered: AddedReason, _ state: inout LiveRouteState,
        _ actions: inout [LiveRouteAction]
    ) {
        let (offers, reason) = state.driveable(offers, answered)
        guard !offers.isEmpty, let id = selector.select(from: offers, reason: reason) else {
            return
        }
        guard let offer = offers.first(where: { $0.id == id }), !offer.isBlocked,
            id != state.active?.id, id != state.proposal?.id
        else {
            actions.append(.selectionRejected(id: id))
            return
        }
        // Its junction may have been passed while the answer was on its way.
        if let leaves = offer.leavesAtMeters, state.meters > leaves { return }
        drop(&state, &actions)
        actions.append(.added(id: id, reason: reason))
        state.proposal = offer
        state.proposalEnd = after(settings.intervalSeconds, state)
        let isAccepted =
            switch settings.acceptance {
            case .automatic: true
            case .manual: false
            case .unreachableOnly: reason == .avoidBlockage || reason == .withinRange
            }
        if isAccepted { activate(offer, &state, &actions) }
    }

    func fail(
        _ kind: LiveRouteRequest.Kind, _ serverSeconds: Double?, _ state: inout LiveRouteState,
        _ actions: inout [LiveRouteAction]
    ) {
        switch kind {
        case .refresh: miss(&state, &actions)
        case .better: break
        case .replan:
            state.failures = min(state.failures + 1, 1_000)
            let seconds = max(retry.seconds(afterFailures: state.failures), serverSeconds ?? 0)
            state.retryTime = after(seconds, state)
            actions.append(.replanFailed(retrySeconds: seconds))
        case .directions:
            state.directionsTime = after(
                max(settings.longestRetrySeconds, serverSeconds ?? 0), state)
        }
    }

    private func miss(_ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]) {
        state.missed = min(state.missed + 1, 1_000)
        guard let active = state.active, state.missed >= settings.missedUpdates,
            !state.isOutdated
        else { return }
        state.isOutdated = true
        actions.append(.conditionsOutdated(id: active.id))
    }

    /// Sends a request, and cancels an earlier one of its kind.
    private func send(
        _ request: LiveRouteRequest, _ state: inout LiveRouteState,
        _ actions: inout [LiveRouteAction]
    ) {
        cancel(request.kind, &state, &actions)
        state.underWay[request.kind] = state.nextRequest
        switch request.kind {
        case .replan:
            state.replanWait = .init(sent: state.time, late: state.replanWait?.late ?? 0)
        case .directions:
            state.directionsWait = .init(sent: state.time, late: state.directionsWait?.late ?? 0)
        case .refresh, .better: break
        }
        actions.append(.send(request: state.nextRequest, request))
        state.nextRequest += 1
    }

    /// Cancels the request of a kind, if one is under way.
    func cancel(
        _ kind: LiveRouteRequest.Kind, _ state: inout LiveRouteState,
        _ actions: inout [LiveRouteAction]
    ) {
        guard let request = state.underWay[kind] else { return }
        state.underWay[kind] = nil
        actions.append(.cancel(request: request))
    }

    /// Ends a request; `nil` if it is not under way.
    func finish(_ request: Int, _ state: inout LiveRouteState) -> LiveRouteRequest.Kind? {
        let kind = LiveRouteRequest.Kind.allCases.first { state.underWay[$0] == request }
        guard let kind else { return nil }
        state.underWay[kind] = nil
        return kind
    }
}
