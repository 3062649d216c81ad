// Answers read back as input give the same answer again, in each output format.

import Foundation
import Geo
import RouteAPI
import Testing
import VectorFiles

@testable import RouteCLI

/// Whether this machine has GDAL.
private let hasGDAL = if case .success = GDALLibrary.found { true } else { false }

@Suite struct RoundTripTests {
    /// A start in the evening, in a zone other than UTC, and windows on both sides of midnight.
    private static let options = [
        "--start-time", "2026-03-02T22:00", "--time-zone", "Europe/Berlin", "--time-windows",
        "--quiet",
    ]

    /// Stops with windows, a curb side, service time, and names that look like formulas.
    private func stops() async throws -> String {
        let rows = try String(contentsOfFile: try await Sample.places(4), encoding: .utf8)
            .split(separator: "\n").dropFirst()
        let values = [
            "22:00,23:30,,,0,5", "22:00,22:01,22:30,23:59,1,1.5", ",,,,0,",
            "2026-03-02T23:00,2026-03-03T02:00,,,0,2",
        ]
        // The third stop's apostrophe is its own; it is doubled like an apostrophe from the
        // program.
        let names = ["=1+1", "-Bar-", "''@x", "Café, \"Zwei\""]
        var text =
            "Name,lon,lat,TimeWindowStart,TimeWindowEnd,TimeWindowStart2,TimeWindowEnd2,"
            + "CurbApproach,Attr_TravelTime,driver\n"
        for (row, (name, value)) in zip(rows, zip(names, values)) {
            let place = row.split(separator: ",").suffix(2).joined(separator: ",")
            // Two stops for each driver.
            let driver = text.count { $0 == "\n" } > 2 ? "Ben" : "Ada"
            text += "\(CSVFeatureWriter.quoted(name)),\(place),\(value),\(driver)\n"
        }
        let path = Sample.path("round-\(UUID().uuidString).csv")
        try Console.write(bytes: Array(text.utf8), toFile: path)
        return path
    }

    /// The answer to a request for a route through a file's stops.
    private func answer(_ stops: String, _ options: [String] = options) async throws -> JSONValue {
        let path = Sample.path("answer-\(UUID().uuidString).json")
        let outcome = await Waypost.run(
            ["solve", "--network", try await Sample.network(), "--stops", stops] + options + [
                "-o", path, "--format", "answer",
            ])
        try #require(outcome == .answered || outcome == .partial)
        let value = try JSONValue.parse([UInt8](Data(contentsOf: URL(filePath: path))))
        return value
    }

    /// An answer's routes and stops. A stop that is read back states its place on the network, and
    /// is placed there without a search; its status and side show this.
    private func contents(of answer: JSONValue) throws -> [[String: JSONValue]] {
        let fields = [
            "Name", "RouteName", "Sequence", "TimeWindowStart", "TimeWindowEnd",
            "TimeWindowStart2", "TimeWindowEnd2", "ArriveTime",
            "ArriveTimeUTC", "DepartTime", "CurbApproach", "Attr_TravelTime", "Cumul_TravelTime",
            "Wait_TravelTime", "Total_TravelTime",
            "Total_Kilometers", "StartTime", "EndTime",
        ]
        return try ["routes", "stops"].flatMap { table in
            try #require(answer[table]?["features"]?.array).map { row in
                var values: [String: JSONValue] = [:]
                for field in fields { values[field] = row["attributes"]?[field] }
                return values
            }
        }
    }

    @Test(arguments: ["csv", "geojson", "gpx", "json", "gpkg", "answer"])
    func `an answer read back as stops gives the same answer`(format: String) async throws {
        try await expectSameAnswer(format)
    }

    @Test(.enabled(if: hasGDAL, "GDAL is not installed"), arguments: ["kml", "shp", "fgb", "xlsx"])
    func `an answer in a file of GDAL read back as stops gives the same answer`(
        suffix: String
    ) async throws {
        try await expectSameAnswer(suffix)
    }

    /// Writes an answer's stops in a format, solves through them, and expects the same answer.
    private func expectSameAnswer(_ format: String) async throws {
        let suffix = format == "answer" ? "json" : format
        let stops = try await stops()
        let first = try contents(of: try await answer(stops))
        #expect(first.contains { $0["Name"] == "=1+1" } && first.contains { $0["Name"] == "'@x" })
        let path = Sample.path("back-\(UUID().uuidString).\(suffix)")
        _ = await Waypost.run(
            ["solve", "--network", try await Sample.network(), "--stops", stops] + Self.options + [
                "--table", "stops", "-o", path,
            ] + (format == "answer" ? ["--format", "answer"] : []))
        for input in suffix == "gpkg" ? [path, path + "#stops"] : [path] {
            #expect(try contents(of: try await answer(input)) == first)
        }
    }

    @Test(arguments: ["csv", "geojson", "gpkg", "json", "answer"])
    func `a batch read back as stops gives the same routes`(format: String) async throws {
        try await expectSameBatch(format)
    }

    @Test(.enabled(if: hasGDAL, "GDAL is not installed"), arguments: ["kml", "shp", "fgb", "xlsx"])
    func `a batch in a file of GDAL read back as stops gives the same routes`(
        suffix: String
    ) async throws {
        try await expectSameBatch(suffix)
    }

    /// Writes a batch's stops in a format, runs a batch over them, and expects the same routes.
    private func expectSameBatch(_ format: String) async throws {
        let suffix = format == "answer" ? "json" : format
        let network = try await Sample.network()
        func batch(_ stops: String, by field: String, _ suffix: String) async throws -> String {
            let path = Sample.path("batch-\(UUID().uuidString).\(suffix)")
            let outcome = await Waypost.run(
                ["batch", "--network", network, "--stops", stops, "--group-by", field]
                    + Self.options + ["-o", path, "--table", "stops"]
                    + (format == "answer" && suffix == "json" ? ["--format", "answer"] : []))
            try #require(outcome == .answered || outcome == .partial)
            return suffix == "gpkg" ? path + "#stops" : path
        }
        func rows(_ stops: String, by field: String) async throws -> FeatureSet {
            let table = try await batch(stops, by: field, "csv")
            return try #require(try FeatureFile(path: table).features().points)
        }
        let stops = try await stops()
        let first = try await rows(stops, by: "driver")
        let again = try await rows(
            try await batch(stops, by: "driver", suffix), by: "RouteName")
        #expect(first.features.count == 4)
        for name in [
            "Name", "RouteName", "Sequence", "TimeWindowStart", "TimeWindowEnd",
            "TimeWindowStart2", "TimeWindowEnd2", "ArriveTime",
            "ArriveTimeUTC", "Attr_TravelTime", "Cumul_TravelTime", "Wait_TravelTime", "driver",
        ] {
            #expect(
                first.features.map { first.value(name, of: $0) }
                    == again.features.map { again.value(name, of: $0) }, "\(name)")
        }
    }

    @Test func `a match read back as a trace gives the same route`() async throws {
        let network = try await Sample.network()
        func match(_ trace: String, _ suffix: String) async throws -> (path: String, km: Double) {
            let path = Sample.path("match-\(UUID().uuidString).\(suffix)")
            let whole = Sample.path("match-\(UUID().uuidString).json")
            for output in [["-o", path], ["-o", whole, "--format", "answer"]] {
                let outcome = await Waypost.run(
                    ["match", "--network", network, trace, "--quiet"] + output)
                try #require(outcome == .answered)
            }
            let answer = try JSONValue.parse([UInt8](Data(contentsOf: URL(filePath: whole))))
            let routes = try #require(answer["routes"]?["features"]?.array)
            let lengths = routes.compactMap { $0["attributes"]?["Total_Kilometers"]?.number }
            return (path, lengths.reduce(0, +))
        }
        let track = Sample.path("track-\(UUID().uuidString).gpx")
        _ = await Waypost.run(
            ["solve", "--network", network, "--stops", try await stops()]
                + Self.options + ["-o", track])
        let first = try await match(track, "gpx")
        #expect(first.km > 1)
        let again = try await match(first.path, "gpx")
        #expect(abs(again.km - first.km) < first.km / 100, "\(again.km) and \(first.km) km")
    }

    @Test func `local times have no zone and instants have one`() async throws {
        let path = Sample.path("times-\(UUID().uuidString).csv")
        _ = await Waypost.run(
            ["solve", "--network", try await Sample.network(), "--stops", try await stops()]
                + Self.options + ["-o", path])
        let rows = try CSVFeatureReader().features([UInt8](Data(contentsOf: URL(filePath: path))))
        let set = try #require(rows.points)
        for name in ["TimeWindowStart", "ArriveTime", "DepartTime"] {
            let text = try #require(set.string(name, of: set.features[0]))
            #expect(text.hasPrefix("2026-03-02T22:"), "\(name) is \(text)")
            #expect(!text.hasSuffix("Z"), "\(name) is \(text)")
        }
        let instant = try #require(set.string("ArriveTimeUTC", of: set.features[0]))
        #expect(instant.hasPrefix("2026-03-02T21:") && instant.hasSuffix("Z"), "\(instant)")
    }

    @Test func `names that are formulas are marked unless that is turned off`() async throws {
        let (stops, path) = (try await stops(), Sample.path("marked-\(UUID().uuidString).csv"))
        let solve =
            ["solve", "--network", try await Sample.network(), "--stops", stops]
            + Self.options + ["-o", path]
        _ = await Waypost.run(solve)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains(",'=1+1,") && text.contains(",'-Bar-,") && text.contains(",''@x,"))
        _ = await Waypost.run(solve + ["--csv-formulas"])
        #expect(try String(contentsOfFile: path, encoding: .utf8).contains(",=1+1,"))
    }

    @Test func `a route in GPX is one trace`() async throws {
        let path = Sample.path("trace-\(UUID().uuidString).gpx")
        _ = await Waypost.run(
            ["solve", "--network", try await Sample.network(), "--stops", try await stops()]
                + Self.options + ["-o", path])
        let traces = try TraceReader().gpx([UInt8](Data(contentsOf: URL(filePath: path))))
        #expect(traces.traces.count == 1)
        let text = try String(contentsOfFile: path, encoding: .utf8)
        #expect(text.contains("<rte>") && text.contains("<trk>"))
    }
}
