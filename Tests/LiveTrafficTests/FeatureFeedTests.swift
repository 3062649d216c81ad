// Tests feeds as lines and points.

import Geo
import Testing

@testable import LiveTraffic

@Suite struct FeatureFeedTests {
    private func collection(_ features: String) -> String {
        "{\"type\":\"FeatureCollection\",\"features\":[\(features)]}"
    }

    private func point(_ properties: String) -> String {
        """
        {"type":"Feature","geometry":{"type":"Point","coordinates":[7.41,43.73]},
        "properties":{\(properties)}}
        """
    }

    @Test func `GeoJSON has lines and points`() throws {
        let content = try read(
            collection(
                """
                {"type":"Feature","geometry":{"type":"LineString",
                "coordinates":[[7.41,43.73],[7.41,43.731]]},
                "properties":{"speed":12.5,"direction":"both"}},
                \(point("\"closed\":true,\"validTo\":\"2026-11-23T18:00:00Z\""))
                """))
        #expect(content.form == .geoJSON)
        #expect(content.refused.count == 0, "\(content.refused.rows)")
        let line = [Coordinate(x: 7.41, y: 43.73), Coordinate(x: 7.41, y: 43.731)]
        #expect(
            content.rows.map(\.place) == [
                .lines([line], .both), .point(Coordinate(x: 7.41, y: 43.73), .both),
            ])
        #expect(content.rows.map(\.effect) == [.speed(12.5), .closed])
        #expect(content.rows[1].until == 1_795_456_800_000)
    }

    @Test func `longitudes beyond 180 are folded, and beyond two turns refused`() throws {
        let rows = ["367.5,43.7],[368.5,43.7", "-352.5,43.7],[-351.5,43.7", "767,43.7],[768,43.7"]
            .map {
                """
                {"type":"Feature","geometry":{"type":"LineString","coordinates":[[\($0)]]},
                "properties":{"closed":true}}
                """
            }
        let content = try read(collection(rows.joined(separator: ",")))
        let line = [Coordinate(x: 7.5, y: 43.7), Coordinate(x: 8.5, y: 43.7)]
        #expect(content.rows.map(\.place) == Array(repeating: .lines([line], .forward), count: 2))
        #expect(content.refused.count == 1)
    }

    @Test func `Esri JSON has other systems, features without a set too`() throws {
        let set = try read(
            """
            {"features":[{"attributes":{"speed":20},"geometry":{"paths":[[[824877,5423700],
            [824877,5423800]]]}}],"spatialReference":{"wkid":102100}}
            """)
        #expect(set.form == .esriJSON)
        guard case .lines(let paths, .forward) = try #require(set.rows.first).place else {
            Issue.record("no line: \(set.rows)")
            return
        }
        #expect(abs(paths[0][0].x - 7.41) < 0.001)
        let list = try read(
            "[{\"attributes\":{\"closed\":1},\"geometry\":{\"x\":7.41,\"y\":43.7}}]")
        #expect(list.rows.map(\.effect) == [.closed])
    }

    @Test func `a mapping finds nested properties and values`() throws {
        let mapping = try FeedMapping([
            ("closed", "vehicle_impact=all-lanes-closed"), ("validFrom", "core.start"),
            ("speed", "kmh"),
        ])
        let content = try read(
            collection(
                [
                    "\"vehicle_impact\":\"All-Lanes-Closed\",\"core\":{\"start\":1700000000000}",
                    "\"vehicle_impact\":\"some-lanes-closed\"", "\"kmh\":\"44\"", "\"kmh\":null",
                    "\"speed\":50",
                ].map { point($0) }.joined(separator: ",")), mapping)
        #expect(content.rows.map(\.effect) == [.closed, .cleared, .speed(44), .cleared])
        #expect(content.rows[0].from == 1_700_000_000_000)
        #expect(content.refused.rows.map(\.number) == [5])
        #expect(content.refused.rows[0].reason.contains("neither kmh nor vehicle_impact"))
    }

    @Test(arguments: [
        ("\"speed\":-1", "implausible"), ("\"speed\":\"fast\"", "speed is \"fast\""),
        ("\"speed\":1e999", nil), ("\"closed\":\"perhaps\"", "true or false"),
        ("\"speed\":9,\"direction\":\"north\"", "direction is \"north\""),
        ("\"speed\":9,\"validTo\":\"soon\"", "validTo is \"soon\""), ("", "neither"),
    ])
    func `a wrong feature is refused with the reason`(properties: String, reason: String?) throws {
        let text = collection("\(point("\"speed\":30")),\(point(properties))")
        guard let reason else {
            #expect(throws: FeedError.self) { try read(text) }
            return
        }
        let content = try read(text)
        #expect(content.rows.count == 1)
        #expect(content.refused.rows.map(\.number) == [2])
        #expect(
            content.refused.rows.first?.reason.contains(reason) == true,
            "\(content.refused.rows)")
    }

    /// Work zones (WZDx) state their first and last point where their course is unknown.
    @Test func `several points are a line, in GeoJSON and Esri JSON`() throws {
        let zone = try read(
            collection(
                """
                {"type":"Feature","geometry":{"type":"MultiPoint",
                "coordinates":[[7.41,43.73],[7.41,43.731]]},
                "properties":{"closed":true,"validFrom":1795417200,"validTo":1795456800000}}
                """))
        #expect(zone.refused.count == 0, "\(zone.refused.rows)")
        let line = [Coordinate(x: 7.41, y: 43.73), Coordinate(x: 7.41, y: 43.731)]
        #expect(zone.rows.map(\.place) == [.lines([line], .forward)])
        #expect(zone.rows.map(\.from) == [1_795_417_200_000])
        #expect(zone.rows.map(\.until) == [1_795_456_800_000])
        let set = try read(
            """
            {"features":[{"attributes":{"speed":"12,5","direction":"both"},"geometry":
            {"points":[[7.41,43.73],[7.41,43.731]]}}]}
            """)
        #expect(set.rows.map(\.place) == [.lines([line], .both)])
        #expect(set.rows.map(\.effect) == [.speed(12.5)])
    }

    @Test func `areas and features without a shape are refused`() throws {
        let content = try read(
            collection(
                """
                {"type":"Feature","geometry":null,"properties":{"speed":5}},
                {"type":"Feature","properties":{"speed":5},"geometry":{"type":"Polygon",
                "coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}},
                {"type":"Feature","properties":{"speed":5},"geometry":{"type":"Point",
                "coordinates":[1000,0]}}
                """))
        #expect(content.rows.isEmpty)
        #expect(content.refused.rows.map(\.number) == [1, 2, 3])
    }

    @Test(arguments: [
        "{", "[", "{\"features\":", "{\"features\":[{}", "{\"features\":{}}", "{}", "[1,]",
        "{\"features\":[]} x", "{\"type\":\"FeatureCollection\"}", "{\"features\":[{\"a\":1e}]}",
        "{\"features\":[\"\\", "{a:1}",
    ])
    func `what is torn or no JSON is refused as a whole`(text: String) {
        #expect(throws: FeedError.self) { try read(text) }
    }

    @Test func `every cut of a feed is refused as a whole`() throws {
        let text = collection("\(point("\"speed\":30")),\(point("\"closed\":true"))")
        #expect(try read(text).rows.count == 2)
        for count in 1..<text.utf8.count {
            let bytes = Array(text.utf8.prefix(count))
            #expect(throws: FeedError.self, "\(count) bytes") { try FeedReader().read(bytes) }
        }
    }

    @Test func `a mapping of unknown keys is refused`() {
        #expect(throws: FeedError.self) { try FeedMapping([("velocity", "v")]) }
        #expect(throws: FeedError.self) { try FeedMapping([("speed", "")]) }
        #expect(throws: FeedError.self) { try FeedMapping([("speed", "a=b")]) }
        #expect(throws: FeedError.self) { try FeedMapping(json: ["speed": 3]) }
    }

    @Test func `a feed names sixteen systems at most`() throws {
        let features = (0..<20).map { number in
            """
            {"geometry":{"x":7.41,"y":43.73,"spatialReference":{"wkid":\(900_200 + number)}},
            "attributes":{"speed":30}}
            """
        }
        let content = try read("{\"features\":[\(features.joined(separator: ","))]}")
        #expect(content.refused.count == 20)
        #expect(
            content.refused.rows[..<16].allSatisfy { $0.reason.contains("No coordinate system") })
        #expect(content.refused.rows[16...].allSatisfy { $0.reason.contains("more than 16") })
    }
}
