// The costs of edges under live speeds.

import RoadNetwork

/// The costs of edges with a live speed in one moment, in every column that follows speeds.
///
/// The table is sparse. A bit for each edge of the network, with the number of edges before each
/// word of bits, finds an edge's position in O(1). Rejected: a binary search, whose misses go to
/// slower memory some 17 times for a city; a column as long as the network's for each cost, four
/// bytes for every edge of a country.
package final class TrafficCosts: Sendable {
    /// The edges with a live speed, ascending.
    let edges: [UInt32]
    private let bits: [UInt64]
    /// How many edges lie before each word of ``bits``.
    private let before: [UInt32]
    /// The costs of ``edges`` in each stored column; empty if the column does not follow speeds.
    private let columns: [[UInt32]]
    /// For each stored column, whether some edge costs less than without traffic.
    private let lowering: [Bool]

    /// Computes the costs.
    ///
    /// - Parameter rows: Edges, ascending, each once, and their speeds in km/h.
    /// - Complexity: O(*n*) in the rows, and in the network's edges divided by 64.
    init(_ rows: (edges: [UInt32], speeds: [Double]), on network: NetworkDataset) {
        edges = rows.edges
        var bits = [UInt64](repeating: 0, count: network.edgeCount / 64 + 1)
        for edge in rows.edges { bits[Int(edge >> 6)] |= 1 << UInt64(edge & 63) }
        var before: [UInt32] = []
        before.reserveCapacity(bits.count)
        var count: UInt32 = 0
        for word in bits {
            before.append(count)
            count += UInt32(word.nonzeroBitCount)
        }
        self.bits = bits
        self.before = before
        let lengths = network.lengthColumn
        var columns = [[UInt32]](repeating: [], count: network.description.costColumnCount)
        var lowering = columns.map { _ in false }
        for (column, greatest) in network.description.liveColumns {
            let base = network.costs[column]
            var lowers = false
            columns[column] = zip(rows.edges, rows.speeds).map { edge, speed in
                let length = lengths.map { Double($0[edge]) } ?? 1
                let cost = max(
                    1,
                    EdgeTime.milliseconds(
                        centimeters: length, kilometersPerHour: min(speed, greatest)))
                if cost < base[edge] { lowers = true }
                return cost
            }
            lowering[column] = lowers
        }
        self.columns = columns
        self.lowering = lowering
    }

    /// Bytes held.
    var byteCount: Int {
        12 * bits.count + columns.reduce(4 * edges.count) { $0 + 4 * $1.count }
    }

    /// Returns the costs of ``edges`` in a column; empty if the column does not follow speeds.
    func costs(in column: Int) -> [UInt32] { columns[column] }

    /// Returns an edge's cost in a column, in quanta; `nil` if it has no live speed or the column
    /// does not follow speeds.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    package func cost(of edge: UInt32, column: Int) -> UInt32? {
        let bit: UInt64 = 1 << UInt64(edge & 63)
        let word = bits[Int(edge >> 6)]
        guard word & bit != 0, !columns[column].isEmpty else { return nil }
        return columns[column][
            Int(before[Int(edge >> 6)]) + (word & (bit - 1)).nonzeroBitCount]
    }

    /// Whether some edge costs less than without traffic in a column.
    func lowersCosts(in column: Int) -> Bool { lowering[column] }
}
