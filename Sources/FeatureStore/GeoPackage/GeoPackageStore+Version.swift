// Whether a layer has changed.

import GRDB
import Synchronization

/// The versions of the layers as they were when the file last changed.
struct VersionCache {
    /// SQLite's number, which changes with each change by another connection.
    var dataVersion: Int64?
    /// The number of changes of the file's tables.
    var schemaVersion: Int64 = 0
    /// Changes by table, of tables that count them.
    var counts: [String: Int64] = [:]
    /// The layers' tables by their names in lower case.
    var tables: [String: String] = [:]
}

extension GeoPackageStore {
    /// What changes with each change of a layer, also one that another process made.
    ///
    /// - Complexity: O(1) while the file has not changed: some 10 µs.
    public func version(of layer: String) throws(FeatureStoreError) -> LayerVersion {
        do {
            return try withFile { try $0.version(of: layer, store: name) }
        } catch {
            throw Self.storeError(error, store: name)
        }
    }
}

extension GeoPackageFile {
    fileprivate func version(of layer: String, store: String) throws -> LayerVersion {
        try watcher.unsafeRead { database in
            let connection = try SQLConnection(database)
            let now = try connection.integer("PRAGMA data_version") ?? 0
            if let known = versions.withLock({ $0.version(of: layer, at: now, in: number) }) {
                return known
            }
            // Read before the rest: a change meanwhile is then seen by the next call.
            var cache = VersionCache(dataVersion: now)
            cache.schemaVersion = try connection.integer("PRAGMA schema_version") ?? 0
            cache.counts = try ChangeCounters.counts(on: connection)
            let catalog = try GeoPackageCatalog(connection, store: store)
            for table in try catalog.names() { cache.tables[table.lowercased()] = table }
            versions.withLock { $0 = cache }
            if let found = cache.version(of: layer, at: now, in: number) { return found }
            // The error that names the layers.
            _ = try catalog.layer(named: layer)
            return LayerVersion(changes: 0, epoch: now, file: number)
        }
    }
}

extension VersionCache {
    /// The version of a layer, or `nil` when the file has changed since, or has no such layer.
    func version(of layer: String, at dataVersion: Int64, in file: Int64) -> LayerVersion? {
        guard self.dataVersion == dataVersion, let table = tables[layer.lowercased()] else {
            return nil
        }
        return counts[table].map { LayerVersion(changes: $0, epoch: schemaVersion, file: file) }
            ?? LayerVersion(changes: 0, epoch: dataVersion, file: file)
    }
}
