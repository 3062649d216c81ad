// Cached places equal those found by a search.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Testing

@testable import Preparation

struct PlaceCacheProperties {
    /// How later requests for the same places differ.
    private static let changes: [@Sendable (inout RouteParameters, RandomBarriers) -> Void] = [
        { _, _ in },
        { parameters, barriers in barriers.apply(to: &parameters) },
        { parameters, _ in parameters.restrictionAttributeNames = [] },
        { parameters, barriers in
            barriers.apply(to: &parameters)
            parameters.stops?.doNotLocateOnRestrictedElements = false
        },
        { parameters, _ in parameters.stops?.features.features.reverse() },
        { parameters, _ in parameters.impedanceAttributeName = "Length" },
    ]

    @Test(arguments: UInt64(9_500)..<9_520)
    func `places from the cache are those that a search finds`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 12, meanDegree: 3.5, seed: seed).dataset
        let trip = RandomTrip(on: network, stops: 40, &generator)
        let barriers = RandomBarriers(on: network, trip.travel, &generator)
        let layer = NetworkLayer.random(network)
        for (number, change) in Self.changes.enumerated() {
            var parameters = trip.parameters
            change(&parameters, barriers)
            let found = try? layer.prepared(parameters).stops
            let expected = try? NetworkLayer.random(network).prepared(parameters).stops
            #expect("\(found as Any)" == "\(expected as Any)", "seed \(seed), change \(number)")
            if number == 0, found?.contains(where: { $0.place != nil }) ?? false {
                #expect(layer.layer.places.count > 0)
            }
        }
    }

    @Test func `few places are not cached`() throws {
        var generator = SeededGenerator(1)
        let network = try RandomNetwork(nodes: 12, meanDegree: 3.5, seed: 1).dataset
        let trip = RandomTrip(on: network, stops: 5, &generator)
        let layer = NetworkLayer.random(network)
        _ = try layer.prepared(trip.parameters)
        #expect(layer.layer.places.count == 0)
    }

    @Test func `the cache holds no more places than it may, and forgets old rules`() {
        let cache = PlaceCache(count: 100)
        let place = NetworkPlace(
            coordinate: Coordinate(x: 0, y: 0), distanceMeters: 1, segment: 0, share: 0.5,
            side: .right, candidates: [], isRelocated: false)
        func rules(_ tolerance: Int) -> PlaceCache.Rules {
            PlaceCache.Rules(
                metric: MetricKey(column: 0, family: 0, restrictions: [], uTurns: .everywhere),
                toleranceMeters: Double(tolerance), skipsRestricted: true, skipsBarred: true,
                withoutStops: .allStreets)
        }
        let corners = (0..<60).map { Coordinate(x: Double($0), y: 0) }
        for tolerance in 0..<80 {
            cache.keep(corners.map { ($0, place) }, under: rules(tolerance))
            #expect(cache.count <= 100)
        }
        #expect(cache.places(of: corners, under: rules(79)).allSatisfy { $0 == place })
        #expect(cache.places(of: corners, under: rules(0)).allSatisfy { $0 == nil })
        #expect(cache.places(of: [nil], under: rules(79)) == [nil])
    }
}
