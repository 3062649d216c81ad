// Writes rows to a layer's table in any database: checks values and projects shapes.

import Geo
import SpatialOperations

/// A column to write.
enum RowColumn: Hashable, Sendable {
    case value(LayerColumn)
    case shape(LayerTable.Shapes)

    /// The column's name in SQL.
    var sql: String {
        switch self {
        case .value(let column): column.sql
        case .shape(let shapes): shapes.sql
        }
    }
}

/// The statements that change rows in one table within one transaction.
///
/// If a constraint or trigger in the database refuses a row, they throw ``EditFailure``.
protocol RowStatements: AnyObject {
    /// Returns a statement that adds rows with an id and these columns.
    func insertion(into columns: [RowColumn]) throws -> any RowInsertion

    /// Changes a row's columns, at least one.
    ///
    /// - Returns: Whether the row exists.
    func update(_ columns: [RowColumn], to values: [SQLValue], ofRow id: Int64) throws -> Bool

    /// Deletes a row.
    ///
    /// - Returns: Whether the row existed.
    func delete(_ id: Int64) throws -> Bool

    /// Called before each row's edit.
    func beginRow() throws

    /// Called after an edit was made.
    func endRow() throws

    /// Called after an edit was refused; the next edits must still be possible.
    func undoRow() throws
}

extension RowStatements {
    func beginRow() throws {}
    func endRow() throws {}
    func undoRow() throws {}
}

/// A statement that adds rows.
protocol RowInsertion: AnyObject {
    /// Adds a row.
    ///
    /// - Parameters:
    ///   - id: The row's id, or `nil` for the next one.
    ///   - values: The cells, in column order.
    /// - Returns: The row's id.
    func run(_ id: Int64?, _ values: [SQLValue]) throws -> Int64
}

/// Writes rows to one layer within one transaction.
///
/// Every row goes through here, whether it comes from an edit, a load or an import, into a file or
/// a database. The writer matches fields to columns by name, converts values to cells
/// (`LayerColumn.cell(for:)`), projects the shape to the layer's system and encodes it as the
/// column stores it. Anything that does not suit the layer throws ``EditFailure`` before a
/// statement runs. ``RowStatements`` then runs the database's own statements; if a constraint or
/// trigger refuses the row, that is an ``EditFailure`` too. Any other error ends the transaction.
///
/// For the caller the writer collects the box around all shapes (``extent``), which a GeoPackage
/// states for each layer.
final class RowWriter {
    let layer: LayerTable
    /// The box around all shapes written.
    private(set) var extent = Envelope()
    /// The last written shape's box; `nil` if it has none or is empty.
    private(set) var lastBox: Envelope?
    let statements: any RowStatements
    private var transformers: SourceTransformers
    /// Positions that shapes may have; `nil` if the system has no place on Earth.
    private let area: SystemArea?

    /// - Parameter checksArea: Whether to refuse positions outside the layer's system, as edits do;
    ///   imports by an operator are taken as they are.
    init(_ layer: LayerTable, by statements: any RowStatements, checksArea: Bool = false) {
        self.layer = layer
        self.statements = statements
        transformers = SourceTransformers(to: layer.schema.spatialReference)
        area =
            checksArea && layer.shapes != nil
            ? try? SystemArea(of: layer.schema.spatialReference) : nil
    }

    /// A set's fields matched to the layer's columns.
    struct FieldMatch {
        /// Value positions and the columns they go to.
        var columns: [(place: Int, column: LayerColumn)] = []
        /// Positions and names of fields that the layer lacks.
        var unknown: [(place: Int, name: String)] = []
        /// The object id's position.
        var id: Int?

        init(_ fields: [Field], of layer: LayerTable) {
            for (place, field) in fields.enumerated() {
                guard let column = layer.column(named: field.name) else {
                    // An id under another name belongs to another layer and is not a value here.
                    if field.type != .objectID { unknown.append((place, field.name)) }
                    continue
                }
                if column.isObjectID {
                    // A layer's own name for the id counts before OBJECTID.
                    let isOwn = field.name.lowercased() == layer.schema.objectIDField.lowercased()
                    if id == nil || isOwn { id = place }
                } else if !columns.contains(where: { $0.column.sql == column.sql }) {
                    columns.append((place, column))
                }
            }
        }
    }

    func columns(of match: FieldMatch) -> [RowColumn] {
        match.columns.map { .value($0.column) } + (layer.shapes.map { [.shape($0)] } ?? [])
    }

    /// Returns the statement that adds rows with matched fields.
    func insertion(of match: FieldMatch) throws -> any RowInsertion {
        try statements.insertion(into: columns(of: match))
    }

    /// Returns a new row's cells, in the order of ``columns(of:)``.
    ///
    /// - Parameters:
    ///   - reference: The system for shapes that name none.
    ///   - keepsID: Whether the row keeps the id among its values.
    /// - Returns: The row's id, or `nil` for the next one, and the cells.
    /// - Throws: ``EditFailure`` if something is wrong with the row.
    func cells(
        of feature: Feature, _ match: FieldMatch, in reference: SpatialReference, keepsID: Bool
    ) throws(EditFailure) -> (id: Int64?, values: [SQLValue]) {
        for (place, name) in match.unknown where feature.values[place] != .null {
            throw EditFailure(
                .invalidRow, layer.noField(name).message)
        }
        var id: Int64?
        if keepsID, let place = match.id, feature.values[place] != .null {
            guard case .integer(let number) = feature.values[place] else {
                throw EditFailure(
                    .invalidRow, "\(layer.objectID.field.name) is not a whole number")
            }
            id = Int64(number)
        }
        var values: [SQLValue] = []
        values.reserveCapacity(match.columns.count + 1)
        for (place, column) in match.columns {
            values.append(try column.cell(for: feature.values[place]))
        }
        let shape = try cell(for: feature.geometry, in: feature.spatialReference ?? reference)
        if layer.shapes != nil { values.append(shape) }
        return (id, values)
    }

    /// Adds a row.
    ///
    /// - Returns: The row's id.
    /// - Throws: ``EditFailure`` if something is wrong with the row; database errors.
    func insert(
        _ feature: Feature, _ match: FieldMatch, in reference: SpatialReference, keepsID: Bool,
        by insertion: any RowInsertion
    ) throws -> Int64 {
        let (id, values) = try cells(of: feature, match, in: reference, keepsID: keepsID)
        return try insertion.run(id, values)
    }

    /// Changes a row.
    ///
    /// - Throws: ``EditFailure``; database errors.
    func update(_ update: FeatureUpdate) throws {
        var columns: [RowColumn] = []
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
            columns.append(.value(column))
            values.append(try column.cell(for: value))
        }
        if let geometry = update.geometry {
            let reference = update.spatialReference ?? layer.schema.spatialReference
            let shape = try cell(for: geometry == .empty ? nil : geometry, in: reference)
            if let shapes = layer.shapes {
                columns.append(.shape(shapes))
                values.append(shape)
            }
        }
        // Even an update without values reports whether the row exists.
        if columns.isEmpty {
            columns.append(.value(layer.objectID))
            values.append(.integer(update.objectID))
        }
        guard try statements.update(columns, to: values, ofRow: update.objectID) else {
            throw noRow(update.objectID)
        }
    }

    /// Deletes a row.
    ///
    /// - Throws: ``EditFailure``; database errors.
    func delete(_ id: Int64) throws {
        guard try statements.delete(id) else { throw noRow(id) }
    }

    private func noRow(_ id: Int64) -> EditFailure {
        EditFailure(.noSuchRow, "the layer \"\(layer.schema.name)\" has no row \(id)")
    }
}

// MARK: - Shapes

extension RowWriter {
    /// Returns the cell for a shape; null if there is none.
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
        do throws(SpatialReferenceError) {
            try area?.check(shape)
        } catch {
            throw EditFailure(.invalidRow, error.description)
        }
        do throws(FeatureReadError) {
            let bytes = try shapes.bytes(of: shape)
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
        let transformer: CoordinateTransformer
        do throws(SourceTransformers.Failure) {
            transformer = try transformers.transformer(from: reference)
        } catch {
            throw EditFailure(.invalidRow, error.description)
        }
        do throws(SpatialReferenceError) {
            return try transformer.project(geometry)
        } catch {
            throw EditFailure(.invalidRow, error.description)
        }
    }
}
