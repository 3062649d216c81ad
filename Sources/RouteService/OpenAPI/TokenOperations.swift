// How a caller says who it is, on servers that have users.

import Geo

/// Describes tokens: where they are given, and how they are shown.
enum TokenOperations {
    /// The ways in which a request may carry a token. None is needed for services that are open.
    static let schemes: [(key: String, value: JSONValue)] = [
        ("bearer", ["type": "http", "scheme": "bearer"]),
        (
            "esriHeader",
            [
                "type": "apiKey", "in": "header", "name": "X-Esri-Authorization",
                "description": "The word Bearer, a space and the token.",
            ]
        ), ("tokenField", ["type": "apiKey", "in": "query", "name": "token"]),
    ]

    /// What any operation asks for: one of the schemes, or nothing where the service is open.
    static func security(_ schemes: [(key: String, value: JSONValue)]) -> JSONValue {
        .array([[:]] + schemes.map { .object(JSONObject([(key: $0.key, value: .array([]))])) })
    }

    /// A token that was given.
    static let token = Schema.object(
        ["token": Schema.string, "expires": Schema.time, "ssl": Schema.boolean],
        required: ["token", "expires"], description: "A token, and when it ends.")

    /// A place where tokens are given.
    static func path(_ path: String, id: String) -> OpenAPIOperations.Path {
        (
            path,
            [
                "parameters": OpenAPIOperations.commonParameters,
                "post": [
                    "operationId": .string(id),
                    "summary": "A token for a user, or for the token of a user who logged in",
                    "tags": ["server"], "security": [[:]],
                    "requestBody": OpenAPIOperations.form(
                        fields, anyOf: [["username", "password"], ["token", "serverUrl"]]),
                    "responses": OpenAPIOperations.responses("Token"),
                ],
            ]
        )
    }

    private static let fields: [(key: String, value: JSONValue)] = [
        ("username", Schema.string), ("password", Schema.string.with(["format": "password"])),
        (
            "client",
            Schema.words(["referer", "ip", "requestip"]).with([
                "description": "What the token is bound to."
            ])
        ), ("referer", Schema.string), ("ip", Schema.string),
        ("expiration", ["type": "number", "exclusiveMinimum": 0, "description": "Minutes."]),
        ("token", Schema.string),
        (
            "serverUrl",
            Schema.string.with([
                "description": "Where the token will be used: clients of portals ask so."
            ])
        ),
    ]
}
