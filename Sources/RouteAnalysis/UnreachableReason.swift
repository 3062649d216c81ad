// Why no way joins two stops, found by searching again with one rule relaxed at a time.

import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds the rule without which a leg would be possible.
struct UnreachableReason {
    let network: NetworkDataset
    let settings: TravelSettings
    let barriers: ResolvedBarriers
    /// The chain that failed: it lends its search space and its reins.
    let chain: LegChain

    /// A sentence naming the stops, the cause and what would work.
    func sentence(from origin: LocatedStop, to destination: LocatedStop) -> String {
        let names = "from \"\(origin.input.name)\" to \"\(destination.input.name)\""
        if let text = withoutBarriers(origin, destination) { return "\(names) \(text)" }
        if let text = withoutUTurnRule(origin, destination) { return "\(names) \(text)" }
        if let text = withoutCurb(origin, destination) { return "\(names) \(text)" }
        if let text = withoutRestriction(origin, destination) { return "\(names) \(text)" }
        return "\(names) no streets connect them for this way of travelling"
            + componentClause(origin, destination) + "."
    }

    private func ways(
        _ key: MetricKey, _ barriers: BarrierSet, _ origin: LocatedStop, _ destination: LocatedStop
    ) -> [LegPath] {
        let metric = Metric(key: key, network: network)
        let costs = RequestCosts(
            network: network, metric: metric, barriers: barriers, attribute: settings.impedance)
        return LegChain(costs: costs, space: chain.space, monitor: chain.monitor)
            .ways(from: origin, to: destination)
    }

    private func withoutBarriers(_ origin: LocatedStop, _ destination: LocatedStop) -> String? {
        guard !barriers.effects.isEmpty else { return nil }
        guard let way = ways(settings.key, BarrierSet(), origin, destination).first else {
            return nil
        }
        let passed = Set(way.path.elements.map(\.edge.segment))
        let named = barriers.all
            .filter { $0.input.kind == .restriction && !passed.isDisjoint(with: $0.segments) }
            .map { "\"\($0.input.name)\"" }
        let list = named.isEmpty ? "" : " (\(named.joined(separator: ", ")))"
        return "the way is cut off by barriers\(list); without them there is a route."
    }

    private func withoutUTurnRule(_ origin: LocatedStop, _ destination: LocatedStop) -> String? {
        guard settings.key.uTurns != .everywhere else { return nil }
        var key = settings.key
        key.uTurns = .everywhere
        guard !ways(key, barriers.effects, origin, destination).isEmpty else { return nil }
        return "a U-turn is needed that \(settings.uTurns.rawValue) forbids; "
            + "restrictUTurns=esriNFSBAllowBacktrack would find a route."
    }

    private func withoutCurb(_ origin: LocatedStop, _ destination: LocatedStop) -> String? {
        var (from, to) = (origin, destination)
        guard from.input.curbApproach != .eitherSide || to.input.curbApproach != .eitherSide else {
            return nil
        }
        from.input.curbApproach = .eitherSide
        to.input.curbApproach = .eitherSide
        guard !ways(settings.key, barriers.effects, from, to).isEmpty else { return nil }
        return "the curb approach cannot be met; CurbApproach 0 (either side) would find a route."
    }

    private func withoutRestriction(_ origin: LocatedStop, _ destination: LocatedStop) -> String? {
        let prohibiting = settings.key.restrictions.filter { $0.effect == .prohibits }
        for restriction in prohibiting {
            var key = settings.key
            key.restrictions.removeAll { $0.mask == restriction.mask }
            guard !ways(key, barriers.effects, origin, destination).isEmpty else { continue }
            let name =
                network.description.restrictions.first { $0.mask == restriction.mask }?.name ?? ""
            return "every way is closed by the restriction \"\(name)\"; without it, or with a "
                + "Restriction Usage such as AVOID_HIGH, there is a route."
        }
        return nil
    }

    private func componentClause(_ origin: LocatedStop, _ destination: LocatedStop) -> String {
        let labels = [origin, destination].compactMap { stop -> UInt32? in
            guard let edge = stop.place?.candidates.first?.edge else { return nil }
            return network.nodeComponent[settings.key.family][network.head(of: edge).row]
        }
        guard labels.count == 2, labels[0] != labels[1] else { return "" }
        return " (they lie in the separate components \(labels[0]) and \(labels[1]); 0 is the "
            + "largest)"
    }
}
