// Tests the words and names in both forms of a feed.

import Preparation
import RoutingEngine
import Testing

@testable import LiveTraffic

@Suite struct FeedWordTests {
    private func read(_ text: String) throws -> FeedContent {
        try FeedReader().read(Array(text.utf8))
    }

    private func features(_ properties: [String], id: String = "") throws -> FeedContent {
        let rows = properties.map {
            """
            {"type":"Feature",\(id)"geometry":{"type":"Point","coordinates":[7.41,43.73]},
            "properties":{\($0)}}
            """
        }
        return try read(
            "{\"type\":\"FeatureCollection\",\"features\":[\(rows.joined(separator: ","))]}")
    }

    @Test(arguments: [
        ("yes", true), ("Y", true), ("T", true), ("TRUE", true), ("1", true), ("no", false),
        ("N", false), ("null", false), ("None", false), ("0", false),
    ])
    func `both forms read the same words for true and false`(word: String, isClosed: Bool) throws {
        let effect = isClosed ? FeedRow.Effect.closed : .cleared
        #expect(try read("way,closed\n1,\(word)\n").rows.map(\.effect) == [effect])
        #expect(try features(["\"closed\":\"\(word)\""]).rows.map(\.effect) == [effect])
    }

    @Test func `both forms read names in either spelling, and in capitals`() throws {
        let end: Int64 = 1_795_456_800_000
        for name in ["valid_to", "validTo", "VALIDTO", "Valid_To"] {
            let table = try read("way,closed,\(name)\n1,1,2026-11-23T18:00:00Z\n")
            #expect(table.rows.map(\.until) == [end], "\(name)")
            let lines = try features(["\"CLOSED\":1,\"\(name)\":\"2026-11-23T18:00:00Z\""])
            #expect(lines.rows.map(\.until) == [end], "\(name)")
        }
        #expect(try read("WAY_ID,Speed\n1,20\n").rows.map(\.effect) == [.speed(20)])
        // Waze's speed is in meters a second; the one with its unit counts.
        let jam = try features(["\"speed\":2.5,\"speedKMH\":9", "\"SPEED\":20"])
        #expect(jam.rows.map(\.effect) == [.speed(9), .speed(20)])
    }

    @Test func `times without a zone are in the reader's zone, and dates are whole days`() throws {
        let lisbon = try #require(ZoneClock("Europe/Lisbon"))
        func periods(_ from: String, _ until: String, in zone: ZoneClock?) throws -> [[Int64?]] {
            let reader = FeedReader(mapping: FeedMapping(), zone: zone)
            let table = "way,closed,valid_from,valid_to\n1,1,\(from),\(until)\n"
            let lines = """
                {"type":"FeatureCollection","features":[{"type":"Feature","geometry":
                {"type":"Point","coordinates":[7.41,43.73]},"properties":{"closed":true,
                "validFrom":"\(from)","validTo":"\(until)"}}]}
                """
            return try [table, lines].flatMap { try reader.read(Array($0.utf8)).rows }
                .map { [$0.from, $0.until] }
        }
        // Lisbon's clocks show UTC in winter and an hour more in summer.
        let (winter, summer): (Int64, Int64) = (1_795_392_000_000, 1_782_777_600_000)
        let (hour, day): (Int64, Int64) = (3_600_000, 86_400_000)
        let dates = try periods("2026-11-23", "2026-11-23", in: lisbon)
        #expect(dates == Array(repeating: [winter, winter + day], count: 2))
        let days = try periods("2026-06-30", "2026-07-01", in: lisbon)
        #expect(days == Array(repeating: [summer - hour, summer - hour + 2 * day], count: 2))
        // Midnight is the start of a day where it is written as a time.
        let times = try periods("2026-06-30T08:00", "2026-07-01 00:00", in: lisbon)
        #expect(times == Array(repeating: [summer + 7 * hour, summer - hour + day], count: 2))
        // In the notations of spreadsheets and databases, too, if the date is in no doubt.
        #expect(try periods("23.11.2026", "11/23/2026", in: lisbon) == dates)
        #expect(try periods("30/6/2026 08:00", "1 Jul 2026 00:00", in: lisbon) == times)
        #expect(try periods("2026-11-23", "11/12/2026", in: lisbon).isEmpty)
        for date in ["2026-11-23", "23.11.2026"] {
            #expect(try periods(date, date, in: nil).isEmpty)
        }
    }

    @Test func `a mapped name is taken as it is`() throws {
        let mapping = try FeedMapping([(key: "validTo", name: "end")])
        let text = """
            {"features":[{"attributes":{"closed":1,"END":5,"valid_to":"2026-11-23T18:00:00Z"},
            "geometry":{"x":7.41,"y":43.73}}]}
            """
        let content = try FeedReader(mapping: mapping).read(Array(text.utf8))
        #expect(content.rows.map(\.until) == [nil])
    }

    @Test func `0, -1, null and the calendar's first day are no time`() throws {
        for time in ["0", "-1", "null", "0001-01-01T00:00:00Z"] {
            let table = try read("way,closed,valid_from,valid_to\n1,1,\(time),\(time)\n")
            let lines = try features([
                "\"closed\":true,\"validFrom\":\"\(time)\",\"validTo\":\"\(time)\""
            ])
            for content in [table, lines] {
                #expect(content.refused.count == 0, "\(time) \(content.refused.rows)")
                #expect(content.rows.map(\.from) == [nil])
                #expect(content.rows.map(\.until) == [nil])
            }
        }
        #expect(try features(["\"closed\":true,\"validTo\":0"]).rows.map(\.until) == [nil])
        #expect(try features(["\"closed\":true,\"validTo\":86400"]).refused.count == 1)
        #expect(try read("way,closed,valid_to\n1,1,86400\n").refused.count == 1)
    }

    @Test func `a closure counts though the number of its lanes is unknown`() throws {
        for lanes in ["unknown", "null", "-"] {
            let table = try read("way,closed,kind,lanes_closed\n1,1,works,\(lanes)\n")
            let lines = try features([
                "\"closed\":true,\"kind\":\"works\",\"lanesClosed\":\"\(lanes)\""
            ])
            for content in [table, lines] {
                #expect(content.rows.map(\.effect) == [.closed])
                #expect(content.rows.map(\.event?.lanesClosed) == [nil])
            }
        }
        let decimals = try read("way,closed,kind,lanes_closed\n4305.0,1,works,2.0\n")
        #expect(decimals.rows.map(\.event?.lanesClosed) == [2])
        #expect(decimals.rows.map(\.place) == [.way(4305, nil, nil)])
        #expect(try read("way,closed,kind,lanes_closed\n1,1,works,2.5\n").refused.count == 1)
    }

    @Test func `ways are numbered as OpenStreetMap's programs write them`() throws {
        let content = try read("way,closed\nway/4305,1\nw4305,1\nW4305,1\nn4305,1\nw-4305,1\n")
        #expect(content.rows.map(\.place) == Array(repeating: .way(4305, nil, nil), count: 3))
        #expect(content.refused.rows.map(\.number) == [5, 6])
    }

    @Test func `the id of an event may be that of its feature`() throws {
        let content = try features(
            ["\"kind\":\"works\"", "\"kind\":\"works\",\"id\":7"], id: "\"id\":\"A-1\",")
        #expect(content.rows.map(\.event?.id) == ["A-1", "7"])
    }

    @Test(arguments: [
        ([0x1F, 0x8B, 8, 0], "gzip"), (Array("PK\u{3}\u{4}".utf8), "archive"),
        ([0xFF, 0xFE, 0x77, 0], "UTF-16"),
        (Array("\u{FEFF}<?xml version=\"1.0\"?><incidents/>".utf8), "XML"),
        (Array("{\"incidents\":[],\"zones\":[]}".utf8), "it has \"incidents\", \"zones\""),
    ])
    func `what is no feed is called what it is`(bytes: [UInt8], reason: String) {
        let error = #expect(throws: FeedError.self) { try FeedReader().read(bytes) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
    }
}
