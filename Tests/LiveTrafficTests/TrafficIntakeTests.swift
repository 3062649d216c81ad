// Feeds in force on a layer.

import NetworkAnalysis
import RoadNetwork
import RouteTesting
import RoutingEngine
import Synchronization
import Testing

@testable import LiveTraffic

/// A clock that a test sets.
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
}
