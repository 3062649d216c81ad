// One class of analysis objects, such as stops, with its rows' fields. The table of classes is
// AnalysisClass+Table.

package import Geo

/// A class of analysis objects, such as stops: the fields that rows have in requests and in
/// answers.
///
/// The declarations serve every use: answers take their columns from here, the layer resource lists
/// the classes, and pages and the OpenAPI document explain the fields.
package struct AnalysisClass: Sendable {
    /// Who writes a field.
    package enum Direction: String, Hashable, Sendable {
        /// The caller. Answers lack the field.
        case input
        /// The service. Values from callers are ignored.
        case output
        /// Both the caller and the service.
        case both
    }

    /// A field of a class.
    package struct ClassField: Hashable, Sendable {
        /// The name as it is written. It is read in any case.
        package var name: String
        package var type: FieldType
        /// The longest text in characters.
        package var length: Int?
        /// The value used if the attribute is missing; empty if there is none.
        package var defaultValue: String
        package var direction: Direction
        /// A sentence describing the field.
        package var explanation: String
        /// Whether answers have it only under traffic.
        package var isOfTraffic = false
        /// The only values it may have; empty if it may have any.
        package var values: [String] = []
    }

    /// The class's name in the layer resource.
    package var name: String
    /// The parameter that carries its rows into a solve; `nil` if only answers have them.
    package var parameter: String?
    /// The key of its rows in answers.
    package var answerKey: String
    /// The type of its rows' shapes; `nil` if they have none.
    package var geometryType: GeometryType?
    /// Its fields, in the order of answers.
    package var fields: [ClassField]
    /// Fields that answers have only on request.
    package var fieldsOnRequest: [ClassField] = []
}

extension AnalysisClass {
    /// The attributes that a field is repeated for.
    enum Repetition {
        /// Every cost of the network.
        case costs
        /// Every cost measured in time. Consecutive fields of this kind are ordered by cost first,
        /// as in recorded answers from ArcGIS.
        case timeCosts
        /// Every cost that follows live speeds, also ordered by cost first. Only answers under
        /// traffic have these fields.
        case liveCosts
        /// Every restriction; answers have the active ones.
        case restrictions
    }

    /// A field, or the prefix of fields repeated for each attribute of a kind.
    struct Declaration {
        let name: String
        let type: FieldType
        let direction: Direction
        let length: Int?
        let repetition: Repetition?
        let defaultValue: String
        let explanation: String

        init(
            _ name: String, _ type: FieldType, _ direction: Direction, length: Int? = nil,
            each repetition: Repetition? = nil, default defaultValue: String = "",
            _ explanation: String
        ) {
            self.name = name
            self.type = type
            self.direction = direction
            self.length = length
            self.repetition = repetition
            self.defaultValue = defaultValue
            self.explanation = explanation
        }

        /// Returns the names to repeat the field for, or one empty name if it is not repeated.
        private func names(_ all: [NetworkAttributeDescription]) -> [String] {
            // Answers have an attribute's other names only if the request uses them.
            let attributes = all.filter { $0.aliasOf == nil }
            return switch repetition {
            case nil: [""]
            case .costs: attributes.filter { $0.usage == .cost }.map(\.name)
            case .timeCosts:
                attributes.filter { $0.usage == .cost && $0.units.seconds != nil }.map(\.name)
            case .liveCosts: attributes.filter(\.followsSpeeds).map(\.name)
            case .restrictions: attributes.filter { $0.usage == .restriction }.map(\.name)
            }
        }

        private func field(_ attribute: String) -> ClassField {
            ClassField(
                name: name + attribute, type: type, length: length, defaultValue: defaultValue,
                direction: direction, explanation: explanation,
                isOfTraffic: repetition == .liveCosts)
        }

        /// Returns the fields of some declarations for a network with these attributes.
        static func fields(
            of declarations: [Declaration], over attributes: [NetworkAttributeDescription]
        ) -> [ClassField] {
            var fields: [ClassField] = []
            var rest = declarations[...]
            while let first = rest.first {
                let isRun = first.repetition == .timeCosts || first.repetition == .liveCosts
                let run =
                    isRun ? rest.prefix { $0.repetition == first.repetition } : rest.prefix(1)
                for name in first.names(attributes) { fields += run.map { $0.field(name) } }
                rest = rest.dropFirst(run.count)
            }
            return fields
        }
    }
}

extension JSONWriter {
    /// Writes a class for the layer resource.
    mutating func analysisClass(_ analysisClass: AnalysisClass) {
        beginObject()
        member("className", analysisClass.name)
        array("fields") { writer in
            for field in analysisClass.fields {
                writer.beginObject()
                writer.member("fieldName", field.name)
                writer.member("defaultValue", field.defaultValue)
                writer.names("candidateFields", field.direction == .output ? [] : [field.name])
                writer.member("fieldType", field.type.rawValue)
                writer.member("direction", field.direction.rawValue)
                writer.endObject()
            }
        }
        endObject()
    }
}
