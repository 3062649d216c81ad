// The building blocks of schemas.

import Geo

/// Makes JSON schemas (draft 2020-12, which OpenAPI 3.1 uses).
enum Schema {
    /// `true` or `false`.
    static let boolean: JSONValue = ["type": "boolean"]
    /// A number.
    static let number: JSONValue = ["type": "number"]
    /// A whole number.
    static let integer: JSONValue = ["type": "integer"]
    /// Text.
    static let string: JSONValue = ["type": "string"]
    /// Milliseconds since 1970.
    static let time: JSONValue = ["type": "integer", "format": "int64"]

    /// One of the components.
    static func reference(_ name: String) -> JSONValue {
        ["$ref": .string("#/components/schemas/\(name)")]
    }

    /// A list.
    static func array(of element: JSONValue) -> JSONValue { ["type": "array", "items": element] }

    /// One of some words; any text where there are none.
    static func words(_ words: [String]) -> JSONValue {
        words.isEmpty ? string : ["type": "string", "enum": .array(words.map { .string($0) })]
    }

    /// A value or `null`.
    static func nullable(_ schema: JSONValue) -> JSONValue {
        guard let type = schema["type"], type.string != nil else {
            return ["anyOf": [schema, ["type": "null"]]]
        }
        var object = schema.object ?? JSONObject()
        object["type"] = [type, "null"]
        return .object(object)
    }

    /// An object with these members and any others.
    ///
    /// - Parameter required: The members that are always there; all of them when it is `nil`.
    static func object(
        _ members: KeyValuePairs<String, JSONValue>, required: [String]? = nil,
        description: String? = nil
    ) -> JSONValue {
        object(
            members.map { ($0.key, $0.value) }, required: required ?? members.map(\.key),
            description: description)
    }

    /// An object with these members and any others.
    static func object(
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

    /// Text that is JSON.
    static func json(_ content: JSONValue) -> JSONValue {
        ["type": "string", "contentMediaType": "application/json", "contentSchema": content]
    }
}

extension JSONValue {
    /// The same object with more members.
    func with(_ members: KeyValuePairs<String, JSONValue?>) -> JSONValue {
        var object = object ?? JSONObject()
        for (key, value) in members where value != nil { object[key] = value }
        return .object(object)
    }
}
