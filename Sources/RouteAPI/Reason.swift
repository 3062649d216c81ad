// Why a stop is not placed, not reached or reached too late, for machines and for people.
//
// RequestChange.swift has what would help; Answer/ReasonsWriter.swift the JSON.

/// A row of the locations as answers name it.
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

/// A row of one of the three barrier inputs as answers name it.
public struct BarrierReference: Hashable, Sendable {
    /// `barriers`, `polylineBarriers` or `polygonBarriers`.
    public var parameter: String
    /// The position among the rows sent, from 0.
    public var row: Int
    /// The `ObjectID` that the answer gives the row.
    public var objectID: Int
    /// The row's name.
    public var name: String

    /// Makes a reference.
    public init(parameter: String, row: Int, objectID: Int, name: String) {
        self.parameter = parameter
        self.row = row
        self.objectID = objectID
        self.name = name
    }
}

/// One reason why a stop is not visited as asked.
///
/// All changes of a route's reasons together give a route that visits all of its stops: they have
/// been solved with.
public struct Reason: Hashable, Sendable {
    /// What is in the way, as a fixed word.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// The nearest street that may be used lies beyond the tolerance.
        case tooFar = "too-far"
        /// Restrictions bar every street within the tolerance, or every way.
        case restrictedEdgesOnly = "restricted-edges-only"
        /// The condition in `locateSettings` leaves out every street within the tolerance, or every
        /// one that leads to the other stops.
        case streetCondition = "street-condition"
        /// Barriers cut the way off, or cover every street within the tolerance.
        case cutOffByBarriers = "cut-off-by-barriers"
        /// The two stops lie in parts of the network that no street joins.
        case otherComponent = "other-component"
        /// The place can be entered, but not left.
        case entryOnly = "entry-only"
        /// The place can be left, but not entered.
        case exitOnly = "exit-only"
        /// A U-turn is needed that the policy forbids.
        case uTurnPolicy = "u-turn-policy"
        /// The side of the street that a stop asks for cannot be had.
        case curbApproach = "curb-approach"
        /// No street runs in the direction that the stop asks for.
        case bearing = "bearing"
        /// Conditional restrictions close the way at the time of travel.
        case closedAtThisTime = "closed-at-this-time"
        /// The stop is reached outside its time window.
        case timeWindow = "time-window"
        /// The stored location names a street that does not exist.
        case unknownStreet = "unknown-street"
        /// The stop lies outside the extent of the request's context.
        case outsideExtent = "outside-extent"
        /// The row has values that cannot be used.
        case invalidValues = "invalid-values"
        /// The way is longer than searches go.
        case searchLimit = "search-limit"
        /// The search for the cause was given up: it took too long.
        case notExamined = "not-examined"
    }

    /// What is in the way.
    public var cause: Cause
    /// A sentence naming the input, what was found and what would work.
    public var text: String
    /// The stop that cannot be placed or reached.
    public var stop: StopReference
    /// The stop before it on the way that is missing, or `nil` when the stop itself is not placed.
    public var from: StopReference?
    /// The route that the stop belongs to, or `nil` when it belongs to none.
    public var routeName: String?
    /// Meters to the nearest street that would do.
    public var distanceMeters: Double?
    /// The tolerance that was in force.
    public var toleranceMeters: Double?
    /// Restrictions in the way.
    public var restrictions: [String] = []
    /// Barriers in the way: the least set that could be shown.
    public var barriers: [BarrierReference] = []
    /// Parts of the network that the two stops lie in; 0 is the largest.
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
