// One entry of the directions, ready for the answer.

package import RoadNetwork

/// The kinds of typed strings an entry carries beside its text, by their names on the wire.
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

/// A fact of an entry as text, with its type: a street name, a length, a time.
package struct DirectionsString: Hashable, Sendable {
    package var string: String
    package var type: DirectionsStringType

    package init(_ string: String, _ type: DirectionsStringType) {
        self.string = string
        self.type = type
    }
}

/// A run of consecutive path elements within one leg.
package struct LegSpan: Hashable, Sendable {
    /// The leg's index, from 0.
    package var leg: Int
    /// Indices into the leg's path.
    package var elements: Range<Int>

    package init(leg: Int, elements: Range<Int>) {
        self.leg = leg
        self.elements = elements
    }
}

/// A named street the route passes at a junction without a maneuver.
package struct DirectionsEvent: Hashable, Sendable {
    /// The leg's index, from 0.
    package var leg: Int
    /// The path element that ends at the junction.
    package var element: Int
    /// Time from the start of the entry to the junction.
    package var milliseconds: Int64
    /// The street names; never empty.
    package var streets: [String]
}

/// One step of the directions: a departure, a maneuver or an arrival.
package struct DirectionsEntry: Hashable, Sendable {
    /// What an entry is about.
    package enum Kind: Hashable, Sendable {
        /// Leaves a stop; has no length and no line.
        case depart
        /// Arrives at a stop; has no length and no line.
        case stop
        /// A maneuver and the road up to the next entry.
        case maneuver
    }

    package var kind: Kind
    /// The maneuver's type; ``ManeuverType/depart`` or ``ManeuverType/stop`` at stops.
    package var type: ManeuverType
    /// The full sentence; empty if the options ask for no texts.
    package var text: String
    /// The sentence without signs, streets ahead and notes if the options ask for short texts;
    /// otherwise as ``text``.
    package var shortText: String
    /// Typed strings for the answer, limited to the types the options ask for.
    package var strings: [DirectionsString]
    /// The leg in which a maneuver begins, or that a stop begins or ends; from 0.
    package var leg: Int
    /// The road from here to the next entry, in travel order; empty for stops.
    ///
    /// A maneuver that continues through a waypoint has several spans. Taken together, the spans of
    /// a route cover every path element exactly once and in order; only legs without length and
    /// time are left out.
    package var spans: [LegSpan]
    /// The spans' length.
    package var centimeters: Int64
    /// The spans' time plus ``dwellMilliseconds``. At a stop: service and waiting time. The first
    /// departure carries the first stop's time.
    package var milliseconds: Int64
    /// For stop entries, the stop's index.
    package var stop: Int?
    /// Local time at which the entry begins, as epoch milliseconds as if it were UTC; `nil` if the
    /// route has no start time.
    package var clock: Int64?
    /// Streets passed before the next entry, if the options ask for them.
    package var events: [DirectionsEvent] = []
    /// The maneuvers told, one by one, if the options ask for them; none at stops.
    package var maneuvers: [ToldManeuver] = []
    /// The service and waiting time included for waypoints, which get no entry of their own.
    package var dwellMilliseconds: Int64 = 0

    /// Whether the maneuver leaves a highway on the left; ``type`` does not say so.
    package var leavesOnLeft = false

    /// The entry's direction point number (`DirectionPointType`).
    ///
    /// - Parameter drivingSide: Decides which way a roundabout turns and on which side a U-turn is.
    package func pointType(drivingSide: DrivingSide) -> Int {
        (leavesOnLeft ? ManeuverType.rampLeft : type).pointType(drivingSide: drivingSide)
    }

    /// The type as the wire names it.
    package var maneuverType: String { type.rawValue }
}
