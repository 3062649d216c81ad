// The cost of a given path as if it were open, and what is closed on it.
//
// PathCheck and TimedWalk refuse a closed path; here it is followed to its end.

package import RoadNetwork

/// Something that is closed or forbidden on a given path.
package struct PathClosure: Hashable, Sendable {
    /// What closes the path.
    package enum Cause: Hashable, Sendable {
        /// A barrier on the street.
        case barrier
        /// A barrier at the junction before the element.
        case junctionBarrier(NodeID)
        /// Restrictions that prohibit the street, as bits; none if the mode family has no such
        /// street.
        case restrictions(UInt64)
        /// Restrictions that prohibit the street at the time of travel, as bits.
        case timedRestrictions(UInt64)
        /// Traffic: the street is closed when the path reaches it.
        case traffic
        /// The turn into the element is prohibited.
        case turn
        /// The turn into the element is prohibited at the time of travel.
        case timedTurn
        /// A U-turn that the request's policy forbids.
        case uTurn
        /// The path crosses an area that is closed to through traffic.
        case throughTraffic
    }

    /// The element's position on the path.
    package var element: Int
    /// Where on the element's edge travel is first closed, from 0 at its tail to 1 at its head.
    package var share: Double
    /// What closes the path there.
    package var cause: Cause
}

/// A path with its cost as if everything on it were open.
package struct FollowedPath: Sendable {
    /// The search cost in quanta.
    package var cost: UInt64 = 0
    /// The travel time, if the path was followed from an instant.
    package var milliseconds: Int64 = 0
    /// Edges' variants by element position, if they differ from the edges themselves.
    package var variants: [Int: EdgeVariant] = [:]
    /// Each element's search cost, including the turn into it.
    package var steps: [UInt64] = []
    /// What is closed on the path, in travel order.
    package var closures: [PathClosure] = []
}

extension RequestCosts {
    /// Follows a path to its end, whatever is closed on it.
    ///
    /// If nothing is closed, the cost equals a search's. A closed street costs what its column
    /// says, without restriction usages; a prohibited turn costs what its turn class says.
    ///
    /// - Parameters:
    ///   - instant: When the path begins, in epoch milliseconds. Used only with `conditions`.
    ///   - conditions: The conditions that change during travel, if any.
    /// - Precondition: Each edge begins at the node where the one before it ends.
    /// - Complexity: O(*n*) in the path's elements.
    package func follow(
        _ path: NetworkPath, from instant: Int64 = 0, _ conditions: TimedConditions? = nil
    ) -> FollowedPath {
        var follower = PathFollower(self, conditions, from: instant)
        follower.follow(path)
        return follower.found
    }
}

/// Follows one path, element by element.
private struct PathFollower {
    private let costs: RequestCosts
    private let timed: TimedCosts?
    private let turns: TurnExpansion
    private let start: Int64
    /// The result so far.
    private(set) var found = FollowedPath()
    /// The state, an edge or a copy, whose end the path has reached.
    private var state: UInt32 = 0
    /// Whether the edge before the present one is closed to through traffic when it is left.
    private var wasInArea = true
    private var areas = AreaCrossing()

    init(_ costs: RequestCosts, _ conditions: TimedConditions?, from start: Int64) {
        self.costs = costs
        self.start = start
        timed = conditions.map { TimedCosts(costs: costs, conditions: $0) }
        turns = TurnExpansion(costs.metric, network: costs.network)
    }

    private var now: Int64 { start + found.milliseconds }

    mutating func follow(_ path: NetworkPath) {
        for (index, element) in path.elements.enumerated() {
            let before = found.cost
            if index > 0 {
                // An area is judged at the turn into it, as in the search.
                wasInArea = isInAreaNow(path.elements[index - 1].edge.row)
                turn(onto: element.edge.row, index)
            } else {
                state = element.edge.row
            }
            travel(element, index)
            found.steps.append(found.cost - before)
        }
        // Areas are entered in path order, but a crossing is only found when the path leaves one.
        found.closures.sort { $0.element < $1.element }
    }

    private mutating func close(_ element: Int, at share: Double, _ cause: PathClosure.Cause) {
        found.closures.append(PathClosure(element: element, share: share, cause: cause))
    }

    private mutating func add(_ cost: UInt32) {
        found.cost += UInt64(cost)
        found.milliseconds += Int64(cost)
    }

    private mutating func turn(onto edge: UInt32, _ index: Int) {
        let before = turns.edge(of: state)
        let node = costs.network.head(of: EdgeID(row: before))
        let passage = costs.nodeCosts[node.row] ?? 0
        if passage == SearchCost.closed {
            close(index, at: 0, .junctionBarrier(node))
        }
        var entered: (state: UInt32, cost: UInt32)?
        turns.forEachTurn(from: state) { _, next, target, cost in
            if next == edge { entered = (target, cost) }
        }
        if let conditions = timed?.conditions, let rule = turns.rule(from: state, onto: edge),
            conditions.closes(rule: rule, at: now, under: costs.metric)
        {
            close(index, at: 0, .timedTurn)
        } else if entered == nil {
            close(index, at: 0, edge == before ^ 1 ? .uTurn : .turn)
        }
        let column = costs.metric.key.column
        add(
            entered?.cost
                ?? costs.network.turnCost(
                    column: column, from: EdgeID(row: before), to: EdgeID(row: edge)))
        if passage != SearchCost.closed { add(passage) }
        state = entered?.state ?? edge
    }

    private mutating func travel(_ element: NetworkPath.Element, _ index: Int) {
        let edge = element.edge.row
        if let timed {
            let part = timed.part(of: edge, from: element.from, to: element.to, at: now)
            if let part {
                found.cost += UInt64(part.cost)
                found.milliseconds += Int64(part.milliseconds)
                found.variants[index] = part.variant
                crossArea(part.isInArea, index)
                return
            }
            found.variants[index] = timed.conditions.variant(
                of: edge, at: now, under: costs.metric)
        } else {
            found.variants[index] = costs.metric.variants[edge]
            let cost =
                element.from == 0 && element.to == 1
                ? costs.weight(edge)
                : costs.cost(of: edge, from: element.from, to: element.to) ?? SearchCost.closed
            if cost != SearchCost.closed {
                add(cost)
                crossArea(costs.isThroughBarred(edge), index)
                return
            }
        }
        close(element, index, found.variants[index])
        add(openCost(of: element, found.variants[index]))
        crossArea(isInArea(edge, found.variants[index]), index)
    }

    private func bits(of edge: UInt32, _ variant: EdgeVariant?) -> UInt64 {
        variant?.restrictions ?? costs.network.edgeRestrictions[edge]
    }

    private func isInArea(_ edge: UInt32, _ variant: EdgeVariant?) -> Bool {
        bits(of: edge, variant) & costs.metric.throughTrafficMask != 0
    }

    private mutating func close(
        _ element: NetworkPath.Element, _ index: Int, _ variant: EdgeVariant?
    ) {
        let edge = element.edge.row
        let metric = costs.metric
        if metric.isClosedByTraffic(edge) || timed?.conditions.isClosed(edge, at: now) ?? false {
            close(index, at: element.from, .traffic)
            return
        }
        let bits = bits(of: edge, variant)
        guard metric.factor(of: edge, bits: bits) == nil else {
            let effects = costs.barriers.segments[Int(edge >> 1)]
            let share = effects?.firstBar(on: element) ?? element.from
            close(index, at: share, .barrier)
            return
        }
        var closing: UInt64 = 0
        for restriction in metric.key.restrictions
        where restriction.effect == .prohibits && !restriction.isThroughTraffic
            && restriction.applies(to: edge, bits: bits, of: costs.network)
        {
            closing |= restriction.mask
        }
        // Whether the edge is open at another time of the travel, or without the conditions that
        // hold throughout.
        let isOpenOtherwise =
            metric.factor(of: edge) != nil
            || metric.factor(of: edge, bits: costs.network.edgeRestrictions[edge]) != nil
        close(
            index, at: element.from,
            isOpenOtherwise ? .timedRestrictions(closing) : .restrictions(closing))
    }

    /// Returns the cost of a closed part of an edge as if it were open.
    private func openCost(of element: NetworkPath.Element, _ variant: EdgeVariant?) -> UInt32 {
        let edge = element.edge.row
        let column = costs.metric.key.column
        let cost = costs.metric.cost(of: edge, column: column, variant: variant)
        guard cost < SearchCost.limit else { return 0 }
        let usage = costs.metric.factor(of: edge, bits: bits(of: edge, variant)) ?? .one
        guard let effects = costs.barriers.segments[Int(edge >> 1)] else {
            let weight = usage.applied(to: cost)
            if element.from == 0, element.to == 1 { return weight }
            return CostProfile.prefix(of: weight, upTo: element.to)
                - CostProfile.prefix(of: weight, upTo: element.from)
        }
        let profile = CostProfile(
            cost: cost, usage: usage, barriers: effects.withoutBars,
            attribute: costs.attribute, isForward: edge & 1 == 0)
        if element.from == 0, element.to == 1 { return profile.whole }
        return profile.cost(from: element.from, to: element.to) ?? 0
    }

    /// Notes whether the path is in an area closed to through traffic, which it may only begin and
    /// end in.
    private mutating func crossArea(_ isInArea: Bool, _ index: Int) {
        if let entered = areas.enter(index, isInArea: isInArea, from: wasInArea) {
            close(entered, at: 0, .throughTraffic)
        }
    }

    /// Whether an edge is closed to through traffic now.
    private func isInAreaNow(_ edge: UInt32) -> Bool {
        timed?.isInArea(edge, at: now) ?? costs.isThroughBarred(edge)
    }
}

extension SegmentBarriers {
    /// The same effects, but none that bars travel.
    package var withoutBars: SegmentBarriers {
        var open = self
        open.pieces.removeAll { $0.effect == .barred }
        open.points.removeAll { $0.effect == .barred }
        return open
    }

    /// Returns where travel along a part of an edge is first barred; `nil` if it is not.
    fileprivate func firstBar(on element: NetworkPath.Element) -> Double? {
        let isForward = element.edge.isForward
        var first: Double?
        func note(_ from: Double, _ to: Double) {
            guard to >= element.from, from <= element.to else { return }
            first = min(first ?? 1, max(from, element.from))
        }
        for piece in pieces where piece.effect == .barred {
            if isForward { note(piece.from, piece.to) } else { note(1 - piece.to, 1 - piece.from) }
        }
        for point in points where point.effect == .barred {
            guard isForward ? point.affectsForward : point.affectsBackward else { continue }
            let at = isForward ? point.at : 1 - point.at
            note(at, at)
        }
        return first
    }
}
