// A service's stored layer: a layer in a store, under a definition's names and filter.

import DataStructures
package import FeatureStore
package import Geo
package import RouteAPI
package import ServiceDefinitions
import Synchronization

/// A stored layer as a service declares it.
///
///     let stops = try layer.rows(definition.selection, limit: 500) { control.shouldStop }
///
/// It puts a ``StoredLayerDeclaration`` over a layer in a store (a GeoPackage or a PostgreSQL
/// database): the name that requests use, a mapping from columns to request fields, and a condition
/// that narrows the rows. A row outside the condition does not exist for requests: it is not found,
/// counted, edited or deleted.
///
/// The request's own condition is parsed alone before it is joined with the definition's. Otherwise
/// a text such as `1=1) OR (1=1` would close the brackets and widen the selection.
///
/// Rows come in two forms: ``rows(_:mapping:limit:isCancelled:)`` returns them under the fields'
/// names as an operation's input; ``features(_:_:isCancelled:)`` returns them as stored, for
/// feature services. All methods block the thread; call them in the lane of stored layers, edits in
/// the store's own lane. ``StoreCollection`` creates layers and ``StoredLayers`` finds them for
/// requests.
package final class StoredLayer: Sendable {
    /// The most rows that one request edits.
    package static let mostEditedRows = 10_000

    package let declaration: StoredLayerDeclaration
    /// The kind of shape; `nil` for a table without shapes.
    package let geometryType: GeometryType?
    private let store: any LayerStore
    private let knownExtent = Mutex<(version: LayerVersion, extent: Envelope?)?>(nil)
    private static let mostRowsOfExtent = 100_000

    /// Opens a layer in a store.
    ///
    /// - Throws: `FeatureStoreError` if the store lacks the layer or a column in the mapping.
    package init(
        _ declaration: StoredLayerDeclaration, in store: any LayerStore
    ) throws(FeatureStoreError) {
        self.declaration = declaration
        self.store = store
        let schema = try store.layer(named: declaration.table)
        geometryType = schema.geometryType
        try check(declaration.mapping, against: schema)
    }

    /// The name that requests use.
    package var name: String { declaration.name }

    /// Returns the columns under their own names.
    package func schema() throws(FeatureStoreError) -> LayerSchema {
        try store.layer(named: declaration.table)
    }

    /// Returns the layer's version, which changes with every change to its rows.
    package func version() throws(FeatureStoreError) -> LayerVersion {
        try store.version(of: declaration.table)
    }

    /// Returns a selection's rows under the fields' names, as input for a request.
    ///
    /// - Parameters:
    ///   - mapping: Request fields to map in addition to the definition's.
    ///   - limit: The most rows to return.
    ///   - offset: How many rows to skip.
    /// - Returns: The rows, and whether the selection has more.
    /// - Throws: `FeatureStoreError` naming the condition, field or shape at fault.
    package func rows(
        _ selection: FeatureSelection, mapping: FieldMapping = FieldMapping(), limit: Int,
        offset: Int = 0, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> (features: FeatureSet, exceedsLimit: Bool) {
        let known = try schema()
        if known.geometryType != nil, known.spatialReference.isUndefined {
            throw .badRequest(
                "the layer \"\(name)\" has an undefined Cartesian coordinate system (srs_id "
                    + "\(known.spatialReference.wkid ?? -1)), so that its places on Earth are not "
                    + "known; state its system, such as with waypost layers import FILE --sr 25832 "
                    + "--into NEW.gpkg, or in QGIS with Set Layer CRS")
        }
        let mapping = declaration.mapping.overridden(by: mapping)
        if !mapping.isEmpty { try check(mapping, against: known) }
        let stored = try reading(selection) { (query) throws(FeatureStoreError) -> StoredFeatures in
            var query = query
            (query.limit, query.offset) = (limit, offset)
            return try store.features(query, isCancelled: isCancelled)
        }
        return (mapping.renaming(stored.features), stored.exceededLimit)
    }

    /// Returns a query's rows as stored.
    ///
    /// - Parameter change: Sets what the query needs besides the selection.
    package func features(
        _ selection: FeatureSelection, _ change: (inout LayerQuery) -> Void,
        isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        try reading(selection) { (query) throws(FeatureStoreError) -> StoredFeatures in
            var query = query
            change(&query)
            return try store.features(query, isCancelled: isCancelled)
        }
    }

    /// Counts a selection's rows.
    package func count(
        _ selection: FeatureSelection, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Int {
        try reading(selection) { (query) throws(FeatureStoreError) -> Int in
            try store.count(query, isCancelled: isCancelled)
        }
    }

    /// Returns the ids of a selection's rows.
    ///
    /// - Throws: `FeatureStoreError.tooMany` if there are more than the limit.
    package func objectIDs(
        _ selection: FeatureSelection, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64] {
        try reading(selection) { (query) throws(FeatureStoreError) -> [Int64] in
            var query = query
            query.limit = limit
            return try store.objectIDs(query, isCancelled: isCancelled)
        }
    }

    /// Returns the bounding box of all shapes in the layer's system, and caches it until a row
    /// changes. Returns `nil` for a table without shapes, and for a layer with too many rows to
    /// read just for this.
    package func extent(isCancelled: () -> Bool) throws(FeatureStoreError) -> Envelope? {
        guard geometryType != nil else { return nil }
        let version = try version()
        let last = knownExtent.withLock { $0 }
        if let last, last.version == version { return last.extent }
        var found: Envelope?
        if try count(FeatureSelection(), isCancelled: isCancelled) <= Self.mostRowsOfExtent {
            found = try measured(isCancelled: isCancelled)
        } else if try schema().spatialReference.isSame(as: .wgs84) {
            found = Envelope(minX: -180, minY: -90, maxX: 180, maxY: 90)
        }
        let extent = found
        knownExtent.withLock { $0 = (version, extent) }
        return extent
    }

    private func measured(isCancelled: () -> Bool) throws(FeatureStoreError) -> Envelope {
        var box = Envelope()
        var query = LayerQuery(
            layer: declaration.table, outFields: [], limit: Self.mostRowsOfExtent)
        query.where = declaration.condition
        try store.forEachBatch(of: 2_000, query, isCancelled: isCancelled) {
            (batch) throws(FeatureStoreError) in
            for feature in batch.features.features {
                if let geometry = feature.geometry { box.add(geometry.envelope) }
            }
        }
        return box
    }

    /// Groups a selection's rows.
    package func statistics(
        _ asked: StatisticsQuery, of selection: FeatureSelection, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        try reading(selection) { (query) throws(FeatureStoreError) -> StoredFeatures in
            try store.statistics(asked, of: query, isCancelled: isCancelled)
        }
    }

    /// Returns the bounding box of a selection's shapes and how many there are.
    ///
    /// - Parameter reference: The box's coordinate system; `nil` for the layer's.
    package func extent(
        of selection: FeatureSelection, in reference: SpatialReference?, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> (extent: Envelope, count: Int) {
        try reading(selection) {
            (query) throws(FeatureStoreError) -> (extent: Envelope, count: Int) in
            var query = query
            query.outSR = reference
            return try store.extent(of: query, isCancelled: isCancelled)
        }
    }

    /// Changes a selection's rows in one transaction; no other change comes in between.
    ///
    /// - Parameter changes: Returns the rows' new values; the rows come without shapes. Return
    ///   `nil` to end without a change.
    /// - Throws: `FeatureStoreError.tooMany` for more rows than a request may change.
    package func changing(
        _ selection: FeatureSelection, isCancelled: () -> Bool,
        _ changes: (StoredFeatures) -> [FeatureUpdate]?
    ) throws(FeatureStoreError) -> EditOutcome {
        try together(keeping: \.isComplete) { () throws(FeatureStoreError) -> EditOutcome in
            let rows = try features(
                selection,
                { query in
                    query.limit = Self.mostEditedRows
                    query.returnsGeometry = false
                }, isCancelled: isCancelled)
            guard !rows.exceededLimit else {
                throw .tooMany(what: "rows", allowed: Self.mostEditedRows)
            }
            guard let updates = changes(rows), !updates.isEmpty else { return EditOutcome() }
            return try apply(LayerEdits(updates: updates))
        }
    }

    /// Checks that the store's rights allow editing the rows.
    package func requireEditing() throws(FeatureStoreError) {
        try store.requireEditing(of: declaration.table)
    }

    /// Identifies the store. Edits to layers in one store can be one transaction.
    package var storeIdentity: ObjectIdentifier { ObjectIdentifier(store as AnyObject) }

    /// Runs edits to layers in the same store as one transaction.
    package func together<Result>(
        keeping isKept: (Result) -> Bool, _ body: () throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try store.together(on: [declaration.table], keeping: isKept, body)
    }

    /// Changes rows in one transaction.
    package func apply(_ edits: LayerEdits) throws(FeatureStoreError) -> EditOutcome {
        try store.apply(edits, to: declaration.table)
    }

    /// Checks that the layer has all columns in a mapping.
    package func check(
        _ mapping: FieldMapping, against schema: LayerSchema
    ) throws(FeatureStoreError) {
        let names = [schema.objectIDField] + schema.fields.map(\.name)
        guard let missing = mapping.entryWithoutColumn(among: names) else { return }
        throw .noField(
            missing.column, layer: name, known: names,
            nearest: NearestName.of(missing.column, among: names))
    }

    // The request's condition comes first, so that the places of its errors move by only one
    // bracket. It is parsed alone before: a text such as `1=1) OR (1=1` would otherwise end the
    // brackets.

    /// Reads rows that meet both the selection's condition and the declaration's.
    private func reading<Rows>(
        _ selection: FeatureSelection,
        _ read: (LayerQuery) throws(FeatureStoreError) -> Rows
    ) throws(FeatureStoreError) -> Rows {
        var query = LayerQuery(selection, of: declaration.table)
        guard let asked = selection.condition else {
            query.where = declaration.condition
            return try read(query)
        }
        try Self.parse(asked)
        try schema().checkComparisons(of: asked)
        guard let own = declaration.condition else {
            query.where = asked
            return try read(query)
        }
        query.where = "(\(asked)) AND (\(own))"
        do throws(FeatureStoreError) {
            return try read(query)
        } catch {
            guard case .badWhere(_, let problem, let position) = error,
                (1...asked.unicodeScalars.count + 1).contains(position)
            else { throw error }
            throw .badWhere(asked, problem: problem, position: position - 1)
        }
    }

    private static func parse(_ condition: String) throws(FeatureStoreError) {
        do throws(WhereError) {
            // Parsed for its faults alone, whatever the time.
            _ = try WhereClause(condition, now: 0)
        } catch {
            throw .badWhere(condition, problem: error.problem, position: error.position)
        }
    }
}

extension LayerQuery {
    /// Makes a query for the rows in a selection, without a limit.
    package init(_ selection: FeatureSelection, of layer: String) {
        self.init(layer: layer, where: selection.condition, limit: .max)
        objectIDs = selection.objectIDs
        orderBy = selection.order.map { OrderTerm($0.field, isAscending: $0.isAscending) }
        if let shape = selection.geometry {
            geometry = QueryGeometry(
                shape, spatialReference: selection.spatialReference, relation: selection.relation,
                matrix: selection.matrix, distanceMeters: selection.distanceMeters)
        }
    }
}
