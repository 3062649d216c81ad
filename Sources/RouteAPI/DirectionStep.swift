// One step of a route's directions, as answers contain it.

public import Geo

/// A part of a step's text with its type, such as a street's name.
public struct DirectionString: Hashable, Sendable {
    /// The words.
    public var string: String
    /// The type, such as `esriDSTStreetName`.
    public var type: String

    /// Creates a typed string.
    public init(_ string: String, _ type: String) {
        self.string = string
        self.type = type
    }
}

/// A place passed within a step, such as a cross street.
public struct DirectionEvent: Hashable, Sendable {
    /// The place in the output spatial reference.
    public var place: Coordinate
    /// When it is passed: local time read as UTC, in milliseconds; `nil` without a start time.
    public var eta: Int64?
    /// When it is passed: an instant in milliseconds; `nil` without a start time.
    public var arriveTimeUTC: Int64?
    /// The names of what is passed, with their types.
    public var strings: [DirectionString]

    /// Creates an event.
    public init(
        place: Coordinate, eta: Int64? = nil, arriveTimeUTC: Int64? = nil,
        strings: [DirectionString]
    ) {
        self.place = place
        self.eta = eta
        self.arriveTimeUTC = arriveTimeUTC
        self.strings = strings
    }
}

/// Where a step is on its route.
public struct StepPlace: Hashable, Sendable {
    /// The point of the route's line at which the step begins, from 0. If generalization left it
    /// out, the point before it.
    public var firstPoint: Int
    /// The point of the route's line at which the step ends.
    public var lastPoint: Int
    /// The meters from the route's start to the step, in whole centimeters.
    public var meters: Double

    /// Creates a place.
    public init(firstPoint: Int, lastPoint: Int, meters: Double) {
        self.firstPoint = firstPoint
        self.lastPoint = lastPoint
        self.meters = meters
    }
}

/// One of the maneuvers that a step tells, as it is and not in words.
package struct StepManeuver: Hashable, Sendable {
    /// The type, such as `esriDMTTurnLeft`. If the step tells two turns, each has its own type.
    package var type: String
    /// Where it begins, and the stretch up to the next maneuver.
    package var place: StepPlace
    /// Whether the road traveled so far ends at another one.
    package var endsRoad = false
    /// Whether a ramp is taken, also to leave a highway.
    package var takesRamp = false
    /// The names and numbers of the road taken: first the one on signs.
    package var roads: [String] = []
    /// The places on the sign over the road; may be empty.
    package var toward = ""
    /// The number or name on the exit's sign; may be empty.
    package var exit = ""
    /// Which exit of a roundabout is taken, from 1.
    package var roundaboutExit: Int?
    /// The roundabout's own name; may be empty.
    package var roundabout = ""
    /// The length of a roundabout that has a name of its own.
    package var ringMeters = 0.0

    /// Creates a maneuver that is neither at the end of a road, on a ramp nor at a roundabout.
    package init(_ type: String, at place: StepPlace) {
        self.type = type
        self.place = place
    }
}

/// One step of a route's directions: a maneuver or an arrival, and the stretch up to the next step.
public struct DirectionStep: Hashable, Sendable {
    /// The length to the next step, in the directions' unit.
    public var length: Double
    /// Minutes to the next step, including service and waiting.
    public var timeMinutes: Double
    /// The sentence for the driver to read; empty if the step has maneuvers in its place.
    public var text: String
    /// When the step begins: local time read as UTC, in milliseconds; `nil` without a start time.
    public var eta: Int64?
    /// When the step begins: an instant in milliseconds; `nil` without a start time.
    public var arriveTimeUTC: Int64?
    /// The maneuver, such as `esriDMTTurnLeft`.
    public var maneuverType: String
    /// The step's line in the output spatial reference; at least two coordinates, or none if the
    /// step has maneuvers in its place.
    public var line: [Coordinate]
    /// A measure for each coordinate of ``line``, if the request asks for measures.
    public var measures: [Double]?
    /// Parts of the text with their types.
    public var strings: [DirectionString]
    /// The places passed within the step, in the order of travel.
    public var events: [DirectionEvent] = []
    /// A short sentence for a device to speak, without signs, streets ahead and notes.
    public var shortText: String?
    /// The maneuver's `DirectionPointType`, its number in `directionPoints`.
    public var pointType = 0
    /// The `ObjectID` of the stop at this step, if there is one.
    public var stopID: Int?
    /// Where the step is on its route, if the request asks for conditions.
    public var place: StepPlace?
    /// The maneuvers that it tells, with ``CallerSettings/describesJunctions``; none at stops.
    package var maneuvers: [StepManeuver] = []

    /// Creates a step.
    public init(
        length: Double, timeMinutes: Double, text: String, eta: Int64? = nil,
        arriveTimeUTC: Int64? = nil, maneuverType: String, line: [Coordinate],
        strings: [DirectionString] = []
    ) {
        self.length = length
        self.timeMinutes = timeMinutes
        self.text = text
        self.eta = eta
        self.arriveTimeUTC = arriveTimeUTC
        self.maneuverType = maneuverType
        self.line = line
        self.strings = strings
    }
}
