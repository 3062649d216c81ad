// Events along a route under way, and actions in reply.

/// Why a route was added.
public enum AddedReason: String, Hashable, Codable, Sendable, CaseIterable {
    /// It saves as much time as the thresholds ask for.
    case betterRoute
    /// The active route is blocked.
    case avoidBlockage
    /// The charge suffices for it, and not for the rest of the active route.
    case withinRange
    /// The vehicle has left the active route.
    case deviated
    /// The driver skips a waypoint of the active route.
    case waypointSkipped
}

/// An event while a route is followed. Times are milliseconds from the origin that
/// the session's fixes keep to.
public enum LiveRouteEvent: Hashable, Codable, Sendable {
    /// A route is set by the caller: the first one, or one brought after a deviation.
    case set(LiveRouteOffer, time: Int64)
    /// Time passes. Send one each second.
    case tick(time: Int64)
    /// The vehicle is on the active route. `maneuverSeconds` is the time to the next maneuver,
    /// `energyLeft` what the rest of the route uses up, `junctionSeconds` the time to where a
    /// better route that came with the new times leaves this one; `nil` if it is unknown.
    case progressed(
        meters: Double, maneuverSeconds: Double?, waypointsReached: Int, energyLeft: Double? = nil,
        junctionSeconds: Double? = nil)
    /// The vehicle tells its charge, in the unit of the routes' energy.
    case charged(left: Double)
    /// The vehicle has left the active route; `nil` if it was never on it.
    case deviated(leftMeters: Double?)
    /// The vehicle is on the active route again.
    case rejoined
    /// The vehicle drives on a proposal and no longer on the active route.
    case steered(id: String)
    /// The vehicle no longer drives on a proposal.
    case passed(id: String)
    /// The driver selects a proposal.
    case selected(id: String)
    /// The driver refuses a proposal.
    case refused(id: String)
    /// The driver skips the next waypoint: the active route does not lead where it should any more.
    case waypointSkipped
    /// The vehicle has reached the active route's end.
    case arrived
    /// A request is answered.
    case answered(request: Int, LiveRouteAnswer)
    /// A request has failed; `retrySeconds` is what the server asks to wait.
    case failed(request: Int, retrySeconds: Double?)

    // JSON names for unnamed values.
    private enum SetCodingKeys: String, CodingKey {
        case _0 = "route", time
    }
    private enum AnsweredCodingKeys: String, CodingKey {
        case request, _1 = "answer"
    }
}

/// The answer to a request of a ``LiveRoute``.
public enum LiveRouteAnswer: Hashable, Codable, Sendable {
    /// The active route has new times and conditions. The values say whether it is blocked ahead
    /// and how much energy the rest of it uses. If a better route came with them, it leaves the
    /// active one at `leavesAtMeters`.
    case refreshed(isBlocked: Bool, energyLeft: Double? = nil, leavesAtMeters: Double? = nil)
    /// Proposals, most often one or none, and why.
    case proposals([LiveRouteOffer], reason: AddedReason)
    /// Another route from the vehicle's place.
    case replanned(LiveRouteOffer)
    /// More directions: there are directions up to these meters now.
    case directions(upToMeters: Double)

    // JSON names for unnamed values.
    private enum ProposalsCodingKeys: String, CodingKey {
        case _0 = "routes", reason
    }
    private enum ReplannedCodingKeys: String, CodingKey {
        case _0 = "route"
    }
}

/// What is to be requested of a server.
public enum LiveRouteRequest: Hashable, Codable, Sendable {
    /// The active route's present times and conditions from a position.
    case refresh(meters: Double)
    /// A better route than the rest of the active one.
    case better(meters: Double)
    /// The route to the next waypoint ahead, and on, that uses up the least energy.
    case withinRange(waypointsReached: Int)
    /// A route to the next waypoint ahead, and on.
    case replan(waypointsReached: Int)
    /// A path back to the active route, after so many deviations in a row.
    case rejoin(leftMeters: Double?, deviations: Int)
    /// The directions from a position.
    case directions(meters: Double)

    /// Kinds of requests; of each, one at most is under way.
    enum Kind: Sendable, CaseIterable {
        case refresh, better, replan, directions
    }

    var kind: Kind {
        switch self {
        case .refresh: .refresh
        case .better, .withinRange: .better
        case .replan, .rejoin: .replan
        case .directions: .directions
        }
    }
}

/// Something to do or to tell, in this order.
public enum LiveRouteAction: Hashable, Codable, Sendable {
    /// Send a request; its answer names the number.
    case send(request: Int, LiveRouteRequest)
    /// Cancel a request. If its answer still comes, ignore it.
    case cancel(request: Int)
    /// A route was added; the reason is `nil` for a route set by the caller.
    case added(id: String, reason: AddedReason?)
    /// Another route is active.
    case activeChanged(id: String)
    /// A route was removed.
    case removed(id: String)
    /// The active route has new times and conditions.
    case refreshed(id: String)
    /// The conditions are older than several updates.
    case conditionsOutdated(id: String)
    /// The vehicle left the active route.
    case left(id: String)
    /// No other route was found; it is requested again after so many seconds.
    case replanFailed(retrySeconds: Double)
    /// No proposal has this id, or it is blocked.
    case selectionRejected(id: String)

    // JSON names for unnamed values.
    private enum SendCodingKeys: String, CodingKey {
        case request, _1 = "content"
    }
}
