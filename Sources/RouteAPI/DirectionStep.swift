// One step of a route's directions, as answers contain it.

public import Geo

/// A typed part of a direction's text.
public struct DirectionString: Hashable, Sendable {
    /// The words.
    public var string: String
    /// The kind, such as `esriDSTStreetName`.
    public var type: String

    /// Makes a string of a kind.
    public init(_ string: String, _ type: String) {
        self.string = string
        self.type = type
    }
}

/// A place that is passed within a step, such as a cross street.
public struct DirectionEvent: Hashable, Sendable {
    /// Where it lies, in the output spatial reference.
    public var place: Coordinate
    /// Local time of passing read as UTC, in milliseconds, or `nil` without a start time.
    public var eta: Int64?
    /// Instant of passing in milliseconds, or `nil` without a start time.
    public var arriveTimeUTC: Int64?
    /// Its typed texts.
    public var strings: [DirectionString]

    /// Makes an event.
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

/// One step of a route's directions.
public struct DirectionStep: Hashable, Sendable {
    /// Length to the next step, in the unit of the directions.
    public var length: Double
    /// Minutes to the next step, service and waiting included.
    public var timeMinutes: Double
    /// The sentence.
    public var text: String
    /// Local arrival time read as UTC, in milliseconds, or `nil` without a start time.
    public var eta: Int64?
    /// Instant of arrival in milliseconds, or `nil` without a start time.
    public var arriveTimeUTC: Int64?
    /// The maneuver, such as `esriDMTTurnLeft`.
    public var maneuverType: String
    /// The step's line in the output spatial reference; at least two coordinates.
    public var line: [Coordinate]
    /// A measure for each coordinate of ``line``, when the request asks for measures.
    public var measures: [Double]?
    /// Typed parts of the text.
    public var strings: [DirectionString]
    /// The places that are passed within the step, in the order of travel.
    public var events: [DirectionEvent] = []
    /// The sentence without signs, streets ahead and notes, for a device to speak.
    public var shortText: String?
    /// The maneuver as `directionPoints` number it (`DirectionPointType`).
    public var pointType = 0
    /// The `ObjectID` of the stop that the step visits.
    public var stopID: Int?

    /// Makes a step.
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
