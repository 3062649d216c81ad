// A field of the analysis classes, declared once.

package import Geo

/// A field of an analysis class, or the prefix of fields that repeat for each attribute of a kind.
///
/// Every field is one constant of this type, and everything else derives from it: answers and files
/// take its name and type, ``ColumnValues`` set its values, the layer resource lists it, and pages
/// and the OpenAPI document explain it.
package struct Column: Hashable, Sendable {
    /// Who writes a field.
    package enum Direction: String, Hashable, Sendable {
        /// The caller. Answers lack the field.
        case input
        /// The service. Values from callers are ignored.
        case output
        /// Both the caller and the service.
        case both
    }

    /// The attributes that a field repeats for.
    package enum Repetition: Hashable, Sendable {
        /// Every cost of the network.
        case costs
        /// Every cost measured in time. Consecutive columns of this kind are ordered by cost first,
        /// as in recorded answers from ArcGIS.
        case timeCosts
        /// Every cost that follows live speeds, also ordered by cost first. Only answers under
        /// traffic have these fields.
        case liveCosts
        /// Every restriction; answers have the active ones.
        case restrictions
    }

    /// The name as it is written, or the prefix before attributes' names. It is read in any case.
    package private(set) var name: String
    package let type: FieldType
    package let direction: Direction
    /// The longest text in characters; `nil` for other types.
    package let length: Int?
    /// The attributes to repeat the field for; `nil` if it does not repeat.
    package let repetition: Repetition?
    /// The value used if the attribute is missing; empty if there is none.
    package let defaultValue: String
    /// The only values it may have; empty if it may have any.
    package let values: [String]
    /// A sentence describing the field.
    package let explanation: String

    init(
        _ name: String, _ type: FieldType, direction: Direction = .output, length: Int? = 1_024,
        each repetition: Repetition? = nil, default defaultValue: String = "",
        values: [String] = [], _ explanation: String
    ) {
        self.name = name
        self.type = type
        self.direction = direction
        self.length = type == .string ? length : nil
        self.repetition = repetition
        self.defaultValue = defaultValue
        self.values = values
        self.explanation = explanation
    }

    /// Returns the field of a table, for one attribute if the column repeats.
    package func field(of attribute: ColumnAttributes.Attribute? = nil) -> Field {
        Field(attribute.map { name + $0.name } ?? name, type, length: length)
    }

    func of(_ attribute: ColumnAttributes.Attribute?) -> Column {
        var column = self
        if let attribute { column.name += attribute.name }
        return column
    }
}
