// Axis-parallel boxes.

/// The smallest axis-parallel box around some coordinates. It is empty until you add something.
public struct Envelope: Hashable, Sendable {
    /// The least x, `+infinity` while empty.
    public var minX: Double
    /// The least y, `+infinity` while empty.
    public var minY: Double
    /// The greatest x, `-infinity` while empty.
    public var maxX: Double
    /// The greatest y, `-infinity` while empty.
    public var maxY: Double

    /// Makes an empty envelope.
    @inlinable public init() {
        (minX, minY) = (.infinity, .infinity)
        (maxX, maxY) = (-.infinity, -.infinity)
    }

    /// Makes an envelope from its corners.
    public init(minX: Double, minY: Double, maxX: Double, maxY: Double) {
        self.minX = minX
        self.minY = minY
        self.maxX = maxX
        self.maxY = maxY
    }

    /// Makes the box around some coordinates; empty if there are none.
    @inlinable public init(_ coordinates: some Sequence<Coordinate>) {
        self.init()
        for coordinate in coordinates { add(coordinate) }
    }

    /// Whether nothing has been added.
    public var isEmpty: Bool { minX > maxX || minY > maxY }

    /// Grows the box to contain a coordinate.
    @inlinable public mutating func add(_ coordinate: Coordinate) {
        minX = min(minX, coordinate.x)
        minY = min(minY, coordinate.y)
        maxX = max(maxX, coordinate.x)
        maxY = max(maxY, coordinate.y)
    }

    /// Grows the box to contain another.
    public mutating func add(_ other: Envelope) {
        minX = min(minX, other.minX)
        minY = min(minY, other.minY)
        maxX = max(maxX, other.maxX)
        maxY = max(maxY, other.maxY)
    }

    /// Returns whether the two boxes share a point, borders included.
    public func intersects(_ other: Envelope) -> Bool {
        minX <= other.maxX && other.minX <= maxX && minY <= other.maxY && other.minY <= maxY
    }

    /// Returns whether a coordinate lies in the box, borders included.
    public func contains(_ coordinate: Coordinate) -> Bool {
        coordinate.x >= minX && coordinate.x <= maxX && coordinate.y >= minY
            && coordinate.y <= maxY
    }
}
