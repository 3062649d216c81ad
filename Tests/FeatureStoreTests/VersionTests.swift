// Tests which changes alter a layer's version, by this program and others, and what survives a
// crash.

import Foundation
import GRDB
import Geo
import Testing

@testable import FeatureStore

@Suite struct VersionTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func edit(_ store: GeoPackageStore, _ layer: String) throws {
        let set = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [],
            features: [Feature(values: [], geometry: .point(Coordinate(x: 1, y: 1)))])
        #expect(try store.apply(LayerEdits(adds: set), to: layer).isComplete)
    }

    /// A connection as another program opens it, with the functions called by a GeoPackage's
    /// triggers.
    private func foreign() throws -> DatabaseQueue {
        var configuration = Configuration()
        configuration.prepareDatabase {
            try GeoPackageFunctions.register(on: SQLConnection($0))
        }
        return try DatabaseQueue(path: folder.file("test.gpkg"), configuration: configuration)
    }

    @Test func `an edit by another program changes the version of its layer alone`() throws {
        let store = try folder.store()
        try store.addDeliveries(3)
        try store.create(LayerSchema(name: "b", geometryType: .point, fields: []))
        let before = try store.version(of: "deliveries")
        let other = try store.version(of: "b")
        let queue = try foreign()
        try queue.write { try $0.execute(sql: "UPDATE deliveries SET driver = 'Z' WHERE fid = 2") }
        #expect(try store.version(of: "deliveries") != before)
        #expect(try store.version(of: "b") == other)
        #expect(try store.ids("driver = 'Z'") == [2])
    }

    @Test func `without counters any change is one of every layer`() throws {
        let maker = try folder.store()
        try maker.addDeliveries(3)
        try maker.writing { connection in
            for event in ["insert", "update", "delete"] {
                try connection.run("DROP TRIGGER waypost_changes_\(event)_deliveries")
            }
            try connection.run("DROP TABLE gpkg_waypost_changes")
        }
        try maker.close()
        let store = try folder.store("test.gpkg", .readOnly)
        let before = try store.version(of: "deliveries")
        #expect(try store.version(of: "deliveries") == before)
        let queue = try foreign()
        try queue.write { try $0.execute(sql: "DELETE FROM deliveries WHERE fid = 1") }
        #expect(try store.version(of: "deliveries") != before)
    }

    @Test func `a version is the same after the file was opened again for reading`() throws {
        let store = try folder.store()
        try store.addDeliveries(3)
        try store.close()
        let first = try folder.store("test.gpkg", .readOnly).version(of: "deliveries")
        let second = try folder.store("test.gpkg", .readOnly).version(of: "deliveries")
        #expect(first == second)
        #expect(first.changes > 3)
    }

    /// Copies the file and its log from disk: what another process would find if this one ended
    /// now.
    private func snapshot(_ name: String) throws {
        for end in ["", "-wal"] {
            let from = folder.file("test.gpkg" + end)
            if FileManager.default.fileExists(atPath: from) {
                try FileManager.default.copyItem(atPath: from, toPath: folder.file(name + end))
            }
        }
    }

    @Test func `an edit that has returned survives a process that is killed`() throws {
        let store = try folder.store()
        try store.addDeliveries(50)
        _ = try store.apply(LayerEdits(deletes: [7]), to: "deliveries")
        try snapshot("killed.gpkg")
        let again = try folder.store("killed.gpkg", .readWrite)
        #expect(try again.ids(nil).count == 49)
        let inside = LayerQuery(
            layer: "deliveries", geometry: QueryGeometry(box(0, 0, 100, 100)), limit: 99)
        #expect(try again.count(inside) == 49)
        try edit(again, "deliveries")
    }

    @Test func `a transaction that was under way is gone`() throws {
        let store = try folder.store()
        try store.addDeliveries(50)
        try store.load { loader throws(FeatureStoreError) in
            for round in 0..<20 {
                try loader.append(.deliveries(500), to: "deliveries")
                guard round == 19 else { continue }
                do {
                    try snapshot("killed.gpkg")
                } catch {
                    throw .badRequest("\(error)")
                }
            }
        }
        #expect(try store.ids(nil).count == 10_050)
        let again = try folder.store("killed.gpkg", .readWrite)
        #expect(try again.ids(nil).count == 50)
        let check = try again.reading { connection, _ in
            try connection.integer(
                "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'")
        }
        #expect(check == 0)
    }

    @Test func `one store closes while another goes on`() throws {
        let first = try folder.store()
        try first.addDeliveries(3)
        let second = try folder.store("test.gpkg", .readWrite)
        #expect(try second.ids(nil).count == 3)
        try first.close()
        try edit(second, "deliveries")
        #expect(try second.ids(nil).count == 4)
        try second.close()
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(names == ["test.gpkg"])
    }

    @Test func `the log is synchronized with every edit`() throws {
        let store = try folder.store()
        let mode = try store.writing { try $0.integer("PRAGMA synchronous") }
        #expect(mode == 2)
    }

    @Test func `a write waits no longer than it must for another's lock`() throws {
        let store = try folder.store()
        try store.addDeliveries(1)
        var configuration = Configuration()
        configuration.busyMode = .immediateError
        configuration.allowsUnsafeTransactions = true
        let queue = try DatabaseQueue(path: folder.file("test.gpkg"), configuration: configuration)
        _ = try store.writing { _ in
            #expect(throws: DatabaseError.self) {
                try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
            }
        }
        // Reads continue meanwhile.
        try queue.inDatabase { try $0.execute(sql: "BEGIN IMMEDIATE") }
        #expect(try store.ids(nil) == [1])
        try queue.inDatabase { try $0.execute(sql: "ROLLBACK") }
    }
}
