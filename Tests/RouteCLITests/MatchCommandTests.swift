// Tests `waypost match` over the sample: files of every format, several at once, and failures.

import ArgumentParser
import Foundation
import Geo
import RouteAPI
import Testing

@testable import RouteCLI

@Suite struct MatchCommandTests {
    /// A file in some format with the line of a route in the sample.
    private func line(_ suffix: String) async throws -> String {
        let network = try await Sample.network()
        let file = Sample.path("match-\(UUID().uuidString).\(suffix)")
        let outcome = await Waypost.run([
            "solve", "--network", network, "7.4163954,43.7298343", "7.4188621,43.7330002",
            "--precision", "0", "--no-directions", "-o", file, "--quiet",
        ])
        try #require(outcome == .answered)
        return file
    }

    /// Runs the command on the sample network.
    private func match(_ arguments: [String]) async throws -> Outcome {
        await Waypost.run(["match", "--network", try await Sample.network()] + arguments)
    }

    private func json(_ path: String) throws -> JSONValue {
        try JSONValue.parse([UInt8](Data(contentsOf: URL(fileURLWithPath: path))))
    }

    @Test func `the track of a route is matched to that route`() async throws {
        let track = try await line("gpx")
        let found = Sample.path("matched-\(UUID().uuidString).json")
        #expect(
            try await match([track, "-o", found, "--format", "answer", "--quiet"]) == .answered)
        let answer = try json(found)
        let routes = try #require(answer["routes"]?["features"]?.array)
        #expect(routes.count == 1)
        #expect(answer["traceGaps"]?["features"]?.array?.isEmpty == true)
        let points = try #require(answer["tracePoints"]?["features"]?.array)
        #expect(points.count > 10)
        let placed = points.filter { ($0["attributes"]?["Status"]?.integer ?? 3) <= 1 }
        #expect(placed.count == points.count)
    }

    @Test func `the length of the routes is the same for every format`() async throws {
        let (track, network) = (try await line("gpx"), try await Sample.network())
        var lengths: Set<Substring> = []
        for suffix in ["json", "geojson", "gpx", "csv", "txt", "svg", "kml", "gpkg"] {
            let output = Sample.path("length-\(UUID().uuidString).\(suffix)")
            let command = try #require(
                try Waypost.parseAsRoot([
                    "match", "--network", network, track, "-o", output, "--quiet",
                ]) as? MatchCommand)
            let run = FileMatchRun(command)
            let found = try await run.matcher(run.targets()).matcher.match(track)
            lengths.insert(try #require(found.line.firstMatch(of: /[0-9.]+ km/)).output)
        }
        #expect(lengths.count == 1)
        var result = AnalysisResult()
        #expect(FileMatcher.kilometers(of: result) == nil)
        func routes(_ field: String, _ totals: [AttributeValue]) -> FeatureSet {
            FeatureSet(
                geometryType: .polyline, spatialReference: .wgs84,
                fields: [Field(field, .double)],
                features: totals.map { Feature(values: [$0], geometry: nil) })
        }
        result.routes = routes("Total_Kilometers", [.double(1.5), .double(2)])
        #expect(FileMatcher.kilometers(of: result) == 3.5)
        result.routes = routes("Total_Miles", [.double(1)])
        #expect(FileMatcher.kilometers(of: result) == 1.609344)
        result.routes = routes("Total_Kilometers", [.double(1.5), .null])
        #expect(FileMatcher.kilometers(of: result) == nil)
    }

    @Test func `trace points that are written as they come are those of the whole answer`()
        async throws
    {
        let network = try await Sample.network()
        let track = try json(try await line("geojson"))
        let shapes = track["features"]?.array?.compactMap { $0["geometry"]?["coordinates"]?.array }
        let ends = try #require(shapes?.first { $0.count > 2 }).compactMap(\.array)
        var rows = "lon,lat,TraceName\n"
        let count = 4_200
        for number in 0..<count {
            let along = Double(number) / Double(count) * Double(ends.count - 1)
            let (from, to) = (ends[Int(along)], ends[Int(along) + 1])
            let place = zip(from, to).map { from, to in
                let (from, to) = (from.number ?? 0, to.number ?? 0)
                return from + (to - from) * along.truncatingRemainder(dividingBy: 1)
            }
            rows += "\(place[0]),\(place[1]),A\n"
        }
        let file = Sample.path("dense-\(UUID().uuidString).csv")
        try Console.write(bytes: Array(rows.utf8), toFile: file)
        var (tables, lines): ([[UInt8]], [String]) = ([], [])
        // A table beside a feature set, whose rows are also written as they come. A workbook of all
        // tables would be held whole.
        for suffixes in [["csv"], ["csv", "json"], ["csv", "gpkg"]] {
            let outputs = suffixes.map { Sample.path("dense-\(UUID().uuidString).\($0)") }
            let command = try #require(
                try Waypost.parseAsRoot(
                    ["match", "--network", network, file, "--quiet"]
                        + outputs.flatMap { ["-o", $0] }) as? MatchCommand)
            let run = FileMatchRun(command)
            lines.append(try await run.matcher(run.targets()).matcher.match(file).line)
            tables.append(try Console.read(file: outputs[0]))
            if suffixes.last == "json" {
                let set = try JSONValue.parse(try Console.read(file: outputs[1]))
                #expect(set["features"]?.array?.count == count)
            }
        }
        #expect(tables[0] == tables[1] && tables[0] == tables[2])
        #expect(tables[0].count(where: { $0 == 0x0A }) == count + 1)
        #expect(lines[0] == lines[1] && lines[0].contains("100 % placed"))
    }

    @Test func `several files are written to a folder, and one that fails stops none`()
        async throws
    {
        let (good, other) = (try await line("gpx"), try await line("gpx"))
        let bad = Sample.path("bad-\(UUID().uuidString).csv")
        try Console.write(bytes: Array("lon,lat,time\n1,2,noon\n".utf8), toFile: bad)
        let folder = Sample.path("matched-\(UUID().uuidString)") + "/"
        let outcome = try await match([
            good, bad, other, "-o", folder, "--format", "csv", "--table", "points", "--quiet",
        ])
        #expect(outcome == .partial)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files.count == 2)
        #expect(files.allSatisfy { $0.hasSuffix(".csv") })
        let text = try String(contentsOfFile: folder + files[0], encoding: .utf8)
        #expect(text.hasPrefix("ObjectID,TraceName,PointNumber,"))
    }

    @Test func `the reason why a file cannot be read does not name it, which its line does`()
        async throws
    {
        let network = try await Sample.network()
        let folder = Sample.path("traces-\(UUID().uuidString)")
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (file, reason) in [
            (folder, "it is a folder"), (folder + "/none.csv", "there is no such file"),
            (folder + "/none/none.csv", "there is no folder \(folder)/none"),
        ] {
            let command = try #require(
                try Waypost.parseAsRoot(
                    ["match", "--network", network, file, "-o", folder + "/out.csv"])
                    as? MatchCommand)
            let run = FileMatchRun(command)
            let matcher = try await run.matcher(run.targets()).matcher
            let failure = await #expect(throws: CommandFailure.self) {
                try await matcher.match(file)
            }
            #expect(failure?.message == "cannot be read: \(reason)")
        }
    }

    @Test(arguments: [
        ["a.gpx", "b.gpx", "-o", "one.geojson"], ["a.gpx", "b.gpx", "--format", "csv"],
        ["a/x.gpx", "b/x.csv", "-o", "folder/"], ["-", "-"], ["a.gpx", "--accuracy", "0"],
        ["a.gpx", "--polyline-precision", "7"], ["a.gpx", "--threads", "0"], [],
    ])
    func `options that do not fit together are wrong usage`(arguments: [String]) async throws {
        #expect(try await match(arguments) == .usage)
    }

    @Test func `encoded polylines are read line by line`() async throws {
        _ = try await Sample.network()
        let input = try traces("_p~iF~ps|U_ulLnnqC\n\n_p~iF~ps|U\n", polylineDecimals: 5)
        #expect(input.traces.map(\.name) == ["Polyline 1", "Polyline 2"])
        #expect(input.traces.map(\.fixes.count) == [2, 1])
        #expect(throws: FeatureReadError.self) { try traces("é", polylineDecimals: 5) }
        #expect(throws: FeatureReadError.self) { try traces("", polylineDecimals: 6) }
    }

    private func traces(_ text: String, polylineDecimals: Int?) throws -> TraceInput {
        let path = Sample.path("traces-\(UUID().uuidString).txt")
        try Console.write(bytes: Array(text.utf8), toFile: path)
        var held = HeldTraces()
        try TraceFileReader(polylineDecimals: polylineDecimals)
            .read(try PiecewiseFile(path), into: &held)
        return held.input
    }

    @Test func `a file without streets near it has no solution`() async throws {
        _ = try await Sample.network()
        let far = Sample.path("far-\(UUID().uuidString).csv")
        try Console.write(bytes: Array("lon,lat\n0,0\n0.001,0\n".utf8), toFile: far)
        #expect(try await match([far, "--quiet"]) == .noSolution)
    }
}
