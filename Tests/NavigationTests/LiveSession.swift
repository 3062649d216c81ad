// A route under way with scripted events, and what was told and requested.

import Navigation
import RouteAPI

/// A session with a live route: sends events, keeps what comes back.
struct LiveSession {
    let live: LiveRoute
    var state = LiveRouteState()
    var time: Int64 = 0
    /// What was told, in words; requests are in ``requests``.
    var told: [String] = []
    /// The requests under way by number.
    var requests: [Int: LiveRouteRequest] = [:]
    /// Every request sent, with the second it was sent at.
    var sent: [(second: Int64, request: LiveRouteRequest)] = []

    init(
        selector: any ProposalSelecting = GreatestGain(),
        _ change: (inout LiveRouteSettings) -> Void = { _ in }
    ) {
        var settings = LiveRouteSettings()
        change(&settings)
        live = LiveRoute(settings: settings, selector: selector)
    }

    /// Sends one event.
    mutating func send(_ event: LiveRouteEvent) {
        let actions: [LiveRouteAction]
        (state, actions) = live.handle(event, in: state)
        if case .answered(let request, _) = event { requests[request] = nil }
        if case .failed(let request, _) = event { requests[request] = nil }
        for action in actions {
            switch action {
            case .send(let number, let request):
                requests[number] = request
                sent.append((time / 1_000, request))
            case .cancel(let number): requests[number] = nil
            case .added(let id, let reason):
                told.append("added \(id)" + (reason.map { " \($0.rawValue)" } ?? ""))
            case .activeChanged(let id): told.append("active \(id)")
            case .removed(let id): told.append("removed \(id)")
            case .refreshed(let id): told.append("refreshed \(id)")
            case .conditionsOutdated(let id): told.append("outdated \(id)")
            case .left(let id): told.append("left \(id)")
            case .replanFailed(let seconds): told.append("retry in \(Int(seconds))")
            case .selectionRejected(let id): told.append("rejected \(id)")
            }
        }
    }

    /// Sets a route, 20 km long.
    mutating func begin(
        _ id: String = "first", isImported: Bool = false, directionsMeters: Double? = nil
    ) {
        send(
            .set(
                LiveRouteOffer(
                    id: id, lengthMeters: 20_000, directionsMeters: directionsMeters,
                    isImported: isImported), time: time))
    }

    /// Lets seconds pass, one tick each.
    mutating func wait(_ seconds: Int) {
        for _ in 0..<seconds {
            time += 1_000
            send(.tick(time: time))
        }
    }

    /// Answers the latest request.
    mutating func answer(_ answer: LiveRouteAnswer) {
        guard let latest = requests.keys.max() else { return }
        send(.answered(request: latest, answer))
    }

    /// Fails the latest request.
    mutating func fail(retrySeconds: Double? = nil) {
        guard let latest = requests.keys.max() else { return }
        send(.failed(request: latest, retrySeconds: retrySeconds))
    }

    /// Waits for an update and answers it with proposals.
    mutating func update(
        isBlocked: Bool = false, energyLeft: Double? = nil, _ offers: [LiveRouteOffer],
        reason: AddedReason = .betterRoute
    ) {
        wait(300)
        answer(.refreshed(isBlocked: isBlocked, energyLeft: energyLeft))
        answer(.proposals(offers, reason: reason))
    }
}
