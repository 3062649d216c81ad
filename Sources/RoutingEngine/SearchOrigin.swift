// Where a leg may begin.

/// A place on an edge where a leg may begin, and the cost of reaching it.
package struct SearchOrigin: Hashable, Sendable {
    package var edge: UInt32
    package var fraction: Double
    package var cost: UInt32

    package init(edge: UInt32, fraction: Double, cost: UInt32 = 0) {
        self.edge = edge
        self.fraction = fraction
        self.cost = cost
    }
}
