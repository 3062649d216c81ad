// A path through the network, as the engine finds it and directions describe it.

/// A connected run of directed edges. The first and last may be driven in part.
public struct NetworkPath: Hashable, Sendable {
    /// One directed edge, or a part of it.
    public struct Element: Hashable, Sendable {
        /// The directed edge.
        public var edge: EdgeID
        /// Where travel begins on it: 0 at its tail, 1 at its head.
        public var from: Double
        /// Where travel ends on it; not less than ``from``.
        public var to: Double

        /// Makes an element; by default the whole edge.
        public init(edge: EdgeID, from: Double = 0, to: Double = 1) {
            self.edge = edge
            self.from = from
            self.to = to
        }
    }

    /// The elements in travel order; at least one.
    public var elements: [Element]

    /// Makes a path.
    public init(elements: [Element]) { self.elements = elements }
}
