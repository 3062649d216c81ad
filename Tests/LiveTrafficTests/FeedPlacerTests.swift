// Tests placing feed rows on edges.

import Geo
import RoadNetwork
import RoutingEngine
import Testing

@testable import LiveTraffic

/// Reads a feed and places its rows on a network.
@Suite struct FeedPlacerTests {
    private func place(_ text: String, on network: NetworkDataset) throws -> PlacedRows {
        let placer = FeedPlacer(network: network)
        return try placer.place(try read(text))
    }

    private func edges(_ placed: PlacedRows, row: Int) -> Set<UInt32> {
        Set(placed.pieces[placed.rows[row].pieces].map(\.edge))
    }

    @Test func `a way has its edges in the direction of the row`() async throws {
        let network = try await FeedStreets.build()
        let placed = try place(
            """
            way,direction,speed_kmh
            10,forward,20
            10,backward,20
            12,,20
            """, on: network)
        let (up, down) = (network.edge(1, 2), network.edge(2, 1))
        let (on, back) = (network.edge(2, 3), network.edge(3, 2))
        #expect(edges(placed, row: 0) == Set([up, on].compactMap(\.self)))
        #expect(edges(placed, row: 1) == Set([down, back].compactMap(\.self)))
        #expect(edges(placed, row: 2).count == 2)
        #expect(placed.pieces.allSatisfy { $0.share == 1 })
    }

    @Test func `nodes cut a way, those between junctions too`() async throws {
        let network = try await FeedStreets.build()
        let placed = try place(
            """
            way,direction,from_node,to_node,speed_kmh
            10,,1,2,20
            10,,2,1,20
            10,forward,2,1,20
            10,both,2,4,20
            """, on: network)
        #expect(edges(placed, row: 0) == Set([network.edge(1, 2)].compactMap(\.self)))
        #expect(edges(placed, row: 1) == Set([network.edge(2, 1)].compactMap(\.self)))
        #expect(edges(placed, row: 2) == Set([network.edge(1, 2)].compactMap(\.self)))
        #expect(edges(placed, row: 3).count == 2)
        let shares = placed.pieces[placed.rows[3].pieces].map(\.share)
        #expect(shares.allSatisfy { $0 > 0.4 && $0 < 0.6 }, "\(shares)")
    }

    @Test func `pairs of nodes add up to edges`() async throws {
        let network = try await FeedStreets.build()
        let placed = try place("1,2,30\n2,4,30\n4,3,50\n5,6,0\n", on: network)
        #expect(placed.refused.count == 0, "\(placed.refused.rows)")
        #expect(edges(placed, row: 1) == edges(placed, row: 2))
        var state = FeedState(network: network)
        state.apply(placed, .whole, at: 1_000, lapse: 1_000)
        let snapshot = state.snapshot(made: 1_000, lapse: 1_000)
        let (through, oneWay) = (try #require(network.edge(2, 3)), try #require(network.edge(5, 6)))
        let speed = try #require(snapshot.speed(of: through, at: 1_500))
        #expect(abs(speed - 37.5) < 1, "half at 30, half at 50: \(speed)")
        #expect(snapshot.isClosed(oneWay, at: 1_500))
    }

    @Test func `rows that fit nowhere come back with the reason, in order`() async throws {
        let network = try await FeedStreets.build()
        let placed = try place(
            """
            way,from_node,to_node,speed_kmh
            99,,,20
            10,1,5,20
            10,,,-3
            11,,,20
            """, on: network)
        #expect(placed.rows.count == 1)
        #expect(placed.refused.rows.map(\.number) == [2, 3, 4])
        #expect(placed.refused.rows[0].reason == "OSM way 99 is not in the network")
        #expect(placed.refused.rows[1].reason.contains("nodes 1 and 5"))
        let pairs = try place("1,2,30\n1,6,30\n", on: network)
        #expect(pairs.refused.rows.map(\.number) == [2])
    }

    @Test func `a line is placed in its direction`() async throws {
        let network = try await FeedStreets.build()
        let placed = try place(
            """
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{"closed":true},"geometry":{"type":"LineString",
            "coordinates":[[7.4101,43.731],[7.4119,43.731]]}},
            {"type":"Feature","properties":{"closed":true,"direction":"both"},
            "geometry":{"type":"LineString","coordinates":[[7.4101,43.731],[7.4119,43.731]]}},
            {"type":"Feature","properties":{"closed":true},"geometry":{"type":"LineString",
            "coordinates":[[8,44],[8.001,44]]}}]}
            """, on: network)
        #expect(edges(placed, row: 0) == Set([network.edge(2, 5)].compactMap(\.self)))
        #expect(
            edges(placed, row: 1)
                == Set([network.edge(2, 5), network.edge(5, 2)].compactMap(\.self)))
        #expect(placed.refused.rows.map(\.number) == [3])
    }

    @Test func `a point is on the nearest street`() async throws {
        let network = try await FeedStreets.build()
        let placed = try place(
            """
            {"features":[
            {"attributes":{"closed":true},"geometry":{"x":7.411,"y":43.7311}},
            {"attributes":{"closed":true,"direction":"forward"},
            "geometry":{"x":7.411,"y":43.7311}},
            {"attributes":{"closed":true},"geometry":{"x":7.43,"y":43.7311}}]}
            """, on: network)
        #expect(
            edges(placed, row: 0)
                == Set([network.edge(2, 5), network.edge(5, 2)].compactMap(\.self)))
        #expect(edges(placed, row: 1) == Set([network.edge(2, 5)].compactMap(\.self)))
        #expect(placed.refused.rows.map(\.number) == [3])
        // Each direction has the point's place from its own beginning.
        #expect(placed.pieces.count == 3)
        for piece in placed.pieces {
            let line = LineMeasure(network.shape(of: EdgeID(row: piece.edge)))
            #expect(abs(line.coordinate(at: Double(piece.point)).x - 7.411) < 1e-6)
        }
    }
}
