// Moves locations that cannot be used in place, for matrices and closest facilities.

import PathFinding
import Preparation
import RouteAPI
import RoutingEngine

extension PairSearch {
    /// The most parts of an input to which the other input moves.
    private static let mostHubs = 4
    /// The most locations of an input to move pair by pair, as routes do.
    private static let mostSamples = 8
    /// The most locations to give a second place although they are connected in place.
    private static let mostDivided = 200

    /// Returns the search after moving locations that miss paths; `nil` if none can move.
    ///
    /// A location that reaches only itself moves, and so do several on one island: as in routes,
    /// the network at large counts. If a barrier divides it, a location stays and gets a place in
    /// each other part too. A pair then uses the places a route between its two locations would
    /// use.
    ///
    /// - Parameters:
    ///   - sources: The input where paths begin.
    ///   - missing: The pairs without a path. Locations that lack the same paths form a part: what
    ///     holds for one holds for all.
    /// - Throws: If the solve is cancelled.
    /// - Complexity: A search for each part, and one for each location that gets a place.
    func moving(
        from sources: LocationGroup, for missing: MissingPairs
    ) throws(RouteRequestError) -> PairSearch? {
        guard request.locations.contains(where: { $0.rules.settings.allowAutoRelocate }) else {
            return nil
        }
        let monitor = SolveMonitor(control: control)
        var found = Moves()
        try layer.engine.withRouter(
            prepared.costs, by: prepared.request.isDeterministic ? .customized : .quickest,
            monitor: monitor
        ) { (router) throws(RouteRequestError) in
            var chain = LegChain(router: router, monitor: monitor)
            do throws(ChainFailure) {
                found = try moves(from: sources, missing, &chain)
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
            search.moved.places[location] = [prepared.stops[location]] + places
        }
        search.divided = found.staying.sorted()
        search.moved.onMainland = found.onMainland
        for (pair, ends) in found.ofIslands { search.moved.choose(ends, for: pair) }
        search.untried = found.untried.sorted()
        return search
    }

    /// The new places of locations.
    private struct Moves {
        /// Each location's places besides the closest one, in hub order.
        var places: [Int: [LocatedStop]] = [:]
        /// The locations that are connected in place.
        var staying: Set<Int> = []
        /// The locations whose closest place is on the mainland.
        var onMainland: Set<Int> = []
        /// The locations beyond the limits, for which other places may be left.
        var untried: Set<Int> = []
        /// The places of pairs on islands, as a route between the two has them.
        var ofIslands: [(pair: MovedPlaces.Pair, ends: [LocatedStop])] = []

        mutating func add(_ place: LocatedStop, for location: Int, staying isStaying: Bool) {
            let known = places[location] ?? []
            guard !known.contains(where: { $0.place == place.place }) else { return }
            if isStaying, known.isEmpty { staying.insert(location) }
            places[location] = known + [place]
        }
    }

    /// Locations in one input that lack paths to, or from, the same locations in the other.
    private struct Part {
        var members: [Int]
        /// The member that represents all.
        var stop: LocatedStop
        /// Whether they lie on the network at large and, if any part does, are connected with
        /// others there.
        var isConnected: Bool
    }

    private func moves(
        from sources: LocationGroup, _ missing: MissingPairs, _ chain: inout LegChain
    ) throws(ChainFailure) -> Moves {
        let groups = request.locations
        let targets = groups[0].name == sources.name ? groups[1] : groups[0]
        var mainland = Mainland(prepared.costs)
        let leaving = parts(of: sources, .ahead, to: targets, missing, &mainland)
        let entered = parts(of: targets, .behind, to: sources, missing, &mainland)
        var origins = leaving.filter(\.isConnected).prefix(Self.mostHubs).map(\.stop)
        var ends = entered.filter(\.isConnected).prefix(Self.mostHubs).map(\.stop)
        let staying = Set(leaving.filter(\.isConnected).prefix(Self.mostHubs).flatMap(\.members))
        if origins.isEmpty, ends.isEmpty {
            // All are on islands. They move to the place of the first one on the mainland, or else
            // to each other's islands.
            let moved = try firstOnMainland(valid(sources) + valid(targets), &mainland)
            origins = moved.map { [$0] } ?? leaving.prefix(Self.mostHubs).map(\.stop)
            ends = moved.map { [$0] } ?? []
        }
        // If there are two and both are on islands, each moves to the mainland.
        if origins.isEmpty { origins = [ends[0]] }
        if ends.isEmpty, !staying.isEmpty { ends = [origins[0]] }
        var moves = Moves()
        for parts in [leaving, entered] {
            let beyond = parts.filter(\.isConnected).dropFirst(Self.mostHubs)
            moves.untried.formUnion(beyond.flatMap(\.members))
        }
        // If both ends are well connected, a route moves the second.
        let reached = try paths(origins, entered.map(\.stop), &chain)
        let left = try paths(leaving.map(\.stop), ends, &chain)
        let found = entered.indices.map { part in reached.map { $0[part] } }
        for (number, origin) in origins.enumerated() {
            var search = placeSearch
            for (part, paths) in zip(entered, found) where !paths[number] {
                try move(
                    part, of: targets, as: PlaceRole(after: origin),
                    staying: part.isConnected || paths.contains(true), &search, &moves, &chain)
            }
        }
        for (number, end) in ends.enumerated() {
            var search = placeSearch
            for (part, paths) in zip(leaving, left)
            where !paths[number] && !staying.contains(part.members[0]) {
                try move(
                    part, of: sources, as: PlaceRole(before: end),
                    staying: part.isConnected || paths.contains(true), &search, &moves, &chain)
            }
        }
        try moveIslands(leaving, entered, missing, &mainland, &moves, &chain)
        try moveAsRoutes(leaving, entered, &moves, &chain)
        for (group, side) in [(sources, ReachProbe.Side.ahead), (targets, .behind)] {
            for location in group.range
            where moves.places[location] != nil
                && mainland.contains(prepared.stops[location], [side])
            { moves.onMainland.insert(location) }
        }
        return moves
    }

    /// Finds the places of pairs of which neither end is on the mainland. A route moves either end
    /// there and the other to where a path leads to it, so the places depend on the pair.
    private func moveIslands(
        _ leaving: [Part], _ entered: [Part], _ missing: MissingPairs,
        _ mainland: inout Mainland, _ moves: inout Moves, _ chain: inout LegChain
    ) throws(ChainFailure) {
        func islands(_ parts: [Part], _ side: ReachProbe.Side) -> [Int: Part] {
            let sampled = Self.samples(of: parts) {
                !control.shouldStop && !mainland.contains(prepared.stops[$0], [side])
            }
            return Dictionary(uniqueKeysWithValues: sampled.map { ($0.location, $0.part) })
        }
        let (sources, targets) = (islands(leaving, .ahead), islands(entered, .behind))
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        for pair in missing.kept {
            guard let source = sources[pair.source], let target = targets[pair.target],
                let moved = try finder.moves(of: [pair.source, pair.target], &chain).first
            else { continue }
            let ends = [(pair.source, source), (pair.target, target)].map { location, part in
                guard let place = moved[location] else { return prepared.stops[location] }
                moves.add(place, for: location, staying: part.isConnected)
                return place
            }
            moves.ofIslands.append(
                (MovedPlaces.Pair(source: pair.source, target: pair.target), ends))
        }
    }

    /// Adds the places that routes take, for pairs still without a path: between islands if none
    /// has a place on the mainland, and between parts that are no hubs.
    private func moveAsRoutes(
        _ leaving: [Part], _ entered: [Part], _ moves: inout Moves, _ chain: inout LegChain
    ) throws(ChainFailure) {
        let (sources, targets) = (Self.samples(of: leaving), Self.samples(of: entered))
        func places(_ sample: (location: Int, part: Part)) -> [LocatedStop] {
            [prepared.stops[sample.location]] + (moves.places[sample.location] ?? [])
        }
        let (origins, ends) = (sources.map(places), targets.map(places))
        let isLed = try paths(origins.flatMap(\.self), ends.flatMap(\.self), &chain)
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        let sampled = Set(sources.map(\.location)).union(targets.map(\.location))
        let unsampled = Set((leaving + entered).flatMap(\.members)).subtracting(sampled)
        var row = 0
        for (source, own) in zip(sources, origins) {
            let rows = isLed[row..<row + own.count]
            row += own.count
            var column = 0
            for (target, others) in zip(targets, ends) {
                let columns = column..<column + others.count
                column += others.count
                guard !rows.contains(where: { $0[columns].contains(true) }) else { continue }
                moves.untried.formUnion(unsampled)
                for moved in try finder.moves(of: [source.location, target.location], &chain) {
                    for (location, part) in [source, target] {
                        guard let place = moved[location] else { continue }
                        moves.add(place, for: location, staying: part.isConnected)
                    }
                }
            }
        }
    }

    /// Picks locations: one from each part, then a second one, and so on.
    private static func samples(
        of parts: [Part], where isAsked: (Int) -> Bool = { _ in true }
    ) -> [(location: Int, part: Part)] {
        let ranked = parts.flatMap { part in
            var asked: [(Int, (location: Int, part: Part))] = []
            for member in part.members where asked.count < mostSamples {
                if isAsked(member) { asked.append((asked.count, (member, part))) }
            }
            return asked
        }
        return ranked.enumerated().sorted {
            ($0.element.0, $0.offset) < ($1.element.0, $1.offset)
        }.prefix(mostSamples).map(\.element.1)
    }

    /// Adds a usable place for each member whose own place is not usable in the role.
    private func move(
        _ part: Part, of group: LocationGroup, as role: PlaceRole, staying isStaying: Bool,
        _ search: inout PlaceSearch, _ moves: inout Moves, _ chain: inout LegChain
    ) throws(ChainFailure) {
        for (index, location) in part.members.enumerated() {
            if isStaying, !moves.staying.contains(location),
                moves.staying.count >= Self.mostDivided
            {
                moves.untried.formUnion(part.members[index...])
                return
            }
            let stop = prepared.stops[location]
            guard let place = try search.place(for: stop, group.rules, as: role, &chain),
                place.place != stop.place
            else { continue }
            moves.add(place, for: location, staying: isStaying)
        }
    }

    private var placeSearch: PlaceSearch {
        PlaceSearch(
            costs: prepared.costs, barriers: prepared.barriers.effects, control: control)
    }

    /// Divides an input into parts: connected ones first, largest first.
    private func parts(
        of group: LocationGroup, _ side: ReachProbe.Side, to others: LocationGroup,
        _ missing: MissingPairs, _ mainland: inout Mainland
    ) -> [Part] {
        let stops = prepared.stops
        var places: [MissingPairs.Lack: Int] = [:]
        var parts: [Part] = []
        var mainlandParts: [Int] = []
        let count = valid(others).count
        for location in valid(group) {
            let lack = missing.lack(of: location)
            if let known = places[lack] {
                parts[known].members.append(location)
                continue
            }
            places[lack] = parts.count
            let coordinate = stops[location].input.coordinate
            let own =
                lack.count == count
                ? 0 : valid(others).count { stops[$0].input.coordinate == coordinate }
            let isOnMainland = mainland.contains(stops[location], [side])
            if isOnMainland { mainlandParts.append(parts.count) }
            parts.append(
                Part(
                    members: [location], stop: stops[location],
                    isConnected: isOnMainland && lack.count < count - own))
        }
        if !parts.contains(where: \.isConnected) {
            for part in mainlandParts { parts[part].isConnected = true }
        }
        return parts.enumerated().sorted { one, other in
            func rank(_ part: (offset: Int, element: Part)) -> (Int, Int, Int) {
                (part.element.isConnected ? 0 : 1, -part.element.members.count, part.offset)
            }
            return rank(one) < rank(other)
        }.map(\.element)
    }

    /// Finds the first location with a place on the mainland, and moves it there.
    private func firstOnMainland(
        _ locations: [Int], _ mainland: inout Mainland
    ) throws(ChainFailure) -> LocatedStop? {
        for location in locations {
            let group = request.locations.first { $0.range.contains(location) }
            guard let rules = group?.rules else { continue }
            let stop = prepared.stops[location]
            let moved = try placeSearch.place(for: stop, rules, on: &mainland)
            if let moved { return moved }
        }
        return nil
    }

    /// Whether a path leads from each source to each target.
    private func paths(
        _ sources: [LocatedStop], _ targets: [LocatedStop], _ chain: inout LegChain
    ) throws(ChainFailure) -> [[Bool]] {
        let table = chain.router.table(
            from: sources.map(LegChain.origins), to: targets.map(LegChain.targets),
            monitor: chain.monitor)
        guard let table else { throw .stopped }
        return table.map { row in row.map { $0 != .max } }
    }

    /// Messages that name the locations with another place for some pairs.
    var divisions: [Message] {
        guard !divided.isEmpty else { return [] }
        let labels = LabelList.joined(divided.map { prepared.stops[$0].input.label })
        let others = divided.flatMap { moved.places[$0]?.dropFirst() ?? [] }
        let meters = others.map(\.meters).max() ?? 0
        return [
            Message(
                .warning,
                "For some pairs, \(labels) were placed on other streets, up to "
                    + "\(Int(meters.rounded())) m away, because no path connects the closest ones."
            )
        ]
    }
}

extension PairSearch {
    /// The message about locations whose missing pairs may have paths between places that were not
    /// tried; `nil` if there are none.
    func limitMessage(on missing: MissingPairs) -> Message? {
        let left = untried.filter { missing.lack(of: $0).count > 0 }
        guard !left.isEmpty else { return nil }
        let labels = LabelList.joined(left.map { prepared.stops[$0].input.label })
        let inputs = request.locations.map { "\(Self.mostSamples) \($0.name)" }
        return Message(
            .warning,
            "Not every street near \(labels) was tried for the pairs without a path, because one "
                + "request tries so many only; a path may exist. Ask for them with at most "
                + "\(inputs.joined(separator: " and ")) at once.")
    }
}

extension LocatedStop {
    /// Meters from the location to its place.
    fileprivate var meters: Double { place?.distanceMeters ?? 0 }
}
