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
/// The spatial index of a layer that is empty at first is filled at the end, which takes a fraction
/// of the time; so is the count of changes. Use it within the call that made it, on its thread.
public final class LayerLoader {
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
        /// Whether the spatial index is filled at the end.
        let fillsIndex: Bool
        var match: (fields: [Field], match: RowWriter.FieldMatch, statement: SQLStatement)?
        var rows = 0

        init(_ writer: RowWriter, fillsIndex: Bool) {
            (self.writer, self.fillsIndex) = (writer, fillsIndex)
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

    /// Adds rows to a layer, matched to its fields by name; shapes are projected to its system.
    ///
    /// - Parameter keepsObjectIDs: Whether rows get the ids that the set has in the field of the
    ///   layer's object id.
    /// - Returns: The ids of the rows.
    /// - Throws: ``FeatureStoreError/badRow(_:_:)`` for the first row that does not suit the layer,
    ///   counted from 1 over all rows added to the layer. The whole load is undone then, unless the
    ///   caller goes on.
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
            guard let (_, match, statement) = load.match else {
                preconditionFailure("the match has just been made")
            }
            var ids: [Int64] = []
            ids.reserveCapacity(set.features.count)
            for feature in set.features {
                load.rows += 1
                do {
                    ids.append(
                        try load.writer.insert(
                            feature, match, in: set.spatialReference, keepsID: keepsObjectIDs,
                            by: statement))
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
        guard !layer.isView else {
            throw FeatureStoreError.badRequest(
                "the layer \"\(layer.schema.name)\" is a view of other tables and cannot be edited")
        }
        try ChangeCounters.install(for: catalog.names(), on: connection)
        try ChangeCounters.dropTriggers(for: layer.schema.name, on: connection)
        let isEmpty = try connection.integer("SELECT 1 FROM \(layer.table) LIMIT 1") == nil
        let fillsIndex = isEmpty && layer.shapes?.index != nil
        if fillsIndex { try layer.spatialIndex?.dropTriggers(on: connection) }
        let load = Load(RowWriter(layer, on: connection), fillsIndex: fillsIndex)
        loads[folded] = load
        order.append(folded)
        return load
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
            if load.fillsIndex, let index = layer.spatialIndex {
                try connection.run("DELETE FROM \(index.name.sqlName)")
                try index.fill(on: connection)
                try index.createTriggers(on: connection)
            }
            try ChangeCounters.restore(for: layer.schema.name, on: connection)
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

extension GeoPackageLayer {
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
            let loader = LayerLoader(self, on: connection)
            let result = try body(loader)
            try loader.finish()
            return result
        }
    }
}
