// Tests which jam classes a map shows.

import Preparation
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import Synchronization
import Testing
import VectorTiles

@testable import Answers

@Suite struct TrafficTileTests {
    private static let now: Int64 = 1_790_000_000_000

    /// Streets of 150 m that take 15 s: 36 km/h without traffic.
    private func streets() throws -> (NetworkSketch, NetworkDataset) {
        var sketch = NetworkSketch("a--b--c--d--e--f--g")
        sketch.road("abcdefg", seconds: 15)
        return (sketch, try sketch.build())
    }

    @Test(arguments: [
        (40.0, "free"), (36, "free"), (29, "free"), (28, "slow"), (20, "slow"), (19, "heavy"),
        (11, "heavy"), (10, "jammed"), (2, "jammed"), (1, "blocked"),
    ])
    func `a speed is in the class in which its share of the free speed is`(
        speed: Double, jam: String
    ) throws {
        let (sketch, network) = try streets()
        let edge = sketch.edge("a", "b")
        let snapshot = TrafficSnapshot(
            speeds: [EdgeSpeed(edge: edge, kilometersPerHour: speed)], closures: [],
            made: Self.now, on: network)
        let marks = TrafficMarks(snapshot: snapshot, instant: Self.now)
        #expect(
            marks.mark(of: EdgeID(row: edge))
                == TrafficMark(jam: jam, isClosed: false, kilometersPerHour: Int(speed)))
        #expect(marks.mark(of: EdgeID(row: edge ^ 1)) == nil, "the other direction has none")
        let later = TrafficMarks(
            snapshot: snapshot, instant: Self.now + snapshot.validityMilliseconds)
        #expect(later.mark(of: EdgeID(row: edge)) == nil, "speeds lapse")
    }

    @Test func `a closure is shown as long as it holds, and before a speed`() throws {
        let (sketch, network) = try streets()
        let edge = sketch.edge("b", "c")
        let snapshot = TrafficSnapshot(
            speeds: [EdgeSpeed(edge: edge, kilometersPerHour: 30)],
            closures: [EdgeClosure(edge: edge, from: nil, until: Self.now + 1_000)],
            made: Self.now, on: network)
        func mark(_ instant: Int64) -> TrafficMark? {
            TrafficMarks(snapshot: snapshot, instant: instant).mark(of: EdgeID(row: edge))
        }
        #expect(
            mark(Self.now) == TrafficMark(jam: "blocked", isClosed: true, kilometersPerHour: nil))
        #expect(mark(Self.now + 1_000)?.isClosed == false)
    }

    @Test func `each street has its class, and tiles have them once traffic is in force`() throws {
        let (sketch, network) = try streets()
        let layer = NetworkLayer(network: network, analyses: .all, now: { Self.now })
        let edges = sketch.edges(along: "abcdefg")
        let speeds = zip(edges, [36.0, 25, 15, 5, 1]).map {
            EdgeSpeed(edge: $0, kilometersPerHour: $1)
        }
        let snapshot = TrafficSnapshot(
            speeds: speeds, closures: [], made: Self.now, on: network)
        let marks = TrafficMarks(snapshot: snapshot, instant: Self.now)
        let jams = edges.map { marks.mark(of: EdgeID(row: $0))?.jam }
        #expect(jams == ["free", "slow", "heavy", "jammed", "blocked", nil])
        let address = try #require(TileAddress(zoom: 14, column: 8_647, row: 5_556))
        #expect(layer.trafficTile(address).isEmpty)
        layer.traffic.publish(snapshot)
        let tile = layer.trafficTile(address)
        #expect(!tile.isEmpty && tile == layer.trafficTile(address))
        #expect(layer.mapFacts?.drivingSide == .right)
    }

    @Test func `a tile is made once for each traffic, and anew when a speed or closure ends`()
        throws
    {
        let (sketch, network) = try streets()
        let clock = Mutex(Self.now)
        let layer = NetworkLayer(
            network: network, analyses: .all, now: { clock.withLock { $0 } })
        let address = try #require(TileAddress(zoom: 14, column: 8_647, row: 5_556))
        #expect(layer.keptTrafficTile(address) == [], "without traffic, there is nothing to make")
        func publish(_ speed: Double) {
            layer.traffic.publish(
                TrafficSnapshot(
                    speeds: [
                        EdgeSpeed(edge: sketch.edge("a", "b"), kilometersPerHour: speed)
                    ],
                    closures: [
                        EdgeClosure(
                            edge: sketch.edge("b", "c"), from: nil, until: Self.now + 1_000)
                    ], made: Self.now, on: network))
        }
        publish(20)
        #expect(layer.keptTrafficTile(address) == nil)
        let first = layer.trafficTile(address)
        #expect(layer.keptTrafficTile(address) == first)
        // The closure ends.
        clock.withLock { $0 += 1_000 }
        #expect(layer.keptTrafficTile(address) == nil)
        let open = layer.trafficTile(address)
        #expect(!open.isEmpty && open != first)
        clock.withLock { $0 += 60_000 }
        #expect(layer.keptTrafficTile(address) == open, "nothing ends in this minute")
        publish(5)
        #expect(layer.keptTrafficTile(address) == nil)
        #expect(layer.trafficTile(address) != open)
        // The speeds lapse.
        clock.withLock { $0 += 3_600_000 }
        #expect(layer.keptTrafficTile(address) == nil)
        #expect(layer.trafficTile(address).isEmpty && layer.keptTrafficTile(address) == [])
    }
}
