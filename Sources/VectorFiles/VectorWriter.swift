// Writes tables of features in GDAL's formats.

import CGDAL
import Foundation
package import Geo

/// Writes tables into a new file, row by row.
///
/// ```swift
/// let writer = try VectorWriter(path: draft, as: format)
/// let table = try writer.begin("stops", like: stops)
/// try writer.append(stops.features, to: table)
/// try writer.close()
/// ```
///
/// In sheets, points become two columns `lon` and `lat` (`x` and `y` outside WGS 84) and other
/// shapes become well-known text, as in comma-separated values. Use it on one thread.
package final class VectorWriter {
    /// A table being written.
    package struct Table {
        fileprivate let handle: waypost_gdal_object
        fileprivate let definition: waypost_gdal_object
        /// The table as you passed it, without rows.
        fileprivate let head: FeatureSet
        fileprivate let columns: [Column]
        /// The kind of shapes in the file; nil if they are columns or there are none.
        fileprivate let shape: WellKnownType?
    }

    /// How a column is written.
    fileprivate enum Column {
        case integer
        case number
        case text
        case day
        /// A date, in the format's own type.
        case date(isLocal: Bool)
        case dateText(isLocal: Bool)
    }

    /// Remarks for users on what was cut or renamed.
    package let notes = ReadingNotes()

    /// Whether reading the file must return rows in written order. Otherwise FlatGeobuf has them in
    /// its index's order.
    package var keepsOrder = false

    private let gdal: GDALLibrary
    private let format: VectorFormat
    private let name: String
    private var dataset: waypost_gdal_object?
    private var functions: waypost_gdal { gdal.functions }

    /// The longest text in a dBase table, in bytes.
    private static let longestDBaseText = 254

    /// Makes a file, which must not exist yet.
    ///
    /// - Throws: ``FeatureReadError`` if GDAL is missing or cannot write the format.
    package init(
        path: String, as format: VectorFormat,
        _ library: Result<GDALLibrary, GDALMissing> = GDALLibrary.found
    ) throws(FeatureReadError) {
        name = (path as NSString).lastPathComponent
        self.format = format
        let driver: waypost_gdal_object
        (gdal, driver) = try Self.driver(path, format, library)
        gdal.functions.CPLErrorReset()
        let absolute = URL(fileURLWithPath: path).path
        dataset = gdal.functions.GDALCreate(driver, absolute, 0, 0, 0, 0, nil)
        if dataset == nil { throw error("the file cannot be made") }
    }

    /// Throws if the file could not be made. Call it before there is anything to write.
    ///
    /// - Throws: ``FeatureReadError`` if GDAL is missing or cannot write the format.
    package static func check(
        path: String, as format: VectorFormat,
        _ library: Result<GDALLibrary, GDALMissing> = GDALLibrary.found
    ) throws(FeatureReadError) {
        _ = try driver(path, format, library)
    }

    private static func driver(
        _ path: String, _ format: VectorFormat, _ library: Result<GDALLibrary, GDALMissing>
    ) throws(FeatureReadError) -> (GDALLibrary, waypost_gdal_object) {
        switch library {
        case .failure(let missing): throw missing.error(of: path, format.title, "written")
        case .success(let gdal):
            guard let driver = format.driver.flatMap({ gdal.functions.GDALGetDriverByName($0) })
            else {
                throw FeatureReadError("GDAL \(gdal.version) cannot write \(format.title)")
            }
            return (gdal, driver)
        }
    }

    deinit {
        if let dataset { functions.GDALClose(dataset) }
    }

    /// Begins a table.
    ///
    /// - Parameters:
    ///   - head: The fields, kind of shape and system.
    ///   - dates: Which dates are local times.
    ///   - dayFields: Names of date fields without times.
    package func begin(
        _ name: String, like head: FeatureSet, dates: DateTexts = .instants,
        dayFields: Set<String> = []
    ) throws(FeatureReadError) -> Table {
        let shape = format.isSheets ? nil : head.geometryType.map(Self.wellKnownType)
        // GDAL adds 2000 to kinds of shapes with measures.
        let hasMeasures = head.hasMeasures && shape == .multiLineString
        let code = shape.map { Int32($0.rawValue) + (hasMeasures ? 2_000 : 0) } ?? 100
        let system = shape == nil ? nil : try system(head.spatialReference)
        defer { if let system { functions.OSRDestroySpatialReference(system) } }
        let options =
            switch format.suffix {
            case ".shp": ["ENCODING=UTF-8"]
            case ".fgb": keepsOrder ? ["SPATIAL_INDEX=NO"] : []
            default: [String]()
            }
        functions.CPLErrorReset()
        let handle = GDALLibrary.withTexts(options) {
            functions.GDALDatasetCreateLayer(dataset, name, system, code, $0)
        }
        guard let handle else { throw error("the table \(name) cannot be made") }
        var columns: [Column] = []
        for field in head.fields {
            let column = column(of: field, dates, dayFields)
            try create(field, column, in: handle)
            columns.append(column)
        }
        if format.isSheets, let type = head.geometryType {
            for field in Self.shapeFields(type, head.spatialReference) {
                try create(field, field.type == .double ? .number : .text, in: handle)
            }
        }
        guard let definition = functions.OGR_L_GetLayerDefn(handle) else {
            throw error("the table \(name) has no fields")
        }
        noteNames(of: head.fields, definition)
        return Table(
            handle: handle, definition: definition, head: head, columns: columns, shape: shape)
    }

    /// Adds rows to a table.
    ///
    /// - Throws: ``FeatureReadError`` with GDAL's reason.
    package func append(
        _ features: [Feature], to table: Table
    ) throws(FeatureReadError) {
        for feature in features {
            guard let row = functions.OGR_F_Create(table.definition) else {
                throw error("a row cannot be made")
            }
            defer { functions.OGR_F_Destroy(row) }
            for (place, value) in feature.values.enumerated() where place < table.columns.count {
                set(value, table.columns[place], at: Int32(place), of: row)
            }
            if let shape = feature.geometry { try set(shape, of: row, table) }
            functions.CPLErrorReset()
            guard functions.OGR_L_CreateFeature(table.handle, row) == 0 else {
                throw error("a row cannot be written")
            }
        }
    }

    /// Completes the file.
    ///
    /// - Throws: ``FeatureReadError`` if the remaining data could not be written.
    package func close() throws(FeatureReadError) {
        guard let open = dataset else { return }
        dataset = nil
        functions.CPLErrorReset()
        functions.GDALClose(open)
        if let reason = gdal.failure() { throw FeatureReadError(reason) }
    }

    private func error(_ what: String) -> FeatureReadError {
        FeatureReadError(what + (gdal.failure().map { ": \($0)" } ?? ""))
    }
}

// MARK: - Tables

extension VectorWriter {
    /// Returns the kind to write: lines and areas may have several parts in any row.
    private static func wellKnownType(_ type: GeometryType) -> WellKnownType {
        switch type {
        case .point: .point
        case .multipoint: .multiPoint
        case .polyline: .multiLineString
        case .polygon: .multiPolygon
        }
    }

    /// Returns the columns that replace shapes in sheets.
    private static func shapeFields(_ type: GeometryType, _ system: SpatialReference) -> [Field] {
        guard type == .point else { return [Field("wkt", .string)] }
        return (system.isSame(as: .wgs84) ? ["lon", "lat"] : ["x", "y"]).map { Field($0, .double) }
    }

    private func column(
        of field: Field, _ dates: DateTexts, _ dayFields: Set<String>
    ) -> Column {
        switch field.type {
        case .objectID, .integer: return .integer
        case .double: return .number
        case .string: return .text
        case .date:
            if dayFields.contains(field.name) { return .day }
            let isLocal = dates.localFields.contains(field.name)
            // dBase tables have no times, and sheet cells have no zones.
            let hasType = format.isSheets ? isLocal : format.suffix != ".shp"
            return hasType ? .date(isLocal: isLocal) : .dateText(isLocal: isLocal)
        }
    }

    private func create(
        _ field: Field, _ column: Column, in layer: waypost_gdal_object
    ) throws(FeatureReadError) {
        let type: Int32 =
            switch column {
            case .integer: 12
            case .number: 2
            case .text, .dateText: 4
            case .day: 9
            case .date: 11
            }
        guard let made = functions.OGR_Fld_Create(field.name, type) else {
            throw error("the column \(field.name) cannot be made")
        }
        defer { functions.OGR_Fld_Destroy(made) }
        if case .text = column, let length = field.length, length > 0, length < 1 << 20 {
            functions.OGR_Fld_SetWidth(made, Int32(length))
        }
        functions.CPLErrorReset()
        guard functions.OGR_L_CreateField(layer, made, 1) == 0 else {
            throw error("the column \(field.name) cannot be made")
        }
    }

    /// Notes names that the format changes.
    private func noteNames(of fields: [Field], _ definition: waypost_gdal_object) {
        let changed = fields.enumerated().compactMap { place, field -> String? in
            let made = functions.OGR_FD_GetFieldDefn(definition, Int32(place))
            let name = GDALLibrary.text(functions.OGR_Fld_GetNameRef(made)) ?? field.name
            return name == field.name ? nil : "\(field.name) is \(name)"
        }
        guard !changed.isEmpty else { return }
        let more = changed.count > 20 ? " and \(changed.count - 20) more" : ""
        notes.add(
            "\(format.title) has short names of columns: "
                + changed.prefix(20).joined(separator: ", ") + more)
    }

    /// Returns GDAL's system, or nil if the system is undefined.
    private func system(
        _ reference: SpatialReference
    ) throws(FeatureReadError) -> waypost_gdal_object? {
        let names: [String]
        switch reference.name {
        case .wkt(let text): names = [text]
        case .wkid(let wkid):
            let code = reference.effectiveWKID ?? wkid
            guard code > 0 else { return nil }
            names = ["EPSG:\(code)", "ESRI:\(code)"]
        }
        for name in names {
            guard let system = functions.OSRNewSpatialReference(nil) else { continue }
            if functions.OSRSetFromUserInput(system, name) == 0 {
                // East before north, as in every file.
                functions.OSRSetAxisMappingStrategy(system, 0)
                return system
            }
            functions.OSRDestroySpatialReference(system)
        }
        throw FeatureReadError(
            "GDAL does not know the coordinate system \(names[0].excerpt(60)); give another one by "
                + "--out-sr")
    }
}

// MARK: - Rows

extension VectorWriter {
    private func set(
        _ value: AttributeValue, _ column: Column, at place: Int32, of row: waypost_gdal_object
    ) {
        switch (value, column) {
        case (.null, _): functions.OGR_F_SetFieldNull(row, place)
        case (.integer(let number), .integer):
            functions.OGR_F_SetFieldInteger64(row, place, Int64(number))
        case (.integer(let number), .number):
            functions.OGR_F_SetFieldDouble(row, place, Double(number))
        case (.double(let number), .number):
            functions.OGR_F_SetFieldDouble(row, place, number)
        case (.date(let time), .day):
            set(VectorDate(milliseconds: time, zone: 0), at: place, of: row)
        case (.date(let time), .date(let isLocal)):
            set(VectorDate(milliseconds: time, zone: isLocal ? 0 : 100), at: place, of: row)
        case (.date(let time), .dateText(let isLocal)):
            let text = isLocal ? ISODateTime.clockText(time) : ISODateTime.text(time)
            functions.OGR_F_SetFieldString(row, place, text)
        default:
            functions.OGR_F_SetFieldString(row, place, fitting(CSVFeatureWriter.cell(value)))
        }
    }

    private func set(_ date: VectorDate, at place: Int32, of row: waypost_gdal_object) {
        functions.OGR_F_SetFieldDateTimeEx(
            row, place, date.year, date.month, date.day, date.hour, date.minute, date.second,
            date.zone)
    }

    /// Returns the text as the format allows it: cut for dBase; in a sheet, marked like
    /// comma-separated values if it would be a formula.
    private func fitting(_ text: String) -> String {
        if format.isSheets { return CSVFormula.marked(text) }
        guard format.suffix == ".shp", text.utf8.count > Self.longestDBaseText else { return text }
        notes.add(
            "a shapefile has texts of at most \(Self.longestDBaseText) bytes; longer ones are cut")
        var scalars = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += UTF8.width(scalar)
            if count > Self.longestDBaseText { break }
            scalars.append(scalar)
        }
        return String(scalars)
    }

    private func set(
        _ shape: Geometry, of row: waypost_gdal_object, _ table: Table
    ) throws(FeatureReadError) {
        if shape == .empty { return }
        let place = Int32(table.columns.count)
        if format.isSheets {
            switch (shape, table.head.geometryType) {
            case (.point(let position), .point):
                functions.OGR_F_SetFieldDouble(row, place, position.x)
                functions.OGR_F_SetFieldDouble(row, place + 1, position.y)
            case (_, .point?), (_, nil): return
            case (_, _):
                functions.OGR_F_SetFieldString(row, place, shape.wellKnownText())
            }
            return
        }
        guard let type = table.shape else { return }
        let bytes = try shape.wellKnownBinary(
            as: type, hasM: table.head.hasMeasures && type == .multiLineString)
        var made: waypost_gdal_object?
        functions.CPLErrorReset()
        let isMade = functions.OGR_G_CreateFromWkb(bytes, nil, &made, Int32(bytes.count)) == 0
        guard isMade, functions.OGR_F_SetGeometryDirectly(row, made) == 0 else {
            throw error("a shape cannot be written")
        }
    }
}
