// The soak's networks, random or built, each with its oracle.

import DataStructures
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis
import RouteTesting
import RoutingEngine

/// A network with an oracle for it.
struct SoakWorld {
    let network: NetworkDataset
    /// The prohibited sequences; `nil` for a built network, which no longer knows them.
    let prohibitions: [(edges: [UInt32], mask: UInt64)]?

    init(_ drawn: RandomNetwork) {
        network = drawn.dataset
        prohibitions = drawn.prohibitions
    }

    init(built network: NetworkDataset) {
        self.network = network
        prohibitions = nil
    }

    /// The least cost to each destination, by the plainest program for the network.
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

/// Draws questions about a built street network, in every travel mode its layers have.
struct StreetQuestions {
    /// Restrictions that ordinary requests add to their mode's.
    private static let optional = [
        "Avoid Toll Roads", "Avoid Unpaved Roads", "Avoid Private Roads", "Avoid Ferries",
        "Avoid Gates",
    ]
    /// One request in so many weighs a restriction of its mode instead of obeying it.
    private static let weighedOf = 6

    private let layer: NetworkLayer
    private let network: NetworkDataset
    /// Each family's edges.
    private let edges: [[UInt32]]

    init(_ network: NetworkDataset) {
        self.network = network
        layer = NetworkLayer(network: network)
        edges = network.description.families.indices.map { family in
            (0..<UInt32(network.edgeCount)).filter {
                network.edgeFamilies[$0] & (1 << UInt8(family)) != 0
            }
        }
    }

    /// A question in a random mode, in half the cases with barriers.
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

    /// A mode's key, or a key without a mode, with some more restrictions, some of its own weighed
    /// instead of obeyed, and a vehicle of some size.
    private func randomKey(_ generator: inout SeededGenerator) throws -> MetricKey {
        let modes = layer.configuration.travelModes
        guard let drawn = modes.randomElement(using: &generator) else {
            throw BenchmarkError("the network has no travel mode: build it as shipped")
        }
        var mode = drawn
        if generator.chance(0.1) { mode.restrictionAttributeNames = [] }
        for name in Self.optional
        where generator.chance(0.2) && network.description.restriction(named: name) != nil {
            mode.restrictionAttributeNames.append(name)
        }
        let active = network.description.includingImplied(mode.restrictionAttributeNames)
        var values: [AttributeParameterValue] = []
        for restriction in active {
            if case .limit(_, let parameter) = restriction.rule {
                values.append(
                    AttributeParameterValue(
                        attributeName: restriction.name, parameterName: parameter,
                        value: "\(Int.random(in: 2...20, using: &generator))"))
            } else if Int.random(in: 0..<Self.weighedOf, using: &generator) == 0 {
                let thousandths = Int.random(in: 500...3_000, using: &generator)
                values.append(
                    AttributeParameterValue(
                        attributeName: restriction.name,
                        parameterName: RestrictionAttribute.usageParameterName,
                        value: "\(Double(thousandths) / 1_000)"))
            }
        }
        mode.attributeParameterValues = values
        var parameters = RouteParameters()
        parameters.travelMode = .settings(mode)
        var key = try layer.settings(of: parameters).key
        key.uTurns = UTurnRule.allCases.randomElement(using: &generator) ?? .nowhere
        return key
    }
}
