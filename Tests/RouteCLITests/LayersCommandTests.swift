// Tests `waypost layers`, and GeoPackage layers as inputs of other commands.

import ArgumentParser
import FeatureStore
import Foundation
import Geo
import RouteAPI
import Testing

@testable import RouteCLI

@Suite struct LayersCommandTests {
    /// A temporary folder, removed after the test.
    private final class Folder {
        let url = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-layers-\(UUID().uuidString)")

        init() throws {
            try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        }

        deinit {
            do { try FileManager.default.removeItem(at: url) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }

        func path(_ name: String) -> String { url.appendingPathComponent(name).path }

        func write(_ name: String, _ text: String) throws -> String {
            try text.write(toFile: path(name), atomically: true, encoding: .utf8)
            return path(name)
        }

        func text(_ name: String) throws -> String {
            try String(contentsOfFile: path(name), encoding: .utf8)
        }
    }

    private let folder: Folder

    init() throws { folder = try Folder() }

    private static let deliveries = """
        fid;customer;driver;day;minutes;lon;lat
        11;Ada;ann;2026-03-02;3;7.41;43.73
        12;Bob;ann;2026-03-03;5.5;7.42;43.73
        13;Cleo;;2026-03-02;1;7.43;43.74
        """

    /// The file `day.gpkg` with the layer of deliveries.
    private func imported() async throws -> String {
        let table = try folder.write("deliveries.csv", Self.deliveries)
        let file = folder.path("day.gpkg")
        #expect(
            await Waypost.run([
                "layers", "import", table, "--into", file, "--type", "day=date", "--index",
                "driver", "--quiet",
            ]) == .answered)
        return file
    }

    private func rows(_ file: String, _ layer: String) throws -> FeatureSet {
        try GeoPackageStore(path: file, access: .readOnly)
            .features(LayerQuery(layer: layer, limit: 100)).features
    }

    // MARK: Importing

    @Test func `a table becomes a layer with its types, ids and indexes`() async throws {
        let file = try await imported()
        let store = try GeoPackageStore(path: file, access: .readOnly)
        let schema = try store.layer(named: "deliveries")
        #expect(schema.objectIDField == "fid")
        #expect(schema.geometryType == .point)
        #expect(schema.field(named: "day")?.type == .date)
        #expect(schema.field(named: "minutes")?.type == .double)
        #expect(schema.field(named: "driver")?.hasIndex == true)
        let found = try store.features(LayerQuery(layer: "deliveries", limit: 9))
        #expect(found.objectIDs == [11, 12, 13])
        #expect(found.features.features[2].geometry == .point(Coordinate(x: 7.43, y: 43.74)))
    }

    @Test func `a layer of that name is kept, added to or replaced as the flags say`() async throws
    {
        let file = try await imported()
        let more = try folder.write("more.csv", "customer,lon,lat\nDee,7.4,43.7\n")
        let into = "\(file)#deliveries"
        #expect(
            await Waypost.run(["layers", "import", more, "--into", into, "--quiet"])
                == .invalidInput)
        #expect(try rows(file, "deliveries").features.count == 3)
        #expect(
            await Waypost.run(["layers", "import", more, "--into", into, "--append", "--quiet"])
                == .answered)
        #expect(try rows(file, "deliveries").features.count == 4)
        #expect(
            await Waypost.run(["layers", "import", more, "--into", into, "--replace", "--quiet"])
                == .answered)
        #expect(try rows(file, "deliveries").features.count == 1)
    }

    @Test func `tables of other systems, separators and names are read`() async throws {
        let table = try folder.write("t.txt", "ost\tnord\tname\n823764\t5419000\tA\n")
        let file = folder.path("t.gpkg")
        #expect(
            await Waypost.run([
                "layers", "import", table, "--into", "\(file)#t", "--delimiter", "tab", "--x",
                "ost", "--y", "nord", "--sr", "EPSG:3857", "--layer-sr", "4326", "--quiet",
            ]) == .answered)
        guard case .point(let place)? = try rows(file, "t").features.first?.geometry else {
            Issue.record("no point")
            return
        }
        #expect(abs(place.x - 7.4) < 1e-4)
    }

    @Test func `shapes of GeoJSON and layers of other files are read`() async throws {
        let areas = try folder.write(
            "areas.geojson",
            """
            {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"Name":"A"},
            "geometry":{"type":"Polygon","coordinates":[[[7,43],[8,43],[8,44],[7,43]]]}}]}
            """)
        let file = folder.path("areas.gpkg")
        #expect(
            await Waypost.run(["layers", "import", areas, "--into", file, "--quiet"]) == .answered)
        #expect(try rows(file, "areas").geometryType == .polygon)
        let copy = folder.path("copy.gpkg")
        #expect(
            await Waypost.run(["layers", "import", file, "--into", "\(copy)#b", "--quiet"])
                == .answered)
        #expect(try rows(copy, "b").features.count == 1)
    }

    @Test(arguments: [
        ["--x", "lon"], ["--append", "--replace"], ["--no-shapes", "--x", "lon", "--y", "lat"],
        ["--wkt", "a", "--x", "b", "--y", "c"], ["--type", "day"], ["--type", "day=moment"],
        ["--delimiter", ";;"], ["--sr", "north"],
    ])
    func `options of imports that do not fit are wrong usage`(options: [String]) async throws {
        let table = try folder.write("d.csv", Self.deliveries)
        let file = folder.path("d.gpkg")
        #expect(
            await Waypost.run(["layers", "import", table, "--into", file, "--quiet"] + options)
                == .usage)
        #expect(!FileManager.default.fileExists(atPath: file))
    }

    @Test func `what cannot be imported is named, and leaves nothing`() async throws {
        let table = try folder.write("bad.csv", "customer,minutes,lon,lat\nAda,many,7,43\n")
        let file = folder.path("bad.gpkg")
        #expect(
            await Waypost.run([
                "layers", "import", table, "--into", file, "--type", "minutes=number", "--quiet",
            ]) == .invalidInput)
        #expect(!FileManager.default.fileExists(atPath: file))
        #expect(
            await Waypost.run(["layers", "import", folder.path("no.csv"), "--into", file])
                == .invalidInput)
        #expect(await Waypost.run(["layers", "import", table, "--into", "plain"]) == .usage)
    }

    // MARK: Looking, exporting, dropping

    @Test func `layers are listed, queried and counted`() async throws {
        let file = try await imported()
        #expect(await Waypost.run(["layers", "list", file]) == .answered)
        #expect(await Waypost.run(["layers", "list", "\(file)#nothing"]) == .invalidInput)
        let out = folder.path("rows.csv")
        #expect(
            await Waypost.run([
                "layers", "query", file, "--where", "day = DATE '2026-03-02'", "--order-by",
                "minutes", "-o", out,
            ]) == .answered)
        let lines = try folder.text("rows.csv").split(separator: "\n")
        #expect(lines.first?.hasPrefix("fid,customer,driver") == true)
        #expect(lines.dropFirst().map { $0.prefix(7) } == ["13,Cleo", "11,Ada,"])
        #expect(
            await Waypost.run(["layers", "query", file, "--where", "driver IS NULL", "--count"])
                == .answered)
        for wrong in [["--where", "dryver = 1"], ["--order-by", "dryver"], ["--where", "day ="]] {
            #expect(await Waypost.run(["layers", "query", file] + wrong) == .invalidInput)
        }
        #expect(await Waypost.run(["layers", "query", file, "--format", "svg"]) == .usage)
        #expect(await Waypost.run(["layers", "query", file, "--rel", "within"]) == .usage)
    }

    @Test func `rows within a shape are selected`() async throws {
        let file = try await imported()
        let area = try folder.write(
            "area.geojson",
            """
            {"type":"Feature","properties":{},"geometry":{"type":"Polygon",
            "coordinates":[[[7.405,43.72],[7.425,43.72],[7.425,43.735],[7.405,43.735],
            [7.405,43.72]]]}}
            """)
        let out = folder.path("in.geojson")
        #expect(
            await Waypost.run([
                "layers", "query", file, "--within", area, "--rel", "contains", "-o", out,
            ]) == .answered)
        let found = try JSONValue.parse(folder.text("in.geojson"))
        #expect(
            found["features"]?.array?.map { $0["properties"]?["customer"] } == ["Ada", "Bob"])
        #expect(
            await Waypost.run([
                "layers", "query", file, "--within", "7.405,43.72, 7.425,43.735", "-o", out,
            ]) == .answered)
        #expect(try JSONValue.parse(folder.text("in.geojson")) == found)
        for box in ["7.5,43,7.4,44", "7.4,44,7.5,43", "824000,5420000,826000,5430000"] {
            #expect(await Waypost.run(["layers", "query", file, "--within", box]) == .usage)
        }
    }

    @Test(arguments: ["csv", "geojson", "json", "gpkg"])
    func `an export is imported as the same layer`(suffix: String) async throws {
        let file = try await imported()
        let out = folder.path("out.\(suffix)")
        #expect(
            await Waypost.run(["layers", "export", file, "-o", out, "--quiet"]) == .answered)
        let again = folder.path("again.gpkg")
        let source = suffix == "gpkg" ? "\(out)#deliveries" : out
        #expect(
            await Waypost.run([
                "layers", "import", source, "--into", "\(again)#deliveries", "--type", "day=date",
                "--quiet",
            ]) == .answered)
        let (before, after) = (try rows(file, "deliveries"), try rows(again, "deliveries"))
        for name in ["fid", "customer", "driver", "minutes", "day"] {
            #expect(
                before.features.map { before.value(name, of: $0) }
                    == after.features.map { after.value(name, of: $0) }, "\(name)")
        }
        #expect(before.features.map(\.geometry) == after.features.map(\.geometry))
    }

    @Test func `a layer is dropped when that is wanted`() async throws {
        let file = try await imported()
        #expect(await Waypost.run(["layers", "drop", "\(file)#deliveries"]) == .usage)
        #expect(await Waypost.run(["layers", "drop", file, "--yes"]) == .usage)
        #expect(try rows(file, "deliveries").features.count == 3)
        #expect(await Waypost.run(["layers", "drop", "\(file)#deliveries", "--yes"]) == .answered)
        #expect(try GeoPackageStore(path: file, access: .readOnly).layers().isEmpty)
    }

    // MARK: Inputs

    /// The fields of a solve with these arguments.
    private func fields(_ arguments: [String]) throws -> [String: String] {
        let command = try #require(
            try Waypost.parseAsRoot(["solve", "--network", "town"] + arguments) as? SolveCommand)
        return try command.draft().request(in: .unknown).fields
    }

    @Test func `stops are rows of a layer, under the names of stops`() async throws {
        let file = try await imported()
        let fields = try fields([
            "--stops", "\(file)#deliveries", "--where", "driver = 'ann'", "--field",
            "Name=customer", "--field", "Attr_TravelTime=minutes", "--order-by", "day DESC",
        ])
        let stops = try #require(
            try RouteParameters(fields: ["stops": fields["stops"] ?? ""]).stops?.features)
        #expect(
            stops.features.map { stops.value("Name", of: $0) } == [.string("Bob"), .string("Ada")])
        #expect(
            stops.features.map { stops.value("Attr_TravelTime", of: $0) }
                == [.double(5.5), .double(3)])
        #expect(
            stops.features.map { stops.value("ObjectID", of: $0) } == [.integer(12), .integer(11)])
        // If a file has a single layer, no name is needed.
        #expect(try self.fields(["--stops", file])["stops"]?.contains("Cleo") == true)
    }

    @Test func `a stored layer of a server is sent as its definition`() throws {
        let fields = try fields([
            "--stops", "layer:Deliveries", "--where", "driver = 'ann'", "--field", "Name=customer",
        ])
        #expect(
            fields["stops"]
                == #"{"type":"layer","layerName":"Deliveries","where":"driver = 'ann'","#
                + #""fieldMappings":{"Name":"customer"}}"#)
        #expect(throws: CommandFailure.self) {
            try self.fields(["1,2", "--stops", "layer:Deliveries"])
        }
    }

    @Test func `conditions are for one input or for all`() throws {
        func inputs(_ arguments: String...) throws -> [String: String] {
            let all = ["matrix", "--network", "town", "--origins", "layer:Depots"]
            let command = try #require(
                try Waypost.parseAsRoot(all + ["--destinations", "layer:Stops"] + arguments)
                    as? MatrixCommand)
            return try command.draft().request(in: .unknown).fields
        }
        let one = try inputs("--where", "origins:kind = 'depot'")
        #expect(one["origins"]?.contains("kind = 'depot'") == true)
        #expect(one["destinations"]?.contains("where") == false)
        let both = try inputs("--where", "origins:kind = 1", "--where", "open = 1")
        #expect(both["origins"]?.contains("kind = 1") == true)
        #expect(both["destinations"]?.contains("open = 1") == true)
    }

    @Test func `columns of a file take the names of stops`() throws {
        let file = try folder.write(
            "stops.csv", "customer,minutes,lon,lat\nAda,3,7.41,43.73\nBob,5.5,7.42,43.74\n")
        let stops = try #require(
            try RouteParameters(
                fields: [
                    "stops": fields([
                        "--stops", file, "--field", "Name=customer", "--field",
                        "Attr_TravelTime=minutes",
                    ])["stops"] ?? ""
                ]
            ).stops?.features)
        #expect(
            stops.features.map { stops.value("Name", of: $0) } == [.string("Ada"), .string("Bob")])
        #expect(stops.fieldIndex("Attr_TravelTime") != nil)
        #expect {
            try fields(["--stops", file, "--field", "Name=custmer"])
        } throws: {
            ($0 as? CommandFailure)?.message
                == "--field Name=custmer: \(file) has no such field; it has customer, minutes"
        }
        // A condition chooses rows of layers, and a place has no fields.
        #expect(throws: CommandFailure.self) { try fields(["--stops", file, "--where", "a = 1"]) }
        #expect(throws: CommandFailure.self) { try fields(["1,2", "3,4", "--field", "Name=a"]) }
    }

    @Test func `options for rows need a layer`() throws {
        #expect(throws: CommandFailure.self) { try fields(["1,2", "3,4", "--where", "a = 1"]) }
        #expect(throws: CommandFailure.self) {
            try fields(["--stops", "layer:A", "--field", "Name"])
        }
    }

    @Test func `barriers are rows of a layer too`() async throws {
        let file = try await imported()
        let fields = try fields(["1,2", "3,4", "--barriers", "\(file)#deliveries"])
        #expect(fields["barriers"]?.contains("\"x\":7.41") == true)
    }

    @Test func `a file with several layers is asked for one`() async throws {
        let file = try await imported()
        let more = try folder.write("more.csv", "customer,lon,lat\nDee,7.4,43.7\n")
        #expect(
            await Waypost.run(["layers", "import", more, "--into", file, "--quiet"]) == .answered)
        #expect(throws: CommandFailure.self) { try fields(["--stops", file]) }
        #expect(await Waypost.run(["layers", "query", file]) == .usage)
    }

    @Test func `files are known by their content`() throws {
        let table = try folder.write("odd#name.csv", "lon,lat\n1,2\n")
        #expect(StoredFile(table) == nil)
        #expect(StoredFile("-") == nil)
        #expect(StoredFile(folder.path("new.gpkg"))?.layer == nil)
        #expect(StoredFile(folder.path("new.gpkg#a"))?.layer == "a")
        #expect(StoredFile(folder.path("none.csv#a")) == nil)
        let database = StoredFile("postgres://u:hush@h/d?schema=s#a")
        #expect(database?.layer == "a")
        #expect(database?.shown == "postgres://u@h/d?schema=s")
        #expect(StoredFile("postgresql://h/d")?.layer == nil)
    }
}
