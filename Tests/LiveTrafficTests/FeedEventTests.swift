// Tests what feeds say happens on streets: how rows state it, and when it holds.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

@testable import LiveTraffic

@Suite struct FeedEventTests {
    private static let lapse: Int64 = 900_000
    private static let header = "way,speed_kmh,closed,kind,text,id,lanes_closed"

    private func read(_ text: String) throws -> FeedContent {
        try FeedReader().read(Array(text.utf8))
    }

    /// A street of three OSM ways, numbered from 1.
    private func street() throws -> NetworkDataset {
        var sketch = NetworkSketch("a---b---c---d")
        for road in ["ab", "bc", "cd"] { sketch.road(road, seconds: 10) }
        return try sketch.build()
    }

    private func edge(_ way: Int64, _ network: NetworkDataset) throws -> UInt32 {
        try #require(network.ways.segments(ofWay: way).first).edgeAlong.row
    }

    /// Puts feeds of rows in force, a second apart.
    private func state(
        _ feeds: [(mode: FeedMode, rows: String)], on network: NetworkDataset
    ) throws -> FeedState {
        var state = FeedState(network: network)
        for (number, feed) in feeds.enumerated() {
            let content = try read("\(Self.header)\n\(feed.rows)\n")
            #expect(content.refused.count == 0, "\(content.refused.rows)")
            state.apply(
                try FeedPlacer(network: network).place(content), feed.mode,
                at: Int64(number) * 1_000, lapse: Self.lapse)
        }
        return state
    }

    @Test func `a table states events, alone or beside a speed`() throws {
        let content = try read(
            """
            \(Self.header)
            1,30,,Accident,"Two cars, ""both"" lanes",A-17,2
            2,,true,roadworks,,,
            3,,,,Loose cattle,,0
            4,20,,,,B-1,1
            5,,,,,,
            6,40,,Riot,,,
            7,40,,riot,Banks,,
            """)
        #expect(content.refused.count == 0, "\(content.refused.rows)")
        #expect(
            content.rows.map(\.effect) == [
                .speed(30), .closed, .event, .speed(20), .cleared, .speed(40), .speed(40),
            ])
        #expect(
            content.rows.map(\.event) == [
                TrafficEvent(
                    kind: .accident, text: "Two cars, \"both\" lanes", id: "A-17", lanesClosed: 2),
                TrafficEvent(kind: .works),
                TrafficEvent(kind: .other, text: "Loose cattle", lanesClosed: 0), nil, nil,
                TrafficEvent(kind: .other, text: "Riot"),
                TrafficEvent(kind: .other, text: "Banks"),
            ])
    }

    @Test func `a quoted text may have line ends, and a quote never closed ends with its line`()
        throws
    {
        let content = try read(
            "way,speed_kmh,text\r\n1,20,\"Bridge \"\"A\"\" is\r\nclosed,\n\nsee map\"\r\n"
                + "2,30,\"open\n3,40,\"x\"\n4,50,\n5,60,\"last\none\"")
        #expect(content.refused.count == 0, "\(content.refused.rows)")
        #expect(content.rows.map(\.number) == [2, 6, 7, 8, 9])
        #expect(content.rows.map(\.effect) == [20, 30, 40, 50, 60].map { .speed($0) })
        #expect(
            content.rows.map { $0.event?.text } == [
                "Bridge \"A\" is  closed,  see map", "\"open", "x", nil, "last one",
            ])
    }

    @Test func `features state events, in a source's own names too`() throws {
        let features = """
            {"type":"FeatureCollection","features":[{"type":"Feature",
            "geometry":{"type":"Point","coordinates":[7.41,43.73]},
            "properties":{"core":{"type":"work-zone","words":"New\\ntracks"},"id":17,"lanes":[1]}}]}
            """
        let mapping = try FeedMapping([("kind", "core.type"), ("text", "core.words")])
        let content = try FeedReader(mapping: mapping).read(Array(features.utf8))
        #expect(content.refused.count == 0, "\(content.refused.rows)")
        #expect(content.rows.map(\.effect) == [.event])
        #expect(
            content.rows.first?.event
                == TrafficEvent(kind: .works, text: "New tracks", id: "17"))
    }

    @Test(arguments: [
        ("7,,,\(String(repeating: "a", count: 501)),,,", "text has 501 bytes; at most 500"),
        ("7,,,works,,,x", "lanes_closed is \"x\""), ("7,,,works,,,21", "0 to 20"),
        ("7,,,works,,,-1", "lanes_closed is \"-1\""),
        ("7,,,works,a\u{7}b,,", "text has a control character"),
        ("7,,,works,\(String(repeating: "a", count: 501)),,", "text has 501 bytes; at most 500"),
        ("7,,,works,,\(String(repeating: "1", count: 101)),", "id has 101 bytes; at most 100"),
    ])
    func `a wrong event is refused with its row and the reason`(
        row: String, reason: String
    ) throws {
        let content = try read("\(Self.header)\n6,20,,,,,\n\(row)\n")
        #expect(content.rows.count == 1)
        #expect(content.refused.rows.first?.number == 3)
        #expect(
            content.refused.rows.first?.reason.contains(reason) == true,
            "\(content.refused.rows)")
    }

    @Test func `an event ends with its speed, and otherwise stays until it is replaced`() throws {
        let network = try street()
        let edges = try [1, 2, 3].map { try edge($0, network) }
        var state = try state(
            [(.whole, "1,30,,accident,One,,\n2,,true,works,Two,,\n3,,,hazard,Three,,")],
            on: network)
        func texts(at instant: Int64) -> [[String]] {
            let snapshot = state.snapshot(made: 0, lapse: Self.lapse)
            return edges.map { snapshot.events(on: $0, at: instant).map(\.text) }
        }
        #expect(texts(at: 899_000) == [["One"], ["Two"], ["Three"]])
        #expect(texts(at: 901_000) == [[], ["Two"], ["Three"]])
        let changes = try read("\(Self.header)\n2,,,,,,\n3,50,,,,,\n")
        state.apply(
            try FeedPlacer(network: network).place(changes), .changes, at: 1_000,
            lapse: Self.lapse)
        #expect(texts(at: 2_000) == [["One"], [], []])
    }

    @Test func `an event of a feed leaves the feed's speeds, and replaces earlier ones`() throws {
        let network = try street()
        let edge = try edge(1, network)
        let same = try state(
            [(.whole, "1,30,,,,,\n1,,,accident,,,\n1,,,hazard,,,")], on: network
        ).snapshot(made: 0, lapse: Self.lapse)
        #expect(same.speed(of: edge, at: 1) == 30)
        #expect(same.events(on: edge, at: 1).map(\.kind) == [.accident, .hazard])
        let later = try state(
            [(.whole, "1,30,,works,,,"), (.changes, "1,,,accident,,,")], on: network
        ).snapshot(made: 1_000, lapse: Self.lapse)
        #expect(later.speed(of: edge, at: 2_000) == nil)
        #expect(later.events(on: edge, at: 2_000).map(\.kind) == [.accident])
    }

    @Test func `events are stored, and count in the snapshot's id`() throws {
        let network = try street()
        let plain = try state([(.whole, "1,30,,,,,")], on: network)
        let first = try state([(.whole, "1,30,,works,New tracks,9,1")], on: network)
        let second = try state([(.whole, "1,30,,works,Old tracks,9,1")], on: network)
        let ids = [plain, first, second].map { $0.snapshot(made: 0, lapse: Self.lapse).id }
        #expect(Set(ids).count == 3)
        // Servers of before read rows without events.
        #expect(plain.encoded().first == 1)
        for state in [plain, first, second] {
            let bytes = state.encoded()
            let read = try FeedState(
                encoded: bytes, on: network, limits: FeedLimits(), until: nil)
            #expect(read.encoded() == bytes)
            #expect(
                read.snapshot(made: 0, lapse: Self.lapse).id
                    == state.snapshot(made: 0, lapse: Self.lapse).id)
        }
    }

    @Test func `more events than the limit are refused`() throws {
        let network = try street()
        let state = try state([(.whole, "1,,,works,,,\n2,,,works,,,")], on: network)
        var limits = FeedLimits()
        limits.maximumEvents = 2
        try limits.check(state)
        limits.maximumEventEdges = 3
        #expect(throws: FeedError.self) { try limits.check(state) }
        limits.maximumEventEdges = 4
        limits.maximumEvents = 1
        #expect(throws: FeedError.self) { try limits.check(state) }
    }
}
