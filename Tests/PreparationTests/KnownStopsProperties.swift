// Cached stops equal those read anew from the same rows.

import DataStructures
import Geo
import RouteAPI
import RouteTesting
import Testing

@testable import Preparation

struct KnownStopsProperties {
    /// How later requests with the same rows differ.
    private static let changes: [@Sendable (inout RouteParameters) -> Void] = [
        { _ in },
        { _ in },
        { $0.impedanceAttributeName = "Length" },
        { $0.findBestSequence = true },
        { $0.preserveObjectID = true },
        { $0.stops?.features.spatialReference = SpatialReference(wkid: 3857) },
        { $0.stops?.features.fields[0].name = "Other" },
        { $0.stops?.doNotLocateOnRestrictedElements = false },
        { $0.stops?.features.features[7].values[0] = .string("changed") },
        { $0.stops?.features.features.reverse() },
        { _ in },
    ]

    @Test(arguments: UInt64(9_700)..<9_710)
    func `known stops are those that are read`(seed: UInt64) throws {
        var generator = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 12, meanDegree: 3.5, seed: seed).dataset
        var parameters = RandomTrip(on: network, stops: 40, &generator).parameters
        let rows = try #require(parameters.stops?.features)
        parameters.stops?.features = Self.named(rows)
        let layer = NetworkLayer.random(network)
        for (number, change) in Self.changes.enumerated() {
            var parameters = parameters
            change(&parameters)
            let found = Self.read(parameters, by: layer)
            let expected = Self.read(parameters, by: .random(network))
            #expect(found == expected, "seed \(seed), change \(number)")
        }
        #expect((2...).contains(layer.layer.knownStops.count))
    }

    /// Rows whose only field is the name, made from the row number.
    private static func named(_ set: FeatureSet) -> FeatureSet {
        FeatureSet(
            geometryType: set.geometryType, spatialReference: set.spatialReference,
            fields: [Field("Name", .string)],
            features: set.features.enumerated().map { number, feature in
                Feature(values: [.string("Stop \(number)")], geometry: feature.geometry)
            })
    }

    /// The stops of a request as text, or the error.
    private static func read(_ parameters: RouteParameters, by layer: NetworkLayer) -> String {
        do {
            let request = try layer.layer.reader().read(parameters, minimumStops: 0)
            return "\(request.stops)"
        } catch {
            return "\(error)"
        }
    }

    @Test func `the rows that are kept are limited, and few rows are not kept`() throws {
        let known = KnownStops()
        let rules = StopReader.Rules(
            limits: ServiceLimits(), preservesObjectID: false, requestsObjectIDs: false,
            impedance: 0, checksSequence: true, usesWindows: true, windowZone: nil,
            windowsAreUTC: false)
        let demand = LocationDemand("stops", minimum: 0)
        var reads = 0
        func keep(_ set: FeatureSet) throws {
            _ = try known.stops(of: set, rules, demand) { () throws(RouteRequestError) in
                reads += 1
                return set.features.indices.map { row in
                    Shared(StopInput(index: row, objectID: row, name: "", added: []))
                }
            }
        }
        func rows(_ count: Int) -> FeatureSet {
            FeatureSet(
                geometryType: .point, spatialReference: .wgs84, fields: [],
                features: (0..<count).map { _ in Feature(values: [], geometry: .empty) })
        }
        for _ in 0..<50 { try keep(rows(500)) }
        #expect(known.count == 8)
        try keep(rows(31))
        try keep(rows(5_000))
        #expect(known.count == 8)
        let last = rows(500)
        let before = reads
        for _ in 0..<5 { try keep(last) }
        #expect(reads == before + 1)
        #expect(known.count == 8)
    }

    @Test func `arrays have one identity when they are the same in memory`() {
        let rows = [1, 2, 3]
        var same = rows
        #expect(rows.identity == same.identity)
        same[0] = 1
        #expect(rows.identity != same.identity)
        #expect(rows.identity != Array(rows.dropLast()).identity)
    }
}
