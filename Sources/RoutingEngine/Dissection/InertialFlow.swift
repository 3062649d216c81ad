// Small balanced cuts of a cell.

/// A cut of a cell in two.
struct CellCut {
    /// For each of the cell's nodes, whether it lies on the first side.
    var isFirst: [Bool]
    /// The number of streets from one side to the other.
    var size: Int
    /// The number of nodes on the smaller side.
    var smallerSide: Int
}

/// Finds small cuts between the ends of a cell.
///
/// The cell's nodes are ranked along a direction. The first and the last quarter become source and
/// sink of a flow in which each street carries one unit. Of four directions, the smallest cut is
/// kept; ties go to better balance, then to the earlier direction.
///
/// Method: A. Schild and C. Sommer, *On balanced separators in road networks*, SEA 2015,
/// [doi:10.1007/978-3-319-20086-6_22](https://doi.org/10.1007/978-3-319-20086-6_22).
struct InertialFlow {
    /// The share of nodes at each end that are source or sink.
    private static let terminalShare = 0.25
    /// East, north, and the two diagonals.
    private static let directions: [(Float, Float)] = [(1, 0), (0, 1), (1, 1), (1, -1)]

    private let graph: DissectionGraph
    private let nodes: UnsafeBufferPointer<UInt32>
    private let network: CellFlow.Network

    /// Prepares a cell.
    ///
    /// - Parameters:
    ///   - nodes: The cell's nodes in the graph.
    ///   - streets: The streets with both ends in the cell.
    ///   - localOf: Receives the position of each node in the cell.
    init(
        _ graph: DissectionGraph, nodes: UnsafeBufferPointer<UInt32>,
        streets: UnsafeBufferPointer<UInt32>, localOf: UnsafeMutablePointer<UInt32>
    ) {
        self.graph = graph
        self.nodes = nodes
        for local in nodes.indices { localOf[Int(nodes[local])] = UInt32(local) }
        network = CellFlow.Network(
            nodeCount: nodes.count,
            streets: streets.map {
                let (a, b) = graph.ends[Int($0)]
                return (localOf[Int(a)], localOf[Int(b)])
            })
    }

    /// Returns the cell's best cut.
    ///
    /// - Precondition: The cell has at least two nodes.
    func bestCut() -> CellCut {
        var best: CellCut?
        for direction in Self.directions {
            guard let cut = cut(along: direction, limit: best?.size ?? .max) else { continue }
            if let held = best, (held.size, -held.smallerSide) <= (cut.size, -cut.smallerSide) {
                continue
            }
            best = cut
        }
        guard let best else { preconditionFailure("no cut found without a limit") }
        return best
    }

    /// Returns the cut along one direction, or `nil` if it would be larger than `limit`.
    private func cut(along direction: (Float, Float), limit: Int) -> CellCut? {
        let terminals = max(1, Int(Double(nodes.count) * Self.terminalShare))
        var keys = nodes.indices.map { local -> UInt64 in
            let node = Int(nodes[local])
            let place = graph.x[node] * direction.0 + graph.y[node] * direction.1
            return UInt64(Self.ordered(place)) << 32 | UInt64(local)
        }
        keys.withUnsafeMutableBufferPointer { keys in
            Self.select(keys, terminals)
            Self.select(
                UnsafeMutableBufferPointer(rebasing: keys[terminals...]),
                keys.count - 2 * terminals)
        }
        var flow = CellFlow(
            network, sources: keys.prefix(terminals).map { UInt32(truncatingIfNeeded: $0) },
            sinks: keys.suffix(terminals).map { UInt32(truncatingIfNeeded: $0) })
        guard let size = flow.run(limit: limit) else { return nil }
        let near = flow.sourceSide()
        let far = flow.sinkSide().map { !$0 }
        let nearBalance = Self.smallerSide(near)
        let farBalance = Self.smallerSide(far)
        return nearBalance >= farBalance
            ? CellCut(isFirst: near, size: size, smallerSide: nearBalance)
            : CellCut(isFirst: far, size: size, smallerSide: farBalance)
    }

    private static func smallerSide(_ side: [Bool]) -> Int {
        let first = side.count(where: \.self)
        return min(first, side.count - first)
    }

    /// Returns a bit pattern that sorts like the number.
    private static func ordered(_ place: Float) -> UInt32 {
        let bits = (place + 0).bitPattern
        return bits & 0x8000_0000 == 0 ? bits | 0x8000_0000 : ~bits
    }

    /// Moves the `count` least keys to the front, in no order.
    ///
    /// Method: C. A. R. Hoare, *Algorithm 65: Find*, CACM 4 (1961),
    /// [doi:10.1145/366622.366647](https://doi.org/10.1145/366622.366647). All keys are different.
    ///
    /// - Complexity: O(*n*) on average.
    private static func select(_ keys: UnsafeMutableBufferPointer<UInt64>, _ count: Int) {
        var (low, high) = (0, keys.count - 1)
        while low < high {
            let (a, b, c) = (keys[low], keys[(low + high) / 2], keys[high])
            let pivot = max(min(a, b), min(max(a, b), c))
            var (left, right) = (low, high)
            while left <= right {
                while keys[left] < pivot { left += 1 }
                while keys[right] > pivot { right -= 1 }
                if left <= right {
                    keys.swapAt(left, right)
                    left += 1
                    right -= 1
                }
            }
            if count <= right { high = right } else if count >= left { low = left } else { return }
        }
    }
}
