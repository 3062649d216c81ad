// Loads many rows into PostgreSQL tables by COPY, in one transaction.

import Geo
import PostgreSQL

/// Adds many rows to layers within one transaction.
///
/// If the loader makes a layer, its indexes are filled at the end, which takes a fraction of the
/// time. Every layer then gets statistics, so that later queries choose the right indexes.
final class PostGISLoader: RowLoader {
    private let store: PostGISStore
    private let access: PostGISAccess
    private var loads: [String: Load] = [:]
    /// The keys in ``loads``, in order of arrival.
    private var order: [String] = []
    /// The statements that make new layers' indexes, by layer name in lower case.
    private var indexes: [String: [String]] = [:]
    /// The database error that ended the load, if any.
    private var failure: (any Error)?

    /// A layer that is being loaded.
    private final class Load {
        let writer: RowWriter
        let key: PostGISKey
        var match: (fields: [Field], match: RowWriter.FieldMatch, statement: String)?
        var rows = 0
        /// The greatest id that a caller has given to a row.
        var greatestGiven: Int64?

        init(_ writer: RowWriter, _ key: PostGISKey) { (self.writer, self.key) = (writer, key) }
    }

    init(_ store: PostGISStore, _ access: PostGISAccess) {
        (self.store, self.access) = (store, access)
    }

    private var connection: PostgresConnection { access.connection }

    func create(_ schema: LayerSchema) throws(FeatureStoreError) {
        try attempt {
            indexes[schema.name.lowercased()] = try store.create(schema, on: access)
        }
    }

    func drop(_ layer: String) throws(FeatureStoreError) {
        try attempt {
            let folded = layer.lowercased()
            try store.drop(layer, on: access)
            loads[folded] = nil
            indexes[folded] = nil
            order.removeAll { $0 == folded }
        }
    }

    func append(
        _ set: FeatureSet, to layer: String, keepsObjectIDs: Bool
    ) throws(FeatureStoreError) -> [Int64] {
        try attempt {
            let load = try load(of: layer)
            if load.match?.fields != set.fields {
                let match = RowWriter.FieldMatch(set.fields, of: load.writer.layer)
                load.match = (set.fields, match, statement(for: match, load.writer))
            }
            guard let (_, match, statement) = load.match else {
                preconditionFailure("the match has just been made")
            }
            let rows = try cells(of: set, match, load, keepsIDs: keepsObjectIDs)
            let ids = try ids(of: rows.map(\.id), load)
            let hasShape = load.writer.layer.shapes != nil
            do {
                try connection.copyIn(statement) { copy in
                    for (row, id) in zip(rows, ids) {
                        try copy.add([.integer(id)] + Self.cells(row.values, hasShape: hasShape))
                    }
                }
            } catch let error as PostgresError where error.isOfRow {
                failure = FeatureStoreError.badRequest(
                    "the database refuses one of the rows \(load.rows - rows.count + 1) to "
                        + "\(load.rows): \(error.message)")
                throw error
            }
            return ids
        }
    }

    private func load(of name: String) throws -> Load {
        let folded = name.lowercased()
        if let load = loads[folded] { return load }
        let layer = try store.catalog(access).layer(named: name)
        try layer.requireTable()
        // The statement timeout would apply to all rows together.
        try connection.execute("SET LOCAL statement_timeout = 0")
        let load = Load(
            RowWriter(
                layer,
                by: try PostGISRowStatements(
                    layer, store.schema, on: connection, hasPoints: false)),
            try PostGISKey(of: layer, on: connection))
        loads[folded] = load
        order.append(folded)
        return load
    }

    private func statement(for match: RowWriter.FieldMatch, _ writer: RowWriter) -> String {
        let names = [writer.layer.objectID.sql] + writer.columns(of: match).map(\.sql)
        return "COPY \(writer.layer.table) (\(names.joined(separator: ", "))) FROM STDIN"
    }

    /// Runs a step. A database error ends the transaction and therefore the load.
    private func attempt<Result>(
        _ body: () throws -> Result
    ) throws(FeatureStoreError) -> Result {
        do {
            if let failure { throw failure }
            return try body()
        } catch {
            if error is PostgresError, failure == nil { failure = error }
            throw PostGISStore.storeError(
                failure ?? error, store: store.name, isWriting: true)
        }
    }
}

// MARK: - Rows

extension PostGISLoader {
    /// Checks all rows and returns their cells; if one does not suit, none is sent.
    private func cells(
        of set: FeatureSet, _ match: RowWriter.FieldMatch, _ load: Load, keepsIDs: Bool
    ) throws(FeatureStoreError) -> [(id: Int64?, values: [SQLValue])] {
        var rows: [(id: Int64?, values: [SQLValue])] = []
        rows.reserveCapacity(set.features.count)
        for feature in set.features {
            load.rows += 1
            do throws(EditFailure) {
                rows.append(
                    try load.writer.cells(
                        of: feature, match, in: set.spatialReference, keepsID: keepsIDs))
            } catch {
                throw .badRow(load.rows, error.message)
            }
        }
        return rows
    }

    /// Returns the row ids: the given ones, and new ones for the rest.
    private func ids(of given: [Int64?], _ load: Load) throws -> [Int64] {
        if let greatest = given.compactMap({ $0 }).max() {
            load.greatestGiven = max(load.greatestGiven ?? greatest, greatest)
        }
        let missing = given.count { $0 == nil }
        guard missing > 0 else { return given.compactMap { $0 } }
        var new = try newIDs(missing, load)[...]
        return try given.map { id in
            if let id { return id }
            guard let next = new.popFirst() else {
                throw PostgresError("the sequence of the layer gave too few numbers")
            }
            return next
        }
    }

    private func newIDs(_ count: Int, _ load: Load) throws -> [Int64] {
        let layer = load.writer.layer
        if let given = load.greatestGiven {
            try load.key.move(behind: given, on: connection)
            load.greatestGiven = nil
        }
        if let sequence = load.key.sequence {
            return try connection.query(
                "SELECT nextval($1::regclass) FROM generate_series(1, $2)",
                [.text(sequence), PostgresValue(count)]
            ).compactMap { $0.integer(0) }
        }
        // No other transaction adds rows until this one ends.
        try connection.execute("LOCK TABLE \(layer.table) IN SHARE ROW EXCLUSIVE MODE")
        let last = try connection.query(
            "SELECT coalesce(max(\(layer.objectID.sql)), 0)::int8 FROM \(layer.table)"
        ).first?.integer(0)
        return (1...Int64(count)).map { (last ?? 0) + $0 }
    }

    /// Converts cells to COPY's text format, where shapes are hexadecimal digits.
    private static func cells(_ values: [SQLValue], hasShape: Bool) -> [PostgresValue] {
        var cells = values.map(PostgresValue.init)
        if hasShape, case .bytes(let bytes)? = cells.last {
            cells[cells.count - 1] = .text(hexadecimal(bytes))
        }
        return cells
    }

    private static func hexadecimal(_ bytes: [UInt8]) -> String {
        let digits = Array("0123456789ABCDEF".utf8)
        return String(unsafeUninitializedCapacity: bytes.count * 2) { buffer in
            for (place, byte) in bytes.enumerated() {
                buffer[2 * place] = digits[Int(byte >> 4)]
                buffer[2 * place + 1] = digits[Int(byte & 15)]
            }
            return bytes.count * 2
        }
    }

    /// Makes indexes and gathers statistics.
    func finish() throws {
        if let failure { throw failure }
        for statement in indexes.keys.sorted().flatMap({ indexes[$0] ?? [] }) {
            try connection.execute(statement)
        }
        for name in order {
            guard let load = loads[name] else { continue }
            if let given = load.greatestGiven {
                try load.key.move(behind: given, on: connection)
            }
            try connection.execute("ANALYZE \(load.writer.layer.table)")
        }
    }
}

extension PostGISStore {
    /// Adds many rows to one or more layers in a single transaction, undone if `body` throws.
    ///
    /// - Complexity: About 10 µs for a row with a point.
    @discardableResult
    package func loadLayers<Result>(
        _ body: (any RowLoader) throws(FeatureStoreError) -> Result
    ) throws(FeatureStoreError) -> Result {
        try writing { access in
            let loader = PostGISLoader(self, access)
            let result = try body(loader)
            try loader.finish()
            return result
        }
    }
}
