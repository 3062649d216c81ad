// What a tile of speeds shows for one direction of a street.

/// How one direction of a street is traveled.
public struct SpeedMark: Hashable, Sendable {
    /// The mean speed in whole km/h.
    public var kilometersPerHour: Int
    /// The seconds from end to end.
    public var seconds: Double
    /// The cost from end to end that routes minimize: seconds or meters.
    public var weight: Double
    /// The street's meters, divided by ``weight``.
    public var rate: Double
    /// Whether the street is outside of the network's largest connected part.
    public var isSmall: Bool
    /// Whether routes may begin and end on the street.
    public var isStartPoint: Bool

    /// States how a direction is traveled.
    public init(
        kilometersPerHour: Int, seconds: Double, weight: Double, rate: Double, isSmall: Bool,
        isStartPoint: Bool
    ) {
        self.kilometersPerHour = kilometersPerHour
        self.seconds = seconds
        self.weight = weight
        self.rate = rate
        self.isSmall = isSmall
        self.isStartPoint = isStartPoint
    }
}
