// Moves locations of matrices and closest facilities that are not usable in their roles.

import NetworkAnalysis
import RouteAPI
import RoutingEngine

extension PairSearch {
    /// The most parts of the network in which places are searched, and the most locations that are
    /// tried as the one for the first part.
    private static let mostHubs = 4
    /// The most locations that get a place in another part though they are connected in their own.
    private static let mostDivided = 200
    /// The sources whose paths are searched together.
    private static let stripe = 64

    /// What is found with the locations where they are, or else, when some pair has no path, at the
    /// places to which they move.
    ///
    /// - Parameters:
    ///   - sources: The input at whose locations paths begin.
    ///   - find: Takes the search, and whether what it finds is of use only if no pair is without a
    ///     path; returns `nil` when it is of no use.
    /// - Throws: When the solve is cancelled, and what `find` throws.
    func finding<Found>(
        from sources: LocationGroup,
        _ find: (_ search: PairSearch, _ isComplete: Bool) throws(RouteRequestError) -> Found?
    ) throws(RouteRequestError) -> (search: PairSearch, found: Found) {
        if let found = try find(self, mayMove) { return (self, found) }
        let search = try moving(from: sources) ?? self
        guard let found = try find(search, false) else {
            preconditionFailure("a search that may miss pairs is of use")
        }
        return (search, found)
    }

    /// Whether locations may move at all.
    private var mayMove: Bool {
        request.locations.contains { $0.rules.settings.allowAutoRelocate }
    }

    /// The same search with locations moved from which no path leads to the others, or to which
    /// none leads; `nil` when none has to move, or can. It is for searches that miss some pair.
    ///
    /// A location that reaches nothing but itself is moved too, and so are several on one island:
    /// as in routes, what counts is the network at large. Where a barrier divides that, a location
    /// stays, and has a place in each other part besides: a pair takes the places that a route of
    /// its two locations would.
    ///
    /// - Parameter sources: The input at whose locations paths begin.
    /// - Throws: When the solve is cancelled.
    func moving(from sources: LocationGroup) throws(RouteRequestError) -> PairSearch? {
        guard mayMove else { return nil }
        let monitor = SolveMonitor(control: control)
        var found = Moves()
        try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: monitor)
            do throws(ChainFailure) {
                found = try moves(from: sources, &chain)
            } catch {
                throw control.stopReason
            }
        }
        guard !found.places.isEmpty else { return nil }
        var stops = prepared.stops
        for (location, places) in found.places where !found.staying.contains(location) {
            stops[location] = places[0]
        }
        var search = PairSearch(prepared.with(stops: stops), on: layer, control: control)
        for (location, places) in found.places {
            search.places[location] = [prepared.stops[location]] + places
        }
        search.divided = found.staying.sorted()
        return search
    }

    /// The new places of locations.
    private struct Moves {
        /// The places of each location besides the closest one, nearest first.
        var places: [Int: [LocatedStop]] = [:]
        /// Those of them that are connected where they are.
        var staying: Set<Int> = []
    }

    /// A location that stands for a part of the network.
    private struct Hub {
        var stop: LocatedStop
        /// The sources from which paths lead to it, and the targets to which paths lead.
        var connected: Set<Int>
    }

    private func moves(
        from sources: LocationGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> Moves {
        let groups = request.locations
        let targets = groups[0].name == sources.name ? groups[1] : groups[0]
        var mainland = Mainland(prepared.costs)
        let hubs = try hubs(valid(sources), valid(targets), &mainland, &chain)
        var moves = Moves()
        var divided = 0
        // Targets first: of two locations that are both well connected, a route moves the second.
        for (group, side) in [(targets, ReachProbe.Side.behind), (sources, .ahead)] {
            let others = valid(side == .ahead ? targets : sources)
            var searches = hubs.map { _ in
                PlaceSearch(
                    costs: prepared.costs, barriers: prepared.barriers.effects, control: control)
            }
            for location in valid(group) {
                let lacking = hubs.indices.filter { !hubs[$0].connected.contains(location) }
                guard !lacking.isEmpty else { continue }
                let stop = prepared.stops[location]
                var isStaying = lacking.count < hubs.count
                if !isStaying, mainland.contains(stop, [side]) {
                    isStaying = try hasPath(
                        of: stop, side, others.map { prepared.stops[$0] }, &chain)
                }
                if isStaying {
                    guard divided < Self.mostDivided else { continue }
                    divided += 1
                }
                var found: [LocatedStop] = []
                for hub in lacking {
                    let role =
                        side == .ahead
                        ? PlaceRole(before: hubs[hub].stop) : PlaceRole(after: hubs[hub].stop)
                    let place = try searches[hub].place(for: stop, group.rules, as: role, &chain)
                    guard let place, place.place != stop.place,
                        !found.contains(where: { $0.place == place.place })
                    else { continue }
                    found.append(place)
                }
                guard !found.isEmpty else { continue }
                moves.places[location] = found.sorted { $0.meters < $1.meters }
                if isStaying { moves.staying.insert(location) }
            }
        }
        return moves
    }

    /// Locations on the network at large, one for each part of it: the first is the one with which
    /// the most others are connected, each further one is not connected with those before it. Where
    /// all locations are on islands, the only hub is one of them at a place to which it moves.
    private func hubs(
        _ sources: [Int], _ targets: [Int], _ mainland: inout Mainland, _ chain: inout LegChain
    ) throws(ChainFailure) -> [Hub] {
        let stops = prepared.stops
        var hubs: [Hub] = []
        var tried = 0
        for location in sources + targets where mainland.contains(stops[location]) {
            let hub = try hub(at: stops[location], sources, targets, &chain)
            if hub.connected.count > hubs.first?.connected.count ?? 0 { hubs = [hub] }
            tried += 1
            if tried == Self.mostHubs || hub.connected.count == sources.count + targets.count {
                break
            }
        }
        while let first = hubs.first, first.connected.count < sources.count + targets.count,
            hubs.count < Self.mostHubs,
            let next = (sources + targets).first(where: { location in
                hubs.allSatisfy { !$0.connected.contains(location) }
                    && mainland.contains(stops[location])
            })
        {
            hubs.append(try hub(at: stops[next], sources, targets, &chain))
        }
        guard hubs.isEmpty else { return hubs }
        let search = PlaceSearch(
            costs: prepared.costs, barriers: prepared.barriers.effects, control: control)
        for location in sources + targets {
            let group = request.locations.first { $0.range.contains(location) }
            guard let rules = group?.rules else { continue }
            if let moved = try search.place(for: stops[location], rules, on: &mainland) {
                return [try hub(at: moved, sources, targets, &chain)]
            }
        }
        return []
    }

    private func hub(
        at stop: LocatedStop, _ sources: [Int], _ targets: [Int], _ chain: inout LegChain
    ) throws(ChainFailure) -> Hub {
        let stops = prepared.stops
        let left = try paths(sources.map { stops[$0] }, [stop], &chain)
        let reached = try paths([stop], targets.map { stops[$0] }, &chain)
        return Hub(
            stop: stop,
            connected: Set(
                zip(sources, left).filter { $1[0] }.map(\.0)
                    + zip(targets, reached[0]).filter(\.1).map(\.0)))
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

    /// The message about locations that lie at different places for different pairs.
    var divisions: [Message] {
        guard !divided.isEmpty else { return [] }
        let labels = LabelList.joined(divided.map { prepared.stops[$0].input.label })
        let meters = divided.flatMap { places[$0]?.dropFirst() ?? [] }.map(\.meters).max() ?? 0
        return [
            Message(
                .warning,
                "For some pairs, \(labels) lie at other streets than those closest to them, up to "
                    + "\(Int(meters.rounded())) m away: no path connects the closest ones.")
        ]
    }
}

extension LocatedStop {
    /// Meters from the location to its place.
    fileprivate var meters: Double { place?.distanceMeters ?? 0 }
}
