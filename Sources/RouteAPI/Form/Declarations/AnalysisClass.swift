// One class of analysis objects, such as stops, with the fields that its rows have. The table of
// them is AnalysisClass+Table.

package import Geo

/// A class of analysis objects: the fields of an input's rows, and those of an answer's rows.
package struct AnalysisClass: Sendable {
    /// The writer of a field.
    package enum Direction: String, Hashable, Sendable {
        /// The caller; answers do not have it.
        case input
        /// The service; values from callers are ignored.
        case output
        /// Both.
        case both
    }

    /// A field of a class.
    package struct ClassField: Hashable, Sendable {
        /// The name, as it is written; it is read in any case.
        package var name: String
        /// The type of its values.
        package var type: FieldType
        /// The greatest number of characters of a text.
        package var length: Int?
        /// The value that a missing attribute takes, or empty for none.
        package var defaultValue: String
        /// The writer.
        package var direction: Direction
        /// A sentence that describes it.
        package var explanation: String
        /// Whether only answers under traffic have it.
        package var isOfTraffic = false
        /// The only values that it has; none for any value of its type.
        package var values: [String] = []
    }

    /// The name in the layer resource.
    package var name: String
    /// The parameter that carries its rows into a solve, or `nil` when only answers have them.
    package var parameter: String?
    /// The key of its rows in an answer.
    package var answerKey: String
    /// The kind of its rows' shapes, or `nil` when they have none.
    package var geometryType: GeometryType?
    /// Its fields in the order of answers.
    package var fields: [ClassField]
    /// The fields that answers have on request only.
    package var fieldsOnRequest: [ClassField] = []
}

extension AnalysisClass {
    /// The attributes for which a field is repeated.
    enum Repetition {
        /// Every cost of the network.
        case costs
        /// Every cost that is measured in time. Consecutive fields of this kind are ordered by
        /// cost first, as in recorded answers of ArcGIS.
        case timeCosts
        /// Every cost that follows live speeds, ordered by cost first as well; only answers under
        /// traffic have these.
        case liveCosts
        /// Every restriction; an answer has the active ones.
        case restrictions
    }

    /// A field, or the prefix of fields of which there is one for each attribute of a kind.
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

        /// The names that the field is repeated for; one empty name for a field of its own.
        private func names(_ all: [NetworkAttributeDescription]) -> [String] {
            // Answers have other names of an attribute only where the request uses them.
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

        /// The fields of some declarations for a network with these attributes.
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
    /// Writes a class as a member of the layer resource.
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
