// The building blocks for schemas.

package import Geo

/// Makes JSON schemas (draft 2020-12, which OpenAPI 3.1 uses).
package enum Schema {
    /// `true` or `false`.
    package static let boolean: JSONValue = ["type": "boolean"]
    package static let number: JSONValue = ["type": "number"]
    package static let integer: JSONValue = ["type": "integer"]
    package static let string: JSONValue = ["type": "string"]
    /// Milliseconds since 1970.
    package static let time: JSONValue = ["type": "integer", "format": "int64"]

    /// What references to schemas begin with.
    static let componentPrefix = "#/components/schemas/"

    /// Refers to a component by name.
    package static func reference(_ name: String) -> JSONValue {
        ["$ref": .string(componentPrefix + name)]
    }

    package static func array(of element: JSONValue) -> JSONValue {
        ["type": "array", "items": element]
    }

    /// Describes a choice of words; any text if the list is empty.
    package static func words(_ words: [String]) -> JSONValue {
        words.isEmpty ? string : ["type": "string", "enum": .array(words.map { .string($0) })]
    }

    /// Describes a value or `null`.
    package static func nullable(_ schema: JSONValue) -> JSONValue {
        guard let type = schema["type"], type.string != nil else {
            return ["anyOf": [schema, ["type": "null"]]]
        }
        var object = schema.object ?? JSONObject()
        object["type"] = [type, "null"]
        return .object(object)
    }

    /// Describes an object with these members and any others.
    ///
    /// - Parameter required: The members that are always present; all of them if `nil`.
    package static func object(
        _ members: KeyValuePairs<String, JSONValue>, required: [String]? = nil,
        description: String? = nil
    ) -> JSONValue {
        object(
            members.map { ($0.key, $0.value) }, required: required ?? members.map(\.key),
            description: description)
    }

    /// Describes an object with these members and any others.
    package static func object(
        _ members: [(key: String, value: JSONValue)], required: [String] = [],
        description: String? = nil
    ) -> JSONValue {
        var schema = JSONObject()
        schema["type"] = "object"
        schema["description"] = description.map { .string($0) }
        schema["required"] = required.isEmpty ? nil : .array(required.map { .string($0) })
        schema["properties"] = .object(JSONObject(members))
        return .object(schema)
    }

    /// Describes JSON as text.
    package static func json(_ content: JSONValue) -> JSONValue {
        ["type": "string", "contentMediaType": "application/json", "contentSchema": content]
    }
}

extension JSONValue {
    /// Returns the object with more members.
    package func with(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object = object ?? JSONObject()
        for (key, value) in members where value != nil { object[key] = value }
        return .object(object)
    }
}
