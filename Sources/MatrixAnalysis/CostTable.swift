// The costs of the cheapest paths between many locations, row by row.

import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Computes the costs of the cheapest paths from sources to targets.
///
/// Rows are computed in stripes, so that the memory does not depend on the number of sources.
struct CostTable {
    let layer: AnalysisLayer
    let prepared: PreparedAnalysis
    let control: SolveControl
    /// The positions of the totaled costs in the network, the impedance first.
    let attributes: [Int]
    /// Those of them that are summed without live speeds, too.
    let freeFlow: [Int]

    /// The number of rows in a stripe.
    private static let stripe = 64

    /// - Parameter hasFreeFlow: Whether costs that live speeds change are summed without them, too.
    init(
        layer: AnalysisLayer, prepared: PreparedAnalysis, control: SolveControl,
        hasFreeFlow: Bool = false
    ) {
        self.layer = layer
        self.prepared = prepared
        self.control = control
        let settings = prepared.request.settings
        let (impedance, others) = (settings.impedance, settings.accumulated)
        attributes = [impedance] + others.uniqued(besides: impedance)
        let description = layer.network.description
        freeFlow =
            hasFreeFlow && prepared.request.traffic != nil
            ? attributes.filter { description.followsSpeeds(description.costs[$0]) } : []
    }

    /// The number of costs of a cell.
    var width: Int { attributes.count + freeFlow.count }

    /// The costs of the paths from one source.
    struct Row {
        fileprivate let table: LegTable
        fileprivate let number: Int
        /// Whether the impedance is among the sums, because restriction usages scale weights.
        fileprivate let sumsImpedance: Bool

        /// The cost that the search minimized; `nil` without a path.
        ///
        /// - Parameter target: The position of a target among the targets.
        func searchCost(to target: Int) -> UInt32? {
            let cost = table.cost(from: number, to: target)
            return cost == .max ? nil : cost
        }

        /// The cost of a path in quanta of an attribute.
        ///
        /// - Parameters:
        ///   - attribute: A position in ``CostTable/attributes``, or among them and
        ///     ``CostTable/freeFlow`` after them.
        ///   - target: The position of a target among the targets.
        func quanta(_ attribute: Int, to target: Int) -> Int64 {
            if attribute == 0, !sumsImpedance {
                return Int64(table.cost(from: number, to: target))
            }
            let column = sumsImpedance ? attribute : attribute - 1
            return Int64(clamping: table.sum(column, from: number, to: target))
        }
    }

    /// Computes the rows of some sources, in their order.
    ///
    /// - Parameters:
    ///   - sources: The positions of locations that have a place.
    ///   - targets: The positions of locations that have a place.
    ///   - use: Called with the position of each source among the sources, and its row.
    /// - Throws: The cancellation of the solve, and the errors of `use`.
    /// - Complexity: O(*s* + *t*) searches in the hierarchy and O(*s* · *t*) labels for *s* sources
    ///   and *t* targets.
    func forEachRow(
        from sources: [Int], to targets: [Int],
        _ use: (Int, Row) throws(RouteRequestError) -> Void
    ) throws(RouteRequestError) {
        let sumsImpedance = prepared.metric.key.scalesCosts
        let monitor = SolveMonitor(control: control)
        let origins = sources.map { source in
            LegChain.usable(prepared.stops[source]).map {
                SearchOrigin(edge: $0.edge.row, fraction: $0.fraction)
            }
        }
        let destinations = targets.map { target in
            LegChain.usable(prepared.stops[target]).map {
                SearchDestination(edge: $0.edge.row, fraction: $0.fraction)
            }
        }
        let isDone = try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            defer { control.note(router.mechanisms) }
            return try router.stripes(
                of: Self.stripe, from: origins, to: destinations,
                summing: sumsImpedance ? attributes : Array(attributes.dropFirst()),
                freeFlow: freeFlow, monitor: monitor
            ) { (first, table) throws(RouteRequestError) in
                for number in 0..<table.sourceCount {
                    // Rows of a stripe are found before the first of them is used.
                    try control.check()
                    try use(
                        first + number,
                        Row(table: table, number: number, sumsImpedance: sumsImpedance))
                    control.note(
                        SolveProgress(
                            "Finding costs", done: first + number + 1, of: sources.count,
                            unit: "rows"))
                }
            }
        }
        // A search that was stopped has no rows, but that does not mean that there are no paths.
        if !isDone { throw control.stopReason }
    }
}

extension [Int] {
    /// The different numbers, without a given one.
    fileprivate func uniqued(besides other: Int) -> [Int] {
        var seen: Set = [other]
        return filter { seen.insert($0).inserted }
    }
}
