// Tests `waypost batch` with stops and drivers in a server's stored layers.

import Batches
import FeatureStore
import Foundation
import Geo
import RoadNetwork
import RouteAnalysis
import RouteService
import Testing

@testable import RouteCLI

@Suite struct ServedRowTests {
    /// A folder with a service of the sample town and stored layers.
    private func definitions(stops: String, drivers: String) async throws -> String {
        let folder = Sample.path("served-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let store = try GeoPackageStore(path: "\(folder)/day.gpkg", access: .create)
        for (name, text) in [("deliveries", stops), ("drivers", drivers)] {
            let file = "\(folder)/\(name).csv"
            try Console.write(bytes: Array(text.utf8), toFile: file)
            var task = LayerImport(layer: name)
            task.csv.isWithoutShapes = name == "drivers"
            if name == "drivers" { task.types = ["ShiftStart": .string] }
            try task.run(.csv(path: file), into: store)
        }
        try store.close()
        let network = try await Sample.network()
        let definition = """
            service: town
            network: \(network)
            storedLayers:
              - name: deliveries
                file: \(folder)/day.gpkg
              - name: drivers
                file: \(folder)/day.gpkg

            """
        try Console.write(
            bytes: Array(definition.utf8), toFile: "\(folder)/town.service.yaml")
        return folder
    }

    /// All rows of an output's tables, except the journal's.
    private func tables(ofFile path: String) throws -> [String: FeatureSet] {
        let store = try GeoPackageStore(path: path, access: .readOnly)
        var tables: [String: FeatureSet] = [:]
        for schema in try store.layers() where schema.name != "batch" {
            tables[schema.name] =
                try store.features(LayerQuery(layer: schema.name, limit: 10_000)).features
        }
        try store.close()
        return tables
    }

    @Test func `a day is run from stored stops and drivers of a server`() async throws {
        let dataset = try NetworkDataset(path: try await Sample.network())
        let places = dataset.samplePlaces(8).map(\.coordinate)
        let header = "Name,lon,lat,driver\n"
        let rows = ["Ada", "Bea", "Ada", "Bea", "Ada"].enumerated().map { row, driver in
            "Stop \(row + 1),\(places[row].x),\(places[row].y),\(driver)\n"
        }
        // More rows than fit into one answer of the server; rows behind the first page count as
        // well.
        let others = (0..<2_100).map { "Other \($0),\(places[5].x),\(places[5].y),\n" }
        let stops = header + rows[..<3].joined() + others.joined() + rows[3...].joined()
        let depot = "\(places[6].x),\(places[6].y)"
        let drivers = "Name,StartX,StartY,ShiftStart\nAda,\(depot),07:30\nBea,\(depot),08:15\n"
        let folder = try await definitions(stops: stops, drivers: drivers)

        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        var configuration = RouteServiceConfiguration.definitions(
            folder: folder, analyses: .all)
        configuration.port = 0
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        let address = "http://127.0.0.1:\(port)/arcgis/rest/services/town/NAServer/Route"
        func run(_ arguments: [String], to output: String) async -> Outcome {
            await Waypost.run(
                [
                    "batch", "--quiet", "--server", address, "--group-by", "driver",
                    "--best-sequence", "--start-time", "2026-03-02", "--time-zone",
                    "Europe/Monaco", "-o", output,
                ] + arguments)
        }
        let (stored, file) = (Sample.path("stored.gpkg"), Sample.path("from-file.gpkg"))
        #expect(
            await run(["--layer", "layer:Deliveries", "--drivers", "layer:drivers"], to: stored)
                == .partial)
        #expect(
            await run(
                [
                    "--stops", "\(folder)/deliveries.csv", "--drivers",
                    "\(folder)/drivers.csv",
                ], to: file) == .partial)
        let (found, expected) = (try tables(ofFile: stored), try tables(ofFile: file))
        for table in ["routes", "directions"] { #expect(found[table] == expected[table]) }
        let failure = try #require(found["failures"])
        #expect(
            failure.features.map { failure.string("Text", of: $0) } == [
                "2100 rows have no value in \"driver\", and are in no route."
            ])
        let routed = try #require(found["stops"])
        let ids = routed.features.compactMap { routed.integer("InputID", of: $0) }
        #expect(ids.sorted() == [1, 2, 3, 2_104, 2_105])

        let some = Sample.path("some.gpkg")
        #expect(
            await run(["--layer", "layer:deliveries", "--where", "driver = 'Ada'"], to: some)
                == .answered)
        #expect(try tables(ofFile: some)["stops"]?.features.count == 3)
        #expect(await run(["--layer", "layer:Nothing"], to: some) == .invalidInput)
        // The server has no jobs: each route was asked for by itself, and a job is refused.
        #expect(await run(["--layer", "layer:deliveries", "--as-job"], to: some) == .invalidInput)
        #expect(
            await Waypost.run([
                "batch", "--network", try await Sample.network(), "--layer", "layer:deliveries",
                "-o", Sample.path("none.gpkg"),
            ]) == .usage)
    }
}
