// Answers of matches, read back as traces, give the same routes again, in every output format with
// positions or lines.

import Foundation
import Geo
import RouteAPI
import Testing
import VectorFiles

@testable import RouteCLI

/// Whether this machine has GDAL.
private let hasGDAL = if case .success = GDALLibrary.found { true } else { false }

@Suite struct TraceRoundTripTests {
    /// An answer's routes and positions.
    private struct Contents: Equatable {
        var names: [String]
        var kilometers: [Double]
        var points: [[JSONValue]]
    }

    private func temporary(_ suffix: String) -> String {
        Sample.path("trace-\(UUID().uuidString).\(suffix)")
    }

    /// Two traces along a route, with times and all other attributes of positions.
    private func track() async throws -> String {
        let line = temporary("geojson")
        let outcome = await Waypost.run([
            "solve", "--network", try await Sample.network(), "7.4163954,43.7298343",
            "7.4188621,43.7330002", "--precision", "0", "--no-directions", "-o", line, "--quiet",
        ])
        try #require(outcome == .answered)
        let answer = try JSONValue.parse([UInt8](Data(contentsOf: URL(filePath: line))))
        let shapes = answer["features"]?.array?.compactMap { $0["geometry"]?["coordinates"]?.array }
        let places = try #require(shapes?.first { $0.count > 10 }).compactMap(\.array)
        var rows = "TraceName,lon,lat,Time,Accuracy,Bearing,IsStop,Name\n"
        for name in ["Ada", "Ben & Zoë"] {
            for (row, place) in places.enumerated() {
                let time = ISODateTime.text(1_772_443_800_000 + Int64(row) * 4_000)
                rows += "\(name),\(place[0].text),\(place[1].text),\(time),"
                rows += row % 3 == 0 ? "," : "\(4 + row % 2).5,"
                rows += row % 4 == 1 ? "\(bearing(places, row))," : ","
                rows += row == places.count / 2 ? "1,Café \(name)\n" : "0,\n"
            }
        }
        let path = temporary("csv")
        try Console.write(bytes: Array(rows.utf8), toFile: path)
        return path
    }

    /// The direction of travel at a position, in degrees.
    private func bearing(_ places: [[JSONValue]], _ row: Int) -> Int {
        let ends = [places[max(row, 1) - 1], places[max(row, 1)]].map { place in
            Coordinate(x: place[0].number ?? 0, y: place[1].number ?? 0)
        }
        let east = (ends[1].x - ends[0].x) * cos(ends[0].y * .pi / 180)
        let degrees = atan2(east, ends[1].y - ends[0].y) * 180 / .pi
        return (Int(degrees.rounded()) + 360) % 360
    }

    /// Matches a trace, and writes the output in a format.
    private func match(
        _ trace: String, _ suffix: String, _ options: [String]
    ) async throws -> String {
        let path = temporary(suffix)
        let outcome = await Waypost.run(
            ["match", "--network", try await Sample.network(), trace, "--quiet", "-o", path]
                + options)
        try #require(outcome == .answered, "\(trace) as \(suffix)")
        return path
    }

    private func contents(of trace: String) async throws -> Contents {
        let path = try await match(trace, "json", ["--format", "answer"])
        let answer = try JSONValue.parse([UInt8](Data(contentsOf: URL(filePath: path))))
        func rows(_ table: String) throws -> [JSONValue] {
            try #require(answer[table]?["features"]?.array)
        }
        func rounded(_ value: JSONValue?, _ factor: Double) -> JSONValue {
            .number(((value?.number ?? 0) * factor).rounded() / factor)
        }
        return Contents(
            names: try rows("routes").compactMap { $0["attributes"]?["Name"]?.string },
            kilometers: try rows("routes").map {
                (($0["attributes"]?["Total_Kilometers"]?.number ?? 0) * 1_000).rounded()
            },
            points: try rows("tracePoints").map { row in
                let values = [
                    "TraceName", "PointNumber", "Time", "Status", "Accuracy", "Bearing", "IsStop",
                    "Name",
                ].map { row["attributes"]?[$0] ?? .null }
                let place = ["x", "y"].map { rounded(row["geometry"]?[$0], 1e5) }
                return values + place
            })
    }

    /// Matches a trace, writes the answer as `suffix`, matches that, and expects the same contents.
    private func expectSame(_ suffix: String, _ options: [String] = []) async throws {
        let track = try await track()
        let first = try await contents(of: track)
        #expect(first.kilometers.count == 2 && first.points.count > 20)
        #expect(first.points.allSatisfy { $0[2] != .null })
        #expect(first.points.contains { $0[4] == .number(5.5) && $0[5] != .null })
        #expect(
            first.points.filter { $0[6] == .number(1) }.map { $0[7].string } == [
                "Café Ada", "Café Ben & Zoë",
            ])
        let back = try await contents(of: try await match(track, suffix, options))
        #expect(back.names == first.names)
        #expect(back.kilometers == first.kilometers)
        #expect(back.points == first.points)
    }

    @Test(arguments: [
        ["csv"], ["geojson"], ["json"], ["json", "--format", "answer"], ["gpkg"],
    ])
    func `a match read back as traces has the same positions and routes`(
        format: [String]
    ) async throws {
        try await expectSame(format[0], Array(format.dropFirst()))
    }

    @Test(.enabled(if: hasGDAL, "GDAL is not installed"), arguments: ["kml", "shp", "fgb", "xlsx"])
    func `a match in a file of GDAL read back as traces has the same positions and routes`(
        suffix: String
    ) async throws {
        try await expectSame(suffix)
    }

    @Test(arguments: ["geojson", "json", "gpx", "gpkg"])
    func `a route read as a trace is its line`(suffix: String) async throws {
        let network = try await Sample.network()
        func solve(_ suffix: String) async throws -> String {
            let path = temporary(suffix)
            let outcome = await Waypost.run([
                "solve", "--network", network, "7.4163954,43.7298343", "7.4188621,43.7330002",
                "--precision", "0", "-o", path, "--quiet",
            ])
            try #require(outcome == .answered)
            return path
        }
        let first = try await contents(of: try await solve("gpx"))
        let back = try await contents(of: try await solve(suffix))
        #expect(first.kilometers.count == 1)
        #expect(back.kilometers == first.kilometers)
    }

    @Test func `points beside lines are no trace, whatever the format`() async throws {
        _ = try await Sample.network()
        let kinds = #"""
            {"type":"FeatureCollection","features":[
            {"type":"Feature","properties":{},"geometry":{"type":"Point","coordinates":[7.4,43.7]}},
            {"type":"Feature","properties":{},
            "geometry":{"type":"LineString","coordinates":[[7.4,43.7],[7.41,43.7]]}}]}
            """#
        let table = "WKT\nPOINT(7.4 43.7)\n\"LINESTRING(7.4 43.7,7.41 43.7)\"\n"
        for text in [kinds, table] {
            #expect { try TraceReader().traces(Array(text.utf8)) } throws: { error in
                "\(error)".contains("several kinds of shapes")
            }
        }
    }

    @Test func `of an answer in GeoJSON the trace points are read, however long it is`() throws {
        var text = #"{"type":"FeatureCollection","features":["#
        for number in 0..<700 {
            text +=
                #"{"type":"Feature","properties":{"layer":"stops"},"#
                + #""geometry":{"type":"Point","coordinates":[1,\#(number % 80)]}},"#
        }
        for number in 0..<300 {
            text += number == 0 ? "" : ","
            text +=
                #"{"type":"Feature","properties":{"layer":"tracePoints"},"#
                + #""geometry":{"type":"Point","coordinates":[2,\#(number % 80)]}}"#
        }
        let traces = try TraceReader().traces(Array((text + "]}").utf8)).traces
        #expect(traces.count == 1 && traces[0].fixes.count == 300)
        #expect(traces[0].fixes.allSatisfy { $0.coordinate.x == 2 })
    }
}
