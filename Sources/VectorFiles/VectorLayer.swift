// What a layer of a file is like.

package import Geo

/// A layer of a file that GDAL reads: its fields, its shapes, its system.
package struct VectorLayer: Hashable, Sendable {
    /// The shapes that the file declares.
    package enum Shapes: Hashable, Sendable {
        /// A table without shapes.
        case none
        /// Shapes of one kind.
        case kind(GeometryType)
        /// Each row has a kind of its own.
        case any
    }

    /// A field.
    package struct Column: Hashable, Sendable {
        /// How GDAL types values.
        enum Kind: Hashable, Sendable {
            case integer, number, text, day, time, dateTime
        }

        /// The name and type; dates are of the type `date`, times of day texts.
        package var field: Field
        /// The place among the fields of GDAL.
        let place: Int32
        let kind: Kind

        /// Whether values are dates without a time.
        package var isDay: Bool { kind == .day }
    }

    /// The name.
    package let name: String
    /// The shapes.
    package let shapes: Shapes
    /// Whether shapes have measures.
    package let hasMeasures: Bool
    /// The fields; those of bytes are left out.
    package let columns: [Column]
    /// The system, or nil where the file states none.
    package let spatialReference: SpatialReference?
    /// The name of the column of ids, if the format has one.
    package let idField: String?
    /// The number of rows, where it is known without counting.
    package let count: Int?
    /// Whether the first row has the headings.
    let hasHeadingsAmongRows: Bool
    /// Whether texts come as they are in the file, in an encoding that it does not state.
    let hasUnknownEncoding: Bool
    /// Whether the shapes have north before east.
    let isNorthFirst: Bool

    /// Whether rows are read by the rules of tables: columns of coordinates, decimal signs, dates.
    package var isTable: Bool { shapes == .none }
}

extension VectorLayer {
    /// The fields as a set has them, the ids first.
    package var fields: [Field] {
        (idField.map { [Field($0, .objectID)] } ?? []) + columns.map(\.field)
    }
}

extension VectorLayer.Shapes {
    /// The shapes of a kind of GDAL, whose numbers are those of ISO 13249-3 and, with elevations,
    /// of an older list.
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

    /// Whether a kind of GDAL has measures.
    static func hasMeasures(code: Int32) -> Bool { (2_000..<4_000).contains(code) }
}
