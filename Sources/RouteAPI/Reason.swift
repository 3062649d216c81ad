// Why a stop is not placed, not reached or reached too late, as values and as sentences.
//
// RequestChange.swift has the suggested changes, Answer/ReasonsWriter.swift the JSON.

public import Geo

/// A reference to a row of an input of locations.
public struct StopReference: Hashable, Sendable {
    /// The input's parameter, such as `stops`.
    public var input: String
    /// The row's position among those sent, from 0.
    public var row: Int
    /// The `ObjectID` that the answer gives the row.
    public var objectID: Int
    /// The row's name; empty if it has none.
    public var name: String

    /// Creates a reference.
    public init(input: String = "stops", row: Int, objectID: Int, name: String) {
        self.input = input
        self.row = row
        self.objectID = objectID
        self.name = name
    }
}

/// A reference to a row of a barrier input, or to a barrier of the service.
public struct BarrierReference: Hashable, Sendable {
    /// `barriers`, `polylineBarriers` or `polygonBarriers`.
    public var parameter: String
    /// The row's position among those sent, from 0. The service's barriers follow.
    public var row: Int
    /// The `ObjectID` that the answer gives the row.
    public var objectID: Int
    /// The row's name; empty if it has none.
    public var name: String
    /// Whether the barrier belongs to the service and counts in every request.
    public var isStanding: Bool

    /// Creates a reference.
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

/// Why a stop is not visited as requested: not at all, too late, or at another street than the
/// nearest one.
///
/// Use ``text`` to tell a user what is wrong, and ``change`` to correct the request. If you apply
/// the changes of all of a route's reasons (``OperationParameters/applying(_:)``), the route visits
/// all its stops; a solve has verified this.
public struct Reason: Hashable, Sendable {
    /// What kind of cause it is.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The nearest usable street is beyond the tolerance.
        case tooFar = "too-far"
        /// Restrictions close every street within the tolerance, or every path.
        case restrictedEdgesOnly = "restricted-edges-only"
        /// Turn restrictions close every path, although all its streets are open.
        case turnRestrictions = "turn-restrictions"
        /// The condition in `locateSettings` excludes every street within the tolerance, or every
        /// street towards the other stops.
        case streetCondition = "street-condition"
        /// Barriers close every path, or cover every street within the tolerance.
        case cutOffByBarriers = "cut-off-by-barriers"
        /// The two stops are in parts of the network that no street connects.
        case otherComponent = "other-component"
        /// The place can be entered but not left.
        case entryOnly = "entry-only"
        /// The place can be left but not entered.
        case exitOnly = "exit-only"
        /// The route needs a U-turn that the policy forbids.
        case uTurnPolicy = "u-turn-policy"
        /// The stop cannot be visited on the requested side of the street.
        case curbApproach = "curb-approach"
        /// No street leads in the requested direction.
        case bearing = "bearing"
        /// Conditional restrictions close every path at the time of travel.
        case closedAtThisTime = "closed-at-this-time"
        /// Closures in the current traffic close every path.
        case closedByTraffic = "closed-by-traffic"
        /// The stop is reached outside its time window.
        case timeWindow = "time-window"
        /// The stored location names a street that does not exist.
        case unknownStreet = "unknown-street"
        /// The stop is outside the extent of the request's context.
        case outsideExtent = "outside-extent"
        /// The row has invalid values.
        case invalidValues = "invalid-values"
        /// The time limit did not allow to determine the cause.
        case notExamined = "not-examined"
    }

    /// The kind of cause, for programs.
    public var cause: Cause
    /// A sentence that names the input, what was found and what would work.
    public var text: String
    /// The stop that cannot be placed or reached.
    public var stop: StopReference
    /// Where the missing path would start; `nil` if the stop itself is not placed.
    public var from: StopReference?
    /// The route with this stop; `nil` if it belongs to none.
    public var routeName: String?
    /// How far the nearest usable street is, in meters.
    public var distanceMeters: Double?
    /// The tolerance that applied, in meters.
    public var toleranceMeters: Double?
    /// The restrictions that are the cause.
    public var restrictions: [String] = []
    /// The barriers that are the cause: the smallest set found.
    public var barriers: [BarrierReference] = []
    /// In which parts of the network the two stops are; 0 is the largest part.
    public var components: [Int] = []
    /// The streets that barriers shut in around one of the two stops, as lines in degrees; empty if
    /// they are many, or if barriers are not the cause.
    public var pocket: [[Coordinate]] = []
    /// The smallest change found that helps; `nil` if none did.
    public var change: RequestChange?

    /// Creates a reason without details.
    public init(_ cause: Cause, _ text: String, stop: StopReference) {
        self.cause = cause
        self.text = text
        self.stop = stop
    }
}
