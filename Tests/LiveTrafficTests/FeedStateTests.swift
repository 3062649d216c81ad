// Tests how successive feeds add up.

import DataStructures
import RoadNetwork
import RouteTesting
import RoutingEngine
import Testing

@testable import LiveTraffic

@Suite struct FeedStateTests {
    private static let lapse: Int64 = 900_000

    /// A row about one way, which is a segment in a drawn network.
    private static func row(
        _ number: Int, way: Int64, _ effect: FeedRow.Effect, from: Int64? = nil,
        until: Int64? = nil
    ) -> FeedRow {
        FeedRow(
            number: number, place: .way(way, .forward, nil), effect: effect, from: from,
            until: until)
    }

    /// A square's sides, or some of them; each is an OSM way, numbered from 1.
    private func square(_ road: String = "abcda") throws -> NetworkDataset {
        var sketch = NetworkSketch(
            """
            a---b
            |   |
            d---c
            """)
        sketch.road(road, seconds: 10)
        return try sketch.build()
    }

    private func placed(_ rows: [FeedRow], on network: NetworkDataset) throws -> PlacedRows {
        let placer = FeedPlacer(network: network)
        return try placer.place(
            FeedContent(form: .ways, rows: rows, refused: RefusedRows(keeping: 10)))
    }

    /// The edge along a way in a drawn network.
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

    /// Streets of 200 m each: ab at 36 km/h, bc as a secondary one with a limit of 60, cd at 144
    /// km/h as a motorway, de at 144 km/h as a residential street, ef a ferry at 7.2 km/h.
    private func speedy() throws -> NetworkDataset {
        var sketch = NetworkSketch("a---b---c---d---e---f")
        sketch.road("ab", seconds: 20)
        sketch.road("bc", seconds: 20) {
            $0.roadClass = .secondary
            $0.speedLimit = 60
        }
        sketch.road("cd", seconds: 5) { $0.roadClass = .motorway }
        sketch.road("de", seconds: 5)
        sketch.road("ef", seconds: 100) {
            $0.roadClass = .ferry
            $0.flags = [.ferry]
        }
        return try sketch.build()
    }

    @Test func `a speed above 1.5 times the street's counts as much, and is counted`() throws {
        let network = try speedy()
        func speeds(_ stated: Double) throws -> (speeds: [Double?], capped: CappedRows) {
            let rows = (1...5).map { Self.row($0, way: Int64($0), .speed(stated)) }
            let placed = try placed(rows, on: network)
            var state = FeedState(network: network)
            state.apply(placed, .whole, at: 0, lapse: Self.lapse)
            let snapshot = state.snapshot(made: 0, lapse: Self.lapse)
            return (
                try (1...5).map { way in
                    snapshot.speed(of: try edge(way, network), at: 100).map {
                        ($0 * 10).rounded() / 10
                    }
                }, placed.capped
            )
        }
        let fast = try speeds(250)
        #expect(fast.speeds == [54, 90, 160, 80, 80])
        #expect(fast.capped.count == 5)
        #expect(fast.capped.message?.contains("row 1: 54 for 250 km/h") == true)
        #expect(fast.capped.message?.contains("mph") == true)
        let plausible = try speeds(53.9)
        #expect(plausible.speeds == [53.9, 53.9, 53.9, 53.9, 53.9])
        #expect(plausible.capped.count == 0)
        #expect(plausible.capped.message == nil)
        #expect(try speeds(70).capped.count == 1)
    }

    @Test func `a capped speed on a part of a street does not hide in the rest`() throws {
        let network = try speedy()
        var rows = try placed([Self.row(1, way: 1, .speed(200))], on: network)
        rows.pieces[0].share = 0.5
        var state = FeedState(network: network)
        state.apply(rows, .whole, at: 0, lapse: Self.lapse)
        let snapshot = state.snapshot(made: 0, lapse: Self.lapse)
        let speed = snapshot.speed(of: try edge(1, network), at: 1)
        // Half at 54 km/h, half at 36.
        #expect(abs(try #require(speed) - 43.2) < 0.05)
    }

    /// What holds on each edge, as a plain table.
    private struct PlainTable {
        enum Statement: Hashable {
            case speed(Double, until: Int64)
            case closed
        }

        var stated: [UInt32: Statement] = [:]
        var events: [UInt32: TrafficEvent] = [:]

        mutating func apply(_ rows: [(UInt32, FeedRow)], _ mode: FeedMode, at time: Int64) {
            if mode == .whole { (stated, events) = ([:], [:]) }
            for (edge, row) in rows {
                events[edge] = row.event
                switch row.effect {
                case .speed(let speed):
                    stated[edge] = .speed(speed, until: time + FeedStateTests.lapse)
                case .closed: stated[edge] = .closed
                case .cleared, .event: stated[edge] = nil
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<30)
    func `any order of feeds gives what a plain table gives`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let network = try RandomNetwork(nodes: 25, meanDegree: 3, seed: seed).dataset
        let ways = Set((0..<network.segmentCount).map { network.segmentWay[$0] }).sorted()
        let plausible = PlausibleSpeed(network)
        var state = FeedState(network: network)
        var table = PlainTable()
        var time: Int64 = 1_000_000
        for _ in 0..<12 {
            let mode: FeedMode = Int.random(in: 0..<6, using: &random) == 0 ? .whole : .changes
            var rows: [FeedRow] = []
            var plain: [(UInt32, FeedRow)] = []
            // Each way once, so that a feed's rows do not overlap.
            for (number, way) in ways.enumerated()
            where Int.random(in: 0..<3, using: &random) == 0 {
                let effect: FeedRow.Effect =
                    switch Int.random(in: 0..<5, using: &random) {
                    case 0: .closed
                    case 1: .cleared
                    case 2: .event
                    default: .speed(Double(Int.random(in: 1...120, using: &random)))
                    }
                var row = Self.row(number + 1, way: way, effect)
                if effect == .event || (effect == .closed && Bool.random(using: &random)) {
                    row.event = TrafficEvent(kind: .works, text: "\(time) \(way)")
                }
                rows.append(row)
                plain += network.ways.segments(ofWay: way).map { ($0.edgeAlong.row, row) }
            }
            state.apply(try placed(rows, on: network), mode, at: time, lapse: Self.lapse)
            table.apply(plain, mode, at: time)
            let snapshot = state.snapshot(made: time, lapse: Self.lapse)
            for edge in 0..<UInt32(network.edgeCount) {
                let (speed, isClosed): (Double?, Bool) =
                    switch table.stated[edge] {
                    case .speed(let speed, let until):
                        (until > time + 1_000 ? min(speed, plausible.most(on: edge)) : nil, false)
                    case .closed: (nil, true)
                    case nil: (nil, false)
                    }
                #expect(snapshot.speed(of: edge, at: time + 1) == speed, "seed \(seed)")
                #expect(snapshot.isClosed(edge, at: time + 1) == isClosed, "seed \(seed)")
                let events = table.events[edge].map { [$0] } ?? []
                #expect(snapshot.events(on: edge, at: time + 1) == events, "seed \(seed)")
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

    @Test func `a closure outlasts a speed of its feed when rows are compacted`() throws {
        let network = try square()
        var state = FeedState(network: network)
        let minute: Int64 = 60_000
        let first = [
            Self.row(1, way: 1, .closed, from: 0, until: 600 * minute),
            Self.row(2, way: 1, .speed(25)),
        ]
        state.apply(try placed(first, on: network), .changes, at: 0, lapse: Self.lapse)
        let rows = (1...10_001).map { Self.row($0, way: Int64($0 % 3 + 2), .speed(30)) }
        state.apply(
            try placed(rows, on: network), .changes, at: 16 * minute, lapse: Self.lapse)
        #expect(state.rowCount == 10_002, "the speed that has lapsed has no row")
        let snapshot = state.snapshot(made: 16 * minute, lapse: Self.lapse)
        let street = try edge(1, network)
        let closed = [16, 599, 600].map { snapshot.isClosed(street, at: $0 * minute) }
        #expect(closed == [true, true, false])
        #expect(snapshot.speed(of: street, at: 16 * minute) == nil)
        #expect(snapshot.speed(of: try edge(2, network), at: 16 * minute) == 30)
    }

    @Test func `what has ended still replaces what earlier feeds stated`() throws {
        let network = try square()
        var state = FeedState(network: network)
        let both = FeedRow(number: 1, place: .way(1, .both, nil), effect: .closed)
        state.apply(try placed([both], on: network), .changes, at: 0, lapse: Self.lapse)
        state.apply(
            try placed([Self.row(1, way: 1, .speed(25))], on: network), .changes, at: 60_000,
            lapse: Self.lapse)
        state.compact(at: 3_600_000, lapse: Self.lapse)
        #expect(state.rowCount == 2)
        let snapshot = state.snapshot(made: 60_000, lapse: Self.lapse)
        let street = try edge(1, network)
        #expect(!snapshot.isClosed(street, at: 3_600_000))
        #expect(snapshot.isClosed(street ^ 1, at: 3_600_000))
    }

    /// Rows with random places, effects and periods, all on a drawing's first OSM ways.
    ///
    /// Uses few distinct times: a snapshot with more than 64 would round them.
    private static func randomRows(
        ways: Int64, from start: Int64, _ random: inout SeededGenerator
    ) -> [FeedRow] {
        var rows: [FeedRow] = []
        for number in 1...Int.random(in: 1...6, using: &random) {
            let effect: FeedRow.Effect =
                switch Int.random(in: 0..<5, using: &random) {
                case 0, 1: .closed
                case 2: .cleared
                default: .speed(Double(Int.random(in: 1...120, using: &random)))
                }
            let direction = FeedDirection.allCases.randomElement(using: &random)
            let hasDirection = Bool.random(using: &random)
            let first = Int64.random(in: 0...11, using: &random)
            let last = Int64.random(in: (first + 1)...12, using: &random)
            let (begins, ends) = (Bool.random(using: &random), Bool.random(using: &random))
            let way = Int64.random(in: 1...ways, using: &random)
            rows.append(
                FeedRow(
                    number: number, place: .way(way, hasDirection ? direction : nil, nil),
                    effect: effect, from: begins ? start + first * 600_000 : nil,
                    until: ends ? start + last * 600_000 : nil))
        }
        return rows
    }

    /// The first instant from a time on at which two snapshots differ; `nil` if none is found.
    private static func difference(
        _ one: TrafficSnapshot, _ other: TrafficSnapshot, from time: Int64
    ) -> Int64? {
        let later = stride(from: time + 150_000, through: time + 18_000_000, by: 150_000)
        let instants = [time, time + 199] + Array(later)
        let edges = 0..<UInt32(one.network.edgeCount)
        return instants.first { instant in
            edges.contains { edge in
                one.speed(of: edge, at: instant) != other.speed(of: edge, at: instant)
                    || one.isClosed(edge, at: instant) != other.isClosed(edge, at: instant)
            }
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `a compaction changes nothing that holds from then on`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let network = try square()
        let start: Int64 = 1_795_417_200_000
        var plain = FeedState(network: network)
        var compacted = FeedState(network: network)
        var minutes: Int64 = 0
        for _ in 0..<8 {
            minutes += Int64.random(in: 1...4, using: &random) * 5
            // Includes compactions within the second to which a speed's end is rounded up.
            let time = start + minutes * 60_000 + Int64.random(in: 0...2, using: &random) * 400
            let mode: FeedMode = Int.random(in: 0..<8, using: &random) == 0 ? .whole : .changes
            var rows = try placed(
                Self.randomRows(ways: 4, from: start, &random), on: network)
            for piece in rows.pieces.indices where Bool.random(using: &random) {
                rows.pieces[piece].share = 0.4
            }
            plain.apply(rows, mode, at: time, lapse: Self.lapse)
            compacted.apply(rows, mode, at: time, lapse: Self.lapse)
            if Bool.random(using: &random) { compacted.compact(at: time, lapse: Self.lapse) }
            #expect(compacted.rowCount <= plain.rowCount)
            let difference = Self.difference(
                plain.snapshot(made: time, lapse: Self.lapse),
                compacted.snapshot(made: time, lapse: Self.lapse), from: time)
            #expect(difference == nil, "seed \(seed), \(minutes) minutes")
        }
    }

    @Test(arguments: UInt64(0)..<100)
    func `a feed that is placed again is as if it had been there all the time`(
        seed: UInt64
    ) throws {
        var random = SeededGenerator(seed)
        let (small, large) = (try square("abcd"), try square())
        let start: Int64 = 1_795_417_200_000
        var moved = FeedState(network: small)
        var whole = FeedState(network: large)
        var source: (rows: [FeedRow], mode: FeedMode, time: Int64) = ([], .changes, start)
        var time = start
        for feed in 0..<6 {
            time += Int64.random(in: 1...4, using: &random) * 300_000
            // Only the source's feed has rows about a street that the first network lacks.
            let isSource = feed == 1
            let rows = Self.randomRows(ways: isSource ? 4 : 3, from: start, &random)
            let isWhole = isSource && Bool.random(using: &random)
            let mode: FeedMode = isWhole ? .whole : .changes
            moved.apply(try placed(rows, on: small), mode, at: time, lapse: Self.lapse)
            whole.apply(try placed(rows, on: large), mode, at: time, lapse: Self.lapse)
            if isSource {
                moved.sourceFeed = moved.feedCount
                source = (rows, mode, time)
            }
            if Bool.random(using: &random) { moved.compact(at: time, lapse: Self.lapse) }
        }
        moved = try moved.placed(on: large, until: nil)
        moved.placeAgain(try placed(source.rows, on: large), source.mode, at: source.time)
        let difference = Self.difference(
            whole.snapshot(made: time, lapse: Self.lapse),
            moved.snapshot(made: time, lapse: Self.lapse), from: time)
        #expect(difference == nil, "seed \(seed)")
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
