// A street in a picture's background.

public import Geo

/// A street in a picture's background.
public struct StreetLine: Hashable, Sendable {
    /// How prominently to draw a street.
    public enum Rank: Int, CaseIterable, Comparable, Sendable {
        /// For pedestrians and bicycles only.
        case path
        /// Within a neighborhood.
        case minor
        /// Between neighborhoods.
        case medium
        /// Between towns.
        case major

        /// Whether one street is less prominent than another.
        public static func < (a: Rank, b: Rank) -> Bool { a.rawValue < b.rawValue }
    }

    /// How prominently to draw it.
    public var rank: Rank
    /// The street's vertices in the picture's spatial reference.
    public var line: [Coordinate]

    /// Creates a street.
    public init(rank: Rank, line: [Coordinate]) {
        self.rank = rank
        self.line = line
    }
}
