// Tests feeds as comma-separated values.

import DataStructures
import Geo
import Testing

@testable import LiveTraffic

@Suite struct TableFeedTests {
    @Test func `rows by OSM way have their columns in any order`() throws {
        let content = try read(
            """
            closed,speed_kmh,way,direction,valid_to,valid_from
            ,31.5,4305,forward,,
            true,,4306,Both,2026-11-23T18:00:00Z,2026-11-23T08:00:00+01:00
            false,,4307,backward,,
            0,"12",4308,,1700000000000,
            """)
        #expect(content.form == .ways)
        #expect(content.refused.count == 0, "\(content.refused.rows)")
        #expect(
            content.rows == [
                FeedRow(number: 2, place: .way(4305, .forward, nil), effect: .speed(31.5)),
                FeedRow(
                    number: 3, place: .way(4306, .both, nil), effect: .closed,
                    from: 1_795_417_200_000, until: 1_795_456_800_000),
                FeedRow(number: 4, place: .way(4307, .backward, nil), effect: .cleared),
                FeedRow(
                    number: 5, place: .way(4308, nil, nil), effect: .speed(12),
                    until: 1_700_000_000_000),
            ])
    }

    @Test func `other separators, line ends and a mark of the encoding are read`() throws {
        for text in [
            "\u{FEFF}way;speed_kmh\r\n1;20\r\n", "way\tspeed_kmh\n1\t20",
            "way,speed_kmh\n\n1 , 20\n",
        ] {
            let content = try read(text)
            #expect(content.rows.map(\.effect) == [.speed(20)], "\(text)")
            #expect(content.rows.map(\.place) == [.way(1, nil, nil)])
        }
    }

    @Test func `OSRM's files have pairs of nodes, and 0 closes`() throws {
        let content = try read("1,2,30\n2,1,25.5,0.9\n2,3,0\n")
        #expect(content.form == .nodePairs)
        #expect(
            content.rows.map(\.place) == [
                .nodes(NodePair(from: 1, to: 2)), .nodes(NodePair(from: 2, to: 1)),
                .nodes(NodePair(from: 2, to: 3)),
            ])
        #expect(content.rows.map(\.effect) == [.speed(30), .speed(25.5), .closed])
    }

    @Test(arguments: [
        ("x,,5,", "way is \"x\""), ("-3,,5,", "way is \"-3\""), (",,5,", "way is empty"),
        ("1,up,5,", "direction is \"up\""), ("1,,abc,", "speed_kmh is \"abc\""),
        ("1,,5e-324,", "implausible"),
        ("1,,0,", "implausible"), ("1,,-4,", "implausible"), ("1,,301,", "implausible"),
        ("1,,nan,", "speed_kmh is \"nan\""), ("1,,inf,", "speed_kmh is \"inf\""),
        ("1,,1e999,", "implausible"), ("1,,0x10,", "speed_kmh is \"0x10\""),
        ("1,,5,maybe", "closed is \"maybe\""), ("1,,5", "has 3 cells"),
        ("99999999999999999999,,5,", "way is"),
    ])
    func `a wrong row is refused with its number and the reason`(
        row: String, reason: String
    ) throws {
        let content = try read("way,direction,speed_kmh,closed\n7,,50,\n\(row)\n")
        #expect(content.rows.count == 1)
        #expect(content.refused.count == 1)
        #expect(content.refused.rows.first?.number == 3)
        #expect(
            content.refused.rows.first?.reason.contains(reason) == true,
            "\(content.refused.rows)")
    }

    @Test func `times need a zone and an order`() throws {
        let content = try read(
            """
            way,closed,valid_from,valid_to
            1,true,2026-11-23T08:00:00,
            1,true,2026-11-23T08:00:00Z,2026-11-23T08:00:00Z
            1,true,8:00,
            """)
        #expect(content.refused.rows.map(\.number) == [2, 3, 4])
        #expect(content.refused.rows[0].reason.contains("with its zone"))
        #expect(content.refused.rows[1].reason.contains("before it begins"))
    }

    @Test func `seconds and milliseconds since 1970 are told apart, databases' times are read`()
        throws
    {
        let content = try read(
            """
            way,closed,valid_from,valid_to
            1,true,1795417200,1795456800
            2,true,1795417200000,1795456800000
            3,true,2026-11-23 08:00:00+01,2026-11-23 18:00:00+00
            """)
        #expect(content.refused.count == 0, "\(content.refused.rows)")
        #expect(content.rows.map(\.from) == Array(repeating: 1_795_417_200_000, count: 3))
        #expect(content.rows.map(\.until) == Array(repeating: 1_795_456_800_000, count: 3))
    }

    @Test func `where commas separate no cells they are decimal signs`() throws {
        #expect(try read("way;speed_kmh\n1;31,5\n").rows.map(\.effect) == [.speed(31.5)])
        #expect(try read("way\tspeed_kmh\n1\t31,5\n").rows.map(\.effect) == [.speed(31.5)])
        #expect(try read("way;speed_kmh\n1;1,5,5\n2;1.5,5\n").refused.count == 2)
        #expect(try read("way,speed_kmh\n1,\"31,5\"\n").refused.count == 1)
    }

    @Test(arguments: [
        "", "\n\n", "speed_kmh,closed\n", "way,velocity\n1,2\n", "way\n1\n", "way,way,closed\n",
        "way,closed,from_node\n", "1,2\n", "hello world\n", "\u{0}\u{1}",
    ])
    func `a table in neither form is refused as a whole`(text: String) {
        #expect(throws: FeedError.self) { try read(text) }
    }

    @Test func `reasons are kept for the first rows, and all are counted`() throws {
        var limits = FeedLimits()
        limits.keptRefusals = 3
        let rows = (1...10).map { "\($0),-1" }.joined(separator: "\n")
        let content = try FeedReader(limits: limits, mapping: FeedMapping())
            .read(Array("way,speed_kmh\n\(rows)\n".utf8))
        #expect(content.refused.count == 10)
        #expect(content.refused.rows.map(\.number) == [2, 3, 4])
        #expect(content.rowCount == 10)
    }

    @Test func `limits hold`() {
        var limits = FeedLimits()
        limits.maximumRows = 2
        let reader = FeedReader(limits: limits, mapping: FeedMapping())
        #expect(throws: FeedError.self) { try reader.read(Array("1,2,3\n2,3,4\n3,4,5\n".utf8)) }
        limits.maximumBytes = 4
        let small = FeedReader(limits: limits, mapping: FeedMapping())
        #expect(throws: FeedError.self) { try small.read(Array("1,2,3\n".utf8)) }
        let long = "way,closed\n" + String(repeating: "1", count: 5_000)
        #expect(throws: FeedError.self) { try read(long) }
    }

    @Test(arguments: UInt64(0)..<40)
    func `numbers are those of the standard library`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        let letters = Array("0123456789.".utf8)
        let bytes = (0..<Int.random(in: 1...14, using: &random)).map { _ in
            letters[Int.random(in: 0..<letters.count, using: &random)]
        }
        let found = bytes.withUnsafeBufferPointer {
            CellScanner($0, from: 0, separator: 0x2C).number(0..<$0.count)
        }
        let text = String(decoding: bytes, as: UTF8.self)
        #expect(found == Double(text), "seed \(seed): \(text)")
    }
}
