// Computes a table's rows, one source at a time.

import RoadNetwork

/// A source's climb, and its scan of the targets' labels (the buckets).
struct TablePickup: ~Copyable {
    private typealias Lanes = TargetLabels.Lanes
    /// The meeting vertex that marks a path along one edge.
    private static let ownEdge = Int32(-1)

    private let targets: TableTargets
    private let search: HierarchySearch
    private let climb: TableClimb
    private let space: HierarchySpace
    private let best: UnsafeMutablePointer<Lanes>
    private let meetings: UnsafeMutablePointer<Lanes>
    private var source: [SearchOrigin] = []
    private var starts: [HierarchyQuery.Start] = []

    init(
        _ targets: TableTargets, _ search: HierarchySearch, _ metric: CustomizedMetric,
        _ space: HierarchySpace
    ) {
        self.targets = targets
        self.search = search
        self.space = space
        climb = TableClimb(up: metric, space)
        let capacity = max(targets.labels.blockCount, 1)
        best = .allocate(capacity: capacity)
        best.initialize(repeating: Lanes(repeating: 0), count: capacity)
        meetings = .allocate(capacity: capacity)
        meetings.initialize(repeating: Lanes(repeating: 0), count: capacity)
    }

    deinit {
        best.deallocate()
        meetings.deallocate()
    }

    /// Finds the least costs from a source to all targets.
    mutating func run(from source: [SearchOrigin]) {
        self.source = source
        starts = search.starts(of: source)
        for block in 0..<targets.labels.blockCount {
            best[block] = Lanes(repeating: Int32(Hierarchy.infinite))
            meetings[block] = Lanes(repeating: Self.ownEdge)
        }
        for origin in source {
            for target in targets.onEdge[origin.edge] ?? [] {
                guard let direct = ownEdge(target) else { continue }
                costs(at: target).pointee = Int32(direct.cost)
            }
        }
        climb.run(from: starts)
        targets.labels.lower(best, meetings, by: climb.side)
    }

    /// The least cost to each target; `.max` if there is no path.
    var costs: [UInt32] {
        (0..<targets.places.count).map { target in
            let cost = UInt32(costs(at: target).pointee)
            return cost < Hierarchy.infinite ? cost : .max
        }
    }

    private func costs(at target: Int) -> UnsafeMutablePointer<Int32> {
        UnsafeMutableRawPointer(best).assumingMemoryBound(to: Int32.self) + target
    }

    private func meeting(of target: Int) -> Int32 {
        UnsafeMutableRawPointer(meetings).assumingMemoryBound(to: Int32.self)[target]
    }

    /// Returns the cheapest path along one edge; of several, to the first destination.
    private func ownEdge(_ target: Int) -> (cost: UInt32, ends: LegTable.Ends)? {
        var best: (cost: UInt32, ends: LegTable.Ends)?
        for (index, destination) in targets.places[target].enumerated() {
            guard let found = search.costs.onOwnEdge(source, destination),
                found.cost < best?.cost ?? .max
            else { continue }
            best = (found.cost, LegTable.Ends(origin: found.origin, destination: index))
        }
        return best
    }

    /// Writes the last row found into a table.
    func write(source row: Int, into table: inout LegTable, _ columns: [HierarchyTable.Column]) {
        noteOrigins()
        var met: [(target: Int, rank: Int, label: Int)] = []
        met.reserveCapacity(targets.places.count)
        for target in targets.places.indices {
            let cost = UInt32(costs(at: target).pointee)
            guard cost < Hierarchy.infinite else { continue }
            let meeting = meeting(of: target)
            guard meeting != Self.ownEdge else {
                writeOwnEdge(row, target, into: &table, columns)
                continue
            }
            let rank = UInt32(bitPattern: meeting)
            let label = targets.labels.index(of: target, at: rank)
            met.append((target, Int(rank), label))
            let ends = LegTable.Ends(
                origin: Int(space.table.end[Int(rank)]),
                destination: Int(targets.destinations[label]))
            table.set(cost, ends, from: row, to: target)
        }
        for (number, column) in columns.enumerated() {
            climb.addUp(column.sums?.up) { rank in
                let origin = source[Int(space.table.end[Int(rank)])]
                return column.costs.part(of: origin.edge, from: origin.fraction, to: 1)
            }
            targets.sums[number].withUnsafeBufferPointer { behind in
                for (target, rank, label) in met {
                    let (there, rest) = (space.table.sum[rank], behind[label])
                    let sum = there == .max || rest == .max ? .max : there + rest
                    table.setSum(sum, number, from: row, to: target)
                }
            }
        }
    }

    private func writeOwnEdge(
        _ row: Int, _ target: Int, into table: inout LegTable, _ columns: [HierarchyTable.Column]
    ) {
        guard let direct = ownEdge(target) else { return }
        table.set(direct.cost, direct.ends, from: row, to: target)
        let origin = source[direct.ends.origin]
        let end = targets.places[target][direct.ends.destination]
        for (number, column) in columns.enumerated() {
            let sum = column.costs.part(of: end.edge, from: origin.fraction, to: end.fraction)
            table.setSum(sum, number, from: row, to: target)
        }
    }

    /// Records for every label of the climb the first of the cheapest origins where it began.
    private func noteOrigins() {
        climb.noteEnds { search.origin(of: $0, source, starts) }
    }
}
