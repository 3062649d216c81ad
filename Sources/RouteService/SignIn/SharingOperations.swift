// `sharing/rest`, on servers that serve it like a portal, and how programs log in there.

import AccessControl
import Geo
import OpenAPI
import PublishedServices

/// Describes `sharing/rest`.
enum SharingOperations {
    private static let root = "/\(ServerContext.name)/sharing/rest"

    /// Returns the paths; log-ins are possible if the server has users.
    fileprivate static func paths(hasTokens: Bool) -> [OpenAPIOperations.Path] {
        let open = [
            OpenAPIOperations.resource(root, "sharing", "The portal's version", "Sharing"),
            OpenAPIOperations.resource(
                "\(root)/info", "sharing.info", "Where to get tokens", "SharingInfo"),
            OpenAPIOperations.resource(
                "\(root)/portals/self", "portal", "The portal as the caller sees it", "Portal"),
            OpenAPIOperations.resource(
                "\(root)/community/self", "portal.self", "The caller", "PortalUser"),
            OpenAPIOperations.resource(
                "\(root)/community/users/{username}", "portal.user", "A user, to that user",
                "PortalUser",
                segments: [OpenAPIOperations.segment("username", "The name of the caller.")]),
        ]
        guard hasTokens else { return open }
        return open + [
            TokenOperations.path("\(root)/generateToken", id: "portal.generateToken"), authorize,
            signIn, token, revokeToken,
        ]
    }

    /// The schemas that the paths refer to.
    static let schemas: OpenAPIOperations.Fields =
        [
            (
                "Sharing",
                Schema.object(
                    ["currentVersion": Schema.string, "fullVersion": Schema.string],
                    description: "The portal's version.")
            ),
            (
                "SharingInfo",
                Schema.object(
                    [
                        "authInfo": Schema.object([
                            "tokenServicesUrl": Schema.string,
                            "isTokenBasedSecurity": Schema.boolean,
                        ])
                    ], description: "Where to get tokens, and whether they are needed.")
            ), ("Portal", portal), ("PortalUser", portalUser),
        ] + logInSchemas

    /// Returns the log-in as a security scheme.
    ///
    /// - Parameter prefix: The path in front of the server's own paths, behind a proxy.
    static func scheme(below prefix: String) -> (key: String, value: JSONValue) {
        let place = "\(prefix)\(root)/oauth2"
        return (
            "logIn",
            [
                "type": "oauth2",
                "description": "A code for a sign-in, with PKCE, and tokens for the code.",
                "flows": [
                    "authorizationCode": [
                        "authorizationUrl": .string("\(place)/authorize"),
                        "tokenUrl": .string("\(place)/token"),
                        "refreshUrl": .string("\(place)/token"), "scopes": [:],
                    ]
                ],
            ]
        )
    }

    private static let portal = Schema.object(
        [
            ("id", Schema.string), ("name", Schema.string), ("isPortal", Schema.boolean),
            ("currentVersion", Schema.string), ("allSSL", Schema.boolean),
            ("portalHostname", Schema.string), ("supportsOAuth", Schema.boolean),
            (
                "helperServices",
                Schema.object(
                    [
                        (
                            "route",
                            Schema.object(
                                [("url", Schema.string), ("defaultTravelMode", Schema.string)],
                                required: ["url"])
                        ),
                        (
                            "routingUtilities",
                            Schema.object([("url", Schema.string)], required: ["url"])
                        ),
                    ])
            ), ("user", Schema.reference("PortalUser")),
        ], required: ["id", "name", "isPortal", "currentVersion", "helperServices"],
        description: "The portal, with its route layer and the current user.")

    private static let portalUser = Schema.object(
        [
            ("username", Schema.string), ("fullName", Schema.string), ("role", Schema.string),
            ("privileges", Schema.array(of: Schema.string)),
        ], required: ["username", "role", "privileges"], description: "A user, to that user.")

    private static let logInSchemas: [(key: String, value: JSONValue)] = [
        (
            "LogInFailure",
            Schema.object(
                [
                    "error": Schema.object(
                        [
                            "code": Schema.integer, "error": Schema.string,
                            "error_description": Schema.string, "message": Schema.string,
                            "details": Schema.array(of: Schema.string),
                        ])
                ], description: "Why a log-in failed: an OAuth error code and a sentence.")
        ),
        (
            "SignIn",
            Schema.object(
                [
                    ("oauth_state", Schema.string), ("client_id", Schema.string),
                    ("messages", Schema.array(of: Schema.string)),
                ], required: ["oauth_state", "client_id"],
                description: "The fields of a sign-in, and why the last one failed.")
        ),
        (
            "SignedIn",
            Schema.object(["code": Schema.string], description: "A code that can be used once.")
        ),
        (
            "LogIn",
            Schema.object(
                [
                    ("access_token", Schema.string), ("token_type", ["const": "bearer"]),
                    ("expires_in", Schema.integer), ("username", Schema.string),
                    ("ssl", Schema.boolean), ("refresh_token", Schema.string),
                    ("refresh_token_expires_in", Schema.integer),
                ], required: ["access_token", "token_type", "expires_in", "username", "ssl"],
                description: "An access token with its lifetime in seconds, and a refresh token.")
        ),
        (
            "LoggedOut",
            Schema.object(["success": ["const": true]], description: "The log-in has ended.")
        ),
    ]

    private static let authorize: OpenAPIOperations.Path = {
        let fields: [(key: String, value: JSONValue)] = [
            ("client_id", ["type": "string", "pattern": "^[A-Za-z0-9._~-]{1,128}$"]),
            ("redirect_uri", ["type": "string", "maxLength": 1_024]),
            ("response_type", Schema.words(["code"])),
            ("state", ["type": "string", "maxLength": 2_048]),
            ("code_challenge", ["type": "string", "pattern": "^[A-Za-z0-9_-]{43}$"]),
            ("code_challenge_method", Schema.words(["S256"])),
            ("expiration", ["type": "number", "description": "Minutes, or -1."]),
        ]
        let required = ["client_id", "redirect_uri", "response_type"]
        let queries = fields.map { field in
            OpenAPIOperations.query(
                field.key, field.value, field.value["description"]?.string ?? ""
            )
            .with(["required": required.contains(field.key) ? true : nil])
        }
        func operation(_ suffix: String) -> JSONValue {
            step("authorize\(suffix)", "The page to sign in on", ["SignIn"])
        }
        return (
            "\(root)/oauth2/authorize",
            [
                "parameters": OpenAPIOperations.commonParameters,
                "get": operation("").with(["parameters": .array(queries)]),
                "post": operation(".post").with([
                    "requestBody": OpenAPIOperations.form(fields, required: required)
                ]),
            ]
        )
    }()

    private static let signIn: OpenAPIOperations.Path = posted(
        "signin",
        step(
            "signin", "A name and a password for a code", ["SignedIn"], failing: ["SignIn"],
            redirects: true),
        [
            ("oauth_state", Schema.string), ("username", Schema.string),
            ("password", Schema.string.with(["format": "password"])),
        ], required: ["oauth_state", "username", "password"])

    private static let token: OpenAPIOperations.Path = posted(
        "token",
        step(
            "token", "Tokens for a code, a new one, or the end of a log-in",
            ["LogIn", "LoggedOut"]),
        [
            (
                "grant_type",
                Schema.words([
                    "authorization_code", "refresh_token", "exchange_refresh_token",
                    "suspend_session",
                ])
            ),
            ("client_id", Schema.string), ("code", Schema.string),
            ("redirect_uri", Schema.string), ("code_verifier", Schema.string),
            ("refresh_token", Schema.string),
        ], required: ["grant_type", "client_id"])

    private static let revokeToken: OpenAPIOperations.Path = posted(
        "revokeToken", step("revokeToken", "The end of a log-in", ["LoggedOut"]),
        [("auth_token", Schema.string), ("client_id", Schema.string)], required: ["auth_token"])

    private static func posted(
        _ name: String, _ operation: JSONValue, _ fields: [(key: String, value: JSONValue)],
        required: [String]
    ) -> OpenAPIOperations.Path {
        (
            "\(root)/oauth2/\(name)",
            [
                "parameters": OpenAPIOperations.commonParameters,
                "post": operation.with([
                    "requestBody": OpenAPIOperations.form(fields, required: required)
                ]),
            ]
        )
    }

    /// Describes a step in a log-in, with its answers.
    private static func step(
        _ id: String, _ summary: String, _ schemas: [String], failing: [String] = [],
        redirects: Bool = false
    ) -> JSONValue {
        func answer(_ text: String, _ names: [String]) -> JSONValue {
            let text: JSONValue = ["description": .string(text)]
            let json: JSONValue = [
                "schema": ["anyOf": .array(names.map { Schema.reference($0) })]
            ]
            let plain: JSONValue = ["schema": Schema.string]
            return text.with([
                "content": (["application/json": json, "text/html": plain] as JSONValue)
                    .with(["application/javascript": plain])
            ])
        }
        let failures = failing + ["LogInFailure", "Failure"]
        let responses: JSONValue = [
            "200": answer("The answer, or the error of an invalid request.", schemas + ["Failure"]),
            "4XX": answer("Why the log-in failed.", failures),
            "503": answer(
                "The server is checking too many passwords at once.", failing + ["Failure"]),
        ]
        return [
            "operationId": .string("oauth2.\(id)"), "summary": .string(summary),
            "tags": ["server"], "security": [[:]],
            "responses": responses.with([
                "302": redirects
                    ? ["description": "To the redirect URI, with the code."] : nil
            ]),
        ]
    }
}

extension RowDescription<SharingAddress> {
    static let sharing = paths { server in
        server.answersSharing ? SharingOperations.paths(hasTokens: server.hasTokens) : []
    }
}
