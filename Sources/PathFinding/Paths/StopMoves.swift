// Decides which of a route's stops move, and with which places they must be connected.

import Preparation
import RouteAPI
import RoutingEngine

/// Finds new places for stops a route cannot visit in place.
///
/// If paths connect the stops, they stay. If stops fall into several connected sets, the set on the
/// network at large stays: a house in a closed yard moves to its gate, but no house in town moves
/// into the yard.
struct StopMoves {
    /// Stops with new places, by position.
    typealias Moves = [Int: LocatedStop]

    private let finder: RouteFinder
    /// The stops in visiting order, as positions in the request.
    private let visits: [Int]
    /// For each visited stop, whether a path leads to each other.
    private var paths: [[Bool]]
    private var mainland: Mainland

    /// The most sets of moves to try.
    private static let mostChoices = 8
    /// The most stops to try as the stop that stays, to whose island the others move.
    private static let mostStarts = 4

    /// - Parameter costs: The search costs from each stop to each other; `.max` if there is no
    ///   path.
    init(of visits: [Int], _ finder: RouteFinder, costs: [[UInt32]]) {
        self.finder = finder
        self.visits = visits
        paths = costs.map { row in row.map { $0 != .max } }
        mainland = Mainland(finder.costs)
    }

    private var stops: [LocatedStop] { visits.map { finder.stops[$0] } }

    // MARK: Stops in a given order

    /// Finds moves for stops in a given order.
    ///
    /// - Throws: Only ``ChainFailure/stopped``.
    mutating func inOrder(_ chain: inout LegChain) throws(ChainFailure) -> Moves {
        let stops = stops
        let weights = stops.indices.map { index in
            let isLast = index == stops.count - 1
            let sides: [ReachProbe.Side] =
                index == 0 ? [.ahead] : isLast ? [.behind] : [.ahead, .behind]
            return mainland.contains(stops[index], sides) ? stops.count + 1 : 1
        }
        var kept = ReachableStops(paths: paths).heaviestInOrder(weights)
        if kept.count == stops.count, let last = try chain.lastReached(through: stops),
            weights[last] > 1, weights[last + 1] == 1
        {
            // A stop on a bollard leads into the yard behind it, but not if reached from outside.
            // Elsewhere a rule about turning back closes such a leg, which is no reason to move.
            paths[last][last + 1] = false
            kept = ReachableStops(paths: paths).heaviestInOrder(weights)
        }
        guard kept.count < stops.count else { return [:] }
        var best = try visiting(kept, stops, &chain)
        if kept.allSatisfy({ weights[$0] == 1 }) {
            // All are on islands: one moves to the mainland, and the others to where it is.
            if let (index, moved) = try firstOnMainland(of: stops) {
                var moving = stops
                moving[index] = moved
                var others = try visiting([index], moving, &chain)
                try settle(index, in: &others, &chain)
                if others.visited.count >= best.visited.count { best = others }
            }
        }
        // Another stop may be a better start, if the rest can move to its island.
        let missed = stops.indices.filter { !best.visited.contains($0) }
        for index in missed.prefix(Self.mostStarts) where best.visited.count < stops.count {
            let others = try visiting([index], stops, &chain)
            if others.visited.count > best.visited.count { best = others }
        }
        return moves(best.stops, best.visited)
    }

    /// Stops at new places, and the indices of the visited ones.
    private typealias Visiting = (stops: [LocatedStop], visited: [Int])

    /// Adds stops to the kept ones, each between its neighbors.
    private func visiting(
        _ kept: [Int], _ stops: [LocatedStop], _ chain: inout LegChain
    ) throws(ChainFailure) -> Visiting {
        var (stops, visited) = (stops, Set(kept))
        for index in stops.indices where !visited.contains(index) {
            let before = visited.filter { $0 < index }.max()
            let after = visited.filter { $0 > index }.min()
            let earlier = before.flatMap { before in visited.filter { $0 < before }.max() }
            let role = PlaceRole(
                after: before.map { stops[$0] }, before: after.map { stops[$0] },
                earlier: earlier.map { stops[$0] })
            guard let place = try placed(index, stops[index], as: role, &chain) else {
                continue
            }
            stops[index] = place
            visited.insert(index)
        }
        return (stops, visited.sorted())
    }

    /// Moves the first or the last stop, for which a place on the mainland was found, to the
    /// nearest place usable in its role: the first is only left, and the last only reached.
    private func settle(
        _ index: Int, in visiting: inout Visiting, _ chain: inout LegChain
    ) throws(ChainFailure) {
        let (isFirst, isLast) = (index == 0, index == visits.count - 1)
        guard isFirst || isLast, visiting.visited.count > 1 else { return }
        let others = visiting.visited.filter { $0 != index }
        let near = (isFirst ? others.prefix(2) : others.suffix(2)).map { visiting.stops[$0] }
        let place = try end(
            index, isFirst: isFirst, on: visiting.stops[index], beside: near, &chain)
        if let place { visiting.stops[index] = place }
    }

    /// Returns the nearest place usable for the first stop, from which a path leads to its place on
    /// the mainland, or for the last; `nil` if its neighbors are not connected with it.
    private func end(
        _ index: Int, isFirst: Bool, on mainland: LocatedStop, beside near: [LocatedStop],
        _ chain: inout LegChain
    ) throws(ChainFailure) -> LocatedStop? {
        let role = isFirst ? PlaceRole(before: mainland) : PlaceRole(after: mainland)
        let stop = finder.stops[visits[index]]
        guard let place = try placed(index, stop, as: role, &chain) else { return nil }
        // Where it turns round, a path over the place on the mainland may not lead on.
        return try chain.connects(isFirst ? [place] + near : near + [place]) ? place : nil
    }

    /// Finds the first stop with a place on the mainland, and moves it there.
    private mutating func firstOnMainland(
        of stops: [LocatedStop]
    ) throws(ChainFailure) -> (index: Int, moved: LocatedStop)? {
        for index in stops.indices {
            let moved = try finder.placeSearch.place(
                for: stops[index], finder.rules(of: visits[index]), on: &mainland)
            if let moved { return (index, moved) }
        }
        return nil
    }

    /// Moves a stop to the nearest place usable in a role.
    private func placed(
        _ index: Int, _ stop: LocatedStop, as role: PlaceRole, _ chain: inout LegChain
    ) throws(ChainFailure) -> LocatedStop? {
        var search = finder.placeSearch
        return try search.place(for: stop, finder.rules(of: visits[index]), as: role, &chain)
    }

    private func moves(_ moved: [LocatedStop], _ visited: [Int]) -> Moves {
        var moves: Moves = [:]
        for index in visited where moved[index].place != finder.stops[visits[index]].place {
            moves[visits[index]] = moved[index]
        }
        return moves
    }

    // MARK: Stops in a free order

    /// Finds moves for stops in a free order: sets to try one after the other, fewest moves first.
    ///
    /// A route may begin at a stop with no way in, and end at one with no way out. So there is a
    /// set for each stop that may stay as an end; the last set moves all.
    ///
    /// - Parameter fixed: Whether the first and the last stop are fixed.
    /// - Throws: Only ``ChainFailure/stopped``.
    mutating func inAnyOrder(
        fixed: (first: Bool, last: Bool), _ chain: inout LegChain
    ) throws(ChainFailure) -> [Moves] {
        var stops = stops
        var core = core(of: stops)
        let isOnMainland = core.contains { mainland.contains(stops[$0]) }
        guard core.count < stops.count else { return [] }
        if !isOnMainland, let (index, moved) = try firstOnMainland(of: stops) {
            stops[index] = moved
            core = [index]
        }
        let anchor = core[0]
        var all: Moves = [:]
        if stops[anchor].place != finder.stops[visits[anchor]].place {
            all[visits[anchor]] = stops[anchor]
        }
        var (firsts, lasts): ([Int], [Int]) = ([], [])
        var neighbor: LocatedStop?
        for index in stops.indices where !core.contains(index) {
            let isFirst = fixed.first && index == 0
            let isLast = fixed.last && index == stops.count - 1
            let isSeeded = all[visits[anchor]] != nil
            let (isReached, isLeft) =
                isSeeded ? (false, false) : (paths[anchor][index], paths[index][anchor])
            guard !(isReached || isFirst) || !(isLeft || isLast) else { continue }
            let role = PlaceRole(
                after: isFirst ? nil : stops[anchor], before: isLast ? nil : stops[anchor])
            guard let moved = try placed(index, stops[index], as: role, &chain) else { continue }
            neighbor = neighbor ?? moved
            guard moved.place != stops[index].place else { continue }
            all[visits[index]] = moved
            if isLeft, !fixed.first { firsts.append(visits[index]) }
            if isReached, !fixed.last { lasts.append(visits[index]) }
        }
        let isFirst = fixed.first && anchor == 0
        if let mainland = all[visits[anchor]], let neighbor,
            isFirst || fixed.last && anchor == stops.count - 1
        {
            let moved =
                try end(anchor, isFirst: isFirst, on: mainland, beside: [neighbor], &chain)
                ?? mainland
            // Its own place may do: the first may stand where no path leads, and the last where
            // none leads on.
            let isMoved = moved.place != finder.stops[visits[anchor]].place
            all[visits[anchor]] = isMoved ? moved : nil
        }
        return all.isEmpty ? [] : Self.choices(all, firsts, lasts)
    }

    /// Finds the largest set of stops that reach each other; puts one on the mainland first.
    private mutating func core(of stops: [LocatedStop]) -> [Int] {
        var best: (set: [Int], weight: Int) = ([], 0)
        var known: Set<Int> = []
        for index in stops.indices where !known.contains(index) {
            let set = stops.indices.filter {
                $0 == index || paths[index][$0] && paths[$0][index]
            }
            known.formUnion(set)
            let weight = set.reduce(0) {
                $0 + (mainland.contains(stops[$1]) ? stops.count + 1 : 1)
            }
            if weight > best.weight { best = (set, weight) }
        }
        let first = best.set.first { mainland.contains(stops[$0]) }
        return (first.map { [$0] } ?? []) + best.set.filter { $0 != first }
    }

    /// Makes the sets of moves in which one stop stays first and one stays last.
    private static func choices(_ all: Moves, _ firsts: [Int], _ lasts: [Int]) -> [Moves] {
        var choices: [Moves] = []
        for first in firsts.map(Optional.some) + [nil] {
            for last in lasts.map(Optional.some) + [nil] {
                choices.append(all.filter { $0.key != first && $0.key != last })
            }
        }
        // Sets with equally many moves are ordered by the stops they leave in place.
        let ranked = choices.enumerated()
            .sorted { ($0.element.count, $0.offset) < ($1.element.count, $1.offset) }
            .map(\.element)
        return ranked.dropLast().prefix(mostChoices - 1).filter { !$0.isEmpty } + [all]
    }
}
