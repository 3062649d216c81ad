// Tests `waypost matrix` and `waypost nearest` over the shipped sample, locally and on a live
// server.

import Foundation
import Geo
import RouteAPI
import RouteService
import RouteTaskClient
import Testing

@testable import RouteCLI

@Suite struct PairNetworkTests {
    /// Two places in town with a path between them, and one far out at sea.
    private let west = "7.4163954,43.7298343"
    private let east = "Épi=7.4188621,43.7330002"
    private let nowhere = "0,0"

    private func lines(_ name: String) throws -> [String] {
        try Sample.text(name).split(separator: "\n").map(String.init)
    }

    /// A file of line barriers between the two places.
    private func wall(_ name: String) throws -> String {
        let path = Sample.path(name)
        let line = #"{"type":"LineString","coordinates":[[7.405,43.731],[7.445,43.731]]}"#
        try Console.write(bytes: Array(line.utf8), toFile: path)
        return path
    }

    @Test func `a file of origins alone is a matrix of all to all`() async throws {
        let (network, places) = try await (Sample.network(), Sample.places(6))
        let matrix = ["matrix", "--network", network, "--origins", places]
        #expect(await Waypost.run(matrix + ["-o", Sample.path("all.csv")]) == .answered)
        let rows = try lines("all.csv")
        #expect(rows.dropFirst().count == 36)
        #expect(rows[0].hasPrefix("OriginID,Origin,DestinationID,Destination,Rank,Total_"))
        // Each place is nearest to itself.
        #expect(rows[1].hasPrefix("1,Place 1,1,Place 1,1,"))
        let nearest = ["--count", "2", "--format", "csv", "-o", Sample.path("two")]
        #expect(await Waypost.run(matrix + nearest) == .answered)
        #expect(try lines("two").count == 1 + 6 * 2)
        #expect(try lines("two").allSatisfy { row in rows.contains(row) })
    }

    @Test func `one matrix is written in every format`() async throws {
        let network = try await Sample.network()
        let matrix = ["matrix", "--network", network, "--origins", west, "--destinations", east]
        let files = ["pairs-m.json", "pairs-m.csv", "pairs-m.txt"].flatMap {
            ["-o", Sample.path($0)]
        }
        #expect(await Waypost.run(matrix + files + ["--format", "answer"]) == .answered)
        let answer = try RouteAnswer(json: JSONValue.parse(Sample.text("pairs-m.json"))).result
        #expect(answer[table: "odLines"]?.features.count == 1)
        #expect(answer[table: "odLines"]?.geometryType == nil)
        #expect(answer[table: "destinations"]?.features.count == 1)
        #expect(try Sample.text("pairs-m.txt").hasPrefix("Origin"))
        #expect(try Sample.text("pairs-m.txt").contains("Data: "))
        #expect(await Waypost.run(matrix + ["-o", Sample.path("pairs-m.geojson")]) == .answered)
        let shapes = try JSONValue.parse(Sample.text("pairs-m.geojson"))["features"]?.array ?? []
        #expect(shapes.contains { $0["geometry"]?["type"] == "LineString" })

        let sparse = [
            "--sparse", "--format", "answer", "-o", Sample.path("pairs-s.json"), "-o",
            Sample.path("pairs-s.csv"),
        ]
        #expect(await Waypost.run(matrix + sparse) == .answered)
        let costs = try RouteAnswer(json: JSONValue.parse(Sample.text("pairs-s.json"))).result
            .costMatrix
        #expect(costs?[from: 1, to: 1]?.isEmpty == false)
        #expect(try lines("pairs-s.csv").count == 2)
    }

    @Test func `the closest facilities have ranks, routes and times`() async throws {
        let (network, places) = try await (Sample.network(), Sample.places(6))
        let nearest = [
            "nearest", "--network", network, "--incidents", places, "--facilities", places,
            "--count", "3",
        ]
        let files = ["pairs-n.json", "pairs-n.csv", "pairs-n.geojson"].flatMap {
            ["-o", Sample.path($0)]
        }
        #expect(await Waypost.run(nearest + files + ["--format", "answer"]) == .answered)
        let answer = try RouteAnswer(json: JSONValue.parse(Sample.text("pairs-n.json"))).result
        #expect(answer.routes?.features.count == 18)
        #expect(answer.directions == nil)
        #expect(answer[table: "incidents"]?.features.count == 6)
        let rows = try lines("pairs-n.csv")
        #expect(rows.dropFirst().count == 18)
        #expect(rows[0].hasPrefix("IncidentID,Incident,FacilityID,Facility,Rank,Total_"))
        #expect(rows[1].hasPrefix("1,Place 1,1,Place 1,1,"))

        let timed = [
            "--from-facility", "--directions", "--time", "2026-06-24T08:00", "--time-zone",
            "Europe/Monaco", "-o", Sample.path("timed.txt"), "-o", Sample.path("timed.json"),
        ]
        #expect(await Waypost.run(nearest + timed + ["--format", "answer"]) == .answered)
        #expect(try Sample.text("timed.txt").contains("2026-06-24T08:00:00+02:00"))
        let directions = try JSONValue.parse(Sample.text("timed.json"))["directions"]
        #expect(directions?.array?.count == 6 * 3)
    }

    @Test func `what is not reached decides the exit code`() async throws {
        let network = try await Sample.network()
        let out = ["-o", Sample.path("codes.csv"), "--quiet"]
        let matrix = ["matrix", "--network", network] + out + ["--origins", west]
        let nearest = ["nearest", "--network", network] + out + ["--incidents", west]
        let far = ["--destinations", east, nowhere]
        #expect(await Waypost.run(matrix + far) == .partial)
        #expect(await Waypost.run(matrix + far + ["--strict"]) == .invalidInput)
        #expect(await Waypost.run(matrix + ["--destinations", nowhere]) == .invalidInput)
        #expect(await Waypost.run(matrix + ["--impedance", "Speed"]) == .invalidInput)
        #expect(await Waypost.run(matrix + ["--restrict", "Onewy"]) == .invalidInput)
        let near = ["--destinations", east, "--cutoff", "0.001"]
        #expect(await Waypost.run(matrix + near) == .noSolution)
        #expect(try lines("codes.csv").count == 1)
        let inPlace = """
            locateSettings={"default":{"tolerance":5000,"toleranceUnits":"esriMeters",
            "allowAutoRelocate":false}}
            """
        let walled = ["--line-barriers", try wall("pairs.geojson"), "--set", inPlace]
        #expect(await Waypost.run(matrix + ["--destinations", east] + walled) == .noSolution)
        #expect(await Waypost.run(matrix + [east] + walled) == .partial)
        #expect(await Waypost.run(nearest + ["--facilities", east] + walled) == .noSolution)
        #expect(await Waypost.run(nearest + ["--facilities", east, nowhere]) == .partial)
        #expect(await Waypost.run(matrix + ["-o", Sample.path("pairs-m.svg")]) == .usage)
        #expect(
            await Waypost.run(matrix + ["--sparse", "-o", Sample.path("pairs-m.geojson")]) == .usage
        )
    }

    @Test func `a live server answers as the network itself does`() async throws {
        let (network, places) = try await (Sample.network(), Sample.places(4))
        let folder = Sample.path("pair-definitions")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        for type in [LayerType.odCostMatrix, .closestFacility] {
            let text = "service: \(type.word)s\ntype: \(type.word)\nnetwork: \(network)\n"
            try Console.write(
                bytes: Array(text.utf8), toFile: "\(folder)/\(type.word).service.yaml")
        }
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        var configuration = RouteServiceConfiguration.definitions(folder: folder, analyses: .all)
        configuration.port = 0
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        func address(_ type: LayerType) -> String {
            "http://127.0.0.1:\(port)/arcgis/rest/services/\(type.word)s/NAServer/\(type.word)"
        }

        let matrix = ["--origins", places, "--accumulate", "Miles"]
        let nearest = ["--incidents", places, "--facilities", places, "--count", "2"]
        let commands: [(String, LayerType, [String])] = [
            ("matrix", .odCostMatrix, matrix), ("matrix", .odCostMatrix, matrix + ["--sparse"]),
            ("nearest", .closestFacility, nearest),
        ]
        for (command, type, arguments) in commands {
            let here = [command, "--network", network, "-o", Sample.path("here.csv")] + arguments
            let there =
                [command, "--server", address(type), "-o", Sample.path("there.csv")] + arguments
            #expect(await Waypost.run(here) == .answered)
            #expect(await Waypost.run(there) == .answered)
            #expect(try Sample.text("here.csv") == Sample.text("there.csv"))
        }
        let wrong = ["matrix", "--server", address(.closestFacility), "--origins", places]
        #expect(await Waypost.run(wrong) == .server)

        var parameters = ODCostMatrixParameters()
        let found = try FeatureFile(path: places).features()
        parameters.origins = found.points.map { LocationInput(features: $0) }
        parameters.destinations = parameters.origins
        parameters.outputType = .sparseMatrix
        let task = RouteTask(url: try #require(URL(string: address(.odCostMatrix))))
        #expect(try await task.solve(parameters).result.costMatrix?.rows.count == 4)
    }
}
