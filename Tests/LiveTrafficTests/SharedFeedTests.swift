// Tests feeds shared by several servers: their stored form, the logs, and the resulting traffic.

import DataStructures
import Foundation
import Preparation
import RoadNetwork
import RouteTesting
import RoutingEngine
import StoreTesting
import Testing

@testable import LiveTraffic

/// A feed log, removed with this object.
private final class LogPlace: Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case folder
        /// In the database named by `WAYPOST_TEST_POSTGRES`.
        case database

        static var available: [Kind] { TestSchema.isAvailable ? allCases : [.folder] }
    }

    let location: String
    private let schema: TestSchema?

    init(_ kind: Kind) throws {
        schema = kind == .database ? try TestSchema() : nil
        location =
            schema?.url
            ?? FileManager.default.temporaryDirectory
            .appendingPathComponent("feeds-\(UUID().uuidString)").path
    }

    deinit {
        guard schema == nil, FileManager.default.fileExists(atPath: location) else { return }
        do {
            try FileManager.default.removeItem(atPath: location)
        } catch {
            print("\(location) remains: \(error)")
        }
    }

    /// Opens the log as another process would.
    func open() throws -> any FeedLog { try openFeedLog(at: location) }
}

@Suite struct FeedLogTests {
    @Test(arguments: LogPlace.Kind.available)
    fileprivate func `entries have one order, and replaced ones are dropped`(
        _ kind: LogPlace.Kind
    ) throws {
        let place = try LogPlace(kind)
        let (one, other) = (try place.open(), try place.open())
        #expect(try one.numbers() == [])
        #expect(try one.entry(1) == nil)
        #expect(try one.append([1, 2], as: 1, dropping: []))
        #expect(try other.append([3], as: 1, dropping: []) == false, "1 is taken")
        #expect(try other.append([3], as: 2, dropping: []))
        #expect(try one.append([4], as: 3, dropping: [1, 2]))
        #expect(try other.numbers() == [3])
        #expect(try other.entry(3) == [4])
        #expect(try other.entry(2) == nil)
        #expect(try other.append([5], as: 2, dropping: []) == false, "3 is newer")
        #expect(try other.append([], as: 9, dropping: [9]))
        #expect(try one.numbers() == [3, 9])
        #expect(try one.entry(9) == [])
    }

    @Test(arguments: LogPlace.Kind.available)
    fileprivate func `of processes that store at once, one is first`(
        _ kind: LogPlace.Kind
    ) async throws {
        let place = try LogPlace(kind)
        let stored = try await withThrowingTaskGroup(of: Int.self) { group in
            for number in 0..<4 {
                let log = try place.open()
                group.addTask {
                    try await withCheckedThrowingContinuation { continuation in
                        DispatchQueue.global().async {
                            continuation.resume(
                                with: Result {
                                    var count = 0
                                    for entry in 1...20
                                    where try log.append(
                                        [UInt8(number)], as: Int64(entry), dropping: [])
                                    {
                                        count += 1
                                    }
                                    return count
                                })
                        }
                    }
                }
            }
            return try await group.reduce(0, +)
        }
        #expect(stored == 20)
        #expect(try place.open().numbers() == Array(1...20))
    }

    @Test(.enabled(if: TestSchema.isAvailable))
    func `a database wakes those that wait`() throws {
        let place = try LogPlace(.database)
        let (one, other) = (try place.open(), try place.open())
        #expect(one.awaitChange(upTo: 0), "what was there before is read")
        #expect(try other.append([1], as: 1, dropping: []))
        #expect(one.awaitChange(upTo: 5))
    }

    @Test func `a database that is not there is an error that names no password`() throws {
        let log = try openFeedLog(at: "postgres://ann:secret@127.0.0.1:1/none")
        do {
            _ = try log.numbers()
            Issue.record("it answered")
        } catch {
            #expect(!error.description.contains("secret"))
        }
        #expect(!log.place.contains("secret"))
    }
}

@Suite struct SharedFeedTests {
    private let feed = SharedFeed(
        layer: "Town/NAServer/Route", time: 1_795_417_200_000, source: "request of ann",
        content: .feed(Array("way,speed_kmh\n1,20\n".utf8), .changes, FeedMapping()))

    @Test func `the stored form reads back, and damaged bytes do not`() throws {
        var mapped = feed
        mapped.content = .feed(
            [], .whole, try FeedMapping([("closed", "a.b=Shut"), ("speed", "v")]))
        var state = feed
        state.content = .state([7, 8, 9])
        for one in [feed, mapped, state] {
            let bytes = one.encoded
            #expect(try SharedFeed(encoded: bytes) == one)
            for length in 0..<bytes.count {
                #expect(throws: FeedError.self) {
                    try SharedFeed(encoded: Array(bytes.prefix(length)))
                }
            }
            for place in bytes.indices {
                var damaged = bytes
                damaged[place] ^= 0x10
                #expect(throws: FeedError.self) { try SharedFeed(encoded: damaged) }
            }
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func `stored rows give the snapshot that the feeds gave`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 25, meanDegree: 3, seed: seed).dataset
        var state = FeedState(network: network)
        var time: Int64 = 1_795_417_200_000
        for _ in 0..<6 {
            let rows = (0..<network.segmentCount).compactMap { segment -> FeedRow? in
                guard Bool.random(using: &random) else { return nil }
                let effects: [FeedRow.Effect] = [
                    .speed(Double.random(in: 1...120, using: &random)), .closed, .cleared,
                ]
                let direction = FeedDirection.allCases.randomElement(using: &random)
                return FeedRow(
                    number: segment + 1,
                    place: .way(
                        network.segmentWay[segment],
                        Bool.random(using: &random) ? direction : nil, nil),
                    effect: effects.randomElement(using: &random) ?? .closed,
                    from: Bool.random(using: &random) ? time + 60_000 : nil,
                    until: Bool.random(using: &random) ? time + 600_000 : nil)
            }
            state.apply(
                try FeedPlacer(network: network).place(
                    FeedContent(form: .ways, rows: rows, refused: RefusedRows(keeping: 9))),
                .changes, at: time, lapse: 900_000)
            let bytes = state.encoded()
            let read = try FeedState(
                encoded: bytes, on: network, limits: FeedLimits(), until: nil)
            #expect(read.encoded() == bytes)
            #expect(
                read.snapshot(made: time, lapse: 900_000).id
                    == state.snapshot(made: time, lapse: 900_000).id)
            time += 61_000
        }
        let bytes = state.encoded()
        for _ in 0..<200 {
            var damaged = bytes
            let place = Int.random(in: 0..<damaged.count, using: &random)
            damaged[place] = UInt8.random(in: 0...255, using: &random)
            if Bool.random(using: &random) { damaged.removeLast(place) }
            // The rows may change, or the entry is refused; the process never stops.
            do throws(FeedError) {
                _ = try FeedState(
                    encoded: damaged, on: network, limits: FeedLimits(), until: nil
                ).snapshot(made: time, lapse: 900_000)
            } catch {
                #expect(!error.description.isEmpty)
            }
        }
    }

    private func layer(_ now: Int64) throws -> NetworkLayer {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        return NetworkLayer(network: try sketch.build(), now: { now })
    }

    @Test func `another server has the same snapshot, at the time of the first`() throws {
        let (first, second) = (try layer(feed.time), try layer(feed.time + 7_000))
        let (one, other) = (TrafficIntake(layer: first), TrafficIntake(layer: second))
        var stored: [SharedFeed] = []
        for (text, mode) in [
            ("way,speed_kmh\n1,20\n", FeedMode.whole), ("way,closed\n2,true\n", .changes),
        ] {
            let bytes = Array(text.utf8)
            _ = try one.take(bytes, mode, from: "ann") { time throws(FeedError) in
                stored.append(
                    SharedFeed(
                        layer: "", time: time, source: "ann",
                        content: .feed(bytes, mode, FeedMapping())))
            }
        }
        other.takeUp(stored)
        #expect(stored.count == 2)
        #expect(first.traffic.current?.id == second.traffic.current?.id)
        #expect(other.status.receipt?.made == feed.time)
        #expect(other.status.rowCount == 2)
        #expect(other.status.source == "ann")

        let third = try layer(feed.time)
        let fresh = TrafficIntake(layer: third)
        fresh.takeUp([
            SharedFeed(
                layer: "", time: feed.time, source: "ann", content: .state(one.encodedFeeds()))
        ])
        #expect(third.traffic.current?.id == first.traffic.current?.id)
    }

    @Test func `a feed that is not stored is not in force`() throws {
        let layer = try layer(feed.time)
        let intake = TrafficIntake(layer: layer)
        #expect(throws: FeedError("no room")) {
            try intake.take(Array("way,speed_kmh\n1,20\n".utf8), from: "ann") {
                _ throws(FeedError) in throw FeedError("no room")
            }
        }
        #expect(layer.traffic.current == nil)
        #expect(intake.status.failure?.reason == "no room")
    }

    @Test func `what has lapsed before it is taken up makes no snapshot`() throws {
        let layer = try layer(feed.time + 3_600_000)
        let intake = TrafficIntake(layer: layer)
        intake.takeUp([feed])
        #expect(layer.traffic.current == nil)
        var closing = feed
        closing.content = .feed(Array("way,closed\n1,true\n".utf8), .changes, FeedMapping())
        intake.takeUp([closing])
        #expect(layer.traffic.current?.closedEdgeCount == 2)
    }

    @Test func `a feed about other streets is left out, and said`() throws {
        let layer = try layer(feed.time)
        let intake = TrafficIntake(layer: layer)
        var foreign = feed
        foreign.content = .feed(Array("way,speed_kmh\n99,20\n".utf8), .whole, FeedMapping())
        var damaged = feed
        damaged.content = .state([1, 2])
        intake.takeUp([feed, foreign, damaged])
        #expect(layer.traffic.current?.speedEdgeCount == 2)
        #expect(intake.status.failure?.reason == "the stored rows are damaged")
    }
}
