// A search's destinations and the best arrival at each so far.

import RoadNetwork

/// How a destination was reached.
enum Arrival {
    /// Along the origin's own edge.
    case origin(Int)
    /// By a turn from the end of a settled state.
    case label(UInt32)
}

/// Destinations by edge, with the best arrival at each.
struct TargetTable {
    private struct Target {
        var fraction: Double
        var cost: UInt32 = .max
        var arrival = Arrival.origin(0)
    }

    private var targets: [Target]
    private var byEdge: [UInt32: [Int]] = [:]
    private var edges: [UInt32]
    /// Whether some destination lies in an area closed to through traffic.
    let hasThroughBarred: Bool
    /// Arrivals at or beyond this cost improve no destination.
    private(set) var bound: UInt32 = .max
    private var unreachedCount: Int
    /// The nearest groups of destinations, if only those are searched.
    private(set) var nearest: NearestGroups?

    init(
        _ destinations: [SearchDestination], costs: RequestCosts, nearest: NearestGroups? = nil
    ) {
        self.nearest = nearest
        targets = destinations.map { Target(fraction: $0.fraction) }
        unreachedCount = targets.count
        for (index, destination) in destinations.enumerated() {
            byEdge[destination.edge, default: []].append(index)
        }
        edges = byEdge.keys.sorted()
        hasThroughBarred = edges.contains { costs.isThroughBarred($0) }
        if let nearest { bound = nearest.bound }
        if destinations.isEmpty { bound = 0 }
    }

    @inline(__always)
    func mayLie(on edge: UInt32) -> Bool {
        edges.count > 8 ? byEdge[edge] != nil : edges.contains(edge)
    }

    func indices(on edge: UInt32) -> [Int] { byEdge[edge] ?? [] }

    func fraction(_ target: Int) -> Double { targets[target].fraction }

    func best(_ target: Int) -> (UInt32, Arrival)? {
        targets[target].cost == .max ? nil : (targets[target].cost, targets[target].arrival)
    }

    mutating func improve(_ target: Int, to cost: UInt32, from arrival: Arrival) {
        guard cost < targets[target].cost, cost < SearchCost.limit else { return }
        let old = targets[target].cost
        if old == .max { unreachedCount -= 1 }
        targets[target].cost = cost
        targets[target].arrival = arrival
        if nearest != nil {
            nearest?.improve(target, to: cost)
            bound = nearest?.bound ?? bound
            return
        }
        // Only the last destination to be reached, and then the dearest, change the bound.
        // Recomputing it at every arrival would take O(*n*²) in a matrix of thousands.
        guard unreachedCount == 0, old >= bound else { return }
        bound = targets.reduce(0) { max($0, $1.cost) }
    }
}
