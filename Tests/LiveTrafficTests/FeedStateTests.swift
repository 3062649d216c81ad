// What feeds have stated, one after the other.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

@testable import LiveTraffic

@Suite struct FeedStateTests {
    private static let lapse: Int64 = 900_000

    /// A row of one way, which is a segment of a drawn network.
    private static func row(
        _ number: Int, way: Int64, _ effect: FeedRow.Effect, from: Int64? = nil,
        until: Int64? = nil
    ) -> FeedRow {
        FeedRow(
            number: number, place: .way(way, .forward, nil), effect: effect, from: from,
            until: until)
    }

    private func square() throws -> NetworkDataset {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road("abcda", seconds: 10)
        return try sketch.build()
    }

    private func placed(_ rows: [FeedRow], on network: NetworkDataset) throws -> PlacedRows {
        let placer = FeedPlacer(network: network)
        return try placer.place(
            FeedContent(form: .ways, rows: rows, refused: RefusedRows(keeping: 10)))
    }

    /// The edge along a way of a drawn network.
    private func edge(_ way: Int64, _ network: NetworkDataset) throws -> UInt32 {
        try #require(network.ways.segments(ofWay: way).first).edgeAlong.row
    }

    @Test func `changes replace what was said of their edges, and nothing else`() throws {
        let network = try square()
        var state = FeedState(network: network)
        state.apply(
            try placed(
                [Self.row(1, way: 1, .speed(20)), Self.row(2, way: 2, .closed)], on: network),
            .whole, at: 1_000, lapse: Self.lapse)
        state.apply(
            try placed(
                [Self.row(1, way: 1, .closed), Self.row(2, way: 3, .speed(9))], on: network),
            .changes, at: 61_000, lapse: Self.lapse)
        let snapshot = state.snapshot(made: 61_000, lapse: Self.lapse)
        let edges = try [1, 2, 3].map { try edge($0, network) }
        #expect(edges.map { snapshot.isClosed($0, at: 62_000) } == [true, true, false])
        #expect(edges.map { snapshot.speed(of: $0, at: 62_000) } == [nil, nil, 9])
    }

    @Test func `the least speed on the least share of a street is a speed`() throws {
        let network = try square()
        let edge = try edge(1, network)
        var rows = try placed([Self.row(1, way: 1, .speed(FeedRules.slowest))], on: network)
        for share in [Float.leastNonzeroMagnitude, 0.5, 0.94, 1] {
            rows.pieces = [PlacedPiece(edge: edge, share: share)]
            var state = FeedState(network: network)
            state.apply(rows, .whole, at: 1_000, lapse: Self.lapse)
            let speed = state.snapshot(made: 1_000, lapse: Self.lapse).speed(of: edge, at: 2_000)
            #expect(try #require(speed) > 0)
        }
    }

    @Test func `a whole feed replaces everything, and a clearing row what it names`() throws {
        let network = try square()
        var state = FeedState(network: network)
        let first = [Self.row(1, way: 1, .speed(20)), Self.row(2, way: 2, .closed)]
        state.apply(try placed(first, on: network), .whole, at: 1_000, lapse: Self.lapse)
        state.apply(
            try placed([Self.row(1, way: 2, .cleared)], on: network), .changes, at: 2_000,
            lapse: Self.lapse)
        let second = state.snapshot(made: 2_000, lapse: Self.lapse)
        #expect(second.closedEdgeCount == 0)
        #expect(second.speedEdgeCount == 1)
        state.apply(
            try placed([Self.row(1, way: 3, .speed(5))], on: network), .whole, at: 3_000,
            lapse: Self.lapse)
        let third = state.snapshot(made: 3_000, lapse: Self.lapse)
        #expect(third.speedEdgeCount == 1)
        #expect(third.speed(of: try edge(3, network), at: 3_000) == 5)
    }

    @Test func `speeds lapse after the feed that stated them, closures stay`() throws {
        let network = try square()
        var state = FeedState(network: network)
        let first = [Self.row(1, way: 1, .speed(20)), Self.row(2, way: 2, .closed)]
        state.apply(try placed(first, on: network), .whole, at: 0, lapse: Self.lapse)
        state.apply(
            try placed([Self.row(1, way: 3, .speed(5))], on: network), .changes, at: 600_000,
            lapse: Self.lapse)
        let snapshot = state.snapshot(made: 600_000, lapse: Self.lapse)
        let edges = try [1, 2, 3].map { try edge($0, network) }
        #expect(edges.map { snapshot.speed(of: $0, at: 899_000) } == [20, nil, 5])
        #expect(edges.map { snapshot.speed(of: $0, at: 901_000) } == [nil, nil, 5])
        #expect(snapshot.speed(of: edges[2], at: 1_501_000) == nil)
        #expect(snapshot.isClosed(edges[1], at: 1_501_000))
        #expect(snapshot.lapses == 1_500_000)
    }

    @Test func `a speed that states its end holds until then, a day at most`() throws {
        let network = try square()
        var state = FeedState(network: network)
        let day: Int64 = 86_400_000
        let rows = [
            Self.row(1, way: 1, .speed(20), until: 5_000_000),
            Self.row(2, way: 2, .speed(30), until: 90 * day),
        ]
        state.apply(try placed(rows, on: network), .whole, at: 0, lapse: Self.lapse)
        let snapshot = state.snapshot(made: 0, lapse: Self.lapse)
        let edges = try [1, 2].map { try edge($0, network) }
        #expect(snapshot.speed(of: edges[0], at: 4_999_000) == 20)
        #expect(snapshot.speed(of: edges[0], at: 5_001_000) == nil)
        #expect(snapshot.speed(of: edges[1], at: day - 1_000) == 30)
        #expect(snapshot.speed(of: edges[1], at: day + 1_000) == nil)
    }

    @Test func `periods of one feed stand side by side, and a repeated row counts last`() throws {
        let network = try square()
        var state = FeedState(network: network)
        let rows = [
            Self.row(1, way: 1, .closed, from: 1_000, until: 2_000),
            Self.row(2, way: 1, .closed, from: 3_000, until: 4_000),
            Self.row(3, way: 2, .speed(10)), Self.row(4, way: 2, .speed(40)),
        ]
        state.apply(try placed(rows, on: network), .whole, at: 0, lapse: Self.lapse)
        let snapshot = state.snapshot(made: 0, lapse: Self.lapse)
        let edges = try [1, 2].map { try edge($0, network) }
        let closed = [500, 1_500, 2_500, 3_500, 4_500].map {
            snapshot.isClosed(edges[0], at: $0)
        }
        #expect(closed == [false, true, false, true, false])
        #expect(snapshot.speed(of: edges[1], at: 100) == 40)
    }

    /// What holds on each edge, kept as a plain table.
    private struct PlainTable {
        enum Statement: Hashable {
            case speed(Double, until: Int64)
            case closed
        }

        var stated: [UInt32: Statement] = [:]

        mutating func apply(_ rows: [(UInt32, FeedRow.Effect)], _ mode: FeedMode, at time: Int64) {
            if mode == .whole { stated = [:] }
            for (edge, effect) in rows {
                switch effect {
                case .speed(let speed):
                    stated[edge] = .speed(speed, until: time + FeedStateTests.lapse)
                case .closed: stated[edge] = .closed
                case .cleared: stated[edge] = nil
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func `any order of feeds gives what a plain table gives`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 25, meanDegree: 3, seed: seed).dataset
        let ways = Set((0..<network.segmentCount).map { network.segmentWay[$0] }).sorted()
        var state = FeedState(network: network)
        var table = PlainTable()
        var time: Int64 = 1_000_000
        for _ in 0..<12 {
            let mode: FeedMode = Int.random(in: 0..<6, using: &random) == 0 ? .whole : .changes
            var rows: [FeedRow] = []
            var plain: [(UInt32, FeedRow.Effect)] = []
            // Each way once, so that rows of one feed do not meet.
            for (number, way) in ways.enumerated()
            where Int.random(in: 0..<3, using: &random) == 0 {
                let effect: FeedRow.Effect =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: .closed
                    case 1: .cleared
                    default: .speed(Double(Int.random(in: 1...120, using: &random)))
                    }
                rows.append(Self.row(number + 1, way: way, effect))
                plain += network.ways.segments(ofWay: way).map { ($0.edgeAlong.row, effect) }
            }
            state.apply(try placed(rows, on: network), mode, at: time, lapse: Self.lapse)
            table.apply(plain, mode, at: time)
            let snapshot = state.snapshot(made: time, lapse: Self.lapse)
            for edge in 0..<UInt32(network.edgeCount) {
                let (speed, isClosed): (Double?, Bool) =
                    switch table.stated[edge] {
                    case .speed(let speed, let until): (until > time + 1_000 ? speed : nil, false)
                    case .closed: (nil, true)
                    case nil: (nil, false)
                    }
                #expect(snapshot.speed(of: edge, at: time + 1) == speed, "seed \(seed)")
                #expect(snapshot.isClosed(edge, at: time + 1) == isClosed, "seed \(seed)")
            }
            time += Int64.random(in: 1...8, using: &random) * 60_000
        }
    }

    @Test func `many changes take no more memory than the streets they name`() throws {
        let network = try square()
        var state = FeedState(network: network)
        for feed in 0..<30 {
            let rows = (0..<1_000).map { number in
                Self.row(number, way: Int64(number % 4 + 1), .speed(Double(feed + 1)))
            }
            state.apply(
                try placed(rows, on: network), .changes, at: Int64(feed) * 1_000,
                lapse: Self.lapse)
        }
        #expect(state.rowCount < 15_000)
        let snapshot = state.snapshot(made: 29_000, lapse: Self.lapse)
        #expect(snapshot.speed(of: try edge(1, network), at: 29_500) == 30)
    }

    @Test func `rows are placed again on another network`() async throws {
        let network = try await FeedStreets.build()
        let placer = FeedPlacer(network: network)
        var state = FeedState(network: network)
        state.apply(
            try placer.place(try read("way,speed_kmh\n10,20\n11,30\n")), .whole, at: 0,
            lapse: Self.lapse)
        let other = try await FeedStreets.build()
        let moved = try state.placed(on: other, until: nil)
        let edge = try #require(other.edge(2, 5))
        #expect(moved.rowCount == 2)
        #expect(
            moved.snapshot(made: 0, lapse: Self.lapse).speed(of: edge, at: 1_000) == 30)
        #expect(try state.placed(on: square(), until: nil).rowCount == 0)
    }
}
