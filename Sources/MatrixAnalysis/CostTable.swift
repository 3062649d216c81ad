// What the cheapest paths between many locations cost, row by row.

import NetworkAnalysis
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds what the cheapest paths from some locations to others cost.
///
/// Rows are computed in stripes, so that what is held does not grow with the number of sources.
struct CostTable {
    let layer: AnalysisLayer
    let prepared: PreparedAnalysis
    let control: SolveControl
    /// The costs that are totalled, as positions among the network's: the impedance first.
    let attributes: [Int]

    /// Rows in a stripe.
    private static let stripe = 64

    init(layer: AnalysisLayer, prepared: PreparedAnalysis, control: SolveControl) {
        self.layer = layer
        self.prepared = prepared
        self.control = control
        let settings = prepared.request.settings
        let (impedance, others) = (settings.impedance, settings.accumulated)
        attributes = [impedance] + others.uniqued(besides: impedance)
    }

    /// What the paths from one source cost.
    struct Row {
        fileprivate let table: LegTable
        fileprivate let number: Int
        /// Whether the impedance is among the sums, because preferred and avoided roads weigh
        /// otherwise than they cost.
        fileprivate let sumsImpedance: Bool

        /// What the search minimized, by the position of the target; `nil` where there is no path.
        func searchCost(to target: Int) -> UInt32? {
            let cost = table.cost(from: number, to: target)
            return cost == .max ? nil : cost
        }

        /// What a path costs in quanta of an attribute.
        ///
        /// - Parameter attribute: A position among ``CostTable/attributes``.
        func quanta(_ attribute: Int, to target: Int) -> Int64 {
            if attribute == 0, !sumsImpedance {
                return Int64(table.cost(from: number, to: target))
            }
            let column = sumsImpedance ? attribute : attribute - 1
            return Int64(clamping: table.sum(column, from: number, to: target))
        }
    }

    /// Finds the rows of some sources, in their order.
    ///
    /// - Parameters:
    ///   - sources: Positions of locations that have a place.
    ///   - targets: The same.
    ///   - use: Takes the position of a source among the sources, and its row.
    /// - Throws: That the solve was called off, and what `use` throws.
    /// - Complexity: O(s + t) climbs of the hierarchy and O(s · t) labels.
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
                monitor: monitor
            ) { (first, table) throws(RouteRequestError) in
                for number in 0..<table.sourceCount {
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
        // A search that was stopped finds nothing, which is not an answer.
        if !isDone { throw control.stopReason }
    }
}

extension [Int] {
    /// The numbers without repetitions, and without one of them.
    fileprivate func uniqued(besides other: Int) -> [Int] {
        var seen: Set = [other]
        return filter { seen.insert($0).inserted }
    }
}
