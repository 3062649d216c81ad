// What happens to a route under way, and what is to be done about it.

public import RouteAPI

/// Something that happens while a route is followed. Times are milliseconds from the origin that
/// the session's fixes keep to.
public enum LiveRouteEvent: Hashable, Codable, Sendable {
    /// A route is set by the caller: the first one, or one brought after a deviation.
    case set(LiveRouteOffer, time: Int64)
    /// Time passes. Send one each second.
    case tick(time: Int64)
    /// The vehicle is on the active route; `maneuverSeconds` is the time to the next maneuver.
    case progressed(meters: Double, maneuverSeconds: Double?, waypointsReached: Int)
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
    /// The vehicle has reached the active route's end.
    case arrived
    /// A request is answered.
    case answered(request: Int, LiveRouteAnswer)
    /// A request has failed; `retrySeconds` is what the server asks to wait.
    case failed(request: Int, retrySeconds: Double?)

    // The names in JSON of values that have none in Swift.
    private enum SetCodingKeys: String, CodingKey {
        case _0 = "route", time
    }
    private enum AnsweredCodingKeys: String, CodingKey {
        case request, _1 = "answer"
    }
}

/// The answer to a request of a ``LiveRoute``.
public enum LiveRouteAnswer: Hashable, Codable, Sendable {
    /// The active route has new times and conditions; whether it is blocked ahead.
    case refreshed(isBlocked: Bool)
    /// Proposals, most often one or none, and why.
    case proposals([LiveRouteOffer], reason: Replanning.Reason)
    /// Another route from the vehicle's place.
    case replanned(LiveRouteOffer)
    /// More directions: there are directions up to these meters now.
    case directions(upToMeters: Double)

    // The names in JSON of values that have none in Swift.
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
    /// A route to the next waypoint that is not reached, and on.
    case replan(waypointsReached: Int)
    /// A path back to the active route, after so many deviations in a row.
    case rejoin(leftMeters: Double?, deviations: Int)
    /// The directions from a position.
    case directions(meters: Double)

    /// Requests of which one at most is under way.
    enum Kind: Sendable, CaseIterable {
        case refresh, better, replan, directions
    }

    var kind: Kind {
        switch self {
        case .refresh: .refresh
        case .better: .better
        case .replan, .rejoin: .replan
        case .directions: .directions
        }
    }
}

/// Something to do or to tell, in this order.
public enum LiveRouteAction: Hashable, Codable, Sendable {
    /// Send a request; its answer names the number.
    case send(request: Int, LiveRouteRequest)
    /// Cancel a request. An answer that still comes is ignored.
    case cancel(request: Int)
    /// Tell that a route was added; the reason is `nil` for a route set by the caller.
    case added(id: String, reason: Replanning.Reason?)
    /// Tell that another route is active.
    case activeChanged(id: String)
    /// Tell that a route was removed.
    case removed(id: String)
    /// Tell that the active route has new times and conditions.
    case refreshed(id: String)
    /// Tell that the conditions are older than several updates.
    case conditionsOutdated(id: String)
    /// Tell that the active route was left.
    case left(id: String)
    /// Tell that another route was not found, and in how many seconds it is requested again.
    case replanFailed(retrySeconds: Double)
    /// Tell that an id is none of a proposal, or of a blocked one.
    case selectionRejected(id: String)

    // The names in JSON of values that have none in Swift.
    private enum SendCodingKeys: String, CodingKey {
        case request, _1 = "content"
    }
}
