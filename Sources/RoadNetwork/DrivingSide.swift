// The side of the road on which vehicles drive.

/// The side of the road that traffic keeps to.
public enum DrivingSide: String, Codable, Hashable, Sendable {
    /// Traffic keeps right.
    case right
    /// Traffic keeps left.
    case left

    /// The other side.
    public var opposite: DrivingSide { self == .right ? .left : .right }
}
