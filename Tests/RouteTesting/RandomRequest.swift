// Random keys, barriers and places, for comparing methods with the oracle.

package import DataStructures
package import RoadNetwork
package import RoutingEngine

/// A random leg search on a network: key, barriers, origins and destinations.
package struct RandomRequest {
    package var key: MetricKey
    package var barriers: BarrierSet
    package let origins: [SearchOrigin]
    package let destinations: [SearchDestination]

    package init(on network: NetworkDataset, _ generator: inout SeededGenerator) {
        key = Self.key(&generator)
        barriers = Self.barriers(
            Int.random(in: 0...6, using: &generator), on: network, &generator)
        let family: UInt8 = 1 << UInt8(key.family)
        let edges = (0..<UInt32(network.edgeCount)).filter {
            network.edgeFamilies[$0] & family != 0
        }
        let pick = edges.isEmpty ? [0] : edges
        let destinations = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            SearchDestination(
                edge: pick.randomElement(using: &generator) ?? 0,
                fraction: Self.fraction(&generator))
        }
        self.destinations = destinations
        origins = (0..<Int.random(in: 1...3, using: &generator)).map { _ in
            let isSameEdge = generator.chance(0.2)
            return SearchOrigin(
                edge: isSameEdge
                    ? destinations[0].edge : pick.randomElement(using: &generator) ?? 0,
                fraction: Self.fraction(&generator),
                cost: UInt32.random(in: 0...5_000, using: &generator))
        }
    }

    private static func fraction(_ generator: inout SeededGenerator) -> Double {
        if generator.chance(0.15) { return 0 }
        if generator.chance(0.15) { return 1 }
        return Double(Int.random(in: 1..<64, using: &generator)) / 64
    }

    private static func key(_ generator: inout SeededGenerator) -> MetricKey {
        var restrictions: [ActiveRestriction] = []
        func effect() -> RestrictionEffect {
            generator.chance(0.6)
                ? .prohibits
                : .scales(
                    CostFactor(
                        thousandths: [200, 500, 800, 1_300, 2_000, 5_000, 1_237]
                            .randomElement(using: &generator) ?? 1_000))
        }
        for mask in [
            TestNetwork.oneway, TestNetwork.automobile, TestNetwork.bus, TestNetwork.toll,
            TestNetwork.walking,
        ] where generator.chance(0.5) {
            restrictions.append(ActiveRestriction(mask: mask, effect: effect()))
        }
        if generator.chance(0.5) {
            restrictions.append(
                ActiveRestriction(
                    mask: TestNetwork.throughTraffic, effect: effect(), isThroughTraffic: true))
        }
        if generator.chance(0.4) {
            restrictions.append(
                ActiveRestriction(
                    mask: TestNetwork.height, effect: effect(),
                    limit: .init(
                        column: 0, vehicleValue: UInt32.random(in: 180...420, using: &generator))))
        }
        let isFoot = generator.chance(0.2)
        return MetricKey(
            column: isFoot ? TestNetwork.walkTime : Int.random(in: 0...1, using: &generator),
            family: isFoot ? 1 : 0, restrictions: restrictions,
            uTurns: UTurnRule.allCases.randomElement(using: &generator) ?? .nowhere)
    }

    /// Barriers of every kind on random streets and junctions.
    package static func barriers(
        _ count: Int, on network: NetworkDataset, _ generator: inout SeededGenerator
    ) -> BarrierSet {
        var barriers = BarrierSet()
        for _ in 0..<count { addBarrier(to: &barriers, network, &generator) }
        return barriers
    }

    private static func addBarrier(
        to barriers: inout BarrierSet, _ network: NetworkDataset, _ generator: inout SeededGenerator
    ) {
        let factor = CostFactor(
            thousandths: [250, 500, 1_500, 3_000].randomElement(using: &generator) ?? 1_000)
        let effects: [BarrierEffect] = [
            .barred, .scaled([CostFactor](repeating: factor, count: 5)),
            .added([UInt32](repeating: UInt32.random(in: 0...9_000, using: &generator), count: 5)),
        ]
        let effect = effects.randomElement(using: &generator) ?? .barred
        if generator.chance(0.2) {
            let node = UInt32.random(in: 0..<UInt32(network.nodeCount), using: &generator)
            barriers.nodes[node, default: []].append(effect)
            return
        }
        let segment = Int.random(in: 0..<network.segmentCount, using: &generator)
        var effects64 = barriers.segments[segment] ?? SegmentBarriers()
        let ends = [fraction(&generator), fraction(&generator)].sorted()
        if case .added = effect {
            effects64.points.append(point(ends[0], effect, &generator))
        } else if generator.chance(0.3) {
            effects64.points.append(point(ends[0], .barred, &generator))
        } else {
            effects64.pieces.append(BarrierPiece(from: ends[0], to: ends[1], effect: effect))
        }
        barriers.segments[segment] = effects64
    }

    private static func point(
        _ at: Double, _ effect: BarrierEffect, _ generator: inout SeededGenerator
    ) -> BarrierPoint {
        BarrierPoint(
            at: min(max(at, 0.01), 0.99), effect: effect,
            affectsForward: generator.chance(0.8), affectsBackward: generator.chance(0.8))
    }
}
