// Tests putting feeds into force on a layer.

import Preparation
import RoadNetwork
import RouteTesting
import RoutingEngine
import Synchronization
import Testing

@testable import LiveTraffic

/// A clock for tests to set.
private final class TestClock: Sendable {
    let time = Mutex<Int64>(1_795_417_200_000)

    var now: Int64 { time.withLock(\.self) }

    func advance(minutes: Int64) { time.withLock { $0 += minutes * 60_000 } }
}

@Suite struct TrafficIntakeTests {
    private func intake(_ clock: TestClock) throws -> (TrafficIntake, NetworkLayer) {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        let layer = NetworkLayer(network: try sketch.build(), now: { clock.now })
        return (TrafficIntake(layer: layer), layer)
    }

    private func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }

    @Test func `a feed is in force when it has been taken`() throws {
        let (intake, layer) = try intake(TestClock())
        #expect(intake.status.receipt == nil)
        let receipt = try intake.take(bytes("way,speed_kmh\n1,20\n7,20\n"), from: "test")
        #expect(layer.traffic.current?.id == receipt.snapshotID)
        #expect(receipt.usedCount == 1)
        #expect(receipt.refused.rows.map(\.number) == [3])
        #expect(receipt.speedEdgeCount == 2)
        #expect(intake.status.source == "test")
        #expect(intake.status.kept.map(\.id) == [receipt.snapshotID])
    }

    @Test func `a feed in another unit is in force with what its streets can have, and says so`()
        throws
    {
        let (intake, _) = try intake(TestClock())
        // The streets are 72 km/h; their class allows 80 at most.
        let receipt = try intake.take(bytes("way,speed_kmh\n1,20\n2,200\n"), from: "test")
        #expect(receipt.usedCount == 2)
        #expect(receipt.capped.count == 1)
        #expect(receipt.capped.message?.contains("Check the unit of the feed") == true)
        #expect(intake.status.receipt?.capped == receipt.capped)
        #expect(try intake.take(bytes("way,speed_kmh\n1,20\n"), from: "test").capped.count == 0)
    }

    @Test func `a feed that cannot be used leaves the last one in force, and says why`() throws {
        let (intake, layer) = try intake(TestClock())
        let good = try intake.take(bytes("way,speed_kmh\n1,20\n"), from: "test")
        for bad in ["", "{", "way,speed_kmh\n9,20\n", "way,speed_kmh\n1,900\n", "<html>"] {
            #expect(throws: FeedError.self) { try intake.take(bytes(bad), from: "test") }
            #expect(layer.traffic.current?.id == good.snapshotID)
            #expect(intake.status.failure?.reason.isEmpty == false)
        }
        _ = try intake.take(bytes("way,speed_kmh\n1,30\n"), from: "test")
        #expect(intake.status.failure == nil)
    }

    @Test func `a feed that repeats itself makes no snapshot, and lapses`() throws {
        let clock = TestClock()
        let (intake, layer) = try intake(clock)
        let feed = bytes("way,speed_kmh\n1,20\n")
        let first = try intake.take(feed, from: "test")
        clock.advance(minutes: 5)
        let second = try intake.take(feed, from: "test")
        #expect(second.isUnchanged)
        #expect(second.snapshotID == first.snapshotID)
        #expect(layer.traffic.kept.count == 1)
        clock.advance(minutes: 11)
        #expect(try intake.take(feed, from: "test").isUnchanged)
        #expect(try intake.take(feed, from: "test", renews: true).isUnchanged == false)
        #expect(layer.traffic.kept.count == 2)
    }

    @Test func `an empty whole feed ends the traffic`() throws {
        let (intake, layer) = try intake(TestClock())
        _ = try intake.take(bytes("way,speed_kmh\n1,20\n"), from: "test")
        let receipt = try intake.take(bytes("way,speed_kmh\n"), from: "test")
        #expect(receipt.speedEdgeCount == 0)
        #expect(layer.traffic.current?.speedEdgeCount == 0)
    }

    @Test func `another network in the place of the first has its traffic`() throws {
        let clock = TestClock()
        let (first, _) = try intake(clock)
        let (_, layer) = try intake(clock)
        let receipt = try first.take(bytes("way,speed_kmh\n1,20\n"), from: "test")
        let second = try first.replaced(on: layer, settings: first.settings)
        #expect(layer.traffic.current?.speedEdgeCount == 2)
        #expect(layer.traffic.current?.made == receipt.made)
        #expect(second.status.source == "test")
        #expect(second.status.receipt?.snapshotID == layer.traffic.current?.id)
    }

    /// A layer over streets in a row, each an OSM way, numbered from 1.
    private func layer(_ drawing: String, _ clock: TestClock) throws -> NetworkLayer {
        var sketch = NetworkSketch(drawing)
        sketch.road(drawing.filter(\.isLetter), seconds: 10)
        return NetworkLayer(network: try sketch.build(), now: { clock.now })
    }

    /// A feed about three streets, with intakes for networks with two of them and with all.
    private struct Rebuild {
        let clock: TestClock
        let feed = Array("way,speed_kmh,closed\n1,20,\n2,30,\n3,,true\n".utf8)
        let first: TrafficIntake
        let large: NetworkLayer

        /// The intake for all streets after replacing the first.
        func swapped() throws -> TrafficIntake {
            try first.replaced(on: large, settings: first.settings)
        }
    }

    private func rebuild() throws -> Rebuild {
        let clock = TestClock()
        return Rebuild(
            clock: clock, first: TrafficIntake(layer: try layer("a---b---c", clock)),
            large: try layer("a---b---c---d", clock))
    }

    @Test func `a watched feed is placed again after a swap, as of when it was read`() throws {
        let rebuild = try rebuild()
        let read = try rebuild.first.take(rebuild.feed, from: "file", isWatched: true)
        #expect(read.refused.count == 1)
        #expect(read.closedEdgeCount == 0)
        rebuild.clock.advance(minutes: 10)
        let second = try rebuild.swapped()
        #expect(second.status.rowCount == 2)
        let again = try second.take(rebuild.feed, from: "file", isWatched: true)
        #expect(again.isUnchanged)
        #expect(again.usedCount == 3)
        #expect(again.refused.count == 0)
        #expect(again.made == read.made)
        #expect(again.closedEdgeCount == 2)
        let traffic = rebuild.large.traffic
        #expect(traffic.current?.id == again.snapshotID)
        #expect(second.status.receipt?.usedCount == 3)
        #expect(second.status.rowCount == 3)
        #expect(traffic.current?.hasSpeeds(at: rebuild.clock.now) == true)
        // A swap does not renew a stalled source's speeds.
        rebuild.clock.advance(minutes: 6)
        #expect(try second.take(rebuild.feed, from: "file", isWatched: true).isUnchanged)
        #expect(traffic.current?.id == again.snapshotID)
        #expect(traffic.current?.hasSpeeds(at: rebuild.clock.now) == false)
        #expect(traffic.current?.closedEdgeCount == 2)
    }

    @Test func `what was sent after a watched feed stays when it is placed again`() throws {
        let rebuild = try rebuild()
        _ = try rebuild.first.take(rebuild.feed, from: "file", isWatched: true)
        rebuild.clock.advance(minutes: 1)
        let change = Array("way,closed\n1,true\n".utf8)
        let sent = try rebuild.first.take(change, .changes, from: "ann")
        let second = try rebuild.swapped()
        #expect(try second.take(rebuild.feed, from: "file", isWatched: true).isUnchanged)
        let snapshot = try #require(rebuild.large.traffic.current)
        #expect(snapshot.closedEdgeCount == 4)
        #expect(snapshot.speedEdgeCount == 2)
        #expect(second.status.source == "ann")
        #expect(second.status.rowCount == 4)
        #expect(second.status.receipt?.made == sent.made)
        #expect(second.status.receipt?.snapshotID == snapshot.id)
    }

    @Test func `a watched feed that was replaced whole does not come back by a swap`() throws {
        let rebuild = try rebuild()
        _ = try rebuild.first.take(rebuild.feed, from: "file", isWatched: true)
        _ = try rebuild.first.take(Array("way,closed\n1,true\n".utf8), from: "ann")
        let second = try rebuild.swapped()
        #expect(try second.take(rebuild.feed, from: "file", isWatched: true).isUnchanged)
        #expect(second.status.rowCount == 1)
        #expect(rebuild.large.traffic.current?.closedEdgeCount == 2)
    }

    @Test func `a feed that is sent again after a swap is used again`() throws {
        let rebuild = try rebuild()
        _ = try rebuild.first.take(rebuild.feed, from: "ann", renews: true)
        let second = try rebuild.swapped()
        #expect(rebuild.large.traffic.current?.closedEdgeCount == 0)
        let receipt = try second.take(rebuild.feed, from: "ann", renews: true)
        #expect(!receipt.isUnchanged)
        #expect(receipt.closedEdgeCount == 2)
    }
}
