// Moves locations of matrices and closest facilities that are not usable in their roles.

import NetworkAnalysis
import RouteAPI
import RoutingEngine

extension PairSearch {
    /// How many locations are tried as the one with which all others must be connected.
    private static let mostHubs = 4
    /// The sources whose paths are searched together.
    private static let stripe = 64

    /// The same search with locations moved from which no path leads to the others, or to which
    /// none leads; `nil` when none has to move, or can. It is for searches that miss some pair.
    ///
    /// A location that reaches nothing but itself is moved too, and so are several on one island:
    /// as in routes, what counts is the network at large. One that is connected there stays, also
    /// where a barrier divides the network.
    ///
    /// - Parameter sources: The input at whose locations paths begin.
    /// - Throws: When the solve is cancelled.
    func moving(from sources: LocationGroup) throws(RouteRequestError) -> PairSearch? {
        guard request.locations.contains(where: { $0.rules.settings.allowAutoRelocate }) else {
            return nil
        }
        let monitor = SolveMonitor(control: control)
        var moved: [Int: LocatedStop] = [:]
        try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: monitor)
            do throws(ChainFailure) {
                moved = try moves(from: sources, &chain)
            } catch {
                throw control.stopReason
            }
        }
        guard !moved.isEmpty else { return nil }
        var stops = prepared.stops
        for (location, place) in moved { stops[location] = place }
        var search = PairSearch(prepared.with(stops: stops), on: layer, control: control)
        for location in moved.keys { search.before[location] = prepared.stops[location] }
        return search
    }

    /// The new places of locations, by their positions.
    private func moves(
        from sources: LocationGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> [Int: LocatedStop] {
        let groups = request.locations
        let targets = groups[0].name == sources.name ? groups[1] : groups[0]
        var mainland = Mainland(prepared.costs)
        guard let hub = try hub(valid(sources), valid(targets), &mainland, &chain) else {
            return [:]
        }
        var moved: [Int: LocatedStop] = [:]
        let stops = prepared.stops
        let left = try paths(valid(sources).map { stops[$0] }, [hub], &chain).map { $0[0] }
        let reached = try paths([hub], valid(targets).map { stops[$0] }, &chain)[0]
        for (group, connected, side) in [
            (sources, left, ReachProbe.Side.ahead), (targets, reached, .behind),
        ] {
            let others = valid(side == .ahead ? targets : sources)
            var search = PlaceSearch(
                costs: prepared.costs, barriers: prepared.barriers.effects, control: control)
            let role =
                side == .ahead ? PlaceRole(before: hub) : PlaceRole(after: hub)
            for (location, isConnected) in zip(valid(group), connected) where !isConnected {
                let stop = stops[location]
                if mainland.contains(stop, [side]),
                    try hasPath(of: stop, side, others.map { stops[$0] }, &chain)
                {
                    continue
                }
                let place = try search.place(for: stop, group.rules, as: role, &chain)
                if let place, place.place != stop.place { moved[location] = place }
            }
        }
        return moved
    }

    /// A location on the network at large with which the most others are connected, at its place
    /// or, where all are on islands, at a place to which it moves.
    private func hub(
        _ sources: [Int], _ targets: [Int], _ mainland: inout Mainland, _ chain: inout LegChain
    ) throws(ChainFailure) -> LocatedStop? {
        let stops = prepared.stops
        var best: (stop: LocatedStop, count: Int)?
        var tried = 0
        for location in sources + targets where mainland.contains(stops[location]) {
            let left = try paths(sources.map { stops[$0] }, [stops[location]], &chain)
            let reached = try paths([stops[location]], targets.map { stops[$0] }, &chain)
            let count = left.count { $0[0] } + reached[0].count { $0 }
            if count > best?.count ?? 0 { best = (stops[location], count) }
            tried += 1
            if tried == Self.mostHubs || count == sources.count + targets.count { break }
        }
        if let best { return best.stop }
        let search = PlaceSearch(
            costs: prepared.costs, barriers: prepared.barriers.effects, control: control)
        for location in sources + targets {
            let group = request.locations.first { $0.range.contains(location) }
            guard let rules = group?.rules else { continue }
            if let moved = try search.place(for: stops[location], rules, on: &mainland) {
                return moved
            }
        }
        return nil
    }

    /// Whether a location is connected with another one of the other input, other than itself.
    private func hasPath(
        of stop: LocatedStop, _ side: ReachProbe.Side, _ others: [LocatedStop],
        _ chain: inout LegChain
    ) throws(ChainFailure) -> Bool {
        let elsewhere = others.filter { $0.input.coordinate != stop.input.coordinate }
        for first in stride(from: 0, to: elsewhere.count, by: Self.stripe) {
            let some = Array(elsewhere[first..<min(first + Self.stripe, elsewhere.count)])
            let found =
                side == .ahead
                ? try paths([stop], some, &chain) : try paths(some, [stop], &chain)
            if found.contains(where: { $0.contains(true) }) { return true }
        }
        return false
    }

    /// Whether there is a path from each of some places to each of some others.
    private func paths(
        _ sources: [LocatedStop], _ targets: [LocatedStop], _ chain: inout LegChain
    ) throws(ChainFailure) -> [[Bool]] {
        let table = chain.router.table(
            from: sources.map(LegChain.origins), to: targets.map(LegChain.targets),
            monitor: chain.monitor)
        guard let table else { throw .stopped }
        return table.map { row in row.map { $0 != .max } }
    }
}
