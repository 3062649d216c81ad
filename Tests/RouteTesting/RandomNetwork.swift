// Random networks that contain every kind of rule.

import DataStructures
package import NetworkBuilder
package import RoadNetwork

/// A turn cost model with signals, angles and U-turns, but few distinct costs.
package struct AngleTurns: TurnCostModel {
    package init() {}

    package func costs(of turn: TurnSituation) -> [UInt32] {
        var milliseconds = UInt32((abs(turn.angleDegrees) / 30).rounded()) * 700
        if turn.isUTurn { milliseconds += 5_000 }
        milliseconds += 2_000 * UInt32(turn.points[.trafficSignals])
        milliseconds += 900 * UInt32(turn.points[.yieldSign])
        return [milliseconds, 0, 0]
    }
}

/// A random network and its prohibited sequences.
///
/// Properties compare the engine with an oracle on hundreds of these networks. Each contains every
/// kind of rule the engine knows, in an unlikely density, so that rules meet each other in a few
/// dozen nodes. The same arguments always give the same network: a failing test names its seed, and
/// you can draw the network again.
///
/// The ``prohibitions`` are the sequences before the build turned them into turn rules and copies.
/// ``ReferenceRouter`` works with them, so it also checks that step. When you add an attribute,
/// draw its values from a place or number, or from a generator of its own: the networks of existing
/// seeds must not change.
///
/// With `isConditional`, some edges and turns change while ``conditions`` hold.
/// ``ReferenceTimedRouter`` draws the same seed again with `holding`, which fixes the conditions of
/// an instant.
package struct RandomNetwork {
    package let dataset: NetworkDataset
    package let prohibitions: [(edges: [UInt32], mask: UInt64)]

    /// The conditions that random edges and turns may have.
    package static let conditions = [
        "Mo-Fr 07:00-09:00", "22:00-06:00", "Sa,Su", "Tu 08:30-08:31",
    ]

    /// Draws a network: parallel and one-way roads, dead ends, turn rules, via ways, barred nodes,
    /// through-traffic areas, tolls, height limits, several components.
    ///
    /// - Parameters:
    ///   - isConditional: Whether some edges and turns change while one or two of ``conditions``
    ///     hold.
    ///   - holding: Fixes the conditions of the same conditional network: applies the changes of
    ///     these conditions permanently, and omits all others.
    ///   - marksEnclosed: Whether free streets behind limited ones count as limited; by default in
    ///     networks without conditions.
    package init(
        nodes: Int, meanDegree: Double, seed: UInt64, isConditional: Bool = false,
        holding: Set<String>? = nil, marksEnclosed: Bool? = nil,
        turnCosts: some TurnCostModel = AngleTurns()
    ) throws {
        var generator = SeededGenerator(seed)
        // A separate generator, so that networks without conditions stay the same.
        var times = RandomConditions(generator: SeededGenerator(seed &+ 77_000), holding: holding)
        var draft = NetworkDraft(description: TestNetwork.description())
        for _ in 0..<nodes { Self.addRandomNode(to: &draft, &generator) }
        let segments = max(1, Int(Double(nodes) * meanDegree / 2))
        for index in 0..<segments {
            var segment = Self.randomSegment(Int64(index), draft, &generator)
            if isConditional { times.decide(on: &segment) }
            draft.addSegment(segment)
        }
        draft.prohibitions = Self.randomProhibitions(draft, &generator)
        if isConditional { times.decide(on: &draft.prohibitions) }
        prohibitions = draft.prohibitions.map { ($0.edges, $0.mask) }
        dataset = try NetworkDataset.assembled(
            draft, turnCosts: turnCosts, withHierarchies: nodes <= 500,
            marksEnclosed: marksEnclosed ?? !isConditional)
    }

    private static func addRandomNode(
        to draft: inout NetworkDraft, _ generator: inout SeededGenerator
    ) {
        let place = FixedCoordinate(
            longitudeE7: 100_000_000 + Int32.random(in: 0..<300_000, using: &generator),
            latitudeE7: 500_000_000 + Int32.random(in: 0..<200_000, using: &generator))
        let flags: NodeFlags = generator.chance(0.2) ? .signals : []
        let barred = generator.chance(0.05) ? TestNetwork.automobile : 0
        // Drawn from the place, so that seeds keep the networks they had before nodes had limits.
        let height: UInt32? =
            place.longitudeE7 % 10 == 0 ? UInt32(200 + place.latitudeE7 % 200) : nil
        draft.addNode(
            place, id: Int64(draft.nodeCount + 1), flags: flags,
            barred: height == nil ? barred : barred | TestNetwork.height,
            limits: [height])
    }

    private static func randomSegment(
        _ wayID: Int64, _ draft: NetworkDraft, _ generator: inout SeededGenerator
    ) -> SegmentDraft {
        let count = draft.nodeCount
        let from = Int.random(in: 0..<count, using: &generator)
        let near = from + Int.random(in: -4...4, using: &generator)
        let to =
            generator.chance(0.8)
            ? max(0, min(count - 1, near))
            : Int.random(
                in: 0..<count, using: &generator)
        let line = [from, to].map {
            FixedCoordinate(
                longitudeE7: draft.contents.nodeLongitudeE7[$0],
                latitudeE7: draft.contents.nodeLatitudeE7[$0])
        }
        var common: UInt64 = 0
        if generator.chance(0.15) { common |= TestNetwork.throughTraffic }
        if generator.chance(0.15) { common |= TestNetwork.toll }
        if generator.chance(0.05) { common |= TestNetwork.automobile }
        if generator.chance(0.1) { common |= TestNetwork.walking }
        let height: UInt32? =
            generator.chance(0.1) ? UInt32.random(in: 200...400, using: &generator) : nil
        if height != nil { common |= TestNetwork.height }
        let backward = common | (generator.chance(0.25) ? TestNetwork.oneway : 0)
        let families: UInt8 =
            generator.chance(0.1) ? TestNetwork.foot : TestNetwork.motor | TestNetwork.foot
        let length = UInt32.random(in: 1...30_000, using: &generator)
        func direction(_ restrictions: UInt64) -> DirectionDraft {
            DirectionDraft(
                costs: [UInt32.random(in: 1...20_000, using: &generator), length, length * 8],
                restrictions: restrictions, families: families, limits: [height])
        }
        var segment = SegmentDraft(
            from: UInt32(from), to: UInt32(to), shape: line, wayID: wayID, roadClass: .residential,
            forward: direction(common), backward: direction(backward))
        // Drawn from the street's number, so that seeds keep the networks they had before points.
        if wayID % 3 == 0 {
            segment.points.append(PointDraft(share: 1, direction: .forward, kind: .trafficSignals))
        }
        if wayID % 5 == 0 {
            segment.points.append(PointDraft(share: 0.4, direction: .both, kind: .yieldSign))
        }
        return segment
    }

    /// Random walks of two to five edges, forbidden for one or two restrictions.
    private static func randomProhibitions(
        _ draft: NetworkDraft, _ generator: inout SeededGenerator
    ) -> [TurnProhibition] {
        let heads = draft.contents.edgeHead
        var leaving: [UInt32: [UInt32]] = [:]
        for edge in heads.indices { leaving[heads[edge ^ 1], default: []].append(UInt32(edge)) }
        return (0..<(heads.count / 6)).compactMap { _ in
            var walk = [UInt32.random(in: 0..<UInt32(heads.count), using: &generator)]
            for _ in 0..<Int.random(in: 1...4, using: &generator) {
                guard let last = walk.last,
                    let next = leaving[heads[Int(last)]]?.randomElement(using: &generator)
                else { break }
                walk.append(next)
            }
            guard walk.count >= 2 else { return nil }
            let mask = generator.chance(0.3) ? TestNetwork.bus : TestNetwork.automobile
            return TurnProhibition(
                edges: walk, mask: generator.chance(0.2) ? mask | TestNetwork.bus : mask)
        }
    }
}

/// Makes some segments and prohibitions conditional, or fixes their conditions.
private struct RandomConditions {
    var generator: SeededGenerator
    let holding: Set<String>?

    mutating func decide(on segment: inout SegmentDraft) {
        guard generator.chance(0.3) else { return }
        let conditions = Array(
            RandomNetwork.conditions.shuffled(using: &generator).prefix(
                Int.random(in: 1...2, using: &generator)))
        let draft = ConditionsDraft(
            conditions: conditions, forward: variants(of: segment.forward, conditions.count),
            backward: variants(of: segment.backward, conditions.count))
        guard let holding else {
            segment.conditions = draft
            return
        }
        let combination = conditions.indices.reduce(0) { combination, bit in
            holding.contains(conditions[bit]) ? combination | 1 << bit : combination
        }
        guard combination > 0 else { return }
        segment.forward.costs = draft.forward[combination - 1].costs
        segment.forward.restrictions = draft.forward[combination - 1].restrictions
        segment.backward.costs = draft.backward[combination - 1].costs
        segment.backward.restrictions = draft.backward[combination - 1].restrictions
    }

    private mutating func variants(of direction: DirectionDraft, _ count: Int) -> [VariantDraft] {
        (1..<(1 << count)).map { _ in
            var variant = VariantDraft(
                costs: direction.costs, restrictions: direction.restrictions,
                speedLimit: direction.speedLimit)
            if generator.chance(0.5) {
                variant.costs[0] = UInt32.random(in: 1...20_000, using: &generator)
            }
            for mask in [TestNetwork.automobile, TestNetwork.oneway, TestNetwork.throughTraffic]
            where generator.chance(0.3) {
                variant.restrictions ^= mask
            }
            return variant
        }
    }

    mutating func decide(on prohibitions: inout [TurnProhibition]) {
        prohibitions = prohibitions.compactMap { prohibition in
            guard generator.chance(0.4),
                let condition = RandomNetwork.conditions.randomElement(using: &generator)
            else { return prohibition }
            guard let holding else {
                return TurnProhibition(
                    edges: prohibition.edges, mask: prohibition.mask, condition: condition)
            }
            return holding.contains(condition) ? prohibition : nil
        }
    }
}
