// Tests files replaced, removed or overwritten while a store has them open.

import Foundation
import Geo
import Testing

@testable import FeatureStore

@Suite struct ReplacedFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private var path: String { folder.file("test.gpkg") }

    /// Makes a separate file with so many deliveries, without a log.
    private func make(_ name: String, _ rows: Int) throws {
        let store = try folder.store(name)
        try store.addDeliveries(rows)
        try store.close()
    }

    /// Opens a file with three deliveries.
    private func opened(_ access: StoreAccess = .readWrite) throws -> GeoPackageStore {
        try make("test.gpkg", 3)
        return try folder.store("test.gpkg", access)
    }

    /// Replaces the store's file by another, as a program that writes a new file beside it does.
    private func rename(_ name: String, to other: String = "test.gpkg") {
        #expect(Foundation.rename(folder.file(name), folder.file(other)) == 0)
    }

    private func delete(_ id: Int64, in store: GeoPackageStore) throws {
        #expect(try store.apply(LayerEdits(deletes: [id]), to: "deliveries").isComplete)
    }

    /// The number of rows in a file that no program has open, without a log.
    private func rowsAlone(in name: String) throws -> Int {
        let copy = "copy-\(UInt32.random(in: .min ... .max)).gpkg"
        try FileManager.default.copyItem(
            atPath: folder.file(name), toPath: folder.file(copy))
        return try folder.store(copy, .readOnly).ids(nil).count
    }

    @Test(arguments: [StoreAccess.readOnly, .readWrite])
    func `a file put in the place of another is read`(access: StoreAccess) throws {
        let store = try opened(access)
        let before = try store.version(of: "deliveries")
        #expect(try store.ids(nil).count == 3)
        try make("new.gpkg", 8)
        rename("new.gpkg")
        #expect(try store.ids(nil).count == 8)
        #expect(try store.version(of: "deliveries") != before)
        #expect(try store.layers().map(\.name) == ["deliveries"])
    }

    @Test func `a version differs though both files count the same changes`() throws {
        try make("test.gpkg", 3)
        try FileManager.default.copyItem(atPath: path, toPath: folder.file("same.gpkg"))
        let store = try folder.store("test.gpkg", .readWrite)
        let before = try store.version(of: "deliveries")
        rename("same.gpkg")
        #expect(try store.version(of: "deliveries") != before)
    }

    @Test func `an old log is never a part of the new file`() throws {
        let store = try opened()
        // A remaining reader keeps the edit's log beside the file.
        let reader = try folder.store("test.gpkg", .readOnly)
        try make("new.gpkg", 8)
        try reader.forEachBatch(
            of: 1, LayerQuery(layer: "deliveries", limit: 9), isCancelled: { false }
        ) { batch throws(FeatureStoreError) in
            guard batch.objectIDs == [1] else { return }
            _ = try store.apply(LayerEdits(deletes: [1]), to: "deliveries")
            rename("test.gpkg", to: "aside.gpkg")
            rename("new.gpkg")
            let count = try store.count(LayerQuery(layer: "deliveries", limit: 99))
            #expect(count == 8)
        }
        try delete(2, in: store)
        #expect(try store.ids(nil) == [1, 3, 4, 5, 6, 7, 8])
        #expect(try folder.store("test.gpkg", .readOnly).ids(nil).count == 7)
        #expect(try rowsAlone(in: "test.gpkg") == 7)
        // The old file, at its new place, contains the edit.
        #expect(try rowsAlone(in: "aside.gpkg") == 2)
    }

    @Test func `an edit is in the file alone when it is acknowledged`() throws {
        let store = try opened()
        for id: Int64 in 1...2 {
            try delete(id, in: store)
            #expect(try rowsAlone(in: "test.gpkg") == 3 - Int(id))
        }
    }

    @Test func `an edit into a file that was replaced meanwhile is not acknowledged`() throws {
        let store = try opened()
        try make("new.gpkg", 8)
        let error = #expect(throws: FeatureStoreError.self) {
            try store.writing { connection in
                try connection.run("DELETE FROM deliveries WHERE fid = 1")
                rename("new.gpkg")
            }
        }
        #expect(error == .replaced(store: "test.gpkg"))
        #expect(try store.ids(nil).count == 8)
        try delete(1, in: store)
        #expect(try rowsAlone(in: "test.gpkg") == 7)
    }

    @Test(arguments: [StoreAccess.readOnly, .readWrite])
    func `a missing file is refused until there is one again`(access: StoreAccess) throws {
        let store = try opened(access)
        try make("new.gpkg", 8)
        unlink(path)
        for _ in 0..<2 {
            let error = #expect(throws: FeatureStoreError.self) { try store.ids(nil) }
            #expect(error?.message.contains("no longer at its path") == true)
            #expect(throws: FeatureStoreError.self) { try store.version(of: "deliveries") }
            #expect(throws: FeatureStoreError.self) {
                try store.apply(LayerEdits(deletes: [1]), to: "deliveries")
            }
        }
        rename("new.gpkg")
        #expect(try store.ids(nil).count == 8)
    }

    @Test func `a file that is moved aside and back is the same`() throws {
        let store = try opened()
        let before = try store.version(of: "deliveries")
        rename("test.gpkg", to: "aside.gpkg")
        #expect(throws: FeatureStoreError.self) { try store.ids(nil) }
        rename("aside.gpkg", to: "test.gpkg")
        #expect(try store.version(of: "deliveries") == before)
        try delete(1, in: store)
        #expect(try store.ids(nil) == [2, 3])
    }

    /// Overwrites the bytes of the store's file with another file's, as `cp` does.
    private func overwrite(with name: String) throws {
        let bytes = try Data(contentsOf: URL(fileURLWithPath: folder.file(name)))
        let handle = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
        try handle.truncate(atOffset: 0)
        try handle.write(contentsOf: bytes)
        try handle.close()
    }

    @Test(arguments: [StoreAccess.readOnly, .readWrite])
    func `a file that is written over is read anew`(access: StoreAccess) throws {
        let store = try opened(access)
        if access == .readWrite { try delete(1, in: store) }
        #expect(try store.ids("driver <> 'x'").count == (access == .readWrite ? 2 : 3))
        try make("new.gpkg", 150)
        try overwrite(with: "new.gpkg")
        #expect(try store.ids(nil).count == 150)
        // Also by a copy of an open file, as a backup of the layer itself is.
        if access == .readWrite {
            try FileManager.default.copyItem(atPath: path, toPath: folder.file("backup.gpkg"))
            try delete(7, in: store)
            try delete(8, in: store)
            #expect(try store.ids(nil).count == 148)
            try overwrite(with: "backup.gpkg")
            #expect(try store.ids(nil).count == 150)
            try delete(9, in: store)
            #expect(try rowsAlone(in: "test.gpkg") == 149)
        }
    }

    @Test func `what replaces a file and is no GeoPackage is refused, and then read`() throws {
        let store = try opened()
        try make("new.gpkg", 8)
        _ = try folder.write("not a database", to: "text.gpkg")
        rename("text.gpkg")
        #expect(throws: FeatureStoreError.self) { try store.ids(nil) }
        rename("new.gpkg")
        #expect(try store.ids(nil).count == 8)
    }

    @Test func `edits while files are replaced are refused or in the file`() throws {
        let store = try opened()
        let field = LayerSchema.deliveries.fields[0].name
        for round in 0..<20 {
            try make("new.gpkg", 5)
            let writer = Thread { [folder] in
                #expect(Foundation.rename(folder.file("new.gpkg"), folder.file("test.gpkg")) == 0)
            }
            writer.start()
            var acknowledged: [String] = []
            for number in 0..<10 {
                let name = "\(round)-\(number)"
                let row = FeatureUpdate(objectID: 2, attributes: [field: .string(name)])
                do {
                    _ = try store.apply(LayerEdits(updates: [row]), to: "deliveries")
                    acknowledged.append(name)
                } catch {
                    #expect(error == .replaced(store: "test.gpkg"))
                }
            }
            while !writer.isFinished { usleep(100) }
            // The last edit is in the file, or was made before the file was replaced.
            let found = try store.ids("\(field) = '\(round)-9'")
            #expect(found == [2] || acknowledged.last != "\(round)-9" || found.isEmpty)
            #expect(try store.ids(nil).count == 5)
            try delete(1, in: store)
            #expect(try rowsAlone(in: "test.gpkg") == 4)
        }
    }
}
