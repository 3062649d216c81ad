// Reads a layer's rows in sequence.

import CGDAL
import Foundation
package import Geo

/// A layer's rows. Use it on the thread that opened it.
package final class VectorRows {
    package struct Row {
        /// The row's position in the layer, counted from 1.
        package var number: Int
        /// The id in the file.
        package var id: Int
        /// Values for the layer's columns, in order.
        package var values: [AttributeValue]
        /// The shape, if the row has one.
        package var geometry: Geometry?
    }

    /// How dates are returned.
    package enum Times: Hashable, Sendable {
        /// As texts: with a zone if the file has one, otherwise as local times.
        case texts
        /// As milliseconds since 1970.
        case milliseconds
    }

    /// Describes the layer.
    package var layer: VectorLayer { open.layer }
    /// How to return dates.
    package var times = Times.milliseconds
    /// Whether coordinates must be degrees if the file states no system.
    package var checksDegrees = false
    /// Whether a text was not UTF-8 and was read as Windows-1252.
    package private(set) var hasLegacyText = false

    private let open: OpenVectorLayer
    private var gdal: GDALLibrary { open.gdal }
    private let functions: waypost_gdal
    private var number = 0
    private var buffer: [UInt8] = []

    /// The largest shape accepted, in bytes: about 16 million vertices.
    private static let longestShape: Int32 = 1 << 28

    init(_ open: OpenVectorLayer) {
        self.open = open
        functions = open.gdal.functions
        functions.OGR_L_ResetReading(open.handle)
    }

    /// Returns the next row, or nil after the last.
    ///
    /// - Throws: ``FeatureReadError`` naming the row, if the file is damaged.
    package func next() throws(FeatureReadError) -> Row? {
        functions.CPLErrorReset()
        let feature = functions.OGR_L_GetNextFeature(open.handle)
        if let reason = gdal.failure() {
            if let feature { functions.OGR_F_Destroy(feature) }
            throw FeatureReadError(
                feature: number + 1, "the file is damaged, or GDAL cannot read it: \(reason)")
        }
        guard let feature else { return nil }
        defer { functions.OGR_F_Destroy(feature) }
        number += 1
        var values: [AttributeValue] = []
        values.reserveCapacity(layer.columns.count)
        for column in layer.columns { values.append(try value(of: feature, column)) }
        return Row(
            number: number, id: Int(functions.OGR_F_GetFID(feature)), values: values,
            geometry: try geometry(of: feature))
    }

    /// How many rows are returned together, fewer if shapes are large.
    private static let rowsTogether = 1_000
    private static let verticesTogether = 200_000

    /// Returns the next rows as features with ``VectorLayer/fields``; none after the last.
    ///
    /// - Throws: Like ``next()``.
    package func nextFeatures() throws(FeatureReadError) -> [Feature] {
        var features: [Feature] = []
        var vertices = 0
        while features.count < Self.rowsTogether, vertices < Self.verticesTogether,
            let row = try next()
        {
            if layer.spatialReference == nil, checksDegrees { try checkDegrees(of: row) }
            let id: [AttributeValue] = layer.idField == nil ? [] : [.integer(row.id)]
            let shape = row.geometry == .empty ? nil : row.geometry
            vertices += shape?.vertexCount ?? 0
            features.append(Feature(values: id + row.values, geometry: shape))
        }
        return features
    }

    private func value(
        of feature: waypost_gdal_object, _ column: VectorLayer.Column
    ) throws(FeatureReadError) -> AttributeValue {
        guard functions.OGR_F_IsFieldSetAndNotNull(feature, column.place) != 0 else {
            return .null
        }
        switch column.kind {
        case .integer:
            return .integer(Int(functions.OGR_F_GetFieldAsInteger64(feature, column.place)))
        case .number:
            let number = functions.OGR_F_GetFieldAsDouble(feature, column.place)
            return number.isFinite ? .double(number) : .null
        case .text: return .string(try text(of: feature, column))
        case .day, .time, .dateTime:
            // A value that is not a date stays a text, which the field's reader refuses.
            if let date = date(of: feature, column) { return date }
            return .string(try text(of: feature, column))
        }
    }

    private func text(
        of feature: waypost_gdal_object, _ column: VectorLayer.Column
    ) throws(FeatureReadError) -> String {
        guard let pointer = functions.OGR_F_GetFieldAsString(feature, column.place) else {
            return ""
        }
        guard strnlen(pointer, WrittenText.longest + 1) <= WrittenText.longest else {
            throw FeatureReadError(
                feature: number,
                "\(column.field.name.excerpt(60)): the text has more than "
                    + "\(WrittenText.longest) bytes")
        }
        let (text, isLegacy) = WrittenText.decoded(pointer)
        hasLegacyText = hasLegacyText || isLegacy
        guard let text else {
            throw FeatureReadError(
                feature: number,
                "\(column.field.name.excerpt(60)): the text is neither UTF-8 nor Windows-1252; "
                    + "give its encoding, such as --encoding windows-1250")
        }
        return text
    }

    private func date(
        of feature: waypost_gdal_object, _ column: VectorLayer.Column
    ) -> AttributeValue? {
        var date = VectorDate()
        let isRead = functions.OGR_F_GetFieldAsDateTimeEx(
            feature, column.place, &date.year, &date.month, &date.day, &date.hour, &date.minute,
            &date.second, &date.zone)
        guard isRead != 0 else { return nil }
        if column.kind == .time { return date.timeOfDay.map { .string($0) } }
        guard let milliseconds = date.milliseconds else { return nil }
        switch times {
        case .milliseconds: return .date(milliseconds)
        case .texts:
            if column.isDay {
                return .string(String(ISODateTime.clockText(milliseconds).prefix { $0 != "T" }))
            }
            let hasZone = date.offsetMinutes != nil
            return .string(
                hasZone ? ISODateTime.text(milliseconds) : ISODateTime.clockText(milliseconds))
        }
    }

    private func geometry(
        of feature: waypost_gdal_object
    ) throws(FeatureReadError) -> Geometry? {
        guard let shape = functions.OGR_F_GetGeometryRef(feature) else { return nil }
        let count = functions.OGR_G_WkbSize(shape)
        guard count > 0, count <= Self.longestShape else {
            throw FeatureReadError(feature: number, "the shape has \(count) bytes, too many")
        }
        buffer.removeAll(keepingCapacity: true)
        buffer.append(contentsOf: repeatElement(0, count: Int(count)))
        // Little-endian.
        guard functions.OGR_G_ExportToIsoWkb(shape, 1, &buffer) == 0 else {
            throw FeatureReadError(feature: number, "GDAL cannot hand over the shape")
        }
        do throws(FeatureReadError) {
            let geometry = try Geometry(wellKnownBinary: buffer, dropsCollapsed: true)
            return open.layer.isNorthFirst ? geometry.withAxesSwapped : geometry
        } catch {
            throw FeatureReadError(feature: number, error.reason)
        }
    }
}

/// A date in GDAL's form.
struct VectorDate {
    var year: Int32 = 0
    var month: Int32 = 0
    var day: Int32 = 0
    var hour: Int32 = 0
    var minute: Int32 = 0
    var second: Float = 0
    /// 0 unknown, 1 local, 100 UTC; each unit beyond is a quarter of an hour.
    var zone: Int32 = 0

    /// The offset from UTC, if the file states one.
    var offsetMinutes: Int? { zone > 1 ? (Int(zone) - 100) * 15 : nil }

    private var dayMilliseconds: Int64? {
        guard (0...24).contains(hour), (0...59).contains(minute), second >= 0, second < 62 else {
            return nil
        }
        return Int64(hour) * 3_600_000 + Int64(minute) * 60_000
            + Int64((Double(second) * 1_000).rounded())
    }

    /// Milliseconds since 1970: an instant if there is a zone, otherwise a local time.
    var milliseconds: Int64? {
        guard (1...9_999).contains(year), (1...12).contains(month), day >= 1,
            day <= ISODateTime.daysInMonth(Int(month), of: Int(year)), let dayMilliseconds
        else { return nil }
        let days = ISODateTime.dayNumber(year: Int(year), month: Int(month), day: Int(day))
        return Int64(days) * 86_400_000 + dayMilliseconds - Int64(offsetMinutes ?? 0) * 60_000
    }

    /// The time of day as text.
    var timeOfDay: String? {
        dayMilliseconds.map {
            String(ISODateTime.clockText($0 % 86_400_000).drop { $0 != "T" }.dropFirst())
        }
    }

    /// Converts milliseconds.
    init(milliseconds: Int64, zone: Int32) {
        let (days, rest) = ISODateTime.floorDivision(milliseconds, by: 86_400_000)
        let date = ISODateTime.date(ofDay: Int(days))
        (year, month, day) = (Int32(date.year), Int32(date.month), Int32(date.day))
        (hour, minute) = (Int32(rest / 3_600_000), Int32(rest / 60_000 % 60))
        second = Float(Double(rest % 60_000) / 1_000)
        self.zone = zone
    }

    /// Makes an empty value for GDAL to fill.
    init() {}
}

extension Geometry {
    /// The shape with x and y exchanged in every position.
    fileprivate var withAxesSwapped: Geometry {
        func swapped(_ places: [Coordinate]) -> [Coordinate] {
            places.map { Coordinate(x: $0.y, y: $0.x) }
        }
        return switch self {
        case .empty: .empty
        case .point(let place): .point(Coordinate(x: place.y, y: place.x))
        case .multipoint(let places): .multipoint(swapped(places))
        case .polyline(let paths, let measures):
            .polyline(paths: paths.map(swapped), measures: measures)
        case .polygon(let rings): .polygon(rings: rings.map(swapped))
        }
    }
}
