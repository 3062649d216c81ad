// The input of directions: stops, the legs between them and options.

package import RoadNetwork

/// The side of the arriving vehicle on which a stop lies.
package enum StopSide: Hashable, Sendable {
    /// On the left.
    case left
    /// On the right.
    case right
    /// On the road itself, or not known.
    case none
}

/// A stop as the route visits it.
package struct DirectionsStop: Hashable, Sendable {
    /// The stop's name; empty when it has none.
    package var name: String
    /// The side on which it lies as the vehicle arrives.
    package var side: StopSide
    /// Whether the stop is a waypoint, which gets no entry. Ignored at the first and last stop.
    package var isWaypoint: Bool
    /// Milliseconds spent at the stop, waiting aside.
    package var serviceMilliseconds: Int64
    /// Milliseconds waited for the time window to open.
    package var waitMilliseconds: Int64
    /// Milliseconds by which the arrival missed the time window.
    package var violationMilliseconds: Int64
    /// The instant in epoch milliseconds at which the vehicle arrives (at the first stop: at which
    /// the route starts); `nil` without a start time.
    package var startClock: Int64?
    /// The time window in instants, an open side being `nil`.
    package var windowStartClock: Int64?
    /// The end of the time window.
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

/// The offset of local time from UTC, from an instant on.
package struct ClockOffset: Hashable, Sendable {
    /// Epoch milliseconds.
    package var from: Int64
    package var milliseconds: Int64

    package init(from: Int64, milliseconds: Int64) {
        self.from = from
        self.milliseconds = milliseconds
    }
}

/// The path from one stop to the next, with its costs.
package struct DirectionsLeg: Hashable, Sendable {
    /// The path.
    package var path: NetworkPath
    /// For each element its time, the turn into it included.
    package var milliseconds: [Int64]
    /// For each element its length.
    package var centimeters: [Int64]
    /// The part of the times that barriers add, by the positions of elements.
    package var barrierMilliseconds: [Int: Int64] = [:]

    /// - Precondition: One time and one length for each element of the path.
    package init(path: NetworkPath, milliseconds: [Int64], centimeters: [Int64]) {
        precondition(
            path.elements.count == milliseconds.count && path.elements.count == centimeters.count,
            "times or lengths do not match the elements: one of each for each element expected")
        self.path = path
        self.milliseconds = milliseconds
        self.centimeters = centimeters
    }
}

/// The audience of directions; the raw value is the name that requests use.
package enum DirectionsStyle: String, CaseIterable, Hashable, Sendable {
    /// For reading: names a street ahead to show the first direction.
    case desktop = "NA Desktop"
    /// For a device that speaks and knows its heading: the distance before each maneuver, what
    /// follows at once, signs alone.
    case navigation = "NA Navigation"
    /// For pedestrians, whichever the mode: every choice between paths is announced, roundabouts,
    /// ramps and road classes are ignored, and after the start no direction of the compass is said.
    case campus = "NA Campus"
}

/// Which typed strings entries carry besides their sentences.
package enum DirectionsStrings: Hashable, Sendable {
    /// None.
    case none
    /// The streets that sentences name and those that are passed.
    case streets
    /// All that apply.
    case all

    /// Whether strings of a type are among them.
    func contains(_ type: DirectionsStringType) -> Bool {
        switch self {
        case .none: false
        case .streets: type == .streetName || type == .crossStreet
        case .all: true
        }
    }
}

/// How directions are worded and which roads count as open at a junction.
package struct DirectionsOptions: Sendable {
    /// The languages to choose from.
    package var languages = DirectionsLanguages.builtIn
    /// The language as the request names it, such as `en` or `en_US`; unknown ones mean English.
    package var language: String
    /// Meters in one unit of spoken lengths.
    package var metersPerLengthUnit: Double
    /// The short name of that unit as it stands after a number, such as `km`.
    package var lengthUnitName: String
    /// The mode family that travels.
    package var family: String
    /// Restrictions that close a road or a turn to this traveler, as a mask; `nil` is the family's
    /// own direction restriction.
    package var closingRestrictions: UInt64?
    /// The audience of the directions.
    package var style = DirectionsStyle.desktop
    /// Whether entries list the streets that are passed.
    package var includesCrossStreets = false
    /// The typed strings of entries.
    package var strings = DirectionsStrings.all
    /// Whether entries have a short text of their own, for devices.
    package var writesShortTexts = false
    /// The offsets of local time from UTC, by ascending time; empty for UTC.
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
    /// Whether the directions are for a pedestrian.
    var isOnFoot: Bool { family == "foot" || style == .campus }

    /// The local time of an instant, as epoch milliseconds as if it were UTC.
    func localTime(of instant: Int64) -> Int64 {
        let offset = clockOffsets.last { $0.from <= instant } ?? clockOffsets.first
        return instant + (offset?.milliseconds ?? 0)
    }
}
