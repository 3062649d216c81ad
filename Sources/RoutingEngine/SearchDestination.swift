// Where a leg may end.

/// A place on an edge where a leg may end.
package struct SearchDestination: Hashable, Sendable {
    package var edge: UInt32
    package var fraction: Double

    package init(edge: UInt32, fraction: Double) {
        self.edge = edge
        self.fraction = fraction
    }
}
