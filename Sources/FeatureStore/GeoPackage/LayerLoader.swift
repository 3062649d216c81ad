// Many rows at once, into one or several layers, in one transaction.

public import Geo

/// Adds many rows to layers within one transaction.
///
/// ```swift
/// try store.load { loader throws(FeatureStoreError) in
///     try loader.create(routes)
///     try loader.append(features, to: "routes")
/// }
/// ```
///
/// The indexes of a layer that is empty at first are made at the end, which takes a fraction of the
/// time; changes are counted once. Use it within the call that made it, on its thread.
public final class LayerLoader: RowLoader {
    private let store: GeoPackageStore
    private let connection: SQLConnection
    private var loads: [String: Load] = [:]
    /// The keys of ``loads`` in the order in which they came.
    private var order: [String] = []
    /// The error of SQLite that ended the load, if any.
    private var failure: (any Error)?

    /// A layer that is being loaded.
    private final class Load {
        let writer: RowWriter
        /// The spatial index that is filled at the end, if any, and the boxes for it.
        let index: SpatialIndexTables?
        var boxes: [PackedIndex.Entry] = []
        /// The statements that make the other indexes again.
        let indexes: [String]
        /// Whether the layer was empty: its indexes, and the count of its changes, are made at the
        /// end. Later rows are fewer than those there are, and making all again would take longer.
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
    public func create(_ schema: LayerSchema) throws(FeatureStoreError) {
        try attempt { try self.store.create(schema, on: self.connection) }
    }

    /// Removes a layer.
    public func drop(_ layer: String) throws(FeatureStoreError) {
        try attempt {
            try self.finishLoads()
            try self.store.drop(layer, on: self.connection)
        }
    }

    /// Keeps a style with a layer, as ``GeoPackageStore/setStyle(qml:sld:named:for:)`` does.
    public func setStyle(
        qml: String?, sld: String? = nil, named name: String = "default", for layer: String
    ) throws(FeatureStoreError) {
        try attempt {
            try self.store.setStyle(
                qml: qml, sld: sld, named: name, for: layer, on: self.connection)
        }
    }

    /// Relates the rows of two layers that have equal values in a field, as programs read it by the
    /// related tables extension of GeoPackages. A relation of the two that is there is replaced.
    ///
    /// - Throws: `FeatureStoreError` for a layer that is not there.
    /// - Complexity: O(*n* log *n*) in the number of rows of both.
    public func relate(
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

    /// Adds rows to a layer, matched to its fields by name; shapes are projected to its system.
    ///
    /// - Parameter keepsObjectIDs: Whether rows get the ids that the set has in the field of the
    ///   layer's object id.
    /// - Returns: The ids of the rows.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   counted from 1 over all rows added to the layer. The whole load is undone then, unless the
    ///   caller continues.
    @discardableResult
    public func append(
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

    /// Removes the indexes of a table that a rule does not need.
    ///
    /// - Returns: The statements of the file's schema that make them again.
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

    /// Runs a part of the load. An error of SQLite ends the load: it may have undone the
    /// transaction already.
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
    /// The tables of the layer's spatial index, or `nil` without one.
    fileprivate var spatialIndex: SpatialIndexTables? {
        guard let shapes, shapes.index != nil else { return nil }
        return SpatialIndexTables(
            table: schema.name, column: shapes.column, key: objectID.field.name)
    }
}

extension GeoPackageStore {
    /// Adds many rows, to one or several layers, in one transaction that is undone when `body`
    /// throws.
    ///
    /// - Complexity: Some 5 µs for a row with a point.
    @discardableResult
    public func load<Result>(
        _ body: (LayerLoader) throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try writing { connection in
            // Memory for the pages of tables and indexes that grow.
            try connection.run("PRAGMA cache_size = \(-Self.loadCacheKilobytes)")
            defer { self.restoreCache(on: connection) }
            let loader = LayerLoader(self, on: connection)
            let result = try body(loader)
            try loader.finish()
            return result
        }
    }

    /// Adds many rows, to one or several layers, in one transaction.
    public func loadLayers<Result>(
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
