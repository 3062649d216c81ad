// Reusing another request's preparation does not change the answer.

import DataStructures
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Testing

struct PreparationProperties {
    /// How a request may differ from the request whose preparation it reuses.
    private static let changes: [@Sendable (inout RouteParameters) -> Void] = [
        { _ in },
        { $0.impedanceAttributeName = "Length" },
        { $0.restrictUTurns = .noBacktrack },
        { $0.restrictionAttributeNames = [] },
        { $0.barriers.point = nil },
        { $0.barriers.polygon = nil },
        { $0.barriers.point?.features.features.removeLast() },
        { $0.barriers.point?.doNotLocateOnRestrictedElements = false },
        { $0.stops?.features.features.reverse() },
        { $0.stops?.doNotLocateOnRestrictedElements = false },
        { $0.ignoreInvalidLocations = false },
        { $0.locateSettings = nil },
    ]

    @Test(arguments: UInt64(7_600)..<7_660)
    func `a preparation that reuses another equals the one made alone`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 10, meanDegree: 3.5, seed: seed).dataset
        let trip = RandomTrip(on: network, stops: 3, &generator)
        let barriers = RandomBarriers(on: network, trip.travel, &generator)
        var parameters = trip.parameters
        barriers.apply(to: &parameters)
        let layer = NetworkLayer.random(network)
        let first = try layer.prepared(parameters)
        for (number, change) in Self.changes.enumerated() {
            var changed = parameters
            if changed.barriers.point?.features.features.isEmpty ?? true, number == 6 { continue }
            change(&changed)
            let expected = try? NetworkLayer.random(network).prepared(changed)
            let found = try? layer.prepared(changed, reusing: first)
            #expect((expected == nil) == (found == nil), "seed \(seed), change \(number)")
            guard let expected, let found else { continue }
            expectSame(found, expected, on: network, "seed \(seed), change \(number)")
        }
    }

    private func expectSame(
        _ found: PreparedAnalysis, _ expected: PreparedAnalysis, on network: NetworkDataset,
        _ label: String
    ) {
        #expect(found.metric.key == expected.metric.key, "\(label)")
        #expect(found.barrierKey?.words == expected.barrierKey?.words, "\(label)")
        #expect(found.messages == expected.messages, "\(label)")
        #expect(found.barriers.messages == expected.barriers.messages, "\(label)")
        #expect("\(found.stops)" == "\(expected.stops)", "\(label)")
        #expect("\(found.barriers.all)" == "\(expected.barriers.all)", "\(label)")
        #expect(found.costs.nodeCosts == expected.costs.nodeCosts, "\(label)")
        let differing = (0..<UInt32(network.edgeCount)).filter {
            found.costs.weight($0) != expected.costs.weight($0)
        }
        #expect(differing.isEmpty, "\(label)")
    }
}
