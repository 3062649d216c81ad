// Describes a layer in a file.

package import Geo

/// A layer that GDAL reads: its fields, shapes and coordinate system.
package struct VectorLayer: Hashable, Sendable {
    /// The shapes a file declares.
    package enum Shapes: Hashable, Sendable {
        /// A table without shapes.
        case none
        /// All shapes are of this kind.
        case kind(GeometryType)
        /// Each row has its own kind.
        case any
    }

    package struct Column: Hashable, Sendable {
        /// GDAL's type for the values.
        enum Kind: Hashable, Sendable {
            case integer, number, text, day, time, dateTime
        }

        /// The name and type. Dates have the type `date`; times of day are texts.
        package var field: Field
        /// The position among GDAL's fields.
        let place: Int32
        let kind: Kind

        /// Whether values are dates without a time.
        package var isDay: Bool { kind == .day }
    }

    /// The layer's name.
    package let name: String
    /// The declared shapes.
    package let shapes: Shapes
    /// Whether shapes have measures.
    package let hasMeasures: Bool
    /// The fields, except those with bytes.
    package let columns: [Column]
    /// The system, or nil if the file states none.
    package let spatialReference: SpatialReference?
    /// The name of the id column, if the format has one.
    package let idField: String?
    /// The number of rows, if known without counting.
    package let count: Int?
    /// Whether the first row holds the headings.
    let hasHeadingsAmongRows: Bool
    /// Whether texts come unchanged from the file, which does not state their encoding.
    let hasUnknownEncoding: Bool
    /// Whether shapes have north before east.
    let isNorthFirst: Bool

    /// Whether the table rules apply to rows: coordinate columns, decimal signs, dates.
    package var isTable: Bool { shapes == .none }
}

extension VectorLayer {
    /// The fields of a feature set, ids first.
    package var fields: [Field] {
        (idField.map { [Field($0, .objectID)] } ?? []) + columns.map(\.field)
    }
}

extension VectorLayer.Shapes {
    /// Maps GDAL's kinds of shapes, numbered as in ISO 13249-3 or, with elevations, as in an older
    /// list.
    init(code: Int32) {
        let kind = (UInt32(bitPattern: code) & 0x7FFF_FFFF) % 1_000
        self =
            switch kind {
            case 1: .kind(.point)
            case 4: .kind(.multipoint)
            case 2, 5, 8, 9, 11, 13: .kind(.polyline)
            case 3, 6, 10, 12: .kind(.polygon)
            case 100: .none
            default: .any
            }
    }

    /// Returns whether GDAL's kind has measures.
    static func hasMeasures(code: Int32) -> Bool { (2_000..<4_000).contains(code) }
}
