// The traffic a tile shows for one direction of a street.

/// The traffic on one direction of a street.
public struct TrafficMark: Hashable, Sendable {
    /// The jam class, in the word used in answers: `free`, `slow`, `heavy`, `jammed` or `blocked`.
    public var jam: String
    /// Whether the direction is closed.
    public var isClosed: Bool
    /// The live speed in whole km/h; `nil` if it is unknown.
    public var kilometersPerHour: Int?

    /// States the traffic.
    public init(jam: String, isClosed: Bool, kilometersPerHour: Int?) {
        self.jam = jam
        self.isClosed = isClosed
        self.kilometersPerHour = kilometersPerHour
    }
}
