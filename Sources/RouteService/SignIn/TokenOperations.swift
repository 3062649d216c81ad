// How callers authenticate, on servers with users.

import Geo
import OpenAPI

/// Describes tokens: how clients get them, and how requests carry them.
enum TokenOperations {
    /// The ways in which a request may carry a token. Open services need none.
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

    /// The schemas that the paths refer to.
    static let schemas: OpenAPIOperations.Fields = [
        (
            "Token",
            Schema.object(
                ["token": Schema.string, "expires": Schema.time, "ssl": Schema.boolean],
                required: ["token", "expires"], description: "A token, and when it ends.")
        )
    ]

    /// Describes a URL that issues tokens.
    static func path(_ path: String, id: String) -> OpenAPIOperations.Path {
        (
            path,
            [
                "parameters": OpenAPIOperations.commonParameters,
                "post": [
                    "operationId": .string(id),
                    "summary": "A token for a user, or for a token of the portal",
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
                "description": "The server that the token is for; sent by clients of portals."
            ])
        ),
    ]
}

extension RowDescription<Void> {
    static let generateToken = each { path, _, server in
        server.hasTokens ? TokenOperations.path(path, id: "generateToken") : nil
    }
}
