// Reasons why a stop is not placed, not reached or reached too late, as values and as sentences.
//
// RequestChange.swift has the suggested changes, Answer/ReasonsWriter.swift the JSON.

/// A reference to a row of the locations.
public struct StopReference: Hashable, Sendable {
    /// The parameter that carries it.
    public var input: String
    /// The position among the rows sent, from 0.
    public var row: Int
    /// The `ObjectID` that the answer gives the row.
    public var objectID: Int
    /// The row's name.
    public var name: String

    /// Makes a reference.
    public init(input: String = "stops", row: Int, objectID: Int, name: String) {
        self.input = input
        self.row = row
        self.objectID = objectID
        self.name = name
    }
}

/// A reference to a row of one of the three barrier inputs, or to a barrier of the service.
public struct BarrierReference: Hashable, Sendable {
    /// `barriers`, `polylineBarriers` or `polygonBarriers`.
    public var parameter: String
    /// The position among the rows sent, from 0; those of the service follow.
    public var row: Int
    /// The `ObjectID` that the answer gives the row.
    public var objectID: Int
    /// The row's name.
    public var name: String
    /// Whether it is a barrier of the service, which counts in every request.
    public var isStanding: Bool

    /// Makes a reference.
    public init(
        parameter: String, row: Int, objectID: Int, name: String, isStanding: Bool = false
    ) {
        self.parameter = parameter
        self.row = row
        self.objectID = objectID
        self.name = name
        self.isStanding = isStanding
    }
}

/// A reason why a stop is not visited as requested: not at all, late, or at another street than the
/// one closest to it.
///
/// With all changes of a route's reasons together, the route visits all of its stops; a solve has
/// verified this.
public struct Reason: Hashable, Sendable {
    /// The kind of cause.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The nearest street that may be used lies beyond the tolerance.
        case tooFar = "too-far"
        /// Restrictions close every street within the tolerance, or every path.
        case restrictedEdgesOnly = "restricted-edges-only"
        /// Turn restrictions close every path, though all of its streets are open.
        case turnRestrictions = "turn-restrictions"
        /// The condition in `locateSettings` leaves out every street within the tolerance, or every
        /// one that leads to the other stops.
        case streetCondition = "street-condition"
        /// Barriers close every path, or cover every street within the tolerance.
        case cutOffByBarriers = "cut-off-by-barriers"
        /// The two stops lie in parts of the network that no street connects.
        case otherComponent = "other-component"
        /// The place can be entered, but not left.
        case entryOnly = "entry-only"
        /// The place can be left, but not entered.
        case exitOnly = "exit-only"
        /// A U-turn is needed that the policy forbids.
        case uTurnPolicy = "u-turn-policy"
        /// The stop cannot be visited on the requested side of the street.
        case curbApproach = "curb-approach"
        /// No street runs in the requested direction.
        case bearing = "bearing"
        /// Conditional restrictions close every path at the time of travel.
        case closedAtThisTime = "closed-at-this-time"
        /// Closures of the current traffic close every path.
        case closedByTraffic = "closed-by-traffic"
        /// The stop is reached outside its time window.
        case timeWindow = "time-window"
        /// The stored location names a street that does not exist.
        case unknownStreet = "unknown-street"
        /// The stop lies outside the extent of the request's context.
        case outsideExtent = "outside-extent"
        /// The row has invalid values.
        case invalidValues = "invalid-values"
        /// The cause was not determined within the time limit.
        case notExamined = "not-examined"
    }

    /// The cause.
    public var cause: Cause
    /// A sentence naming the input, what was found and what would work.
    public var text: String
    /// The stop that cannot be placed or reached.
    public var stop: StopReference
    /// The start of the missing path, or `nil` when the stop itself is not placed.
    public var from: StopReference?
    /// The route that the stop belongs to, or `nil` when it belongs to none.
    public var routeName: String?
    /// Meters to the nearest usable street.
    public var distanceMeters: Double?
    /// The effective tolerance.
    public var toleranceMeters: Double?
    /// The restrictions that cause it.
    public var restrictions: [String] = []
    /// The barriers that cause it: the smallest set found.
    public var barriers: [BarrierReference] = []
    /// The parts of the network in which the two stops lie; 0 is the largest.
    public var components: [Int] = []
    /// The smallest change found that helps, or `nil` when none did.
    public var change: RequestChange?

    /// Makes a reason.
    public init(_ cause: Cause, _ text: String, stop: StopReference) {
        self.cause = cause
        self.text = text
        self.stop = stop
    }
}
