// The one rule for places: a location takes the nearest place that is usable in its role.
//
// RequestPreparation finds the nearest place of all, which is nearly always usable: nothing is
// searched here until a path is missing. Then places are tried by distance, each under the whole
// request.

import Geo
package import Preparation
import RoadNetwork
import RouteAPI
package import RoutingEngine

/// What a place must be good for.
package struct PlaceRole {
    /// The location from which a path must lead to the place; `nil` if the place is first in its
    /// route, or only left.
    package var before: LocatedStop?
    /// The location before ``before``: the direction of arrival there decides where a path can lead
    /// on.
    package var earlier: LocatedStop?
    /// The location to which a path must lead from the place; `nil` if the place is last in its
    /// route, or only reached.
    package var after: LocatedStop?

    package init(
        after before: LocatedStop? = nil, before after: LocatedStop? = nil,
        earlier: LocatedStop? = nil
    ) {
        self.before = before
        self.after = after
        self.earlier = earlier
    }
}

/// Finds the nearest usable place for a location.
///
/// Preparation snaps a location to the nearest street, which nearly always is usable; nothing is
/// searched here until a path is missing. But that street may lie behind a gate, on an island or in
/// a yard that no route can reach. If a route is missing for that reason, ``RouteFinder`` asks this
/// type to move the location, unless `allowAutoRelocate` is false.
///
/// The search lists places in rings around the location, from the nearest outward, and tries them
/// in batches that grow fourfold: 1, 4, 16 and so on. A batch costs one search with many ends. From
/// 16 places on, only streets are tried to which the ends of the role lead, if they are few. And
/// the streets connected with an unusable place are marked, so that no other place on the same
/// island is tried. Every place is checked under the whole request: its barriers,
/// restrictions and curb approaches, and the stops before and after.
package struct PlaceSearch {
    private let locator: StopLocator
    /// Knows edges that do not lead to ``PlaceRole/after``, and edges out of reach from
    /// ``PlaceRole/before``.
    private var region: ReachProbe
    private let costs: RequestCosts
    /// The segments with places that may be usable, as soon as several were not.
    private var listed: Segments?

    /// Prepares a search. All roles you pass to it must have the same ends.
    package init(costs: RequestCosts, barriers: BarrierSet, control: SolveControl) {
        self.costs = costs
        locator = StopLocator(costs: costs, barriers: barriers, control: control)
        region = ReachProbe(
            costs, uTurns: costs.metric.key.uTurns, minimumEdgeCount: Int.max)
    }

    /// The first ring's radius in meters, and the factor to the next.
    private static let firstRing = (meters: 100.0, factor: 3.0)
    /// The factor by which batches grow; the first has one place.
    private static let batchFactor = 4
    /// From this batch size on, the region around each unusable place is marked, and no other place
    /// in it is tried.
    private static let leastMarking = 16

    /// Moves a location to the nearest place usable in a role.
    ///
    /// - Parameter rules: How to place the location.
    /// - Returns: `nil` if no place within the tolerance is usable, or if the rules allow no move.
    /// - Throws: Only ``ChainFailure/stopped``.
    /// - Complexity: Some searches for each of the first unusable places, and one over all edges in
    ///   their regions.
    package mutating func place(
        for stop: LocatedStop, _ rules: PlacingRules, as role: PlaceRole,
        _ chain: inout LegChain
    ) throws(ChainFailure) -> LocatedStop? {
        var (region, listed) = (region.taken(), listed)
        defer { (self.region, self.listed) = (region, listed) }
        return try Self.first(
            of: stop, rules, locator,
            skipping: { !(listed ?? .all).contains($0) || Self.isCutOff($0, role, region) }
        ) { (all) throws(ChainFailure) in
            var batch = all
            if batch.count >= Self.leastMarking {
                let usable = listed ?? segments(for: role)
                listed = usable
                batch.removeAll { place in
                    !LegChain.usable(place).contains { usable.contains($0.edge.segment) }
                }
            }
            var reached = batch
            if let before = role.before, batch.count > 1 {
                let isReached = try chain.reached(from: before, among: batch)
                reached = zip(batch, isReached).filter(\.1).map(\.0)
                if all.count >= Self.leastMarking {
                    for (place, isReached) in zip(batch, isReached) where !isReached {
                        Self.mark(place, .behind, &region)
                    }
                }
            }
            for candidate in reached {
                let visits = [role.earlier, role.before, candidate, role.after].compactMap(\.self)
                if try chain.connects(visits) { return candidate }
                guard all.count >= Self.leastMarking, let after = role.after,
                    try !chain.connects([candidate, after])
                else { continue }
                Self.mark(candidate, .ahead, &region)
            }
            return nil
        }
    }

    /// Segments to try.
    private enum Segments {
        case all
        case some(Set<Int>)

        func contains(_ segment: Int) -> Bool {
            switch self {
            case .all: true
            case .some(let segments): segments.contains(segment)
            }
        }
    }

    /// The most edges to list around an end of a role: more than barriers usually shut in.
    private static let mostListed = 4_000

    /// Returns the segments with places that may be usable in a role. If a barrier shuts an end in,
    /// they are few, and no other street within the tolerance has to be tried.
    ///
    /// - Complexity: O(``mostListed``).
    private func segments(for role: PlaceRole) -> Segments {
        let probe = ReachProbe(costs, minimumEdgeCount: Self.mostListed)
        var segments = Segments.all
        for (end, side) in [(role.before, ReachProbe.Side.ahead), (role.after, .behind)] {
            let places = end.map { LegChain.usable($0).map { ($0.edge.row, $0.fraction) } }
            guard let places, let reached = probe.reach(of: places, side) else { continue }
            let near = Set(reached.flatMap { streets(at: $0) })
            segments = .some(near.filter(segments.contains))
        }
        return segments
    }

    /// Returns an edge's segment, and those at its ends: a place at a junction lies on all of them.
    private func streets(at edge: UInt32) -> [Int] {
        let network = costs.network
        return [EdgeID(row: edge), EdgeID(row: edge).twin].flatMap { edge in
            network.edges(leaving: network.head(of: edge)).map {
                Int(network.outEdges[$0] >> 1)
            }
        }
    }

    /// Marks the region around an unusable place: the edges that lead to it if it cannot be
    /// reached, and the edges it leads to if it cannot be left.
    private static func mark(
        _ place: LocatedStop, _ side: ReachProbe.Side, _ region: inout ReachProbe
    ) {
        for candidate in LegChain.usable(place) {
            _ = region.isConnected(candidate.edge.row, at: candidate.fraction, side)
        }
    }

    private static func isCutOff(_ segment: Int, _ role: PlaceRole, _ region: ReachProbe) -> Bool {
        let edges = [UInt32(2 * segment), UInt32(2 * segment + 1)]
        return role.after != nil && edges.allSatisfy { region.isKnownCutOff($0, .ahead) }
            || role.before != nil && edges.allSatisfy { region.isKnownCutOff($0, .behind) }
    }

    /// Moves a location to the nearest place on the network at large.
    ///
    /// - Throws: Only ``ChainFailure/stopped``.
    package func place(
        for stop: LocatedStop, _ rules: PlacingRules, on mainland: inout Mainland
    ) throws(ChainFailure) -> LocatedStop? {
        try Self.first(of: stop, rules, locator) { (batch) throws(ChainFailure) in
            batch.first { mainland.contains($0) }
        }
    }

    /// Moves a location to the first place a function picks from a batch.
    ///
    /// - Parameter meters: The farthest place to try, if nearer than the tolerance.
    package func first(
        of stop: LocatedStop, _ rules: PlacingRules, within meters: Double,
        where find: ([LocatedStop]) throws(ChainFailure) -> LocatedStop?
    ) throws(ChainFailure) -> LocatedStop? {
        var rules = rules
        rules.settings.toleranceMeters = min(rules.settings.toleranceMeters, meters)
        return try Self.first(of: stop, rules, locator, where: find)
    }

    private static func first(
        of stop: LocatedStop, _ rules: PlacingRules, _ locator: StopLocator,
        skipping isSkipped: (Int) -> Bool = { _ in false },
        where find: ([LocatedStop]) throws(ChainFailure) -> LocatedStop?
    ) throws(ChainFailure) -> LocatedStop? {
        // The search begins at the location, or at the place it names.
        let center =
            stop.input.coordinate
            ?? stop.input.storedLocation.flatMap { locator.coordinate(of: $0) }
        guard rules.settings.allowAutoRelocate, let center else { return nil }
        let options = rules.options(for: stop.input.value)
        var (inner, outer) = (-1.0, firstRing.meters)
        var size = 1
        while true {
            if outer >= options.toleranceMeters { outer = .infinity }
            let places = locator.places(
                around: center, options, from: inner, to: outer, skipping: isSkipped)
            if locator.shouldStop { throw .stopped }
            var rest = places.map { stop.placed(at: $0) }
                .filter { !LegChain.usable($0).isEmpty }[...]
            while !rest.isEmpty {
                if let found = try find(Array(rest.prefix(size))) { return found }
                rest = rest.dropFirst(size).drop { isSkipped($0.place?.segment ?? 0) }
                size *= batchFactor
            }
            if outer == .infinity { return nil }
            (inner, outer) = (outer, outer * firstRing.factor)
        }
    }
}

extension LocatedStop {
    /// Returns the same location at another place.
    fileprivate func placed(at place: NetworkPlace) -> LocatedStop {
        var other = self
        other.place = place
        if let input = input.coordinate {
            other.place?.distanceMeters = Geodesic.distanceMeters(
                from: input, to: place.coordinate)
        }
        other.status = .notLocatedOnClosest
        return other
    }
}

/// Distinguishes locations on the network at large from those on islands, in yards and at dead
/// ends.
package struct Mainland {
    private var probe: ReachProbe

    package init(_ costs: RequestCosts) { probe = ReachProbe(costs) }

    /// Whether a location can be left and reached, with U-turns allowed everywhere.
    package mutating func contains(
        _ stop: LocatedStop, _ sides: [ReachProbe.Side] = ReachProbe.Side.allCases
    ) -> Bool {
        let candidates = LegChain.usable(stop)
        for side in sides {
            var isConnected = false
            for candidate in candidates where !isConnected {
                isConnected = probe.isConnected(candidate.edge.row, at: candidate.fraction, side)
            }
            guard isConnected else { return false }
        }
        return true
    }
}
