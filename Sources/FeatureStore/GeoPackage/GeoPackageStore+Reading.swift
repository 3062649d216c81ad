// The queries of a GeoPackage.

public import Geo
import SpatialOperations

extension GeoPackageStore {
    /// The greatest number of vertices in one answer or batch: it bounds memory.
    static let maximumVertices = 20_000_000
    /// The greatest number of columns that are read ahead of; more rows grow the arrays.
    private static let reservedRows = 10_000

    /// The layers, sorted by name.
    public func layers() throws(FeatureStoreError) -> [LayerSchema] {
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layers().map(\.schema)
        }
    }

    /// A layer by its name in any case of letters.
    public func layer(named name: String) throws(FeatureStoreError) -> LayerSchema {
        try reading { connection, _ in
            try GeoPackageCatalog(connection, store: self.name).layer(named: name).schema
        }
    }

    /// The rows of a query as features, in order, bounded by the query's limit.
    public func features(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> StoredFeatures {
        var found: StoredFeatures?
        try read(query, batch: nil, isCancelled) { found = $0 }
        guard let found else { preconditionFailure("a query without batches gives one result") }
        return found
    }

    /// The rows of a query in batches.
    public func forEachBatch(
        of size: Int, _ query: LayerQuery, isCancelled: () -> Bool,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) {
        precondition(size >= 1, "a batch has at least one row")
        try read(query, batch: size, isCancelled, body)
    }

    /// The number of rows that a query selects.
    public func count(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> Int {
        try reading(isCancelled) { connection, isCancelled in
            let scan = try self.scan(query, .count, connection, isCancelled)
            if scan.countsRows { return try scan.next() ? scan.count : 0 }
            var count = 0
            while try scan.next() { count += 1 }
            return count
        }
    }

    /// The ids of the rows of a query, in order.
    public func objectIDs(
        _ query: LayerQuery, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [Int64] {
        try reading(isCancelled) { connection, isCancelled in
            let scan = try self.scan(query, .objectIDs, connection, isCancelled)
            var skipped = scan.hasLimit ? query.offset : 0
            var ids: [Int64] = []
            while try scan.next() {
                if skipped < query.offset {
                    skipped += 1
                    continue
                }
                guard ids.count < query.limit else {
                    throw FeatureStoreError.tooMany(what: "rows", allowed: query.limit)
                }
                ids.append(scan.objectID)
            }
            return ids
        }
    }

    /// The distinct values of a field among the rows of a query, sorted, null first.
    public func distinctValues(
        of field: String, _ query: LayerQuery, limit: Int, isCancelled: () -> Bool
    ) throws(FeatureStoreError) -> [AttributeValue] {
        try reading(isCancelled) { connection, isCancelled in
            let layer = try GeoPackageCatalog(connection, store: self.name)
                .layer(named: query.layer)
            let column = try layer.requireColumn(field)
            let scan = try LayerScan(
                query, of: layer, for: .values(column), on: connection, store: self.name,
                isCancelled: isCancelled)
            var values: Set<DistinctValue> = []
            while try scan.next() {
                values.insert(DistinctValue(scan.values()[0]))
                guard values.count <= limit else {
                    throw FeatureStoreError.tooMany(
                        what: "different values of \(column.field.name)", allowed: limit)
                }
            }
            return values.sorted().map(\.value)
        }
    }

    private func scan(
        _ query: LayerQuery, _ purpose: LayerScan.Purpose, _ connection: SQLConnection,
        _ isCancelled: @escaping () -> Bool
    ) throws -> LayerScan {
        let layer = try GeoPackageCatalog(connection, store: name).layer(named: query.layer)
        return try LayerScan(
            query, of: layer, for: purpose, on: connection, store: name, isCancelled: isCancelled)
    }
}

// MARK: - Features

extension GeoPackageStore {
    /// Reads the rows of a query, all at once without a size of batches; then the body is called
    /// once, also for no rows.
    private func read(
        _ query: LayerQuery, batch size: Int?, _ isCancelled: () -> Bool,
        _ body: (StoredFeatures) throws(FeatureStoreError) -> Void
    ) throws(FeatureStoreError) {
        try reading(isCancelled) { connection, isCancelled in
            let layer = try GeoPackageCatalog(connection, store: self.name)
                .layer(named: query.layer)
            let columns = try Self.columns(query.outFields, of: layer)
            let scan = try LayerScan(
                query, of: layer,
                for: .features(columns, shapes: query.returnsGeometry),
                on: connection, store: self.name, isCancelled: isCancelled)
            var batch = try FeatureBatch(query, columns, of: layer)
            var skipped = scan.hasLimit ? query.offset : 0
            var kept = 0
            var isFirst = true
            while try scan.next() {
                if skipped < query.offset {
                    skipped += 1
                    continue
                }
                if kept == query.limit {
                    batch.exceedsLimit = true
                    break
                }
                if let size, batch.count == size {
                    try body(batch.take())
                    isFirst = false
                }
                try batch.add(scan)
                kept += 1
            }
            if isFirst || batch.count > 0 || batch.exceedsLimit { try body(batch.take()) }
        }
    }

    /// The columns of an answer, without the object id.
    private static func columns(
        _ names: [String]?, of layer: GeoPackageLayer
    ) throws(FeatureStoreError) -> [LayerColumn] {
        guard let names else { return layer.columns }
        var columns: [LayerColumn] = []
        for name in names {
            let column = try layer.requireColumn(name)
            if !column.isObjectID, !columns.contains(column) { columns.append(column) }
        }
        return columns
    }
}

/// Rows that become a result.
private struct FeatureBatch {
    var exceedsLimit = false
    private var set: FeatureSet
    private var ids: [Int64] = []
    private var vertices = 0
    private let transformer: CoordinateTransformer?

    init(
        _ query: LayerQuery, _ columns: [LayerColumn], of layer: GeoPackageLayer
    ) throws(FeatureStoreError) {
        let schema = layer.schema
        let target = query.outSR ?? schema.spatialReference
        if query.returnsGeometry, layer.shapes != nil, !target.isSame(as: schema.spatialReference) {
            do throws(SpatialReferenceError) {
                transformer = try CoordinateTransformer(from: schema.spatialReference, to: target)
            } catch {
                throw .badRequest("outSR: \(error.description)")
            }
        } else {
            transformer = nil
        }
        set = FeatureSet(
            geometryType: query.returnsGeometry ? schema.geometryType : nil,
            spatialReference: target,
            fields: [Field(layer.objectID.field.name, .objectID)]
                + columns.map { Field($0.field.name, $0.field.type, length: $0.field.length) },
            hasMeasures: query.returnsGeometry && schema.hasMeasures)
    }

    var count: Int { ids.count }

    mutating func add(_ scan: LayerScan) throws {
        let id = scan.objectID
        var shape = set.geometryType == nil ? nil : try scan.shape()
        if let found = shape {
            vertices += found.coordinates.count
            guard vertices <= GeoPackageStore.maximumVertices else {
                throw FeatureStoreError.tooMany(
                    what: "vertices", allowed: GeoPackageStore.maximumVertices)
            }
            if let transformer {
                do throws(SpatialReferenceError) {
                    shape = try transformer.project(found)
                } catch {
                    throw FeatureStoreError.badRequest("outSR: row \(id): \(error.description)")
                }
            }
        }
        set.features.append(Feature(values: [.integer(Int(id))] + scan.values(), geometry: shape))
        ids.append(id)
    }

    /// The rows so far; the batch is empty then.
    mutating func take() -> StoredFeatures {
        defer {
            set.features = []
            ids = []
            vertices = 0
        }
        return StoredFeatures(features: set, objectIDs: ids, exceededLimit: exceedsLimit)
    }
}

/// A value that is distinct from others as conditions distinguish them: texts by code points.
private struct DistinctValue: Hashable, Comparable {
    let value: AttributeValue

    init(_ value: AttributeValue) { self.value = value }

    static func == (a: DistinctValue, b: DistinctValue) -> Bool {
        if case .string(let a) = a.value, case .string(let b) = b.value {
            return a.utf8.elementsEqual(b.utf8)
        }
        return a.value == b.value
    }

    func hash(into hasher: inout Hasher) { hasher.combine(value) }

    /// Null, then numbers and dates, then texts.
    static func < (a: DistinctValue, b: DistinctValue) -> Bool {
        switch (a.value, b.value) {
        case (.null, .null): return false
        case (.null, _): return true
        case (_, .null): return false
        case (.string(let a), .string(let b)): return a.utf8.lexicographicallyPrecedes(b.utf8)
        case (.string, _): return false
        case (_, .string): return true
        case (.integer(let a), .integer(let b)): return a < b
        case (.date(let a), .date(let b)): return a < b
        default: return number(a.value) < number(b.value)
        }
    }

    private static func number(_ value: AttributeValue) -> Double {
        switch value {
        case .integer(let number): Double(number)
        case .double(let number): number
        case .date(let milliseconds): Double(milliseconds)
        case .null, .string: 0
        }
    }
}
