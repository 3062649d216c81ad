// A table's target labels, in buckets at the vertices above the targets.

import DataStructures
import RoadNetwork

/// Labels of all targets in buckets by vertex, for the sources to scan.
///
/// Vertices of high rank have labels of nearly all targets. Their buckets are full rows, compared
/// eight at a time. Other vertices list pairs of target and cost.
final class TargetLabels {
    typealias Lanes = SIMD8<Int32>
    /// Costs are below twice ``Hierarchy/infinite``, so they fit signed lanes.
    private static let infinite = Int32(Hierarchy.infinite)

    private struct Row {
        var rank: UInt32
        /// The row's position in ``values``.
        var start: Int
        /// How many labels are listed as target and cost; 0 in a full row.
        var listed: Int
    }

    /// Target by target, ascending by rank.
    private(set) var ranks: [UInt32] = []
    private var costs: [UInt32] = []
    /// Each target's first label, and the end.
    private var first: [Int] = [0]
    private var rows: [Row] = []
    private var values: UnsafeMutablePointer<Int32>
    private let space: TableSpace
    private let targetCount: Int
    /// Blocks of eight targets.
    let blockCount: Int

    init(targetCount: Int, space: TableSpace) {
        self.targetCount = targetCount
        self.space = space
        blockCount = (targetCount + Lanes.scalarCount - 1) / Lanes.scalarCount
        values = Self.aligned(0)
    }

    deinit {
        for row in rows { space.row[Int(row.rank)] = Hierarchy.none }
        values.deallocate()
    }

    private static func aligned(_ count: Int) -> UnsafeMutablePointer<Int32> {
        let bytes = UnsafeMutableRawPointer.allocate(
            byteCount: max(count, 1) * MemoryLayout<Int32>.stride,
            alignment: MemoryLayout<Lanes>.alignment)
        return bytes.bindMemory(to: Int32.self, capacity: max(count, 1))
    }

    /// Appends the next target's labels.
    func append(_ side: SideLabels) {
        for rank in side.order {
            let cost = side.cost[Int(rank)]
            guard cost < Hierarchy.infinite else { continue }
            ranks.append(rank)
            costs.append(cost)
        }
        first.append(ranks.count)
    }

    /// Returns the position of a target's label on a vertex among all labels.
    func index(of target: Int, at rank: UInt32) -> Int {
        (first[target]..<first[target + 1]).partitioningIndex { ranks[$0] >= rank }
    }

    /// Lays the labels out by vertex.
    func layOut() {
        var counts: [Int] = []
        for rank in ranks {
            if space.row[Int(rank)] == Hierarchy.none {
                space.row[Int(rank)] = UInt32(rows.count)
                rows.append(Row(rank: rank, start: 0, listed: 0))
                counts.append(0)
            }
            counts[Int(space.row[Int(rank)])] += 1
        }
        let stride = blockCount * Lanes.scalarCount
        var total = 0
        for row in rows.indices {
            rows[row].start = total
            let isFull = counts[row] * 2 >= targetCount
            rows[row].listed = isFull ? 0 : counts[row]
            let length = isFull ? stride : counts[row] * 2
            total += (length + Lanes.scalarCount - 1) / Lanes.scalarCount * Lanes.scalarCount
        }
        values.deallocate()
        values = Self.aligned(total)
        values.initialize(repeating: Self.infinite, count: max(total, 1))
        var next = rows.map(\.start)
        for target in 0..<targetCount {
            for label in first[target]..<first[target + 1] {
                let row = Int(space.row[Int(ranks[label])])
                if rows[row].listed == 0 {
                    values[rows[row].start + target] = Int32(costs[label])
                } else {
                    values[next[row]] = Int32(target)
                    values[next[row] + 1] = Int32(costs[label])
                    next[row] += 2
                }
            }
        }
    }

    /// Lowers a row of costs to the best paths over the vertices that a source has climbed.
    ///
    /// - Parameters:
    ///   - best: Each target's least cost so far, in blocks.
    ///   - meetings: For each target whose cost is lowered, receives the lowest vertex with the
    ///     least cost.
    func lower(
        _ best: UnsafeMutablePointer<Lanes>, _ meetings: UnsafeMutablePointer<Lanes>,
        by side: SideLabels
    ) {
        let (rowOf, values) = (space.row, self.values)
        let scalars = UnsafeMutableRawPointer(best).assumingMemoryBound(to: Int32.self)
        let ranks = UnsafeMutableRawPointer(meetings).assumingMemoryBound(to: Int32.self)
        rows.withUnsafeBufferPointer { rows in
            for rank in side.order {
                let cost = side.cost[Int(rank)]
                let number = rowOf[Int(rank)]
                guard cost < Hierarchy.infinite, number != Hierarchy.none else { continue }
                let row = rows[Int(number)]
                let own = Int32(bitPattern: cost)
                let mark = Int32(bitPattern: rank)
                if row.listed == 0 {
                    Self.lower(
                        best, meetings, blockCount, values + row.start, by: own, mark: mark)
                    continue
                }
                for place in 0..<row.listed {
                    let target = Int(values[row.start + 2 * place])
                    let sum = own &+ values[row.start + 2 * place + 1]
                    if sum < scalars[target] {
                        scalars[target] = sum
                        ranks[target] = mark
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func lower(
        _ best: UnsafeMutablePointer<Lanes>, _ meetings: UnsafeMutablePointer<Lanes>,
        _ blockCount: Int, _ values: UnsafeMutablePointer<Int32>, by cost: Int32, mark: Int32
    ) {
        let labels = UnsafeMutableRawPointer(values).assumingMemoryBound(to: Lanes.self)
        let (costs, marks) = (Lanes(repeating: cost), Lanes(repeating: mark))
        for block in 0..<blockCount {
            let sum = labels[block] &+ costs
            let isLess = sum .< best[block]
            best[block].replace(with: sum, where: isLess)
            meetings[block].replace(with: marks, where: isLess)
        }
    }
}
