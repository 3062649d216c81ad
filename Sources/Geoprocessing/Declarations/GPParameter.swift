// A geoprocessing task's parameter, and its JSON.

package import Geo

/// A value's type, worded as on the wire.
package enum GPDataType: String, Hashable, Sendable, CaseIterable {
    case string = "GPString"
    /// `true` or `false`.
    case boolean = "GPBoolean"
    case long = "GPLong"
    case double = "GPDouble"
    /// Milliseconds since 1970.
    case date = "GPDate"
    /// `{"distance":…,"units":…}`.
    case linearUnit = "GPLinearUnit"
    case features = "GPFeatureRecordSetLayer"
    /// Rows without shapes.
    case records = "GPRecordSet"
    /// `{"url":…}`.
    case file = "GPDataFile"
    /// A list of texts.
    case strings = "GPMultiValue:GPString"
}

/// A geoprocessing task's parameter: an input or an output.
package struct GPParameter: Hashable, Sendable {
    /// The name; it is matched in any case.
    package var name: String
    package var type: GPDataType
    package var isInput: Bool
    /// Whether an input must be sent.
    package var isRequired: Bool
    /// The value that clients send if they have none; `null` for none.
    package var defaultValue: JSONValue
    /// The heading it has in forms; empty for none.
    package var category: String
    /// The values accepted; empty for any.
    package var choices: [String]
    /// A sentence that describes it.
    package var explanation: String

    package static func input(
        _ name: String, _ type: GPDataType, isRequired: Bool = false,
        default defaultValue: JSONValue = .null, category: String = "", choices: [String] = [],
        _ explanation: String
    ) -> GPParameter {
        GPParameter(
            name: name, type: type, isInput: true, isRequired: isRequired,
            defaultValue: defaultValue, category: category, choices: choices,
            explanation: explanation)
    }

    package static func output(
        _ name: String, _ type: GPDataType, _ explanation: String
    ) -> GPParameter {
        GPParameter(
            name: name, type: type, isInput: false, isRequired: false, defaultValue: .null,
            category: "", choices: [], explanation: explanation)
    }

    /// The name as a heading.
    package var title: String { name.replacing("_", with: " ") }
}

extension JSONWriter {
    /// Writes a parameter as a task's resource shows it.
    ///
    /// Clients require all these keys. They compile the texts as Python, where a backslash or three
    /// quotation marks in a row would end the program text, so both are replaced.
    package mutating func gpParameter(_ parameter: GPParameter) {
        beginObject()
        member("name", parameter.name)
        member("dataType", parameter.type.rawValue)
        member("displayName", parameter.title)
        member("description", GPParameter.plain(parameter.explanation))
        member(
            "direction",
            parameter.isInput ? "esriGPParameterDirectionInput" : "esriGPParameterDirectionOutput")
        key("defaultValue")
        value(parameter.defaultValue)
        let word =
            !parameter.isInput ? "Derived" : parameter.isRequired ? "Required" : "Optional"
        member("parameterType", "esriGPParameterType\(word)")
        member("category", parameter.category)
        if !parameter.choices.isEmpty {
            array("choiceList") { writer in
                for choice in parameter.choices { writer.string(choice) }
            }
        }
        endObject()
    }
}

extension GPParameter {
    /// Replaces whatever would end a Python text.
    static func plain(_ text: String) -> String {
        text.replacing("\\", with: "/").replacing("\"\"\"", with: "''")
    }
}
