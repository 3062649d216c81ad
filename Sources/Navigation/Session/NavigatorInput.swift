// What goes into a navigator, and what comes out of it.

/// A route with what a ``LiveRoute`` knows about it.
public struct NavigatorRoute: Hashable, Codable, Sendable {
    /// The id, whether the route was calculated, and what it gains.
    public var offer: LiveRouteOffer
    /// The line and what lies along it.
    public var route: FollowedRoute

    /// Creates a route.
    public init(_ offer: LiveRouteOffer, _ route: FollowedRoute) {
        self.offer = offer
        self.route = route
    }

    /// Creates an open route with all its directions, which is no proposal.
    ///
    /// - Parameters:
    ///   - id: An id; use each once.
    ///   - route: The line and what lies along it.
    ///   - isImported: Whether the route was given rather than calculated.
    public init(id: String, _ route: FollowedRoute, isImported: Bool = false) {
        self.init(
            LiveRouteOffer(
                id: id, lengthMeters: route.meters.last ?? 0, isImported: isImported,
                energy: route.energy.last?.total), route)
    }
}

/// An input of a ``Navigator``. Times are milliseconds from any origin that the session
/// keeps to.
public enum NavigatorInput: Hashable, Codable, Sendable {
    /// The caller sets a route: the first one, or one brought after a deviation.
    case set(NavigatorRoute, time: Int64)
    /// The receiver gives a fix. Its time may be wrong, so it lets no time pass.
    case fix(Fix)
    /// Time passes. Send one each second, after the fix if there is one.
    case tick(time: Int64)
    /// The vehicle tells its charge, in the unit of the network's cost `Energy`. Put it in as often
    /// as it is known; in between, the charge falls by what the route uses up.
    case charge(left: Double)
    /// The driver selects a proposal.
    case selected(id: String)
    /// The driver refuses a proposal.
    case refused(id: String)
    /// The driver skips the next waypoint. Nothing comes of it if there is none.
    case skipWaypoint
    /// The streets beside a route are known for a stretch. They replace those known before, and
    /// count if the route is active.
    case corridor(Corridor, id: String)
    /// A request is answered.
    case answered(request: Int, NavigatorAnswer)
    /// A request has failed; `retrySeconds` is what the server asks to wait.
    case failed(request: Int, retrySeconds: Double?)

    // JSON names for unnamed values.
    private enum SetCodingKeys: String, CodingKey {
        case _0 = "route", time
    }
    private enum FixCodingKeys: String, CodingKey {
        case _0 = "value"
    }
    private enum CorridorCodingKeys: String, CodingKey {
        case _0 = "streets", id
    }
    private enum AnsweredCodingKeys: String, CodingKey {
        case request, _1 = "answer"
    }
}

/// The answer to a request of a ``Navigator``.
public enum NavigatorAnswer: Hashable, Codable, Sendable {
    /// The active route with its present times, and whether it is blocked ahead. The line must be
    /// as long as before; `nil` keeps the times. Directions that reach less far than those known
    /// do not replace them, and waypoints stay as they are. `leavesAtMeters` is where a better
    /// route that came with the times leaves the active one, in meters along that; bring it when it
    /// is asked for.
    case refreshed(FollowedRoute?, isBlocked: Bool, leavesAtMeters: Double? = nil)
    /// Proposals, most often one or none, and why.
    case proposals([NavigatorRoute], reason: AddedReason)
    /// Another route from the vehicle's place.
    case replanned(NavigatorRoute)
    /// More maneuvers of the active route, in the order of travel: there are directions up to these
    /// meters now.
    case directions([FollowedRoute.Maneuver], upToMeters: Double)

    // JSON names for unnamed values.
    private enum RefreshedCodingKeys: String, CodingKey {
        case _0 = "route", isBlocked, leavesAtMeters
    }
    private enum ProposalsCodingKeys: String, CodingKey {
        case _0 = "routes", reason
    }
    private enum ReplannedCodingKeys: String, CodingKey {
        case _0 = "route"
    }
    private enum DirectionsCodingKeys: String, CodingKey {
        case _0 = "maneuvers", upToMeters
    }
}

/// What a ``Navigator`` tells or requests, in this order.
public enum NavigatorOutput: Hashable, Codable, Sendable {
    /// What the tracker of the active route tells.
    case tracked(TrackerEvent)
    /// What the rules for the route ask for or tell.
    case live(LiveRouteAction)
    /// A waypoint was skipped: its id in the active route, which does not have it any more.
    case waypointSkipped(id: String)
    /// A route cannot be followed; the reason is a sentence.
    case invalidRoute(id: String, reason: String)

    // JSON names for unnamed values.
    private enum TrackedCodingKeys: String, CodingKey {
        case _0 = "event"
    }
    private enum LiveCodingKeys: String, CodingKey {
        case _0 = "action"
    }
}
