// A position of a vehicle.

public import Geo

/// A position in a trace: a receiver's fix, or a drawn line's vertex.
public struct TraceFix: Hashable, Sendable {
    /// The position, in the spatial reference of the ``TraceInput``.
    public var coordinate: Coordinate
    /// When the fix was taken, in epoch milliseconds. Only differences count, except for traffic,
    /// which is used as it was at that time.
    public var milliseconds: Int64?
    /// The position's standard deviation in meters; `nil` if it is unknown.
    public var accuracyMeters: Double?
    /// The direction of travel in degrees clockwise from north, in `0..<360`; `nil` if it is
    /// unknown.
    public var bearing: Double?
    /// Whether the matched route has a stop here.
    public var isStop: Bool
    /// The stop's name, if there is a stop here.
    public var name: String?

    /// Creates a position.
    public init(
        _ coordinate: Coordinate, milliseconds: Int64? = nil, accuracyMeters: Double? = nil,
        bearing: Double? = nil, isStop: Bool = false, name: String? = nil
    ) {
        self.coordinate = coordinate
        self.milliseconds = milliseconds
        self.accuracyMeters = accuracyMeters
        self.bearing = bearing
        self.isStop = isStop
        self.name = name
    }
}
