// The costs of the cheapest paths between many locations, row by row.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Computes the costs of the cheapest paths from sources to targets.
///
/// Rows are computed in stripes, so memory does not depend on the number of sources. You get each
/// ``Row`` as soon as it is complete, and must copy what you keep.
struct CostTable {
    let layer: AnalysisLayer
    let prepared: PreparedAnalysis
    let control: SolveControl
    /// The places of locations that moved.
    let moved: MovedPlaces
    /// The totaled costs' indices in the network, the impedance first.
    let attributes: [Int]
    /// The costs among ``attributes`` that are also summed without live speeds.
    let freeFlow: [Int]
    private let sumsCosts: Bool

    /// How many rows a stripe has.
    private static let stripe = 64

    /// - Parameters:
    ///   - sumsCosts: Whether to total all costs; if not, rows only show which paths exist.
    ///   - hasFreeFlow: Whether to sum costs also without live speeds, if these change them.
    init(
        layer: AnalysisLayer, prepared: PreparedAnalysis, control: SolveControl,
        moved: MovedPlaces = MovedPlaces(), sumsCosts: Bool = true, hasFreeFlow: Bool = false
    ) {
        self.moved = moved
        self.sumsCosts = sumsCosts
        self.layer = layer
        self.prepared = prepared
        self.control = control
        let settings = prepared.request.settings
        let (impedance, others) = (settings.impedance, settings.accumulated)
        attributes = [impedance] + (sumsCosts ? others.uniqued(besides: impedance) : [])
        let description = layer.network.description
        freeFlow =
            hasFreeFlow && prepared.request.traffic != nil
            ? attributes.filter { description.followsSpeeds(description.costs[$0]) } : []
    }

    /// How many costs a cell has.
    var width: Int { attributes.count + freeFlow.count }

    /// The costs of paths from one source.
    ///
    /// If locations have several places, the first path counts: between the closest places, then to
    /// another place of the target, then from another place of the source, then between others. Two
    /// houses in one yard are neighbors, though both have moved to its gate for all others.
    ///
    /// A location off the mainland leaves its closest place wherever a path is missing, as in a
    /// route: a street that ends at a barrier leads to another location's place at this end, and
    /// nowhere else. If both ends lie off the mainland, the pair may have places of its own
    /// (``MovedPlaces/chosen``), which come first after the closest ones.
    struct Row {
        /// The row for the source's closest place.
        fileprivate let table: LegTable
        fileprivate let number: Int
        /// The rows for its other places.
        fileprivate let others: [(table: LegTable, number: Int)]
        /// Whether the source keeps its closest place for paths to other places.
        fileprivate let stays: Bool
        /// The places of the source's own pairs, by the target's index.
        fileprivate let chosen: [Int: MovedPlaces.Ends]
        /// Each target's columns; `nil` if every target has one place.
        fileprivate let columns: [Columns]?
        /// Whether the impedance is among the sums, because restriction usages scale weights.
        fileprivate let sumsImpedance: Bool

        /// Returns the first cell with a path.
        private func cell(of target: Int) -> (table: LegTable, number: Int, column: Int)? {
            let columns = columns?[target] ?? Columns(range: target...target, stay: true)
            let first = columns.range.lowerBound
            if table.cost(from: number, to: first) != .max { return (table, number, first) }
            guard !others.isEmpty || columns.range.count > 1 else { return nil }
            let own = [(table: table, number: number)]
            if let ends = chosen[target] {
                let row = (own + others)[ends.source]
                let column = first + ends.target
                if row.table.cost(from: row.number, to: column) != .max {
                    return (row.table, row.number, column)
                }
            }
            let (closest, moved) = (columns.range.prefix(1), columns.range.dropFirst())
            let ofStaying = [
                (rows: stays ? own : [], columns: moved),
                (rows: columns.stay ? others : [], columns: closest),
                (rows: others, columns: moved),
            ]
            // Whatever else has a path is better than none.
            let ofMoved = [(rows: own, columns: moved), (rows: others, columns: closest)]
            for (rows, columns) in ofStaying + ofMoved {
                for (table, number) in rows {
                    for column in columns where table.cost(from: number, to: column) != .max {
                        return (table, number, column)
                    }
                }
            }
            return nil
        }

        /// Whether source and targets have one place each, as they nearly always do.
        private var isPlain: Bool { columns == nil && others.isEmpty }

        /// Returns the cost the search minimized; `nil` without a path.
        ///
        /// - Parameter target: The target's index.
        func searchCost(to target: Int) -> UInt32? {
            guard isPlain else {
                return cell(of: target).map { $0.table.cost(from: $0.number, to: $0.column) }
            }
            let cost = table.cost(from: number, to: target)
            return cost == .max ? nil : cost
        }

        /// Returns a path's cost in quanta of an attribute.
        ///
        /// - Parameters:
        ///   - attribute: An index into ``CostTable/attributes``, continued by
        ///     ``CostTable/freeFlow``.
        ///   - target: The target's index.
        func quanta(_ attribute: Int, to target: Int) -> Int64 {
            guard !isPlain, let cell = cell(of: target) else {
                return quanta(attribute, table, number, target)
            }
            return quanta(attribute, cell.table, cell.number, cell.column)
        }

        private func quanta(
            _ attribute: Int, _ table: LegTable, _ number: Int, _ column: Int
        ) -> Int64 {
            if attribute == 0, !sumsImpedance {
                return Int64(table.cost(from: number, to: column))
            }
            let sum = sumsImpedance ? attribute : attribute - 1
            return Int64(clamping: table.sum(sum, from: number, to: column))
        }
    }

    /// A target's columns, its closest place first.
    fileprivate struct Columns {
        var range: ClosedRange<Int>
        /// Whether the target keeps its closest place for paths from other places.
        var stay: Bool
    }

    /// Returns the columns of targets; `nil` if every one has one place.
    private func columns(of targets: [Int]) -> [Columns]? {
        guard targets.contains(where: { places(of: $0).count > 1 }) else { return nil }
        var columns: [Columns] = []
        columns.reserveCapacity(targets.count)
        for target in targets {
            let next = (columns.last?.range.upperBound ?? -1) + 1
            let count = places(of: target).count
            columns.append(
                Columns(range: next...(next + count - 1), stay: count == 1 || stays(target)))
        }
        return columns
    }

    private func stays(_ location: Int) -> Bool { moved.onMainland.contains(location) }

    private func places(of location: Int) -> [LocatedStop] {
        moved.places[location] ?? [prepared.stops[location]]
    }

    /// Returns the places of a source's own pairs, by the index of the target.
    private func chosen(of source: Int, _ targets: [Int]) -> [Int: MovedPlaces.Ends] {
        guard let chosen = moved.chosen[source] else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: targets.enumerated().compactMap { index, target in
                chosen[target].map { (index, $0) }
            })
    }

    /// Computes the rows for some sources, in their order.
    ///
    /// - Parameters:
    ///   - sources: The positions of located sources.
    ///   - targets: The positions of located targets.
    ///   - use: Called with each source's index and row.
    /// - Throws: The solve's cancellation, and errors from `use`.
    /// - Complexity: O(*s* + *t*) searches in the hierarchy and O(*s* · *t*) labels for *s* sources
    ///   and *t* targets.
    func forEachRow(
        from sources: [Int], to targets: [Int],
        _ use: (Int, Row) throws(RouteRequestError) -> Void
    ) throws(RouteRequestError) {
        let sumsImpedance = sumsCosts && prepared.metric.key.scalesCosts
        let monitor = SolveMonitor(control: control)
        let origins = sources.map(places(of:))
        let destinations = targets.map(places(of:))
        let columns = columns(of: targets)
        var rows: [(table: LegTable, number: Int)] = []
        var done = 0
        let isDone = try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            defer { control.note(router.mechanisms) }
            return try router.stripes(
                of: Self.stripe, from: origins.flatMap { $0.map(LegChain.origins) },
                to: destinations.flatMap { $0.map(LegChain.targets) },
                summing: sumsImpedance ? attributes : Array(attributes.dropFirst()),
                freeFlow: freeFlow, monitor: monitor
            ) { (_, table) throws(RouteRequestError) in
                for number in 0..<table.sourceCount {
                    // A whole stripe is found before its first row is used.
                    try control.check()
                    rows.append((table, number))
                    guard rows.count == origins[done].count else { continue }
                    try use(
                        done,
                        Row(
                            table: rows[0].table, number: rows[0].number,
                            others: Array(rows.dropFirst()),
                            stays: rows.count == 1 || stays(sources[done]),
                            chosen: chosen(of: sources[done], targets), columns: columns,
                            sumsImpedance: sumsImpedance))
                    rows.removeAll(keepingCapacity: true)
                    done += 1
                    control.note(
                        SolveProgress(
                            "Finding costs", done: done, of: sources.count, unit: "rows"))
                }
            }
        }
        // A stopped search has no rows, but that does not mean that there are no paths.
        if !isDone { throw control.stopReason }
    }
}

extension [Int] {
    /// Returns the distinct numbers, without a given one.
    fileprivate func uniqued(besides other: Int) -> [Int] {
        var seen: Set = [other]
        return filter { seen.insert($0).inserted }
    }
}
