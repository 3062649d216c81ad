// Imports features from memory and from other stores.

import Geo

extension LayerImport {
    /// Imports features of several kinds, one layer for each kind.
    func run(
        _ features: FeaturesByKind, into store: any BulkStore,
        _ progress: (Progress) -> Void, _ isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Summary {
        var sets: [(name: String, set: FeatureSet)] = []
        for (end, set) in [
            ("points", features.points), ("lines", features.polylines),
            ("polygons", features.polygons),
        ] {
            if let set, !set.features.isEmpty { sets.append(("\(layer)_\(end)", set)) }
        }
        if sets.isEmpty {
            let empty = features.points ?? features.polylines ?? features.polygons
            guard let empty else { throw .badRequest("the file has no features") }
            sets = [(layer, empty)]
        }
        if sets.count == 1 { sets[0].name = layer }
        return try run(sets, into: store, progress, isCancelled)
    }

    func run(
        _ sets: [(name: String, set: FeatureSet)], into store: any BulkStore,
        _ progress: (Progress) -> Void, _ isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Summary {
        try checkNames(among: sets.flatMap { $0.set.fields.map(\.name) })
        let total = sets.reduce(0) { $0 + $1.set.features.count }
        return try store.loadLayers { loader throws(FeatureStoreError) in
            var summary = Summary()
            for (name, set) in sets {
                var set = typed(set)
                let ids = try idPlace(among: set.fields) { Self.isUnique($0, in: set) }
                let schema = schema(of: set, named: name, ids: ids)
                try prepare(schema, store, loader)
                Self.renameIDs(in: &set, at: ids, to: try layerIDField(name, store, schema))
                var rows = 0
                while rows < set.features.count {
                    if isCancelled() { throw .cancelled }
                    let end = min(rows + Self.rowsBetweenReports, set.features.count)
                    var part = set
                    part.features = Array(set.features[rows..<end])
                    try loader.append(part, to: name, keepsObjectIDs: ids != nil)
                    rows = end
                    let done = summary.rows + rows
                    progress(Progress(rows: done, share: Double(done) / Double(max(total, 1))))
                }
                summary.layers.append(Summary.Count(layer: name, rows: rows))
            }
            return summary
        }
    }

    /// Returns the object id's name in the target layer.
    private func layerIDField(
        _ name: String, _ store: any BulkStore, _ schema: LayerSchema
    ) throws(FeatureStoreError) -> String {
        mode == .append ? try store.layer(named: name).objectIDField : schema.objectIDField
    }

    /// Applies the caller's field types and, if the set states no system, the caller's system.
    private func typed(_ set: FeatureSet) -> FeatureSet {
        var set = set
        for place in set.fields.indices {
            if let type = givenType(of: set.fields[place].name) { set.fields[place].type = type }
        }
        return set
    }

    private static func isUnique(_ place: Int, in set: FeatureSet) -> Bool {
        var known: Set<Int> = []
        return set.features.allSatisfy { feature in
            if case .integer(let id) = feature.values[place] {
                known.insert(id).inserted
            } else {
                false
            }
        } && !set.features.isEmpty
    }

    /// Renames the id field to match the layer, so that rows keep their ids.
    private static func renameIDs(in set: inout FeatureSet, at place: Int?, to name: String) {
        if let place { set.fields[place].name = name }
    }

    /// Makes the schema for a new layer.
    private func schema(of set: FeatureSet, named name: String, ids: Int?) -> LayerSchema {
        let fields = set.fields.enumerated().filter { $0.offset != ids }.map { place, field in
            LayerField(
                field.name, field.type == .objectID ? .integer : field.type,
                length: field.type == .string ? field.length.flatMap { $0 > 0 ? $0 : nil } : nil,
                hasIndex: isIndexed(field.name))
        }
        return LayerSchema(
            name: name, geometryType: set.geometryType,
            spatialReference: storedReference ?? set.spatialReference, fields: fields,
            objectIDField: ids.map { set.fields[$0].name } ?? Self.freeID(beside: fields),
            hasMeasures: set.hasMeasures)
    }

    /// Returns a name for the object id that no field has.
    static func freeID(beside fields: [LayerField]) -> String {
        let taken = Set(fields.map { $0.name.lowercased() })
        let names =
            ["fid", "objectid", "row_id"] + (1...SchemaCheck.maximumFields).map { "fid_\($0)" }
        return names.first { !taken.contains($0) } ?? "fid_0"
    }

    /// Imports a query's rows from another store. A new layer gets the other's schema; rows keep
    /// their ids.
    func run(
        _ other: any LayerStore, _ query: LayerQuery, into store: any BulkStore,
        _ progress: (Progress) -> Void, _ isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Summary {
        var schema = try other.layer(named: query.layer)
        try checkNames(among: [schema.objectIDField] + schema.fields.map(\.name))
        let total = min(try other.count(query, isCancelled: isCancelled), query.limit)
        schema.name = layer
        if let names = query.outFields {
            let kept = Set(names.map { $0.lowercased() })
            schema.fields = schema.fields.filter { kept.contains($0.name.lowercased()) }
        }
        if !query.returnsGeometry { schema.geometryType = nil }
        // If the other store leaves the system undefined, the caller's applies.
        let stated = schema.spatialReference.isUndefined ? spatialReference : nil
        schema.spatialReference =
            storedReference ?? query.outSR ?? stated ?? schema.spatialReference
        schema.fields = schema.fields.map { field in
            var field = field
            if let type = givenType(of: field.name), type != field.type {
                (field.type, field.storedType, field.length) = (type, nil, nil)
            }
            if let stored = field.storedType, !ColumnKind.names(of: field.type).contains(stored) {
                field.storedType = nil
            }
            if isIndexed(field.name) { field.hasIndex = true }
            return field
        }
        return try store.loadLayers { loader throws(FeatureStoreError) in
            try prepare(schema, store, loader)
            let idField = try layerIDField(layer, store, schema)
            // When rows are added to existing ones, their ids may be taken.
            let keepsIDs = mode != .append
            var rows = 0
            try other.forEachBatch(of: Self.rowsBetweenReports, query, isCancelled: isCancelled) {
                batch throws(FeatureStoreError) in
                var set = batch.features
                if let stated { set.spatialReference = stated }
                if keepsIDs { Self.renameIDs(in: &set, at: 0, to: idField) }
                try loader.append(set, to: layer, keepsObjectIDs: keepsIDs)
                rows += set.features.count
                progress(Progress(rows: rows, share: Double(rows) / Double(max(total, 1))))
            }
            return Summary(layers: [Summary.Count(layer: layer, rows: rows)])
        }
    }
}
