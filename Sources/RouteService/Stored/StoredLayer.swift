// A stored layer of a service: the layer of a store, under the names and the filter of a
// definition.

import DataStructures
package import FeatureStore
package import Geo
package import RouteAPI
import Synchronization

/// A stored layer of a service.
///
///     let stops = try layer.rows(definition.selection, limit: 500) { control.shouldStop }
package final class StoredLayer: Sendable {
    let declaration: StoredLayerDeclaration
    /// The kind of its shapes; `nil` for a table without shapes.
    let geometryType: GeometryType?
    private let store: any LayerStore
    private let knownExtent = Mutex<(version: LayerVersion, extent: Envelope?)?>(nil)
    private static let mostRowsOfExtent = 100_000

    /// Makes a layer of a store that has it.
    ///
    /// - Throws: `FeatureStoreError` when the store lacks the layer or a column of the mapping.
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
    var name: String { declaration.name }

    /// The columns, without the names of the mapping.
    func schema() throws(FeatureStoreError) -> LayerSchema {
        try store.layer(named: declaration.table)
    }

    /// What changes with every change of the rows.
    func version() throws(FeatureStoreError) -> LayerVersion {
        try store.version(of: declaration.table)
    }

    /// The rows of a selection under the fields' names, for an input of a request.
    ///
    /// - Parameters:
    ///   - mapping: Fields of the request, in addition to those of the definition.
    ///   - limit: The most rows.
    /// - Returns: The rows, and whether the selection has more.
    /// - Throws: `FeatureStoreError` naming the condition, field or shape that is wrong.
    package func rows(
        _ selection: FeatureSelection, mapping: FieldMapping = FieldMapping(), limit: Int,
        isCancelled: () -> Bool
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
            query.limit = limit
            return try store.features(query, isCancelled: isCancelled)
        }
        return (mapping.renaming(stored.features), stored.exceededLimit)
    }

    /// The rows of a query as the store has them.
    ///
    /// - Parameter change: Sets what a query has in addition to the selection.
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

    /// The number of rows of a selection.
    package func count(
        _ selection: FeatureSelection, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Int {
        try reading(selection) { (query) throws(FeatureStoreError) -> Int in
            try store.count(query, isCancelled: isCancelled)
        }
    }

    /// The ids of the rows of a selection.
    ///
    /// - Throws: `FeatureStoreError.tooMany` when there are more than the limit.
    func objectIDs(
        _ selection: FeatureSelection, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64] {
        try reading(selection) { (query) throws(FeatureStoreError) -> [Int64] in
            var query = query
            query.limit = limit
            return try store.objectIDs(query, isCancelled: isCancelled)
        }
    }

    /// The box of all shapes in the layer's system, kept until a row changes; `nil` for a table
    /// without shapes, and for a layer of more rows than are worth reading for it.
    func extent(isCancelled: () -> Bool) throws(FeatureStoreError) -> Envelope? {
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

    /// The groups of the rows of a selection.
    func statistics(
        _ asked: StatisticsQuery, of selection: FeatureSelection, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        try reading(selection) { (query) throws(FeatureStoreError) -> StoredFeatures in
            try store.statistics(asked, of: query, isCancelled: isCancelled)
        }
    }

    /// The box of the shapes of a selection in a system, the layer's for `nil`, and their number.
    func extent(
        of selection: FeatureSelection, in reference: SpatialReference?, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> (extent: Envelope, count: Int) {
        try reading(selection) {
            (query) throws(FeatureStoreError) -> (extent: Envelope, count: Int) in
            var query = query
            query.outSR = reference
            return try store.extent(of: query, isCancelled: isCancelled)
        }
    }

    /// Changes the rows of a selection in one transaction, which no change by others comes between.
    ///
    /// - Parameter changes: The new values of rows, which come without shapes; `nil` ends the work
    ///   without a change.
    /// - Throws: `FeatureStoreError.tooMany` for more rows than a request may change.
    func changing(
        _ selection: FeatureSelection, isCancelled: () -> Bool,
        _ changes: (StoredFeatures) -> [FeatureUpdate]?
    ) throws(FeatureStoreError) -> EditOutcome {
        try together(keeping: \.isComplete) { () throws(FeatureStoreError) -> EditOutcome in
            let rows = try features(
                selection,
                { query in
                    query.limit = FeatureEditForm.mostRows
                    query.returnsGeometry = false
                }, isCancelled: isCancelled)
            guard !rows.exceededLimit else {
                throw .tooMany(what: "rows", allowed: FeatureEditForm.mostRows)
            }
            guard let updates = changes(rows), !updates.isEmpty else { return EditOutcome() }
            return try apply(LayerEdits(updates: updates))
        }
    }

    /// Checks that the rows can be edited, with the rights that the store has.
    func requireEditing() throws(FeatureStoreError) {
        try store.requireEditing(of: declaration.table)
    }

    /// Which store has the layer: the edits of one store can be one transaction.
    var storeIdentity: ObjectIdentifier { ObjectIdentifier(store as AnyObject) }

    /// Runs edits of layers of the same store as one transaction.
    func together<Result>(
        keeping isKept: (Result) -> Bool, _ body: () throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try store.together(on: [declaration.table], keeping: isKept, body)
    }

    /// Changes rows in one transaction.
    func apply(_ edits: LayerEdits) throws(FeatureStoreError) -> EditOutcome {
        try store.apply(edits, to: declaration.table)
    }

    /// Checks that the layer has the columns of a mapping.
    func check(
        _ mapping: FieldMapping, against schema: LayerSchema
    ) throws(FeatureStoreError) {
        let names = [schema.objectIDField] + schema.fields.map(\.name)
        guard let missing = mapping.entryWithoutColumn(among: names) else { return }
        throw .noField(
            missing.column, layer: name, known: names,
            nearest: NearestName.of(missing.column, among: names))
    }

    // The condition of a request comes first, so that the places of its errors move by one bracket.
    // It is read alone before: a text such as `1=1) OR (1=1` would otherwise end the brackets.

    /// Reads rows that meet the condition of a selection and that of the declaration.
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
            _ = try WhereClause(condition)
        } catch {
            throw .badWhere(condition, problem: error.problem, position: error.position)
        }
    }
}

extension LayerQuery {
    /// The query of a selection of a layer's rows, without a limit.
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
