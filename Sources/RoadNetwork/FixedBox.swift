// A box in the fixed-point numbers of the edge index.

package import Geo

/// A box in ten-millionths of a degree, rounded outward.
///
/// Other boxes are passed as four such numbers: west, south, east, north.
@usableFromInline package struct FixedBox {
    @usableFromInline package let minX, minY, maxX, maxY: Int32

    /// Makes the smallest such box around another.
    package init(_ box: Envelope) {
        func fixed(_ degrees: Double, _ rule: FloatingPointRoundingRule) -> Int32 {
            Int32(max(-2_147_483_647, min(2_147_483_647, (degrees * 1e7).rounded(rule))))
        }
        minX = fixed(box.minX, .down)
        minY = fixed(box.minY, .down)
        maxX = fixed(box.maxX, .up)
        maxY = fixed(box.maxY, .up)
    }

    /// Whether two boxes share a point.
    @inlinable package func intersects(_ other: UnsafePointer<Int32>) -> Bool {
        minX <= other[2] && other[0] <= maxX && minY <= other[3] && other[1] <= maxY
    }

    /// Whether another box lies within this one.
    @inlinable package func contains(_ other: UnsafePointer<Int32>) -> Bool {
        minX <= other[0] && other[2] <= maxX && minY <= other[1] && other[3] <= maxY
    }
}
