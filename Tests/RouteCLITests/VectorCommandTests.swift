// Tests commands which read and write files through GDAL.

import FeatureStore
import Foundation
import Geo
import Testing
import VectorFiles

@testable import RouteCLI

/// Whether this machine has GDAL.
private let hasGDAL = if case .success = GDALLibrary.found { true } else { false }

@Suite(.enabled(if: hasGDAL, "GDAL is not installed")) struct VectorCommandTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("waypost-vector-commands-\(UUID().uuidString)")

    private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Runs a test in a temporary folder.
    private func inFolder(_ body: () async throws -> Void) async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let result: Result<Void, any Error>
        do {
            result = .success(try await body())
        } catch {
            result = .failure(error)
        }
        try FileManager.default.removeItem(at: folder)
        try result.get()
    }

    private func imported() async throws -> String {
        let table = path("deliveries.csv")
        let text = """
            fid,customer,driver,day,minutes,lon,lat
            11,Ada,ann,2026-03-02,3,7.41,43.73
            12,"Bob, the baker",ann,2026-03-03,5.5,7.42,43.73
            13,Cleo,,2026-03-02,1,7.43,43.74
            """
        try text.write(toFile: table, atomically: true, encoding: .utf8)
        let file = path("day.gpkg")
        #expect(
            await Waypost.run([
                "layers", "import", table, "--into", file, "--type", "day=date", "--quiet",
            ]) == .answered)
        return file
    }

    private func rows(_ file: String, _ layer: String) throws -> FeatureSet {
        let store = try GeoPackageStore(path: file, access: .readOnly)
        return try store.features(LayerQuery(layer: layer, limit: 100)).features
    }

    @Test(arguments: ["shp", "fgb", "xlsx"])
    func `an export is an import of the same rows`(suffix: String) async throws {
        try await inFolder {
            let file = try await imported()
            let out = path("out.\(suffix)")
            // The second export replaces the first.
            for _ in 1...2 {
                #expect(
                    await Waypost.run([
                        "layers", "export", "\(file)#deliveries", "-o", out, "--quiet",
                    ]) == .answered)
            }
            let back = path("back.gpkg")
            #expect(
                await Waypost.run([
                    "layers", "import", out, "--into", "\(back)#deliveries", "--quiet",
                ]) == .answered)
            let (found, wanted) = (try rows(back, "deliveries"), try rows(file, "deliveries"))
            #expect(found.fields.map(\.name) == wanted.fields.map(\.name))
            #expect(found.fields.map(\.type) == wanted.fields.map(\.type))
            #expect(found.features == wanted.features)
            let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(!names.contains { $0.contains("partial") })
        }
    }

    @Test func `a damaged file leaves the layers as they were`() async throws {
        try await inFolder {
            let file = try await imported()
            let out = path("out.shp")
            #expect(
                await Waypost.run([
                    "layers", "export", "\(file)#deliveries", "-o", out, "--quiet",
                ]) == .answered)
            let bytes = try Data(contentsOf: URL(fileURLWithPath: out))
            try bytes.prefix(bytes.count - 20).write(to: URL(fileURLWithPath: out))
            #expect(
                await Waypost.run([
                    "layers", "import", out, "--into", "\(file)#deliveries", "--replace", "--quiet",
                ]) == .invalidInput)
            #expect(try rows(file, "deliveries").features.count == 3)
        }
    }

    @Test func `stops, facilities and barriers are read as from any file`() async throws {
        try await inFolder {
            let file = try await imported()
            let out = path("stops.xlsx")
            #expect(
                await Waypost.run([
                    "layers", "export", "\(file)#deliveries", "-o", out, "--quiet",
                ]) == .answered)
            let arguments = LocationArguments(noun: "stops")
            let stops = try #require(try arguments.features(ofFile: out))
            #expect(stops.features.count == 3)
            #expect(stops.column("customer").contains(.string("Bob, the baker")))
            #expect(stops.features[2].geometry == .point(Coordinate(x: 7.43, y: 43.74)))
        }
    }
}

extension FeatureSet {
    /// A field's values, in order.
    fileprivate func column(_ name: String) -> [AttributeValue] {
        features.map { value(name, of: $0) ?? .null }
    }
}
