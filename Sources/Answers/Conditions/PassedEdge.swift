// A route's edges with their distances and times from its start.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// An edge, or a part of one, with its place along a route.
struct PassedEdge: Sendable {
    /// The leg, counted from 0.
    var leg: Int
    /// The element's index in the leg's path.
    var element: Int
    var edge: EdgeID
    /// Where travel begins and ends on the edge, from 0 at its tail to 1 at its head.
    var from: Double
    var to: Double
    /// Centimeters from the route's start to the part's beginning, and along the part.
    var start: Int64
    var length: Int64
    /// Milliseconds from the route's start to the part's beginning, including the turn into the
    /// edge, and along the part.
    var reached: Int64
    var travel: Int64
    /// The edge's variant at the time of travel, if it differs from the usual edge.
    var variant: EdgeVariant?

    /// Whether the route travels some of the edge. Elements at a path's ends may have no length.
    var isTraveled: Bool { from < to }

    /// The part's end, in centimeters from the route's start.
    var end: Int64 { start + length }

    /// Returns the centimeters from the route's start to a place on the edge.
    ///
    /// - Parameter whole: The whole edge's length in centimeters.
    func centimeters(to share: Double, ofLength whole: UInt32) -> Int64 {
        start + Int64(CostProfile.prefix(of: whole, upTo: share))
            - Int64(CostProfile.prefix(of: whole, upTo: from))
    }

    /// Returns the milliseconds from the route's start to a place on the edge.
    func milliseconds(to share: Double) -> Int64 {
        guard to > from else { return reached }
        return reached + Int64((Double(travel) * (share - from) / (to - from)).rounded())
    }
}

/// Finds the edges that routes pass.
struct PassedEdges {
    private let assembly: ResultAssembly
    private let costs: PathCosts
    /// The cost attribute that drives clocks; `nil` if neither the impedance nor the directions use
    /// a time.
    let clock: Int?

    init(_ assembly: ResultAssembly) {
        self.assembly = assembly
        costs = PathCosts(
            network: assembly.network, barriers: assembly.barriers.effects,
            scales: assembly.request.settings.key.scales)
        let settings = assembly.request.settings
        let isTime = assembly.costs[settings.impedance].kind == .time
        clock = isTime ? settings.impedance : settings.directionsTime
    }

    /// Returns a route's edges in travel order, one for each path element.
    ///
    /// - Complexity: O(*n*) for *n* elements.
    func edges(of route: SolvedRoute) -> [PassedEdge] {
        var passed: [PassedEdge] = []
        passed.reserveCapacity(route.legs.reduce(0) { $0 + $1.path.elements.count })
        var centimeters: Int64 = 0
        for (position, leg) in route.legs.enumerated() {
            var milliseconds = route.schedule.visits[position].departureMilliseconds
            let times = clock.flatMap { leg.quanta[$0] }
            var before: EdgeID?
            for (index, element) in leg.path.elements.enumerated() {
                let whole = assembly.network.lengthCentimeters(of: element.edge)
                let length =
                    Int64(CostProfile.prefix(of: whole, upTo: element.to))
                    - Int64(CostProfile.prefix(of: whole, upTo: element.from))
                let time = times?[index] ?? 0
                let turning = before.map { turn(from: $0, to: element.edge) } ?? 0
                passed.append(
                    PassedEdge(
                        leg: position, element: index, edge: element.edge, from: element.from,
                        to: element.to, start: centimeters, length: length,
                        reached: milliseconds + min(turning, time), travel: max(0, time - turning),
                        variant: leg.variants[index]))
                centimeters += length
                milliseconds += time
                before = element.edge
            }
        }
        return passed
    }

    /// Returns the milliseconds between two edges: the turn plus barriers at the node.
    private func turn(from: EdgeID, to: EdgeID) -> Int64 {
        guard let clock else { return 0 }
        let node = assembly.network.head(of: from)
        return Int64(costs.turn(from: from, to: to, attribute: clock))
            + Int64(costs.passage(of: node, attribute: clock))
    }
}
