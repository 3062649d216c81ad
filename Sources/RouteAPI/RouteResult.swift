// A solve's answer before it becomes bytes.

public import Geo

/// How grave a message is, numbered as on the wire.
public enum MessageType: Int, Hashable, Sendable {
    /// Information.
    case informative = 0
    /// A warning.
    case warning = 50
    /// An error.
    case error = 100
}

/// A message to the caller.
public struct Message: Hashable, Sendable {
    /// How grave it is.
    public var type: MessageType
    /// A sentence naming the input, what was found and what would work.
    public var text: String

    /// Makes a message.
    public init(_ type: MessageType, _ text: String) {
        self.type = type
        self.text = text
    }
}

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

/// One step of a route's directions.
public struct DirectionStep: Hashable, Sendable {
    /// Length to the next step in the asked unit.
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
    /// Typed parts of the text.
    public var strings: [DirectionString]

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

/// The directions of one route.
public struct RouteDirections: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's name.
    public var routeName: String
    /// Whole length in the asked unit.
    public var totalLength: Double
    /// Minutes, service and waiting included.
    public var totalTimeMinutes: Double
    /// Minutes of travel alone.
    public var totalDriveTimeMinutes: Double
    /// The route's extent in the output spatial reference.
    public var envelope: Envelope
    /// The system of all shapes.
    public var spatialReference: SpatialReference
    /// The steps, from `Start at` to `Finish at`.
    public var steps: [DirectionStep]
    /// The unit of ``totalLength`` and of the steps' lengths, or `nil` when it is not known.
    public var lengthUnits: NetworkUnit?

    /// Makes directions.
    public init(
        routeID: Int, routeName: String, totalLength: Double, totalTimeMinutes: Double,
        totalDriveTimeMinutes: Double, envelope: Envelope, spatialReference: SpatialReference,
        steps: [DirectionStep], lengthUnits: NetworkUnit? = nil
    ) {
        self.routeID = routeID
        self.routeName = routeName
        self.totalLength = totalLength
        self.totalTimeMinutes = totalTimeMinutes
        self.totalDriveTimeMinutes = totalDriveTimeMinutes
        self.envelope = envelope
        self.spatialReference = spatialReference
        self.steps = steps
        self.lengthUnits = lengthUnits
    }
}

/// A route's totals as integers, for checking against an outside program.
public struct RouteQuanta: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The minimized cost with restriction usages applied, without service and waiting.
    public var impedance: Int64
    /// Travel cost of each stored cost attribute, in its quantum.
    public var costs: [(name: String, value: Int64)]

    /// Makes the totals of a route.
    public init(routeID: Int, impedance: Int64, costs: [(name: String, value: Int64)]) {
        self.routeID = routeID
        self.impedance = impedance
        self.costs = costs
    }

    /// Compares ids, impedances and costs.
    public static func == (a: RouteQuanta, b: RouteQuanta) -> Bool {
        a.routeID == b.routeID && a.impedance == b.impedance
            && a.costs.elementsEqual(b.costs) { $0.name == $1.name && $0.value == $1.value }
    }

    /// Hashes the id and the impedance.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(routeID)
        hasher.combine(impedance)
    }
}

/// A solve's answer.
public struct RouteResult: Hashable, Sendable {
    /// Messages, most important first.
    public var messages: [Message] = []
    /// Why stops were left out, not reached or reached too late.
    public var reasons: [Reason] = []
    /// The routes, when asked for.
    public var routes: FeatureSet?
    /// The stops, when asked for.
    public var stops: FeatureSet?
    /// The point barriers, when asked for and given.
    public var barriers: FeatureSet?
    /// The line barriers, when asked for and given.
    public var polylineBarriers: FeatureSet?
    /// The polygon barriers, when asked for and given.
    public var polygonBarriers: FeatureSet?
    /// The directions, when asked for.
    public var directions: [RouteDirections]?
    /// How much of the directions to write.
    public var directionsOutputType: DirectionsOutputType = .standard
    /// Totals in quanta, when asked for.
    public var quanta: [RouteQuanta]?
    /// Decimals of output coordinates, or `nil` for all.
    public var geometryPrecision: Int?
    /// The network's fingerprint.
    public var fingerprint: String = ""
    /// The attribution that the data's licence requires.
    public var attribution: String = ""

    /// Makes an empty answer.
    public init() {}
}
