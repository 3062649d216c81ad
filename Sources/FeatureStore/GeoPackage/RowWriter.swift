// Rows into a layer's table: values checked, shapes projected, one statement for many rows.

import Geo
import GRDBSQLite
import SpatialOperations

/// Writes rows of one layer within one transaction.
final class RowWriter {
    let layer: GeoPackageLayer
    /// The box of all shapes written.
    private(set) var extent = Envelope()
    /// The box of the last shape written; `nil` for none or an empty one.
    private(set) var lastBox: Envelope?
    private let connection: SQLConnection
    private var transformers: [SpatialReference: CoordinateTransformer] = [:]
    private var updates: [String: SQLStatement] = [:]

    init(_ layer: GeoPackageLayer, on connection: SQLConnection) {
        self.layer = layer
        self.connection = connection
    }

    /// The fields of a set of features, matched to the layer's columns.
    struct FieldMatch {
        /// The positions of values and the columns they go to.
        var columns: [(place: Int, column: LayerColumn)] = []
        /// The positions and names of fields that the layer lacks.
        var unknown: [(place: Int, name: String)] = []
        /// The position of the object id.
        var id: Int?

        init(_ fields: [Field], of layer: GeoPackageLayer) {
            for (place, field) in fields.enumerated() {
                guard let column = layer.column(named: field.name) else {
                    // Under another name the id of another layer is not a value of this one.
                    if field.type != .objectID { unknown.append((place, field.name)) }
                    continue
                }
                if column.isObjectID {
                    id = place
                } else if !columns.contains(where: { $0.column.sql == column.sql }) {
                    columns.append((place, column))
                }
            }
        }
    }

    /// The statement that adds rows with the fields of a match.
    func insertion(of match: FieldMatch) throws(SQLFailure) -> SQLStatement {
        var names = [layer.objectID.sql] + match.columns.map(\.column.sql)
        if let shapes = layer.shapes { names.append(shapes.sql) }
        let marks = repeatElement("?", count: names.count).joined(separator: ", ")
        return try SQLStatement(
            "INSERT INTO \(layer.table) (\(names.joined(separator: ", "))) VALUES (\(marks))",
            on: connection)
    }

    /// Adds a row.
    ///
    /// - Parameters:
    ///   - reference: The system of a shape that names none of its own.
    ///   - keepsID: Whether the row gets the id among its values.
    /// - Returns: The row's id.
    /// - Throws: ``EditFailure`` for what is wrong with the row; ``SQLFailure``.
    func insert(
        _ feature: Feature, _ match: FieldMatch, in reference: SpatialReference, keepsID: Bool,
        by statement: SQLStatement
    ) throws -> Int64 {
        for (place, name) in match.unknown where feature.values[place] != .null {
            throw EditFailure(
                .invalidRow, layer.noField(name).message)
        }
        var id = SQLValue.null
        if keepsID, let place = match.id, feature.values[place] != .null {
            guard case .integer(let number) = feature.values[place] else {
                throw EditFailure(
                    .invalidRow, "\(layer.objectID.field.name) is no whole number")
            }
            id = .integer(Int64(number))
        }
        var values = [id]
        values.reserveCapacity(match.columns.count + 2)
        for (place, column) in match.columns {
            values.append(try column.cell(for: feature.values[place]))
        }
        let shape = try cell(for: feature.geometry, in: feature.spatialReference ?? reference)
        if layer.shapes != nil { values.append(shape) }
        try run(statement, values)
        return connection.lastInsertedID
    }

    /// Changes a row.
    ///
    /// - Throws: ``EditFailure``; ``SQLFailure``.
    func update(_ update: FeatureUpdate) throws {
        var names: [String] = []
        var values: [SQLValue] = []
        for (name, value) in update.attributes.sorted(by: { $0.key < $1.key }) {
            guard let column = layer.column(named: name) else {
                throw EditFailure(.invalidRow, layer.noField(name).message)
            }
            if column.isObjectID {
                guard value == .integer(Int(update.objectID)) || value == .null else {
                    throw EditFailure(.invalidRow, "the id of a row cannot be changed")
                }
                continue
            }
            names.append(column.sql)
            values.append(try column.cell(for: value))
        }
        if let geometry = update.geometry {
            let reference = update.spatialReference ?? layer.schema.spatialReference
            values.append(try cell(for: geometry == .empty ? nil : geometry, in: reference))
            if let shapes = layer.shapes { names.append(shapes.sql) } else { values.removeLast() }
        }
        // An update of nothing still says whether there is such a row.
        if names.isEmpty {
            names.append(layer.objectID.sql)
            values.append(.integer(update.objectID))
        }
        let text = names.map { "\($0) = ?" }.joined(separator: ", ")
        let statement =
            try updates[text]
            ?? SQLStatement(
                "UPDATE \(layer.table) SET \(text) WHERE \(layer.objectID.sql) = ?", on: connection)
        updates[text] = statement
        try run(statement, values + [.integer(update.objectID)])
        guard connection.changes > 0 else { throw noRow(update.objectID) }
    }

    /// Deletes a row.
    ///
    /// - Throws: ``EditFailure``; ``SQLFailure``.
    func delete(_ id: Int64) throws {
        let key = "DELETE"
        let statement =
            try updates[key]
            ?? SQLStatement(
                "DELETE FROM \(layer.table) WHERE \(layer.objectID.sql) = ?", on: connection)
        updates[key] = statement
        try run(statement, [.integer(id)])
        guard connection.changes > 0 else { throw noRow(id) }
    }

    private func noRow(_ id: Int64) -> EditFailure {
        EditFailure(.noSuchRow, "the layer \"\(layer.schema.name)\" has no row \(id)")
    }

    /// Runs a statement; what a constraint or a trigger of the file refuses is the row's failure.
    private func run(_ statement: SQLStatement, _ values: [SQLValue]) throws {
        do throws(SQLFailure) {
            try statement.run(values)
        } catch {
            guard error.primaryCode == SQLITE_CONSTRAINT else { throw error }
            throw EditFailure(.invalidRow, "the file refuses the row: \(error.message)")
        }
    }
}

// MARK: - Shapes

extension RowWriter {
    /// The cell for a shape: null for none.
    private func cell(
        for geometry: Geometry?, in reference: SpatialReference
    ) throws(EditFailure) -> SQLValue {
        lastBox = nil
        guard let geometry else { return .null }
        guard let shapes = layer.shapes else {
            if geometry == .empty { return .null }
            throw EditFailure(
                .invalidRow, "the layer \"\(layer.schema.name)\" is a table without shapes")
        }
        for place in geometry.coordinates where !place.isFinite {
            throw EditFailure(
                .invalidRow, "the shape's coordinate (\(place.x), \(place.y)) is not finite")
        }
        let shape = try projected(geometry, from: reference)
        do throws(FeatureReadError) {
            let bytes = try GeoPackageBinary.bytes(
                shape, systemID: shapes.systemID,
                as: shapes.type == .geometryCollection ? .geometry : shapes.type,
                hasZ: shapes.needsZ, hasM: shapes.hasM)
            let box = shape.envelope
            if !box.isEmpty {
                extent.add(box)
                lastBox = box
            }
            return .blob(bytes)
        } catch {
            throw EditFailure(
                .invalidRow, "\(error.reason) in the layer \"\(layer.schema.name)\"")
        }
    }

    private func projected(
        _ geometry: Geometry, from reference: SpatialReference
    ) throws(EditFailure) -> Geometry {
        let target = layer.schema.spatialReference
        if reference == target || reference.isSame(as: target) { return geometry }
        do throws(SpatialReferenceError) {
            let transformer: CoordinateTransformer
            if let known = transformers[reference] {
                transformer = known
            } else {
                transformer = try CoordinateTransformer(from: reference, to: target)
                transformers[reference] = transformer
            }
            return try transformer.project(geometry)
        } catch {
            throw EditFailure(.invalidRow, error.description)
        }
    }
}
