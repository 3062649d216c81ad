// The weights that searches add up, and their bound.

/// Bounds of the integers that searches work with.
package enum SearchCost {
    /// The upper bound of labels: 2³⁰ quanta, 12 days in milliseconds, 10,700 km in centimeters.
    package static let limit: UInt32 = 1 << 30
    /// The weight of an edge or turn that may not be used.
    package static let closed = UInt32.max

    /// Returns the sum of two costs. It is at least ``limit`` if either is, since a dataset may
    /// have any costs.
    @inline(__always)
    static func sum(_ a: UInt32, _ b: UInt32) -> UInt32 { min(a, limit) + min(b, limit) }
}
