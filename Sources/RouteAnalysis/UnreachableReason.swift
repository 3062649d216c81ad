// Why no way joins two stops, found by searching again with one rule relaxed at a time.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds the rule without which a route would get past a leg.
///
/// The whole chain up to the leg is searched again, not the leg alone: a stop may be left only in
/// the direction it was reached in.
struct UnreachableReason {
    let engine: LegEngine
    let settings: TravelSettings
    let barriers: ResolvedBarriers
    let monitor: SolveMonitor
    /// The stops up to the one that cannot be reached; two at least.
    let stops: [LocatedStop]

    private var network: NetworkDataset { engine.network }
    private var origin: LocatedStop { stops[stops.count - 2] }
    private var destination: LocatedStop { stops[stops.count - 1] }

    /// A sentence naming the stops, the cause and what would work.
    var sentence: String {
        let why =
            withoutBarriers ?? withoutUTurnRule ?? withoutCurb ?? withoutRestriction
            ?? "no streets connect them for this way of travelling\(componentClause)."
        return "from \"\(origin.input.name)\" to \"\(destination.input.name)\" \(why)"
    }

    private func legs(
        through stops: [LocatedStop], _ key: MetricKey, _ barriers: BarrierSet
    ) -> [ChainLeg]? {
        let costs = RequestCosts(
            network: network, metric: Metric(key: key, network: network), barriers: barriers,
            attribute: settings.impedance)
        do throws(ChainFailure) {
            return try engine.withRouter(costs, by: .plainSearch) {
                (router) throws(ChainFailure) in
                var chain = LegChain(router: router, monitor: monitor)
                return try chain.run(through: stops)
            }
        } catch {
            return nil
        }
    }

    private var withoutBarriers: String? {
        guard !barriers.effects.isEmpty,
            let leg = legs(through: stops, settings.key, BarrierSet())?.last
        else { return nil }
        let named = barriers.all
            .filter { $0.input.kind == .restriction && touches($0, leg.path) }
            .map { "\"\($0.input.name)\"" }
        let list = named.isEmpty ? "" : " (\(named.joined(separator: ", ")))"
        return "the way is cut off by barriers\(list); without them there is a route."
    }

    /// Whether a barrier lies on a street of a path, or at a junction that the path passes.
    private func touches(_ barrier: ResolvedBarrier, _ path: NetworkPath) -> Bool {
        if let place = barrier.place, place.isAtNode, !barrier.input.closesFullEdge {
            let edge = EdgeID(row: UInt32(2 * place.segment))
            let node = place.share < 0.5 ? network.tail(of: edge) : network.head(of: edge)
            return path.elements.dropLast().contains { network.head(of: $0.edge) == node }
        }
        return path.elements.contains { barrier.segments.contains($0.edge.segment) }
    }

    private var withoutUTurnRule: String? {
        guard settings.key.uTurns != .everywhere else { return nil }
        var key = settings.key
        key.uTurns = .everywhere
        guard legs(through: stops, key, barriers.effects) != nil else { return nil }
        return "a U-turn is needed that \(settings.uTurns.rawValue) forbids; "
            + "restrictUTurns=esriNFSBAllowBacktrack would find a route."
    }

    /// Relaxes the curb of the leg's stops, each alone and then both.
    private var withoutCurb: String? {
        let ends = stops.indices.suffix(2).filter {
            stops[$0].input.curbApproach != .eitherSide
        }
        for relaxed in ends.map({ [$0] }) + (ends.count > 1 ? [ends] : []) {
            var stops = stops
            for index in relaxed { stops[index].input.curbApproach = .eitherSide }
            guard legs(through: stops, settings.key, barriers.effects) != nil else { continue }
            let names = relaxed.map { "\"\(stops[$0].input.name)\"" }.joined(separator: " and ")
            return "the curb approach of \(names) cannot be met; CurbApproach 0 (either side) "
                + "there would find a route."
        }
        return nil
    }

    private var withoutRestriction: String? {
        let stops = stops.map { bothWays($0) }
        guard legs(through: stops, settings.key, barriers.effects) == nil else { return nil }
        for restriction in settings.key.restrictions where restriction.effect == .prohibits {
            var key = settings.key
            key.restrictions.removeAll { $0.mask == restriction.mask }
            guard legs(through: stops, key, barriers.effects) != nil else { continue }
            let name =
                network.description.restrictions.first { $0.mask == restriction.mask }?.name ?? ""
            return "every way is closed by the restriction \"\(name)\"; without it, or with a "
                + "Restriction Usage such as AVOID_HIGH, there is a route."
        }
        return nil
    }

    /// A stop that may be left against a one-way street, should the rule be lifted.
    private func bothWays(_ stop: LocatedStop) -> LocatedStop {
        var stop = stop
        let candidates = stop.place?.candidates ?? []
        let against = candidates.map {
            PlaceCandidate(
                edge: $0.edge.twin, fraction: 1 - $0.fraction, side: $0.side.opposite)
        }
        stop.place?.candidates += against.filter { twin in
            !candidates.contains { $0.edge == twin.edge }
        }
        return stop
    }

    private var componentClause: String {
        let labels = [origin, destination].compactMap { stop -> UInt32? in
            guard let edge = stop.place?.candidates.first?.edge else { return nil }
            return network.nodeComponent[settings.key.family][network.head(of: edge).row]
        }
        guard labels.count == 2, labels[0] != labels[1] else { return "" }
        return " (they lie in the separate components \(labels[0]) and \(labels[1]); 0 is the "
            + "largest)"
    }
}
