// Loads many rows into one or more layers in a single transaction.

package import Geo

/// Adds many rows to layers within one transaction, for batch outputs and imports.
///
/// ```swift
/// try store.load { loader throws(FeatureStoreError) in
///     try loader.create(routes)
///     try loader.append(features, to: "routes")
/// }
/// ```
///
/// If a layer is empty at first, its indexes are made at the end, which takes a fraction of the
/// time, and the load counts as one change. Use the loader only within the call that passed it to
/// you, on the same thread.
package final class LayerLoader: RowLoader {
    private let store: GeoPackageStore
    private let connection: SQLConnection
    private var loads: [String: Load] = [:]
    /// The keys in ``loads``, in order of arrival.
    private var order: [String] = []
    /// The SQLite error that ended the load, if any.
    private var failure: (any Error)?

    /// A layer that is being loaded.
    private final class Load {
        let writer: RowWriter
        /// The spatial index to fill at the end, if any, and the boxes for it.
        let index: SpatialIndexTables?
        var boxes: [PackedIndex.Entry] = []
        /// The statements that remake the other indexes.
        let indexes: [String]
        /// Whether the layer was empty. If so, its indexes are made and its changes counted at the
        /// end; otherwise the new rows are the smaller part, and remaking indexes would take
        /// longer.
        let wasEmpty: Bool
        var match: (fields: [Field], match: RowWriter.FieldMatch, insertion: any RowInsertion)?
        var rows = 0

        init(
            _ writer: RowWriter, wasEmpty: Bool, index: SpatialIndexTables?, indexes: [String]
        ) {
            (self.writer, self.index, self.indexes) = (writer, index, indexes)
            self.wasEmpty = wasEmpty
        }
    }

    init(_ store: GeoPackageStore, on connection: SQLConnection) {
        (self.store, self.connection) = (store, connection)
    }

    /// Makes an empty layer.
    package func create(_ schema: LayerSchema) throws(FeatureStoreError) {
        try attempt { try self.store.create(schema, on: self.connection) }
    }

    /// Removes a layer.
    package func drop(_ layer: String) throws(FeatureStoreError) {
        try attempt {
            try self.finishLoads()
            try self.store.drop(layer, on: self.connection)
        }
    }

    /// Stores a style with a layer, like ``GeoPackageStore/setStyle(qml:sld:named:for:)``.
    package func setStyle(
        qml: String?, sld: String? = nil, named name: String = "default", for layer: String
    ) throws(FeatureStoreError) {
        try attempt {
            try self.store.setStyle(
                qml: qml, sld: sld, named: name, for: layer, on: self.connection)
        }
    }

    /// Relates rows in two layers that have equal values in a field, using the GeoPackage related
    /// tables extension. An existing relation between the two is replaced.
    ///
    /// - Throws: `FeatureStoreError` if a layer does not exist.
    /// - Complexity: O(*n* log *n*) in the rows of both layers.
    package func relate(
        _ base: String, to related: String, joining field: String
    ) throws(FeatureStoreError) {
        try attempt {
            let catalog = try GeoPackageCatalog(self.connection, store: self.store.name)
            let relation = RelatedTables(
                base: try catalog.layer(named: base), related: try catalog.layer(named: related),
                mapping: "\(base)_\(related)")
            try relation.create(joining: field, on: self.connection)
        }
    }

    /// Adds rows to a layer. Fields are matched by name, and shapes are projected to the layer's
    /// system.
    ///
    /// - Parameter keepsObjectIDs: Whether rows keep the ids the set has in the layer's object id
    ///   field.
    /// - Returns: The row ids.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   counted from 1 over all rows added to it. The whole load is then undone, unless you catch
    ///   the error and continue.
    @discardableResult
    package func append(
        _ set: FeatureSet, to layer: String, keepsObjectIDs: Bool = false
    ) throws(FeatureStoreError) -> [Int64] {
        try attempt {
            let load = try self.load(of: layer)
            if load.match?.fields != set.fields {
                let match = RowWriter.FieldMatch(set.fields, of: load.writer.layer)
                load.match = (set.fields, match, try load.writer.insertion(of: match))
            }
            guard let (_, match, insertion) = load.match else {
                preconditionFailure("the match has just been made")
            }
            var ids: [Int64] = []
            ids.reserveCapacity(set.features.count)
            for feature in set.features {
                load.rows += 1
                do {
                    let id = try load.writer.insert(
                        feature, match, in: set.spatialReference, keepsID: keepsObjectIDs,
                        by: insertion)
                    ids.append(id)
                    if load.index != nil, let box = load.writer.lastBox {
                        load.boxes.append(PackedIndex.Entry(id: id, box))
                    }
                } catch let failure as EditFailure {
                    throw FeatureStoreError.badRow(load.rows, failure.message)
                }
            }
            return ids
        }
    }

    private func load(of name: String) throws -> Load {
        let folded = name.lowercased()
        if let load = loads[folded] { return load }
        let catalog = try GeoPackageCatalog(connection, store: store.name)
        let layer = try catalog.layer(named: name)
        try layer.requireTable()
        try ChangeCounters.install(for: catalog.names(), on: connection)
        let isEmpty = try connection.integer("SELECT 1 FROM \(layer.table) LIMIT 1") == nil
        if isEmpty { try ChangeCounters.dropTriggers(for: layer.schema.name, on: connection) }
        let index = isEmpty ? layer.spatialIndex : nil
        if let index {
            try index.dropTriggers(on: connection)
            try connection.run("DELETE FROM \(index.name.sqlName)")
        }
        let indexes = isEmpty ? try dropIndexes(of: layer.schema.name) : []
        let load = Load(
            RowWriter(layer, by: SQLiteRows(layer, on: connection)), wasEmpty: isEmpty,
            index: index, indexes: indexes)
        loads[folded] = load
        order.append(folded)
        return load
    }

    /// Drops a table's indexes, keeping any that enforce a constraint.
    ///
    /// - Returns: The statements from the file's schema that make them again.
    private func dropIndexes(of table: String) throws(SQLFailure) -> [String] {
        var found: [(name: String, statement: String)] = []
        try connection.forEachRow(
            "SELECT master.name, master.sql FROM pragma_index_list(?1) AS list, "
                + "sqlite_master AS master WHERE list.\"unique\" = 0 AND list.origin = 'c' "
                + "AND master.type = 'index' AND master.name = list.name ORDER BY master.name",
            [.text(table)]
        ) { row throws(SQLFailure) in
            if let name = row.text(at: 0), let text = row.text(at: 1) { found.append((name, text)) }
        }
        for (name, _) in found { try connection.run("DROP INDEX \(name.sqlName)") }
        return found.map(\.statement)
    }

    /// Fills indexes and counts changes.
    func finish() throws {
        if let failure { throw failure }
        try finishLoads()
    }

    private func finishLoads() throws {
        for name in order {
            guard let load = loads[name] else { continue }
            let layer = load.writer.layer
            if let index = load.index {
                try PackedIndex(name: index.name, connection: connection).fill(load.boxes)
                try index.createTriggers(on: connection)
            }
            for statement in load.indexes { try connection.run(statement) }
            if load.wasEmpty {
                try ChangeCounters.restore(for: layer.schema.name, on: connection)
            }
            try GeoPackageStore.noteChange(
                of: layer, extent: load.writer.extent, on: connection)
        }
        loads = [:]
        order = []
    }

    /// Runs a step. A SQLite error ends the load, since SQLite may already have undone the
    /// transaction.
    private func attempt<Result>(
        _ body: () throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            if let failure { throw failure }
            return try body()
        } catch {
            if !(error is FeatureStoreError) { failure = error }
            throw GeoPackageStore.storeError(error, store: store.name)
        }
    }
}

extension LayerTable {
    /// The layer's spatial index tables, or `nil` if it has no index.
    fileprivate var spatialIndex: SpatialIndexTables? {
        guard let shapes, shapes.index != nil else { return nil }
        return SpatialIndexTables(
            table: schema.name, column: shapes.column, key: objectID.field.name)
    }
}

extension GeoPackageStore {
    /// Adds many rows to one or more layers in a single transaction, undone if `body` throws.
    ///
    /// - Complexity: About 5 µs for a row with a point.
    @discardableResult
    package func load<Result>(
        _ body: (LayerLoader) throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try writing { connection in
            // Tables and indexes that grow need more cached pages.
            try connection.run("PRAGMA cache_size = \(-Self.loadCacheKilobytes)")
            defer { self.restoreCache(on: connection) }
            let loader = LayerLoader(self, on: connection)
            let result = try body(loader)
            try loader.finish()
            return result
        }
    }

    /// Adds many rows to one or more layers in a single transaction.
    package func loadLayers<Result>(
        _ body: (any RowLoader) throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try load { loader throws(FeatureStoreError) in try body(loader) }
    }

    private static var loadCacheKilobytes: Int { 64_000 }

    private func restoreCache(on connection: SQLConnection) {
        do throws(SQLFailure) {
            try connection.run("PRAGMA cache_size = \(-Self.cacheKilobytes)")
        } catch {
            // A larger cache than usual does no harm.
            return
        }
    }
}
