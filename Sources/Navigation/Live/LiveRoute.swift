// Keeps a route under way up to date. Start here for refreshing, proposals and replanning.
// Requests and their answers are in LiveRoute+Requests.swift, routes in LiveRoute+Routes.swift.

/// What a ``LiveRoute`` knows between two events.
public struct LiveRouteState: Hashable, Codable, Sendable {
    /// The active route; `nil` before one is set.
    public internal(set) var active: LiveRouteOffer?
    /// A proposal to be selected.
    public internal(set) var proposal: LiveRouteOffer?
    /// Whether the vehicle is off the active route.
    public internal(set) var isDeviated = false
    /// Whether the active route still leads to a waypoint that was skipped.
    @FalseIfAbsent public internal(set) var isSkipping = false
    /// Whether the vehicle has arrived.
    public internal(set) var hasArrived = false
    /// Deviations in a row; each lets the path back leave out more of the route.
    public internal(set) var deviations = 0

    /// The present time in milliseconds.
    var time: Int64 = 0
    /// When the next update is due.
    var updateTime: Int64 = 0
    /// Failed updates in a row.
    var missed = 0
    var isOutdated = false
    /// Whether a better route is to be looked for once no maneuver is near.
    var isBetterDue = false
    /// Where a better route that came with the last new times leaves the active one, in meters
    /// along that; until when it is good; and the last time to a maneuver since they came.
    var betterLeavesMeters: Double?
    var betterEnd: Int64?
    var lastManeuverSeconds: Double?
    /// When the proposal lapses.
    var proposalEnd: Int64 = 0
    /// When another route is requested again, and the failures in a row.
    var retryTime: Int64?
    var failures = 0
    /// When more directions may be requested.
    var directionsTime: Int64 = 0
    /// Where the vehicle is, and where the present stretch without a deviation began.
    var meters = 0.0
    var followedFrom: Double?
    var maneuverSeconds: Double?
    var waypointsReached = 0
    var leftMeters: Double?
    /// What the vehicle has left, and what the rest of the active route uses up; `nil` if unknown.
    var charge: Double?
    var energyLeft: Double?
    /// The number of the next request, and those under way by their kinds.
    var nextRequest = 1
    var underWay = UnderWay()
    /// How long another route and directions have been waited for; `nil` if not since one came.
    var replanWait: Wait?
    var directionsWait: Wait?

    /// How long an answer has been waited for.
    struct Wait: Hashable, Codable, Sendable {
        /// When the request was sent.
        var sent: Int64
        /// How many requests before it were given up, because no answer came.
        var late = 0
    }

    /// The numbers of the requests under way: fields rather than a dictionary, so that equal states
    /// are encoded as equal bytes.
    struct UnderWay: Hashable, Codable, Sendable {
        private var refresh: Int?
        private var better: Int?
        private var replan: Int?
        private var directions: Int?

        subscript(kind: LiveRouteRequest.Kind) -> Int? {
            get { self[keyPath: Self.field(of: kind)] }
            set { self[keyPath: Self.field(of: kind)] = newValue }
        }

        private static func field(of kind: LiveRouteRequest.Kind) -> WritableKeyPath<Self, Int?> {
            switch kind {
            case .refresh: \.refresh
            case .better: \.better
            case .replan: \.replan
            case .directions: \.directions
            }
        }
    }

    /// Creates the state before a route is set.
    public init() {}

    /// Returns whether a request waits for its answer.
    public func isUnderWay(_ request: Int) -> Bool {
        LiveRouteRequest.Kind.allCases.contains { underWay[$0] == request }
    }

    /// Goes on after the clock was set: what is due is as far ahead as before.
    mutating func setClock(to time: Int64) {
        let shift = time &- self.time
        self.time = time
        updateTime &+= shift
        proposalEnd &+= shift
        directionsTime &+= shift
        retryTime = retryTime.map { $0 &+ shift }
        betterEnd = betterEnd.map { $0 &+ shift }
        replanWait?.sent &+= shift
        directionsWait?.sent &+= shift
    }

    /// Forgets the better route that came with the last new times.
    mutating func forgetBetter() {
        betterLeavesMeters = nil
        betterEnd = nil
    }

    /// Notes the time to the next maneuver. Returns whether one was passed since the last new
    /// times: the next one is farther away than the last one was.
    mutating func passes(to maneuverSeconds: Double?) -> Bool {
        let seconds = maneuverSeconds ?? .infinity
        defer { lastManeuverSeconds = seconds.isFinite ? seconds : nil }
        return lastManeuverSeconds.map { seconds > $0 + 1 } ?? false
    }

    /// Keeps counts within what a session can reach: a file may state any.
    mutating func boundCounts() {
        deviations = max(0, min(deviations, 30))
        missed = max(0, min(missed, 1_000))
        failures = max(0, min(failures, 1_000))
        waypointsReached = max(0, min(waypointsReached, 1_000_000))
        nextRequest = max(1, min(nextRequest, .max / 2))
        replanWait = replanWait.map { Wait(sent: $0.sent, late: max(0, min($0.late, 1_000))) }
        directionsWait = directionsWait.map {
            Wait(sent: $0.sent, late: max(0, min($0.late, 1_000)))
        }
    }

    /// Forgets the requests under way, whose answers will not come any more. The next tick sends
    /// what is still wanted again.
    mutating func forgetRequests() {
        if underWay[.replan] != nil { retryTime = time }
        if underWay[.refresh] != nil { updateTime = time }
        if underWay[.better] != nil { isBetterDue = true }
        underWay = UnderWay()
    }
}

/// Decides what is requested, accepted and told while a route is followed: a pure function from a
/// state and an event to a state and actions.
///
/// ```swift
/// let live = LiveRoute()
/// let first = LiveRouteOffer(id: "1", lengthMeters: 20_000)
/// var (state, actions) = live.handle(.set(first, time: 0), in: LiveRouteState())
/// (state, actions) = live.handle(.tick(time: 300_000), in: state)
/// // actions: send(request: 1, refresh(meters: 0.0))
/// ```
///
/// A ``Navigator`` runs the trackers and passes on what they tell; the caller sends the requests.
/// Time comes as ticks.
///
/// **Updates.** Each interval the active route is refreshed, which is always applied, and then a
/// better one is looked for; near a maneuver that waits until it is passed, unless the route is
/// blocked. In a town, the next maneuver may then be near already. A better route that came with
/// the new times is therefore told right after a maneuver, if it leaves the active route no sooner
/// than ``LiveRouteSettings/quietSeconds`` later: what the driver was told up to there holds. If
/// three refreshes in a row fail, the conditions are told to be outdated.
///
/// **Proposals.** There is one at most. It ends when it becomes active, is refused, its junction is
/// passed, another replaces it, or an interval has gone by. A tracker notices only after a while
/// which of two roads the vehicle took, so a proposal may still be steered onto 200 m after its
/// junction. A blocked route is never proposed.
///
/// **Range.** Tell the charge of an electric vehicle, in the unit of the network's cost `Energy`,
/// and request routes that total this cost. If the charge does not suffice for the rest of the
/// active route, each update looks for the route that uses up the least. If the charge suffices for
/// that, it is proposed with the reason ``AddedReason/withinRange``. Without a charge or without
/// the cost this reason is never given.
///
/// **Skipped waypoints.** If the driver skips a waypoint, another route is requested from the
/// vehicle's place, as after a deviation, also in place of an imported one. Until it comes, the
/// active route is kept and refreshed, but no better one is looked for, since it would lead to the
/// skipped waypoint, too. Where the caller brings routes, none is requested until they do.
///
/// **Deviations.** A calculated route is replaced by one from the vehicle's place; an imported one
/// is rejoined, and the request says how many deviations there were since a kilometer was followed.
/// Failed requests are sent again after 1, 2, 4, 8, 10, 10 … s, later if the server says so. No
/// answer within 30 s is a failure too; a server that is that slow is given 60, 120, 240 s then.
///
/// One request of each kind is under way at most. Answers to others are ignored.
public struct LiveRoute: Sendable {
    /// How the route is kept up to date.
    public let settings: LiveRouteSettings
    /// What chooses among proposals.
    public let selector: any ProposalSelecting
    /// How long to wait after a failure.
    public let retry: any RetryPolicy

    /// Creates the rules for a session.
    ///
    /// - Parameters:
    ///   - settings: How the route is kept up to date.
    ///   - selector: Chooses among proposals.
    ///   - retry: Says how long to wait after a failure. By default ``DoublingDelay`` up to
    ///     ``LiveRouteSettings/longestRetrySeconds``.
    public init(
        settings: LiveRouteSettings = LiveRouteSettings(),
        selector: any ProposalSelecting = GreatestGain(), retry: (any RetryPolicy)? = nil
    ) {
        self.settings = settings
        self.selector = selector
        self.retry = retry ?? DoublingDelay(longestSeconds: settings.longestRetrySeconds)
    }

    /// For how long a better route that came with new times is good, in milliseconds: two minutes.
    static let betterMilliseconds: Int64 = 120_000
    /// Ticks this much earlier than the last one came out of order and are left out. Earlier ones
    /// show that the clock was set back.
    private static let longestDisorderMilliseconds = 10_000.0

    /// Takes in an event.
    ///
    /// - Complexity: O(1), O(*n*) for *n* proposals in an answer.
    public func handle(
        _ event: LiveRouteEvent, in state: LiveRouteState
    ) -> (state: LiveRouteState, actions: [LiveRouteAction]) {
        var state = state
        var actions: [LiveRouteAction] = []
        if case .set(let route, let time) = event {
            state.time = time
            start(route, &state, &actions)
        } else if case .charged(let left) = event {
            state.charge = left.isFinite && left >= 0 ? left : nil
        } else if state.active != nil, !state.hasArrived {
            apply(event, &state, &actions)
        }
        return (state, actions)
    }

    private func apply(
        _ event: LiveRouteEvent, _ state: inout LiveRouteState, _ actions: inout [LiveRouteAction]
    ) {
        switch event {
        case .set, .charged: break
        case .tick(let time):
            if Double(state.time) - Double(time) > Self.longestDisorderMilliseconds {
                state.setClock(to: time)
            }
            guard time > state.time else { return }
            state.time = time
            act(&state, &actions)
        case .progressed(
            let meters, let maneuverSeconds, let waypointsReached, let energyLeft,
            let junctionSeconds):
            let isTurnPassed = state.passes(to: maneuverSeconds)
            let mayTell = isTurnPassed && (junctionSeconds ?? 0) >= settings.quietSeconds
            progress(
                meters, maneuverSeconds, waypointsReached, energyLeft, mayTell, &state, &actions)
        case .deviated(let meters): leave(at: meters, &state, &actions)
        case .rejoined:
            state.isDeviated = false
            state.followedFrom = nil
            guard !state.isSkipping else { return }
            state.retryTime = nil
            cancel(.replan, &state, &actions)
        case .steered(let id), .selected(let id):
            guard let proposal = state.proposal, proposal.id == id else {
                actions.append(.selectionRejected(id: id))
                return
            }
            activate(proposal, &state, &actions)
        case .passed(let id):
            if state.proposal?.id == id { drop(&state, &actions) }
        case .refused(let id):
            guard state.proposal?.id == id else {
                actions.append(.selectionRejected(id: id))
                return
            }
            drop(&state, &actions)
        case .waypointSkipped: skip(&state, &actions)
        case .arrived:
            state.hasArrived = true
            for kind in LiveRouteRequest.Kind.allCases { cancel(kind, &state, &actions) }
            drop(&state, &actions)
        case .answered(let request, let answer):
            guard let kind = finish(request, &state) else { return }
            take(answer, to: kind, &state, &actions)
        case .failed(let request, let retrySeconds):
            guard let kind = finish(request, &state) else { return }
            fail(kind, retrySeconds, &state, &actions)
        }
    }
}
