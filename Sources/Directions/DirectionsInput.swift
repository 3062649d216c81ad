// What directions are written from: stops, the legs between them and options.

package import RoadNetwork

/// The side of the arriving vehicle on which a stop lies.
package enum StopSide: Hashable, Sendable {
    case left
    case right
    /// On the road itself, or unknown.
    case none
}

/// A stop as the route visits it.
package struct DirectionsStop: Hashable, Sendable {
    /// The name; empty if the stop has none.
    package var name: String
    /// The stop's side as the vehicle arrives.
    package var side: StopSide
    /// Whether the stop is a waypoint, which gets no entry. Ignored at the first and the last stop.
    package var isWaypoint: Bool
    /// Time spent at the stop, without waiting.
    package var serviceMilliseconds: Int64
    /// Time spent waiting for the time window to open.
    package var waitMilliseconds: Int64
    /// How late the vehicle arrives after the time window has closed.
    package var violationMilliseconds: Int64
    /// When the vehicle arrives, in epoch milliseconds (at the first stop: when the route starts);
    /// `nil` if the route has no start time.
    package var startClock: Int64?
    /// When the time window opens, in epoch milliseconds; `nil` if it is open on this side.
    package var windowStartClock: Int64?
    /// When the time window closes, in epoch milliseconds; `nil` if it is open on this side.
    package var windowEndClock: Int64?

    package init(
        name: String, side: StopSide = .none, isWaypoint: Bool = false,
        serviceMilliseconds: Int64 = 0, waitMilliseconds: Int64 = 0,
        violationMilliseconds: Int64 = 0, startClock: Int64? = nil,
        windowStartClock: Int64? = nil, windowEndClock: Int64? = nil
    ) {
        self.name = name
        self.side = side
        self.isWaypoint = isWaypoint
        self.serviceMilliseconds = serviceMilliseconds
        self.waitMilliseconds = waitMilliseconds
        self.violationMilliseconds = violationMilliseconds
        self.startClock = startClock
        self.windowStartClock = windowStartClock
        self.windowEndClock = windowEndClock
    }
}

/// An offset of local time from UTC, and when it begins to apply.
package struct ClockOffset: Hashable, Sendable {
    /// Epoch milliseconds at which the offset begins.
    package var from: Int64
    package var milliseconds: Int64

    package init(from: Int64, milliseconds: Int64) {
        self.from = from
        self.milliseconds = milliseconds
    }
}

/// The path from one stop to the next, with its costs.
package struct DirectionsLeg: Hashable, Sendable {
    package var path: NetworkPath
    /// Each element's time, including the turn into it.
    package var milliseconds: [Int64]
    /// Each element's length.
    package var centimeters: [Int64]
    /// How much of an element's time barriers add, by element index.
    package var barrierMilliseconds: [Int: Int64] = [:]

    /// - Precondition: `milliseconds` and `centimeters` have one value per path element.
    package init(path: NetworkPath, milliseconds: [Int64], centimeters: [Int64]) {
        precondition(
            path.elements.count == milliseconds.count && path.elements.count == centimeters.count,
            "times or lengths do not match the elements: one of each for each element expected")
        self.path = path
        self.milliseconds = milliseconds
        self.centimeters = centimeters
    }
}

/// The audience of the directions. Requests name a style by its raw value.
package enum DirectionsStyle: String, CaseIterable, Hashable, Sendable {
    /// For reading: to show the first direction, names a street ahead.
    case desktop = "NA Desktop"
    /// For a device that speaks and knows its heading: says the distance before each maneuver,
    /// joins maneuvers that follow at once, and uses signs by themselves.
    case navigation = "NA Navigation"
    /// For pedestrians, whatever the travel mode: announces every choice between paths, ignores
    /// roundabouts, ramps and road classes, and uses compass directions only at the start.
    case campus = "NA Campus"
}

/// Which typed strings an entry carries beside its sentence.
package enum DirectionsStrings: Hashable, Sendable {
    case none
    /// The streets a sentence names and the streets passed.
    case streets
    /// Every string that applies.
    case all

    /// Whether this choice includes a type.
    func contains(_ type: DirectionsStringType) -> Bool {
        switch self {
        case .none: false
        case .streets: type == .streetName || type == .crossStreet
        case .all: true
        }
    }
}

/// How directions are worded, and which roads count as open at a junction.
package struct DirectionsOptions: Sendable {
    /// The languages to choose from.
    package var languages = DirectionsLanguages.builtIn
    /// The language as the request names it, such as `en` or `en_US`. An unknown one means English.
    package var language: String
    /// Meters per unit of the lengths in sentences.
    package var metersPerLengthUnit: Double
    /// The unit's English short name, such as `km`.
    package var lengthUnitName: String
    /// The traveler's mode family.
    package var family: String
    /// Restrictions closing a road or a turn to this traveler, as a mask; `nil` uses the family's
    /// own direction restriction.
    package var closingRestrictions: UInt64?
    package var style = DirectionsStyle.desktop
    /// Whether entries list the streets passed.
    package var includesCrossStreets = false
    /// Which typed strings entries carry.
    package var strings = DirectionsStrings.all
    /// Whether entries have sentences. Without them, texts and typed strings are empty: for clients
    /// that word ``DirectionsEntry/maneuvers`` themselves.
    package var writesTexts = true
    /// Whether entries get a short text for devices.
    package var writesShortTexts = false
    /// Whether entries list the maneuvers they tell, one by one.
    package var listsManeuvers = false
    /// Offsets of local time from UTC, in ascending time; empty for UTC.
    package var clockOffsets: [ClockOffset] = []

    package init(
        language: String = "en", metersPerLengthUnit: Double = 1_000,
        lengthUnitName: String = "km", family: String = "motor",
        closingRestrictions: UInt64? = nil
    ) {
        self.language = language
        self.metersPerLengthUnit = metersPerLengthUnit
        self.lengthUnitName = lengthUnitName
        self.family = family
        self.closingRestrictions = closingRestrictions
    }
}

extension DirectionsOptions {
    var isOnFoot: Bool { family == "foot" || style == .campus }

    /// Converts epoch milliseconds to local time, as epoch milliseconds as if it were UTC.
    func localTime(of instant: Int64) -> Int64 {
        let offset = clockOffsets.last { $0.from <= instant } ?? clockOffsets.first
        return instant + (offset?.milliseconds ?? 0)
    }
}
