// `/openapi.json`: the OpenAPI description of every URL on this server. Start here.

import Geo
import Hummingbird
import RouteAPI
import ServiceTransport

/// The server's description in OpenAPI 3.1.
///
/// It is generated from the same data as the server's behavior: the rows that answer requests, the
/// catalog, the declarations that decode requests, and the classes of answers. So a URL, a
/// parameter, a default or a travel mode cannot be missing from it. Each ``ResourceRow`` has a
/// ``RowDescription``; ``ParameterSchema`` describes parameters, ``RequestSchemas`` and
/// ``AnswerSchemas`` the values in them and in answers.
///
/// Each layer has its own paths instead of a pattern with placeholders, because its defaults, its
/// travel modes and its network's attributes are its own, too. A caller sees only the layers it may
/// use.
///
/// `scripts/test-openapi` checks the document and tests every URL in it against a running server.
struct OpenAPIDocument {
    let server: DescribedServer
    /// The path items, in the order of the rows.
    let paths: [OpenAPIOperations.Path]

    func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.value(document)
        return writer.bytes
    }

    /// The document as a value.
    var document: JSONValue {
        let used = schemas.used(by: paths.map(\.value))
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Waypost", "version": .string(ProductVersion.current),
                "summary": "Routes over street networks",
                "description":
                    """
                Route layers with the interface of ArcGIS Server. A failure of an operation \
                has status 200 and an error envelope; errors before an operation have other \
                statuses. Without f the answer is a page.
                """,
            ],
            "servers": [["url": .string(server.prefix.isEmpty ? "/" : server.prefix)]],
            "tags": .array(OpenAPIOperations.tags(server.layers)),
            "security": server.hasTokens ? TokenOperations.security(schemes) : [],
            "paths": .object(JSONObject(paths)),
            "components": [
                "parameters": .object(JSONObject(OpenAPIOperations.parameters)),
                "schemas": .object(JSONObject(used)),
                "securitySchemes": .object(JSONObject(schemes)),
            ],
        ]
    }

    /// Every schema that a path may refer to.
    private var schemas: SchemaCollection {
        SchemaCollection(
            RequestSchemas.all + AnswerSchemas.server + TaskOperations.schemas
                + TokenOperations.schemas + ReloadOperations.schemas + JobOperations.schemas
                + SharingOperations.schemas + FeatureOperations.schemas
                + TrafficOperations.schemas + GeocodeOperations.schemas + MapOperations.schemas
                + OSRMOperations.schemas + GuideOperations.schemas
                + server.layers.flatMap { AnswerSchemas.layer($0.layer, $0.name) })
    }

    /// The security schemes by which callers authenticate.
    private var schemes: [(key: String, value: JSONValue)] {
        guard server.hasTokens else { return [] }
        return TokenOperations.schemes
            + (server.answersSharing ? [SharingOperations.scheme(below: server.prefix)] : [])
    }
}

extension AnswerWriter {
    /// Returns the server's OpenAPI description, which is JSON in every format.
    func response(_ document: OpenAPIDocument) -> Response {
        script(document.json(pretty: format != .json), isCacheable: true)
    }
}
