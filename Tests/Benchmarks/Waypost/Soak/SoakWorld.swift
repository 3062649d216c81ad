// What the soak asks about: random networks, or a built one, each with its oracle.

import RoadNetwork
import RouteTesting
import RoutingEngine

/// A network, and who knows the right answers on it.
struct SoakWorld {
    let network: NetworkDataset
    /// Sequences that are forbidden; `nil` on a built network, which no longer knows them.
    let prohibitions: [(edges: [UInt32], mask: UInt64)]?

    init(_ drawn: RandomNetwork) {
        network = drawn.dataset
        prohibitions = drawn.prohibitions
    }

    init(built network: NetworkDataset) {
        self.network = network
        prohibitions = nil
    }

    /// The least cost to each destination, by the plainest program there is for the network.
    func oracle(_ question: SoakQuestion) -> [UInt32?] {
        guard let prohibitions else {
            return TableRouter(
                network: network, key: question.key, barriers: question.barriers, attribute: 0
            ).costs(from: question.origins, to: question.destinations)
        }
        return ReferenceRouter(
            network: network, prohibitions: prohibitions, key: question.key,
            barriers: question.barriers, attribute: 0
        ).costs(from: question.origins, to: question.destinations)
    }
}

/// Draws questions about a built network of streets.
struct StreetQuestions {
    private struct Mode {
        var family: String
        var cost: String
        var restrictions: [String]
    }

    private static let modes = [
        Mode(
            family: "motor", cost: "TravelTime",
            restrictions: ["Driving an Automobile", "Oneway", "Through Traffic Prohibited"]),
        Mode(
            family: "motor", cost: "TruckTravelTime",
            restrictions: [
                "Driving a Truck", "Oneway", "Through Traffic Prohibited", "Height Restriction",
                "Weight Restriction", "Avoid Toll Roads",
            ]),
        Mode(
            family: "motor", cost: "Length",
            restrictions: ["Driving an Emergency Vehicle", "Oneway", "Avoid Unpaved Roads"]),
        Mode(
            family: "bicycle", cost: "BicycleTime",
            restrictions: ["Riding a Bicycle", "Oneway for Bicycles"]),
        Mode(family: "foot", cost: "WalkTime", restrictions: ["Walking"]),
    ]

    private let network: NetworkDataset
    /// For each family the edges that are its own.
    private let edges: [[UInt32]]

    init(_ network: NetworkDataset) {
        self.network = network
        edges = network.description.families.indices.map { family in
            (0..<UInt32(network.edgeCount)).filter {
                network.edgeFamilies[$0] & (1 << UInt8(family)) != 0
            }
        }
    }

    /// A question by car, truck, bicycle or on foot, half of them among barriers.
    func random(_ generator: inout SeededGenerator) throws -> SoakQuestion {
        let key = try randomKey(&generator)
        let isBarred = generator.chance(0.5)
        let count = isBarred ? Int.random(in: 1...300, using: &generator) : 0
        let origins = (0..<2).map { _ in place(key.family, &generator) }
        let destinations = (0..<3).map { _ in place(key.family, &generator) }
        return SoakQuestion(
            key: key, barriers: RandomRequest.barriers(count, on: network, &generator),
            origins: origins.map { SearchOrigin(edge: $0.edge, fraction: $0.fraction) },
            destinations: destinations.map {
                SearchDestination(edge: $0.edge, fraction: $0.fraction)
            })
    }

    private func place(
        _ family: Int, _ generator: inout SeededGenerator
    ) -> (edge: UInt32, fraction: Double) {
        (
            edges[family].randomElement(using: &generator) ?? 0,
            Double(Int.random(in: 0...64, using: &generator)) / 64
        )
    }

    private func randomKey(_ generator: inout SeededGenerator) throws -> MetricKey {
        let mode = Self.modes.randomElement(using: &generator) ?? Self.modes[0]
        let description = network.description
        guard let cost = description.cost(named: mode.cost),
            let family = description.familyIndex(named: mode.family)
        else { throw BenchmarkError("the network has no \(mode.cost): build it as shipped") }
        let restrictions = mode.restrictions.compactMap { description.restriction(named: $0) }.map {
            restriction in
            let factor = CostFactor(thousandths: Int.random(in: 500...3_000, using: &generator))
            var active = ActiveRestriction(
                mask: restriction.mask,
                effect: restriction.name.hasPrefix("Avoid") ? .scales(factor) : .prohibits,
                isThroughTraffic: restriction.rule == .throughTraffic)
            if case .limit(let column, _) = restriction.rule {
                let value = UInt32.random(in: 200...20_000, using: &generator)
                active.limit = .init(column: column, vehicleValue: value)
            }
            return active
        }
        return MetricKey(
            column: cost.column, family: family, restrictions: restrictions,
            uTurns: UTurnRule.allCases.randomElement(using: &generator) ?? .nowhere)
    }
}
