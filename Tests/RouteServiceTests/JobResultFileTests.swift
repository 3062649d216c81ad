// Tests job results as files and in other coordinate systems.

import FeatureStore
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
@testable import PublishedServices
import RouteAPI
import ServerTesting
@testable import ServicePages
import SpatialOperations
import Testing

@testable import RouteService

@Suite struct JobResultFileTests {
    private let files = TestFiles()

    private static let stops =
        "Stops=" + ResourcePath.encoded(#"{"features":[{"geometry":{"x":7.41,"y":43.73}},"#)
        + ResourcePath.encoded(#"{"geometry":{"x":7.42,"y":43.74}}]}"#)

    private func withJob(
        _ form: String,
        _ body: @escaping @Sendable (TestClient, String) async throws -> Void
    ) async throws {
        let server = try makeJobServer(FakeLayer(.answer(routeAnswer(named: "A"))), files: files)
        try await server.test { client in
            let job = try await client.submit(
                JobPath.findRoutes, "\(Self.stops)&\(form)")
            let ended = try await client.ended(job)
            #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
            try await body(client, job)
        }
    }

    @Test(arguments: [
        ("CSV File", "csv", "ObjectID,Name,StopCount"), ("csv", "csv", "ObjectID,Name,StopCount"),
        ("GeoJSON File", "geojson", "{\"type\":\"FeatureCollection\""),
        ("JSON File", "json", "\"geometryType\":\"esriGeometryPolyline\""),
    ])
    func `an output format is an archive of files`(
        format: String, ending: String, words: String
    ) async throws {
        try await withJob("Output_Format=\(ResourcePath.encoded(format))") { client, job in
            let output = "\(job)/results/Output_Result_File"
            let url = try #require(try await client.json(output)["value"]?["url"]?.string)
            #expect(url.hasSuffix("\(output)/FindRoutes.zip"), "\(url)")
            let list = try await client.json("\(job)/results").array ?? []
            #expect(list.contains { $0["value"]?["url"]?.string == url })
            let answer = try await client.execute(
                uri: "\(output)/FindRoutes.zip", method: .get)
            #expect(answer.headers[.contentType] == "application/zip")
            let archive = try files.write("outputs.zip", "")
            try Data(answer.body.readableBytesView).write(to: URL(fileURLWithPath: archive))
            // `zipfile` of Python reads the archive and verifies every checksum.
            let read = Process()
            read.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            read.arguments = [
                "python3", "-c",
                "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); assert z.testzip() is None;"
                    + "print(z.namelist()); print(z.read('Output_Routes.\(ending)').decode())",
                archive,
            ]
            let pipe = Pipe()
            read.standardOutput = pipe
            try read.run()
            let text = String(
                decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
            read.waitUntilExit()
            #expect(read.terminationStatus == 0)
            #expect(text.contains("'Output_Routes.\(ending)'") && text.contains(words), "\(text)")
        }
    }

    @Test func `the page of the file leads to it`() async throws {
        try await withJob("Output_Format=CSV%20File") { client, job in
            let output = "\(job)/results/Output_Result_File"
            let page = try await client.execute(uri: output, method: .get).text
            #expect(page.contains(">FindRoutes.zip</a>"))
            #expect(page.contains("\(output)/FindRoutes.zip"))
        }
    }

    @Test func `without an output format there is no file`() async throws {
        try await withJob("") { client, job in
            let output = "\(job)/results/Output_Result_File"
            let value = try await client.json(output)["value"]
            #expect(value == .null)
            for name in [output, "\(job)/results/Output_Routes"] {
                let answer = try await client.json("\(name)/FindRoutes.zip")
                #expect(answer["error"]?["code"] == 404, "\(name)")
            }
        }
    }

    @Test func `results are read in another system`() async throws {
        try await withJob("") { client, job in
            let output = "\(job)/results/Output_Routes"
            let plain = try await client.json(output)["value"]
            #expect(plain?["spatialReference"]?["wkid"] == 4326)
            for field in ["outSR=102100", "env:outSR=102100", "outSR=%7B%22wkid%22%3A102100%7D"] {
                let moved = try await client.json("\(output)?\(field)")["value"]
                #expect(moved?["spatialReference"]?["wkid"] == 102100, "\(field)")
                let path = moved?["features"]?.array?[0]["geometry"]?["paths"]?.array?[0].array
                let x = try #require(path?[0].array?[0].number)
                #expect(abs(x - 7.41 * 6_378_137 * .pi / 180) < 0.001)
                #expect(moved?["fields"] == plain?["fields"])
            }
            let unknown = try await client.json("\(output)?outSR=999999")
            #expect(unknown["error"]?["code"] == 400, "\(unknown.text)")
            let truth = try await client.json("\(job)/results/Solve_Succeeded?outSR=102100")
            #expect(truth["value"] == true)
        }
    }

    @Test func `results with rows are tables of a GeoPackage, and others are refused in words`()
        async throws
    {
        try await withJob("") { client, job in
            for (path, system) in [
                ("results", 4326), ("results/Output_Routes", 4326),
                ("results/Output_Routes?outSR=3857", 3857),
            ] {
                let asked = "\(job)/\(path)\(path.contains("?") ? "&" : "?")f=gpkg"
                let answer = try await client.execute(uri: asked, method: .get)
                #expect(answer.headers[.contentType] == "application/geopackage+sqlite3")
                #expect(
                    answer.headers[.contentDisposition]
                        == "attachment; filename=\"FindRoutes.gpkg\"")
                let file = try files.write("results.gpkg", Data(answer.body.readableBytesView))
                let store = try GeoPackageStore(path: file, access: .readOnly)
                let routes = try store.layer(named: "Output_Routes")
                #expect(routes.geometryType == .polyline)
                #expect(routes.spatialReference.latestWKID == system)
                #expect(try store.count(LayerQuery(layer: "Output_Routes", limit: 10)) == 1)
                #expect((try store.layers().count > 1) == (path == "results"))
                try store.close()
                try FileManager.default.removeItem(atPath: file)
            }
            let refusal = try await client.execute(
                uri: "\(job)/results/Solve_Succeeded?f=gpkg", method: .get)
            #expect(refusal.text.contains("gpkg is for results with rows"), "\(refusal.text)")
        }
    }

    @Test func `an archive of the same files is the same bytes, compressed and not`() {
        var (first, second) = (ZipArchive(), ZipArchive())
        let text = [UInt8](repeating: 65, count: 100_000)
        for name in ["a.csv", "Größe.csv"] {
            first.add(name, text)
            second.add(name, text)
        }
        #expect(first.bytes == second.bytes)
        #expect(first.bytes.count < 2_000)
    }
}
