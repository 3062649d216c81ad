// A route's directions.

public import Geo

/// One route's directions.
public struct RouteDirections: Hashable, Sendable {
    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's name, as in the answer's `routes`.
    public var routeName: String
    /// The route's total length in ``lengthUnits``.
    public var totalLength: Double
    /// The total time in minutes, including service and waiting.
    public var totalTimeMinutes: Double
    /// The travel time in minutes, without service and waiting.
    public var totalDriveTimeMinutes: Double
    /// The route's extent in the output spatial reference.
    public var envelope: Envelope
    /// The spatial reference of all shapes.
    public var spatialReference: SpatialReference
    /// The steps, from `Start at` to `Finish at`, or only the steps in ``page``.
    public var steps: [DirectionStep]
    /// The unit of ``totalLength`` and the steps' lengths; `nil` if it is unknown.
    public var lengthUnits: NetworkUnit?
    /// The language tag, such as `en` or `de`.
    public var language: String?
    /// The `ObjectID` of the facility at one end; `nil` for routes through stops.
    public var facilityID: Int?
    /// The `ObjectID` of the incident at the other end; `nil` for routes through stops.
    public var incidentID: Int?
    /// Which part of the route the steps cover; `nil` if they cover all of it.
    public var page: DirectionsPage?

    /// Creates directions without a language, page or pair.
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
