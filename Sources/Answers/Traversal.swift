// A route's edges, junctions and turns with their costs.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The traversal of one route: its edges, junctions and turns.
///
/// All rows add up to the route's total. An edge carries the cost of travel along it, a turn the
/// cost of turning, a junction the barriers on it, and a stop its visit.
struct Traversal {
    /// A row's costs and restrictions.
    struct Sums {
        /// The row's own cost by attribute, in the attribute's unit.
        var own: [Int: Double] = [:]
        /// The cost from the route's start to the row's end.
        var cumulated: [Int: Double] = [:]
        /// The active restrictions that apply to the row.
        var restrictions: Set<String> = []
    }

    /// A traversed edge, or a part of one.
    struct Edge {
        var id: Int
        var edge: EdgeID
        var from: Double
        var to: Double
        var leg: Int
        var element: Int
        var fromJunction: Int
        var toJunction: Int
        var sums: Sums
    }

    /// A passed node, or a stop.
    struct Junction {
        enum Kind {
            /// The stop's index in the request.
            case stop(Int)
            case node(NodeID)
        }

        var id: Int
        var kind: Kind
        /// The leg that ends here, or -1 at the first stop.
        var leg: Int
        /// The element that ends here, or -1 at stops.
        var element: Int
        var sums: Sums
    }

    /// A turn from one edge into the next.
    struct Turn {
        var id: Int
        /// The network's turn rule; `nil` if the turn has none.
        var rule: Int?
        /// The edge rows; `nil` if the route travels no part of the edge.
        var fromEdge: Int?
        var toEdge: Int?
        var sums: Sums
    }

    fileprivate(set) var edges: [Edge] = []
    fileprivate(set) var junctions: [Junction] = []
    fileprivate(set) var turns: [Turn] = []
}

/// Finds the traversals of routes.
struct TraversalFinder {
    private let assembly: ResultAssembly
    private let costs: PathCosts
    private let totaled: [Int]
    private let restrictions: [(name: String, restriction: ActiveRestriction)]
    private var traversal = Traversal()
    private var quanta: [Int: Int64] = [:]
    private var spent: [Int: Double] = [:]
    /// How many rows earlier routes have taken.
    private var taken = (edges: 0, junctions: 0, turns: 0)

    private init(_ assembly: ResultAssembly) {
        self.assembly = assembly
        costs = PathCosts(
            network: assembly.network, barriers: assembly.barriers.effects,
            scales: assembly.request.settings.key.scales)
        totaled = assembly.costs.indices.filter { assembly.isTotaled($0) }
        let settings = assembly.request.settings
        restrictions = settings.restrictionNames.compactMap { name in
            guard let mask = assembly.network.description.restriction(named: name)?.mask,
                let active = settings.key.restrictions.first(where: { $0.mask == mask })
            else { return nil }
            return (name, active)
        }
    }

    /// Returns every route's traversal; rows are numbered across all routes.
    ///
    /// - Complexity: O(*n*) for *n* path elements.
    static func traversals(of assembly: ResultAssembly) -> [Traversal] {
        var finder = TraversalFinder(assembly)
        return assembly.found.routes.map { finder.walk($0) }
    }

    private mutating func walk(_ route: SolvedRoute) -> Traversal {
        traversal = Traversal()
        quanta = [:]
        spent = [:]
        var last = addStop(0, of: route)
        for (position, leg) in route.legs.enumerated() {
            last = walk(leg, position, of: route, from: last)
        }
        taken.edges += traversal.edges.count
        taken.junctions += traversal.junctions.count
        taken.turns += traversal.turns.count
        return traversal
    }

    /// Adds a leg's rows, from a junction row to the row of the stop where the leg ends.
    private mutating func walk(
        _ leg: SolvedLeg, _ position: Int, of route: SolvedRoute, from start: Int
    ) -> Int {
        let range = traversed(leg.path.elements, isFirst: position == 0)
        let elements = leg.path.elements[range]
        var junction = start
        // The last edge whose end, the next junction or stop, is not known yet.
        var open: Int?
        // The previous element's row, also if the leg continues from a stop at a junction.
        var row = traversal.edges.last.flatMap { last in
            last.edge == elements[range.lowerBound].edge ? last.id : nil
        }
        for index in range {
            let element = elements[index]
            let isTraversed = element.from < element.to
            let next = isTraversed ? taken.edges + traversal.edges.count + 1 : nil
            if index > range.lowerBound {
                let before = elements[index - 1].edge
                junction = addNode(assembly.network.head(of: before), index - 1, position)
                if let edge = open { traversal.edges[edge].toJunction = junction }
                open = nil
                addTurn(from: before, to: element.edge, rows: (row, next))
                row = nil
            }
            guard let next else { continue }
            row = next
            open = addEdge(element, leg, index, position, from: junction)
        }
        let stop = addStop(position + 1, of: route)
        if let edge = open { traversal.edges[edge].toJunction = stop }
        return stop
    }

    /// Returns a leg's elements, leaving out elements with length 0 and cost 0 at its ends. A stop
    /// at a junction belongs to every street there, so the turn into the street the leg ends on is
    /// not shown.
    private func traversed(_ elements: [NetworkPath.Element], isFirst: Bool) -> Range<Int> {
        func isFree(_ index: Int) -> Bool {
            let (before, after) = (elements[index - 1].edge, elements[index].edge)
            let node = assembly.network.head(of: before)
            return totaled.allSatisfy { attribute in
                costs.turn(from: before, to: after, attribute: attribute) == 0
                    && costs.passage(of: node, attribute: attribute) == 0
            }
        }
        var range = elements.indices
        while range.count > 1,
            elements[range.upperBound - 1].from == elements[range.upperBound - 1].to,
            isFree(range.upperBound - 1)
        {
            range.removeLast()
        }
        // A later leg continues on the street that reached the stop, so its turn is shown.
        while isFirst, range.count > 1,
            elements[range.lowerBound].from == elements[range.lowerBound].to,
            isFree(range.lowerBound + 1)
        {
            range.removeFirst()
        }
        return range
    }

    private mutating func addStop(_ position: Int, of route: SolvedRoute) -> Int {
        let visit = route.schedule.visits[position]
        var own: [Int: Double] = [:]
        for attribute in totaled {
            own[attribute] = assembly.spent(at: visit, attribute)
            spent[attribute, default: 0] += own[attribute] ?? 0
        }
        return addJunction(.stop(visit.stop), leg: position - 1, element: -1, own: own, [])
    }

    private mutating func addNode(_ node: NodeID, _ element: Int, _ leg: Int) -> Int {
        var own: [Int: Double] = [:]
        for attribute in totaled {
            own[attribute] = add(Int64(costs.passage(of: node, attribute: attribute)), attribute)
        }
        let barred = assembly.network.barredMask(of: node.row)
        return addJunction(
            .node(node), leg: leg, element: element, own: own,
            names { $0.applies(toNode: node.row, bits: barred, of: assembly.network) })
    }

    private mutating func addJunction(
        _ kind: Traversal.Junction.Kind, leg: Int, element: Int, own: [Int: Double],
        _ restrictions: Set<String>
    ) -> Int {
        let id = taken.junctions + traversal.junctions.count + 1
        traversal.junctions.append(
            Traversal.Junction(
                id: id, kind: kind, leg: leg, element: element, sums: sums(own, restrictions)))
        return id
    }

    /// Adds an edge's row; its end is filled in later.
    ///
    /// - Returns: The row's position.
    private mutating func addEdge(
        _ element: NetworkPath.Element, _ leg: SolvedLeg, _ index: Int, _ position: Int,
        from junction: Int
    ) -> Int {
        var own: [Int: Double] = [:]
        for attribute in totaled {
            // In the leg, an element's cost includes the turn into it and the node before it.
            var travel = leg.quanta[attribute]?[index] ?? 0
            if index > 0 {
                let before = leg.path.elements[index - 1].edge
                travel -= Int64(costs.turn(from: before, to: element.edge, attribute: attribute))
                travel -= Int64(
                    costs.passage(
                        of: assembly.network.head(of: before), attribute: attribute))
            }
            own[attribute] = add(travel, attribute)
        }
        let network = assembly.network
        let applying = names { $0.applies(to: element.edge.row, of: network) }
        traversal.edges.append(
            Traversal.Edge(
                id: taken.edges + traversal.edges.count + 1, edge: element.edge,
                from: element.from, to: element.to, leg: position, element: index,
                fromJunction: junction, toJunction: junction, sums: sums(own, applying)))
        return traversal.edges.count - 1
    }

    private mutating func addTurn(from: EdgeID, to: EdgeID, rows: (from: Int?, to: Int?)) {
        var own: [Int: Double] = [:]
        for attribute in totaled {
            own[attribute] = add(
                Int64(costs.turn(from: from, to: to, attribute: attribute)), attribute)
        }
        let rule = assembly.network.turnRule(from: from.row, to: to.row)
        let mask = rule.map { assembly.network.turnRuleMask[$0] } ?? 0
        traversal.turns.append(
            Traversal.Turn(
                id: taken.turns + traversal.turns.count + 1, rule: rule, fromEdge: rows.from,
                toEdge: rows.to, sums: sums(own, names { mask & $0.mask != 0 })))
    }

    /// Adds quanta to the cumulated cost; returns them in the attribute's unit.
    private mutating func add(_ amount: Int64, _ attribute: Int) -> Double {
        quanta[attribute, default: 0] += amount
        return assembly.value(amount, attribute)
    }

    private func sums(_ own: [Int: Double], _ restrictions: Set<String>) -> Traversal.Sums {
        var cumulated: [Int: Double] = [:]
        for attribute in totaled {
            cumulated[attribute] =
                assembly.value(quanta[attribute] ?? 0, attribute) + (spent[attribute] ?? 0)
        }
        return Traversal.Sums(own: own, cumulated: cumulated, restrictions: restrictions)
    }

    private func names(where applies: (ActiveRestriction) -> Bool) -> Set<String> {
        Set(restrictions.filter { applies($0.restriction) }.map(\.name))
    }
}
