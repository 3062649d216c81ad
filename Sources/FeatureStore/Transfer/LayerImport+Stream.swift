// Imports streams: one reading for ids and kinds of shapes, another for the rows.

import Geo

/// Imports a stream into one layer, or into one for each kind of shape.
struct StreamImport {
    private let task: LayerImport
    private let stream: FeatureStream

    init(_ task: LayerImport, _ stream: FeatureStream) {
        self.task = task
        self.stream = stream
    }

    /// Kinds of shapes that need separate layers.
    private enum Kind: String, CaseIterable {
        case points
        case lines
        case polygons

        init(_ type: GeometryType) {
            switch type {
            case .point, .multipoint: self = .points
            case .polyline: self = .lines
            case .polygon: self = .polygons
            }
        }
    }

    /// What the first reading finds.
    private struct Survey {
        var rows = 0
        /// The kinds of shapes, with multipoints counted separately.
        var types: Set<GeometryType> = []
        /// Ids seen so far, by possible id field; nil if one occurs twice.
        var ids: [Int: Set<Int>?] = [:]

        /// Returns the layer type for a kind of shape.
        func type(of kind: Kind) -> GeometryType {
            switch kind {
            case .points: types.contains(.multipoint) ? .multipoint : .point
            case .lines: .polyline
            case .polygons: .polygon
            }
        }
    }

    /// A layer to make.
    private struct Part {
        var kind: Kind?
        var schema: LayerSchema
        var rows = 0
    }

    func run(
        into store: any BulkStore, _ progress: (LayerImport.Progress) -> Void,
        _ isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> LayerImport.Summary {
        var fields = stream.head.fields
        try task.checkNames(among: fields.map(\.name))
        for place in fields.indices {
            if let type = task.givenType(of: fields[place].name) { fields[place].type = type }
        }
        let survey = try survey(fields, isCancelled)
        let ids = try task.idPlace(among: fields) { place in
            guard let known = survey.ids[place] ?? nil else { return false }
            return known.count == survey.rows && survey.rows > 0
        }
        var parts = parts(survey, fields, ids: ids)
        return try store.loadLayers { loader throws(FeatureStoreError) in
            for part in parts { try task.prepare(part.schema, store, loader) }
            var done = 0
            try stream.forEachBatch { batch throws(FeatureStoreError) in
                if isCancelled() { throw .cancelled }
                var batch = batch
                batch.fields = fields
                if batch.spatialReference.isUndefined {
                    batch.spatialReference = task.spatialReference ?? .wgs84
                }
                for place in parts.indices {
                    var own = batch
                    if parts.count > 1 {
                        own.features = batch.features.filter { feature in
                            let kind = feature.geometry?.type.map(Kind.init)
                            return kind == parts[place].kind || kind == nil && place == 0
                        }
                    }
                    own.geometryType = parts[place].schema.geometryType
                    try append(own, to: parts[place].schema, ids, store, loader)
                    parts[place].rows += own.features.count
                }
                done += batch.features.count
                progress(
                    LayerImport.Progress(
                        rows: done, share: Double(done) / Double(max(survey.rows, 1))))
            }
            return LayerImport.Summary(
                layers: parts.map {
                    LayerImport.Summary.Count(layer: $0.schema.name, rows: $0.rows)
                })
        }
    }

    private func append(
        _ set: FeatureSet, to schema: LayerSchema, _ ids: Int?, _ store: any BulkStore,
        _ loader: any RowLoader
    ) throws(FeatureStoreError) {
        if set.features.isEmpty { return }
        var set = set
        if let ids {
            set.fields[ids].name =
                task.mode == .append
                ? try store.layer(named: schema.name).objectIDField : schema.objectIDField
        }
        try loader.append(set, to: schema.name, keepsObjectIDs: ids != nil)
    }

    private func survey(
        _ fields: [Field], _ isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Survey {
        var survey = Survey()
        let candidates = fields.indices.filter { place in
            let name = fields[place].name.lowercased()
            return fields[place].type == .objectID || task.idField?.lowercased() == name
                || ["fid", "objectid", "id"].contains(name)
        }
        for place in candidates { survey.ids[place] = .some([]) }
        let isUnstated = stream.head.spatialReference.isUndefined && task.spatialReference == nil
        try stream.forEachBatch { batch throws(FeatureStoreError) in
            if isCancelled() { throw .cancelled }
            for feature in batch.features {
                survey.rows += 1
                if let geometry = feature.geometry, let type = geometry.type {
                    let isPoints = if case .multipoint = geometry { true } else { false }
                    survey.types.insert(isPoints ? .multipoint : type)
                    if isUnstated { try checkDegrees(geometry, row: survey.rows) }
                }
                for place in candidates { Self.note(feature.values[place], at: place, &survey) }
            }
        }
        return survey
    }

    private static func note(
        _ value: AttributeValue, at place: Int, _ survey: inout Survey
    ) {
        guard var known = survey.ids[place] ?? nil else { return }
        survey.ids[place] = .some(nil)
        if case .integer(let id) = value, known.insert(id).inserted {
            survey.ids[place] = .some(known)
        }
    }

    /// Refuses coordinates that cannot be degrees if neither the file nor the caller states a
    /// system.
    private func checkDegrees(_ geometry: Geometry, row: Int) throws(FeatureStoreError) {
        let wrong = geometry.coordinates.first { abs($0.x) > 400 || abs($0.y) > 90 }
        guard let wrong else { return }
        throw .unreadable(
            store: stream.name,
            reason: "it states no system of coordinates (of a shapefile, the .prj does), and row "
                + "\(row) has \(wrong.x) \(wrong.y), no longitude and latitude; give the system, "
                + "such as --sr 25832")
    }

    /// Returns the layers to make: one for each kind of shape found.
    private func parts(_ survey: Survey, _ fields: [Field], ids: Int?) -> [Part] {
        var kinds = Kind.allCases.filter { kind in
            survey.types.contains { Kind($0) == kind }
        }
        if kinds.isEmpty, let type = stream.head.geometryType { kinds = [Kind(type)] }
        if kinds.isEmpty {
            return [
                Part(kind: nil, schema: schema(named: task.layer, nil, fields, ids: ids))
            ]
        }
        return kinds.map { kind in
            let name = kinds.count == 1 ? task.layer : "\(task.layer)_\(kind.rawValue)"
            let type = survey.types.isEmpty ? stream.head.geometryType : survey.type(of: kind)
            return Part(kind: kind, schema: schema(named: name, type, fields, ids: ids))
        }
    }

    private func schema(
        named name: String, _ type: GeometryType?, _ fields: [Field], ids: Int?
    ) -> LayerSchema {
        let others = fields.indices.filter { $0 != ids }.map { place in
            let field = fields[place]
            let isDay = field.type == .date && stream.dayFields.contains(field.name)
            return LayerField(
                field.name, field.type == .objectID ? .integer : field.type,
                length: field.type == .string ? field.length : nil,
                hasIndex: task.isIndexed(field.name), storedType: isDay ? "DATE" : nil)
        }
        let own = stream.head.spatialReference
        let stated = own.isUndefined ? task.spatialReference ?? .wgs84 : own
        return LayerSchema(
            name: name, geometryType: type, spatialReference: task.storedReference ?? stated,
            fields: others,
            objectIDField: ids.map { fields[$0].name } ?? LayerImport.freeID(beside: others),
            hasMeasures: stream.head.hasMeasures)
    }
}
