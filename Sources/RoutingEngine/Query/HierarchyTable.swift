// Costs from many places to many others over a customized hierarchy.

import Dispatch
import RoadNetwork

/// A many-to-many table of least costs.
///
/// A table of *s* sources and *t* targets takes *s* + *t* climbs instead of *s* *t* queries. Every
/// target stores its labels in buckets at the vertices above it (``TargetLabels``); every source
/// climbs and scans the buckets at the vertices above itself (``TablePickup``). Several threads can
/// share the targets and compute stripes of sources.
///
/// A cell can also hold the path's costs in other attributes. They come from ``ArcSums``, which are
/// worth computing for large tables; for small ones the paths are unpacked instead, with the same
/// result. Of equally cheap paths, the table takes the path that ``HierarchySearch`` finds between
/// the same two candidates.
///
/// Method: S. Knopp, P. Sanders, D. Schultes, F. Schulz, D. Wagner, *Computing Many-to-Many
/// Shortest Paths Using Highway Hierarchies*, ALENEX 2007,
/// [doi:10.1137/1.9781611972870.4](https://doi.org/10.1137/1.9781611972870.4), on elimination tree
/// ancestors.
package struct HierarchyTable {
    /// A further attribute of a table, and the arcs' costs in it.
    struct Column {
        var costs: AttributeCosts
        /// `nil` if unpacking is cheaper than computing them. The table's sums are then unknown.
        var sums: ArcSums?
    }

    private let costs: RequestCosts
    private let metric: CustomizedMetric
    private let space: HierarchySpace
    private let search: HierarchySearch

    /// - Parameter metric: The weights customized for this request, including its barriers.
    package init(_ costs: RequestCosts, _ metric: CustomizedMetric, space: HierarchySpace) {
        self.costs = costs
        self.metric = metric
        self.space = space
        search = HierarchySearch(costs, metric, space: space)
    }

    /// Returns the least cost from each source to each target, each with a few candidates; `.max`
    /// if there is no path below ``SearchCost/limit``.
    ///
    /// - Returns: `nil` when the monitor stopped the search.
    /// - Complexity: O(*n* *a* + *s* *l*): a climb over *a* arcs for each of *n* sources and
    ///   targets, and for each of *s* sources a scan of the *l* labels in the buckets above it.
    package func costs(
        from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        monitor: some SearchMonitor
    ) -> [[UInt32]]? {
        guard let labels = TableTargets(targets, search, metric, space, monitor) else {
            return nil
        }
        var rows: [[UInt32]] = []
        rows.reserveCapacity(sources.count)
        var pickup = TablePickup(labels, search, metric, space)
        for source in sources {
            if monitor.shouldStop { return nil }
            pickup.run(from: source)
            rows.append(pickup.costs)
        }
        return rows
    }

    /// Returns the same table with the ends of the paths, and their costs in other attributes.
    ///
    /// - Returns: `nil` when the monitor stopped the search.
    func table(
        from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        summing columns: [Column], monitor: some SearchMonitor
    ) -> LegTable? {
        guard
            let labels = TableTargets(
                targets, search, metric, space, monitor, summing: columns)
        else { return nil }
        var pickup = TablePickup(labels, search, metric, space)
        return pickup.stripe(sources[...], to: targets.count, columns, monitor)
    }

    /// Computes the same table in stripes of `count` sources and hands each on as soon as it is
    /// found, so that memory does not grow with the number of sources.
    ///
    /// - Parameters:
    ///   - columns: Further attributes. If empty, a stripe has costs but no ends of paths.
    ///   - spaces: Working memory of further threads, which compute stripes at the same time.
    ///   - use: Takes the position of a stripe's first source, and the stripe, in ascending order.
    /// - Returns: Whether all stripes were found. If not, the monitor stopped the search.
    func stripes<Failure: Error>(
        of count: Int, from sources: [[SearchOrigin]], to targets: [[SearchDestination]],
        summing columns: [Column], on spaces: [HierarchySpace], monitor: some SearchMonitor,
        _ use: (Int, LegTable) throws(Failure) -> Void
    ) throws(Failure) -> Bool {
        guard
            let labels = TableTargets(
                targets, search, metric, space, monitor,
                summing: columns.isEmpty ? nil : columns)
        else { return false }
        let workers = ([space] + spaces).map {
            TableWorker(labels, costs, metric, $0, columns, targetCount: targets.count)
        }
        for first in stride(from: 0, to: sources.count, by: count * workers.count) {
            let shares = workers.indices.map { number in
                let start = min(first + number * count, sources.count)
                return start..<min(start + count, sources.count)
            }
            DispatchQueue.concurrentPerform(iterations: workers.count) { number in
                workers[number].compute(sources[shares[number]], monitor)
            }
            for (worker, share) in zip(workers, shares) where !share.isEmpty {
                guard let stripe = worker.takeStripe() else { return false }
                try use(share.lowerBound, stripe)
            }
        }
        return true
    }
}

/// A thread that computes stripes of a table.
private final class TableWorker: @unchecked Sendable {
    // Sendable: one thread at a time uses it, and the labels that workers share change only before
    // the first worker begins.
    private var pickup: TablePickup
    private let columns: [HierarchyTable.Column]
    private let targetCount: Int
    private var stripe: LegTable?

    init(
        _ targets: TableTargets, _ costs: RequestCosts, _ metric: CustomizedMetric,
        _ space: HierarchySpace, _ columns: [HierarchyTable.Column], targetCount: Int
    ) {
        let search = HierarchySearch(costs, metric, space: space)
        pickup = TablePickup(targets, search, metric, space)
        self.columns = columns
        self.targetCount = targetCount
    }

    /// Computes a stripe; none when the monitor stops the search.
    func compute(_ sources: ArraySlice<[SearchOrigin]>, _ monitor: some SearchMonitor) {
        stripe =
            columns.isEmpty
            ? pickup.costs(sources, to: targetCount, monitor)
            : pickup.stripe(sources, to: targetCount, columns, monitor)
    }

    /// Returns the stripe that was computed last.
    func takeStripe() -> LegTable? {
        defer { stripe = nil }
        return stripe
    }
}

extension TablePickup {
    /// Returns the costs from some sources; `nil` when the monitor stopped the search.
    fileprivate mutating func costs(
        _ sources: ArraySlice<[SearchOrigin]>, to targetCount: Int, _ monitor: some SearchMonitor
    ) -> LegTable? {
        var table = LegTable(sourceCount: sources.count, costsTo: targetCount)
        for (number, source) in sources.enumerated() {
            if monitor.shouldStop { return nil }
            run(from: source)
            table.set(costs, ofSource: number)
        }
        return table
    }

    /// Returns the rows of some sources; `nil` when the monitor stopped the search.
    fileprivate mutating func stripe(
        _ sources: ArraySlice<[SearchOrigin]>, to targetCount: Int,
        _ columns: [HierarchyTable.Column], _ monitor: some SearchMonitor
    ) -> LegTable? {
        var table = LegTable(
            sourceCount: sources.count, targetCount: targetCount, attributeCount: columns.count)
        for (number, source) in sources.enumerated() {
            if monitor.shouldStop { return nil }
            run(from: source)
            write(source: number, into: &table, columns)
        }
        return table
    }
}

/// A table's targets with their labels.
final class TableTargets {
    /// A destination, and the costs from a vertex where its labels begin.
    private struct Start {
        var rank: UInt32
        var cost: UInt32
        var destination: Int
        var sums: [UInt64]
    }

    let places: [[SearchDestination]]
    let labels: TargetLabels
    /// For each edge, the targets that have a candidate on it.
    private(set) var onEdge: [UInt32: [Int]] = [:]
    /// For each label, which destination its path ends at.
    private(set) var destinations: [UInt16] = []
    /// For each attribute and each label, the cost of its path.
    private(set) var sums: [[UInt64]]
    private let search: HierarchySearch
    private let metric: CustomizedMetric
    private let space: HierarchySpace

    /// Climbs from all targets; `nil` when the monitor stopped the search.
    ///
    /// - Parameter columns: `nil` for a table with costs only.
    init?(
        _ targets: [[SearchDestination]], _ search: HierarchySearch, _ metric: CustomizedMetric,
        _ space: HierarchySpace, _ monitor: some SearchMonitor,
        summing columns: [HierarchyTable.Column]? = nil
    ) {
        places = targets
        self.search = search
        self.metric = metric
        self.space = space
        sums = (columns ?? []).map { _ in [] }
        labels = TargetLabels(targetCount: targets.count, space: space.table)
        let climb = TableClimb(down: metric, space)
        for (index, target) in targets.enumerated() {
            if monitor.shouldStop { return nil }
            for destination in target where onEdge[destination.edge]?.last != index {
                onEdge[destination.edge, default: []].append(index)
            }
            let seeds = target.map { search.seeds(of: $0) }
            climb.run(from: seeds.flatMap(\.starts))
            labels.append(climb.side)
            if let columns { note(climb, seeds, target, columns) }
        }
        labels.layOut()
    }

    /// Records where a climb's labels end, and their paths' costs in other attributes.
    private func note(
        _ climb: TableClimb, _ seeds: [DestinationSeeds], _ target: [SearchDestination],
        _ columns: [HierarchyTable.Column]
    ) {
        var starts: [Start] = []
        for (index, seeds) in seeds.enumerated() {
            for start in seeds.starts {
                let sums = columns.map { column in
                    search.sum(of: column.costs, from: start.rank, by: seeds, to: target[index])
                }
                starts.append(
                    Start(
                        rank: start.rank, cost: start.cost, destination: index, sums: sums))
            }
        }
        func start(at rank: UInt32) -> Start? {
            // A side begins with the first of several cheapest starts.
            starts.first { $0.rank == rank && $0.cost == climb.side.cost[Int(rank)] }
        }
        let side = climb.side
        climb.noteEnds { start(at: $0)?.destination ?? 0 }
        for rank in side.order where side.cost[Int(rank)] < Hierarchy.infinite {
            destinations.append(space.table.end[Int(rank)])
        }
        for (number, column) in columns.enumerated() {
            climb.addUp(column.sums?.down) { start(at: $0)?.sums[number] ?? 0 }
            for rank in side.order where side.cost[Int(rank)] < Hierarchy.infinite {
                sums[number].append(space.table.sum[Int(rank)])
            }
        }
    }
}

extension HierarchySearch {
    /// Returns the cost in an attribute of the path from a vertex's end to a destination, summed
    /// edge by edge.
    func sum(
        of costs: AttributeCosts, from rank: UInt32, by seeds: DestinationSeeds,
        to destination: SearchDestination
    ) -> UInt64 {
        var before = edge(of: rank)
        var total: UInt64 = 0
        for state in seeds.path(from: rank) {
            let edge = edge(ofState: state)
            total += costs.turn(from: before, onto: edge) + costs.whole(edge)
            before = edge
        }
        return total + costs.turn(from: before, onto: destination.edge)
            + costs.part(of: destination.edge, from: 0, to: destination.fraction)
    }
}
