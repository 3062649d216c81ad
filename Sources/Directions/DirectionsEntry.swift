// One entry of the directions, ready for an answer.

package import RoadNetwork

/// The kinds of typed strings that an entry carries besides its text.
package enum DirectionsStringType: String, CaseIterable, Hashable, Sendable {
    case general = "esriDSTGeneral"
    case depart = "esriDSTDepart"
    case arrive = "esriDSTArrive"
    case length = "esriDSTLength"
    case time = "esriDSTTime"
    case summary = "esriDSTSummary"
    case timeWindow = "esriDSTTimeWindow"
    case violationTime = "esriDSTViolationTime"
    case waitTime = "esriDSTWaitTime"
    case serviceTime = "esriDSTServiceTime"
    case estimatedArrivalTime = "esriDSTEstimatedArrivalTime"
    case cumulativeLength = "esriDSTCumulativeLength"
    case streetName = "esriDSTStreetName"
    case altName = "esriDSTAltName"
    case branch = "esriDSTBranch"
    case toward = "esriDSTToward"
    case crossStreet = "esriDSTCrossStreet"
    case exit = "esriDSTExit"
}

/// A part of an entry, with its type.
package struct DirectionsString: Hashable, Sendable {
    /// The words.
    package var string: String
    /// The meaning of the words.
    package var type: DirectionsStringType

    package init(_ string: String, _ type: DirectionsStringType) {
        self.string = string
        self.type = type
    }
}

/// Consecutive elements of one leg.
package struct LegSpan: Hashable, Sendable {
    /// The leg, counted from 0.
    package var leg: Int
    /// Positions in the leg's path.
    package var elements: Range<Int>

    package init(leg: Int, elements: Range<Int>) {
        self.leg = leg
        self.elements = elements
    }
}

/// A named street that is passed at a junction.
package struct DirectionsEvent: Hashable, Sendable {
    /// The leg, counted from 0.
    package var leg: Int
    /// The element of the leg's path at whose end the junction lies.
    package var element: Int
    /// Milliseconds from the entry to the junction.
    package var milliseconds: Int64
    /// The names of the streets; at least one.
    package var streets: [String]
}

/// One step of the directions.
package struct DirectionsEntry: Hashable, Sendable {
    /// The subject of an entry.
    package enum Kind: Hashable, Sendable {
        /// Leaving a stop; no length, no line.
        case depart
        /// Arriving at a stop; no length, no line.
        case stop
        /// A maneuver, with the road up to the next entry.
        case maneuver
    }

    /// The subject of the entry.
    package var kind: Kind
    /// The type of the maneuver.
    package var type: ManeuverType
    /// The sentence.
    package var text: String
    /// The sentence without signs, streets ahead and notes, when the options ask for it; else the
    /// sentence.
    package var shortText: String
    /// The parts of the sentence and further facts, of the types that the options ask for.
    package var strings: [DirectionsString]
    /// The leg at whose start or end a stop entry is, or in which a maneuver begins; from 0.
    package var leg: Int
    /// The road from here to the next entry, in the order of travel; empty for stop entries.
    ///
    /// More than one span where a maneuver continues through a waypoint. All spans of a route
    /// together are every element of every leg once, in order, except of legs without length and
    /// time.
    package var spans: [LegSpan]
    /// Length of the spans.
    package var centimeters: Int64
    /// Time of the spans and of ``dwellMilliseconds``; for stop entries service and waiting. The
    /// first depart entry carries those of the first stop.
    package var milliseconds: Int64
    /// The stop of a stop entry, by its position among the stops.
    package var stop: Int?
    /// The local clock, as if it were UTC, when the entry begins; `nil` without a start time.
    package var clock: Int64?
    /// The streets passed before the next entry, when the options ask for them.
    package var events: [DirectionsEvent] = []
    /// The part of the time that is service and waiting at waypoints, which have no entry of their
    /// own.
    package var dwellMilliseconds: Int64 = 0

    /// Whether the maneuver leaves a highway on the left, which the type does not include.
    package var leavesOnLeft = false

    /// The number of the entry's direction point (`DirectionPointType`).
    ///
    /// - Parameter drivingSide: Determines the direction of roundabouts and the side of a U-turn.
    package func pointType(drivingSide: DrivingSide) -> Int {
        (leavesOnLeft ? ManeuverType.rampLeft : type).pointType(drivingSide: drivingSide)
    }

    /// The type as the wire names it.
    package var maneuverType: String { type.rawValue }
}
