// Tests standing barriers: prepared beside the service, used by requests without reading a store.

import FeatureStore
import Foundation
import Geo
import Hummingbird
import Preparation
@testable import PublishedServices
import RouteAPI
import ServerTesting
import Synchronization
import Testing

@testable import RouteService

@Suite struct StandingWatchTests {
    private let fixture: StoredFixture

    init() throws { fixture = try StoredFixture() }

    /// The prepared sets in order.
    private final class Preparations: Sendable {
        private let noted = Mutex<[StandingBarriers]>([])
        var all: [StandingBarriers] { noted.withLock { $0 } }
        func note(_ barriers: StandingBarriers) { noted.withLock { $0.append(barriers) } }
    }

    @Test func `a look prepares what has changed, and requests take what is in force`() throws {
        try fixture.close("Flood")
        let stored = StoredLayers([try fixture.closures()])
        let standing = try #require(stored.standing)
        let prepared = Preparations()
        #expect(stored.standingInForce == nil)
        func look(traffic: String? = nil) {
            standing.look(limits: ServiceLimits(), traffic: traffic) { barriers in
                // Until it is prepared, requests use the previous set.
                #expect(stored.standingInForce == prepared.all.last)
                prepared.note(barriers)
            }
        }
        look()
        let first = try #require(stored.standingInForce)
        #expect(first.rows.first?.features.features.count == 1)
        look()
        #expect(prepared.all == [first])
        try fixture.close("Works", x: 7.43)
        #expect(stored.standingInForce == first)
        look()
        let second = try #require(stored.standingInForce)
        #expect(second.rows.first?.features.features.count == 2)
        #expect(prepared.all == [first, second])
        // A change that is undone leaves the same rows, which stay the same barriers.
        try fixture.close("More", x: 7.44)
        _ = try fixture.store.apply(LayerEdits(deletes: [3]), to: "closures")
        #expect(try standing.current(limits: ServiceLimits(), SolveControl()) == second)
        // Under other traffic, the same barriers have other costs.
        look(traffic: "t1")
        #expect(prepared.all == [first, second, second])
        #expect(stored.standingInForce == second)
    }

    @Test func `a layer that cannot be read is no longer in force`() throws {
        try fixture.close("Flood")
        let stored = StoredLayers([try fixture.closures()])
        let standing = try #require(stored.standing)
        standing.look(limits: ServiceLimits(), traffic: nil) { _ in }
        #expect(stored.standingInForce != nil)
        try fixture.store.drop("closures")
        standing.look(limits: ServiceLimits(), traffic: nil) { _ in }
        #expect(stored.standingInForce == nil)
    }

    @Test func `a request after an edit that was answered has its barrier`() async throws {
        let layer = RecordingLayer()
        let catalog = fixture.catalog([try fixture.closures()], answering: layer)
        try await makeSecuredServer(catalog, files: fixture.files).test { client in
            let token = try await client.token()
            let ring = "[[7.4,43.7],[7.4,43.8],[7.5,43.8],[7.4,43.7]]"
            for number in 1...5 {
                let rows = #"[{"geometry":{"rings":[\#(ring)]},"attributes":{"Name":"W"}}]"#
                let edit = try await client.post(
                    "/arcgis/rest/services/Harbor/FeatureServer/0/addFeatures",
                    "f=json&token=\(token)&features=\(rows.percentEncoded)")
                #expect(try edit.errorCode() == nil, "\(edit.text)")
                _ = try await client.post(FixturePath.solve, "f=json&stops=7.4,43.7;7.5,43.7")
                let standing = try #require(layer.asked.last?.standing)
                #expect(standing.rows.first?.features.features.count == number)
            }
        }
    }
}
