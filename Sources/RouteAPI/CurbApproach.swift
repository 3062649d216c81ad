// The side of a vehicle on which a location must lie.

/// On which side of the vehicle a stop must lie.
public enum CurbApproach: Int, Hashable, Sendable, CaseIterable {
    /// Either side.
    case eitherSide = 0
    /// The stop is on the right, both on arrival and on departure.
    case rightSide = 1
    /// The stop is on the left, both on arrival and on departure.
    case leftSide = 2
    /// Either side, but the vehicle must leave in the direction in which it arrived.
    case noUTurn = 3
}
