// The reload of the services, on servers with users.

import Geo
import OpenAPI

/// Describes the reload of the services.
enum ReloadOperations {
    /// Describes its URL. Unlike others, it needs a token.
    fileprivate static func path(_ path: String) -> OpenAPIOperations.Path {
        let item = OpenAPIOperations.resource(
            path, "reload", "The last reload of the services", "Reload",
            forms: .init(redirects: true))
        let post = item.value["post"] ?? [:]
        return (
            item.key,
            item.value.with([
                "get": (item.value["get"] ?? [:]).with(["security": needsToken]),
                "post": post.with([
                    "summary": "Reads the definitions and opens the networks again",
                    "description":
                        "Requires an administrator's token; the response is sent when all is done.",
                    "security": needsToken,
                ]),
            ])
        )
    }

    private static let needsToken: JSONValue = .array(
        TokenOperations.schemes.map { scheme in
            .object(JSONObject([(key: scheme.key, value: .array([]))]))
        })

    /// The schemas that the path refers to.
    static let schemas: OpenAPIOperations.Fields = [("Reload", schema)]

    private static let schema = Schema.object(
        [
            "status": Schema.words(ReloadResource.statuses), "isReloading": Schema.boolean,
            "earlierLayersInUse": Schema.integer,
            "reason": Schema.words(["request", "signal", "file"]), "time": Schema.time,
            "seconds": Schema.number, "layers": Schema.integer,
            "swapped": Schema.array(
                of: Schema.object(
                    [
                        "layer": Schema.string, "previousFingerprint": Schema.string,
                        "fingerprint": Schema.string,
                    ], required: ["layer"])),
            "problems": Schema.array(of: Schema.string),
        ], required: ["status", "isReloading"],
        description: "The last reload of the services, and the networks that it swapped.")
}

extension RowDescription<Void> {
    static let reload = each { path, _, server in
        server.hasTokens && server.hasReload ? ReloadOperations.path(path) : nil
    }
}
