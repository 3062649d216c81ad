// Tests opening files, and making, listing and removing layers.

import Foundation
import Geo
import Testing

@testable import FeatureStore

@Suite struct GeoPackageStoreTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ body: () throws -> Void) -> FeatureStoreError? {
        do {
            try body()
            return nil
        } catch {
            return error as? FeatureStoreError
        }
    }

    @Test func `a new file is a GeoPackage of version 1 3`() throws {
        let store = try folder.store()
        #expect(store.name == "test.gpkg")
        #expect(try store.layers().isEmpty)
        let header = try store.reading { connection, _ in
            (
                try connection.integer("PRAGMA application_id"),
                try connection.integer("PRAGMA user_version"),
                try connection.integer("SELECT count(*) FROM gpkg_spatial_ref_sys")
            )
        }
        #expect(header.0 == 0x4750_4B47)
        #expect(header.1 == 10_300)
        #expect(header.2 == 3)
    }

    @Test func `no draft stays beside a new file`() throws {
        let store = try folder.store()
        try store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["test.gpkg"])
    }

    @Test func `a link that leads nowhere yet leads to a new file`() throws {
        let folder = try TemporaryFolder()
        try FileManager.default.createSymbolicLink(
            atPath: folder.file("link.gpkg"), withDestinationPath: "far.gpkg")
        let store = try GeoPackageStore(path: folder.file("link.gpkg"), access: .create)
        #expect(try store.layers().isEmpty)
        try store.close()
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
                == ["far.gpkg", "link.gpkg"])
        #expect(
            try FileManager.default.destinationOfSymbolicLink(atPath: folder.file("link.gpkg"))
                == "far.gpkg")
    }

    @Test func `a missing file is named`() throws {
        for access in [GeoPackageStore.Access.readOnly, .readWrite] {
            let error = failure { _ = try folder.store("none.gpkg", access) }
            #expect(error?.message == "none.gpkg cannot be read: there is no such file")
        }
    }

    @Test func `a folder is no file`() throws {
        let error = #expect(throws: FeatureStoreError.self) {
            try GeoPackageStore(path: folder.path, access: .create)
        }
        #expect(error?.message.contains("it is a folder") == true)
    }

    @Test(arguments: ["", "x", String(repeating: "not a database ", count: 100)])
    func `a file of another kind is refused`(text: String) throws {
        _ = try folder.write(text, to: "a.gpkg")
        let error = failure { _ = try folder.store("a.gpkg", .readWrite) }
        #expect(error?.message.contains("a GeoPackage") == true, "\(error?.message ?? "none")")
        // The file is unchanged.
        #expect(try String(contentsOfFile: folder.file("a.gpkg"), encoding: .utf8) == text)
    }

    @Test func `a damaged file is refused and not a crash`() throws {
        let store = try folder.store()
        try store.addDeliveries(500)
        try store.close()
        let path = folder.file("test.gpkg")
        let whole = try Data(contentsOf: URL(fileURLWithPath: path))
        for place in stride(from: 100, to: whole.count, by: 1_777) {
            var bytes = whole
            for offset in 0..<min(64, bytes.count - place) { bytes[place + offset] ^= 0xA5 }
            try bytes.write(to: URL(fileURLWithPath: folder.file("b.gpkg")))
            do {
                let damaged = try folder.store("b.gpkg", .readOnly)
                _ = try damaged.layers()
                _ = try damaged.features(
                    LayerQuery(
                        layer: "deliveries", geometry: QueryGeometry(box(0, 0, 50, 50)), limit: 900)
                )
            } catch {
                #expect(error is FeatureStoreError)
            }
        }
    }

    @Test func `a dropped layer leaves nothing`() throws {
        let store = try folder.store()
        try store.addDeliveries(20)
        try store.setStyle(qml: "<qgis/>", for: "deliveries")
        let before = try store.version(of: "deliveries")
        try store.drop("Deliveries")
        #expect(try store.layers().isEmpty)
        #expect(failure { _ = try store.version(of: "deliveries") } != nil)
        let left = try store.reading { connection, _ in
            try connection.integer(
                "SELECT (SELECT count(*) FROM sqlite_master WHERE name LIKE '%deliveries%') "
                    + "+ (SELECT count(*) FROM gpkg_extensions) "
                    + "+ (SELECT count(*) FROM gpkg_geometry_columns) "
                    + "+ (SELECT count(*) FROM layer_styles)")
        }
        #expect(left == 0)
        try store.addDeliveries(1)
        #expect(try store.version(of: "deliveries") != before)
    }

    @Test func `a closed file has no log beside it`() throws {
        let store = try folder.store()
        try store.addDeliveries(10)
        try store.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["test.gpkg"])
        #expect(try folder.store("test.gpkg", .readOnly).ids(nil).count == 10)
        #expect(throws: FeatureStoreError.self) { try store.layers() }
    }

    @Test func `styles are kept with their layer`() throws {
        let store = try folder.store()
        try store.addDeliveries(1)
        try store.setStyle(qml: "<qgis>1</qgis>", for: "deliveries")
        try store.setStyle(qml: "<qgis>2</qgis>", sld: "<sld/>", for: "DELIVERIES")
        try store.setStyle(qml: nil, sld: "<sld/>", named: "other", for: "deliveries")
        let rows = try store.reading { connection, _ in
            var rows: [String] = []
            try connection.forEachRow(
                "SELECT styleName || ':' || coalesce(styleQML, '-') || ':' || useAsDefault "
                    + "FROM layer_styles WHERE f_table_name = 'deliveries' ORDER BY id"
            ) { row throws(SQLFailure) in rows.append(row.text(at: 0) ?? "") }
            return rows
        }
        #expect(rows == ["default:<qgis>2</qgis>:0", "other:-:1"])
        #expect(try store.layers().map(\.name) == ["deliveries"])
        #expect(failure { try store.setStyle(qml: "", for: "nothing") } != nil)
    }
}
