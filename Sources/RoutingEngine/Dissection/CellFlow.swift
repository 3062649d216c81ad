// The maximum flow through a cell's streets, and its minimum cuts.

/// A flow in which each street carries one unit in either direction.
///
/// Method: Y. Dinitz, *Algorithm for solution of a problem of maximum flow in networks with power
/// estimation*, Soviet Mathematics Doklady 11 (1970).
struct CellFlow {
    /// A cell's streets, by node.
    struct Network {
        /// Where each node's arcs begin, and one more entry at the end.
        let first: [UInt32]
        /// The node that each arc leads to.
        let heads: [UInt32]
        /// For each arc, twice its street, plus 1 against the street's direction.
        let ids: [UInt32]

        init(nodeCount: Int, streets: [(UInt32, UInt32)]) {
            var first = [UInt32](repeating: 0, count: nodeCount + 1)
            for (a, b) in streets {
                first[Int(a) + 1] += 1
                first[Int(b) + 1] += 1
            }
            for node in 0..<nodeCount { first[node + 1] += first[node] }
            var next = first
            var heads = [UInt32](repeating: 0, count: streets.count * 2)
            var ids = heads
            for (index, (a, b)) in streets.enumerated() {
                heads[Int(next[Int(a)])] = b
                ids[Int(next[Int(a)])] = UInt32(2 * index)
                next[Int(a)] += 1
                heads[Int(next[Int(b)])] = a
                ids[Int(next[Int(b)])] = UInt32(2 * index + 1)
                next[Int(b)] += 1
            }
            self.first = first
            self.heads = heads
            self.ids = ids
        }
    }

    private enum Terminal {
        static let none: UInt8 = 0
        static let source: UInt8 = 1
        static let sink: UInt8 = 2
    }

    private let network: Network
    private let sources: [UInt32]
    private let sinks: [UInt32]
    private var terminal: [UInt8]
    /// The direction in which each street carries a unit: 0 none, 1 along, 2 against.
    private var carried: [UInt8]
    private var level: [Int32]
    private var nextArc: [UInt32]
    private var queue: [UInt32] = []
    private var path: [UInt32] = []
    private var pathNodes: [UInt32] = []

    init(_ network: Network, sources: [UInt32], sinks: [UInt32]) {
        self.network = network
        let nodeCount = network.first.count - 1
        terminal = [UInt8](repeating: Terminal.none, count: nodeCount)
        for node in sinks { terminal[Int(node)] = Terminal.sink }
        for node in sources { terminal[Int(node)] = Terminal.source }
        // A terminal whose neighbors are all terminals of the same kind cannot carry flow.
        let kinds = terminal
        func touchesOthers(_ node: UInt32) -> Bool {
            let arcs = Int(network.first[Int(node)])..<Int(network.first[Int(node) + 1])
            return network.heads[arcs].contains { kinds[Int($0)] != kinds[Int(node)] }
        }
        self.sources = sources.filter(touchesOthers)
        self.sinks = sinks
        carried = [UInt8](repeating: 0, count: network.ids.count / 2)
        level = [Int32](repeating: -1, count: nodeCount)
        nextArc = network.first
    }

    /// Returns the size of the minimum cut, or `nil` if it exceeds `limit`.
    ///
    /// - Complexity: O(*m* √*m*) for *m* streets; at most O(*m* *k*) for a cut of *k* streets.
    mutating func run(limit: Int) -> Int? {
        var flow = 0
        while assignLevels() {
            nextArc = network.first
            for source in sources {
                while augment(from: source) {
                    flow += 1
                    if flow > limit { return nil }
                }
            }
        }
        return flow
    }

    /// Whether an arc can carry one more unit.
    @inline(__always)
    private func isOpen(_ id: UInt32) -> Bool { carried[Int(id >> 1)] != UInt8(id & 1) + 1 }

    /// Assigns levels by breadth-first search from the sources. Returns whether a sink is
    /// reachable.
    private mutating func assignLevels() -> Bool {
        level.withUnsafeMutableBufferPointer { $0.update(repeating: -1) }
        queue.removeAll(keepingCapacity: true)
        for source in sources {
            level[Int(source)] = 0
            queue.append(source)
        }
        var position = 0
        var reached: Int32 = .max
        while position < queue.count {
            let node = Int(queue[position])
            position += 1
            let next = level[node] + 1
            // Nodes beyond the nearest sink cannot lie on a shortest augmenting path.
            if next > reached { break }
            for arc in Int(network.first[node])..<Int(network.first[node + 1]) {
                let head = Int(network.heads[arc])
                guard level[head] < 0, terminal[head] != Terminal.source,
                    isOpen(network.ids[arc])
                else { continue }
                level[head] = next
                if terminal[head] == Terminal.sink {
                    reached = next
                } else {
                    queue.append(UInt32(head))
                }
            }
        }
        return reached < .max
    }

    /// Sends one unit of flow along ascending levels, if possible.
    private mutating func augment(from source: UInt32) -> Bool {
        path.removeAll(keepingCapacity: true)
        pathNodes.removeAll(keepingCapacity: true)
        var node = Int(source)
        while true {
            if terminal[node] == Terminal.sink {
                for arc in path { carry(network.ids[Int(arc)]) }
                return true
            }
            if let arc = advance(from: node) {
                path.append(arc)
                pathNodes.append(UInt32(node))
                node = Int(network.heads[Int(arc)])
            } else {
                guard path.popLast() != nil, let back = pathNodes.popLast() else { return false }
                node = Int(back)
                nextArc[node] += 1
            }
        }
    }

    private mutating func advance(from node: Int) -> UInt32? {
        let end = network.first[node + 1]
        var arc = nextArc[node]
        defer { nextArc[node] = arc }
        while arc < end {
            if level[Int(network.heads[Int(arc)])] == level[node] + 1, isOpen(network.ids[Int(arc)])
            {
                return arc
            }
            arc += 1
        }
        return nil
    }

    private mutating func carry(_ id: UInt32) {
        let against = UInt8((id & 1) ^ 1) + 1
        carried[Int(id >> 1)] = carried[Int(id >> 1)] == against ? 0 : UInt8(id & 1) + 1
    }

    /// Returns the nodes that the sources reach in the residual graph.
    func sourceSide() -> [Bool] {
        reached(from: sources, all: Terminal.source) { isOpen($0) }
    }

    /// Returns the nodes that reach a sink in the residual graph.
    func sinkSide() -> [Bool] {
        reached(from: sinks, all: Terminal.sink) { isOpen($0 ^ 1) }
    }

    private func reached(
        from starts: [UInt32], all kind: UInt8, through isOpen: (UInt32) -> Bool
    ) -> [Bool] {
        var reached = terminal.map { $0 == kind }
        var stack = starts
        while let node = stack.popLast() {
            for arc in Int(network.first[Int(node)])..<Int(network.first[Int(node) + 1]) {
                let head = network.heads[arc]
                guard !reached[Int(head)], isOpen(network.ids[arc]) else { continue }
                reached[Int(head)] = true
                stack.append(head)
            }
        }
        return reached
    }
}
