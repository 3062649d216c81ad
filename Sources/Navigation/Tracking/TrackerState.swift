// What a tracker knows between two fixes, and what it tells.

/// Whether a vehicle is on its route.
public enum TrackingPhase: String, Hashable, Codable, Sendable {
    /// No place on the route has been found yet.
    case approaching
    /// The vehicle follows the route.
    case following
    /// The vehicle has left the route, or never was on it.
    case deviated
    /// The vehicle has reached the route's end.
    case arrived
}

/// Everything a ``RouteTracker`` knows between two fixes.
///
/// Encode it to go on after the app died. Whatever the route's length, it takes a few hundred
/// bytes, and up to 2 kB in memory beside a corridor.
public struct TrackerState: Hashable, Codable, Sendable {
    /// Whether the vehicle is on the route.
    public internal(set) var phase = TrackingPhase.approaching
    /// The reported position, in meters from the start. It never falls while the route is followed.
    public internal(set) var shownMeters = 0.0
    /// The estimated speed in meters a second.
    public internal(set) var metersPerSecond = 0.0
    /// How many waypoints have been reached.
    public internal(set) var waypointsReached = 0

    /// The time of the last counted fix, in milliseconds; `nil` before the first.
    public var lastFixTime: Int64? { last?.time }

    /// The position by the last counted fix, in meters from the start.
    var meters = 0.0
    /// The last counted fix.
    var last: Fix?
    /// Fixes of the last seconds, where they do not state speed and course.
    var recent: [Fix] = []
    /// Fixes in a row too far from the last one, and the latest of them.
    var jumps = 0
    var jumped: Fix?
    /// How far the last fix that was weighed lay to the left of the route, in meters; negative to
    /// the right, `nil` if none was since the place was found.
    var offset: Double?
    /// The route's course there, in degrees.
    var routeCourse = 0.0
    /// The time of that fix.
    var weighed: Int64 = 0
    /// The evidence for leaving to the left and to the right, in nats.
    var leftEvidence = 0.0
    var rightEvidence = 0.0
    /// The evidence for a road beside the route, in nats.
    var besideLeftEvidence = 0.0
    var besideRightEvidence = 0.0
    /// The evidence for leaving, in nats.
    var evidence: Double { max(leftEvidence, rightEvidence) }
    /// Where the evidence last was 0, in meters from the start.
    var soundMeters = 0.0
    /// Before the route is found: how many fixes in a row miss it. After it is left: how many agree
    /// with it again.
    var count = 0
    /// Where the vehicle may be back on the route, where that began, and what it has driven since.
    var candidate: Candidate?
    /// Where the search for the vehicle's return goes on, in meters from the start; `nil` if the
    /// last one looked at the whole route.
    var soughtMeters: Double?
    /// When the vehicle stopped, in the fixes' time; `nil` if it moves.
    var stoppedSince: Int64?
    /// Where it stopped, on a route for walking.
    var stoppedAt: Fix?
    /// The maneuver announced last and its stage.
    var announced: Announced?
    /// How many events have been reported.
    var eventsTold = 0
    /// After the route was renewed: which events farther on have been reported; `nil` if none.
    var toldAhead: [Int]?
    /// The evidence for streets beside the route; `nil` without a corridor.
    var corridor: CorridorEvidence?

    /// A stretch of the route to which the vehicle may have come back.
    struct Candidate: Hashable, Codable, Sendable {
        var start: Double
        var meters: Double
        var driven: Double
    }

    /// A maneuver with the latest stage of its announcement.
    struct Announced: Hashable, Codable, Sendable {
        var maneuver: Int
        var stage: AnnouncementStage
    }

    /// Creates the state before the first fix.
    public init() {}

    /// More than there are waypoints, events or fixes in any session.
    static let mostCounted = 1_000_000_000

    /// Keeps counts within what a session can reach: a file may state any.
    mutating func boundCounts() {
        waypointsReached = max(0, min(waypointsReached, Self.mostCounted))
        eventsTold = max(0, min(eventsTold, Self.mostCounted))
        jumps = max(0, min(jumps, Self.mostCounted))
        count = max(0, min(count, Self.mostCounted))
    }

    /// Goes on where the route has other events ahead than before: new ones are to be told, though
    /// one behind them was, and none twice.
    mutating func renewEvents(from old: RouteIndex, to new: RouteIndex) {
        guard old.events != new.events else { return }
        let ahead = (toldAhead ?? []).filter { $0 >= eventsTold && old.events.indices.contains($0) }
        let told = (old.events.prefix(eventsTold) + ahead.map { old.events[$0] })
            .filter { $0.offset > shownMeters }
        let next = new.nextEvent(afterMeters: shownMeters) ?? new.events.count
        eventsTold = next
        let known = new.events.indices[next...].filter { index in
            told.contains { $0.isSame(as: new.events[index]) }
        }
        toldAhead = known.isEmpty ? nil : known
    }
}

extension FollowedRoute.Event {
    /// Whether an event in another answer is this one: of its kind, with its id of a feed, and less
    /// than 1 km away along the route; without an id, less than 5 m.
    fileprivate func isSame(as other: FollowedRoute.Event) -> Bool {
        guard kind == other.kind, feedID == other.feedID else { return false }
        return abs(offset - other.offset) < (feedID == nil ? 5 : 1_000)
    }
}

/// What a tracker tells after a fix.
public enum TrackerEvent: Hashable, Codable, Sendable {
    /// The position on the route has been found again.
    case progress(Progress)
    /// A maneuver comes closer: its index in the route's maneuvers, the stage and the distance.
    case announcement(maneuver: Int, stage: AnnouncementStage, meters: Double)
    /// An event is near: its index in the route's events, and the distance.
    case eventNear(event: Int, meters: Double)
    /// A waypoint has been reached: its index in the route's waypoints.
    case waypointReached(Int)
    /// The vehicle has left the route. `leftMeters` is where, in meters from the start; `nil` if it
    /// was never on it.
    case deviated(leftMeters: Double?)
    /// The vehicle is on the route, again or for the first time, some meters from the start.
    case rejoined(meters: Double)
    /// The vehicle has reached the route's end.
    case arrived

    /// Where the vehicle is on the route.
    public struct Progress: Hashable, Codable, Sendable {
        /// The position.
        public var position: RoutePosition
        /// The position in meters from the start.
        public var meters: Double
        /// What is left.
        public var remainder: RouteRemainder
        /// Whether the position is carried on by speed, without a fix.
        public var isEstimated: Bool
    }

    // JSON names for unnamed values.
    private enum ProgressCodingKeys: String, CodingKey {
        case _0 = "value"
    }
    private enum WaypointReachedCodingKeys: String, CodingKey {
        case _0 = "waypoint"
    }
}
