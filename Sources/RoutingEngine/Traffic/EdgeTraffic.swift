// A traffic snapshot's statements about single edges: live speeds and closures, each with its time.

/// A live speed on an edge.
package struct EdgeSpeed: Hashable, Sendable {
    /// The directed edge's row.
    package var edge: UInt32
    /// The speed, above 0.
    package var kilometersPerHour: Double
    /// When the speed begins to hold, in epoch milliseconds. If `nil`, it holds already one
    /// validity before the snapshot was made: clocks may differ a little.
    package var from: Int64?
    /// When the speed lapses, in epoch milliseconds. If `nil`, it lapses one validity after the
    /// snapshot was made.
    package var until: Int64?

    /// States a speed.
    package init(
        edge: UInt32, kilometersPerHour: Double, from: Int64? = nil, until: Int64? = nil
    ) {
        self.edge = edge
        self.kilometersPerHour = kilometersPerHour
        self.from = from
        self.until = until
    }
}

/// A closure of an edge. Closures of one edge may overlap.
package struct EdgeClosure: Hashable, Sendable {
    /// The directed edge's row.
    package var edge: UInt32
    /// The first closed instant in epoch milliseconds; `nil` for a closure without a beginning.
    package var from: Int64?
    /// The first open instant in epoch milliseconds; `nil` for a closure without an end, which
    /// lasts as long as the snapshot is used.
    package var until: Int64?

    /// States a closure.
    package init(edge: UInt32, from: Int64? = nil, until: Int64? = nil) {
        self.edge = edge
        self.from = from
        self.until = until
    }
}
