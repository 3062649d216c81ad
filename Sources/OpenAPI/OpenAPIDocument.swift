// `/openapi.json`: the OpenAPI description of every URL on this server. Start here.

package import Geo
package import Hummingbird
import RouteAPI
import ServicePages
import ServiceTransport

/// The server's description in OpenAPI 3.1.
///
/// It is generated from what the server itself uses: the rows with their handlers, the catalog, the
/// declarations of parameters, and the classes of answers. So a URL, a parameter, a default or a
/// travel mode cannot be missing from it. Each ``ResourceRow`` has a
/// ``RowDescription``; ``ParameterSchema`` describes parameters, ``RequestSchemas`` and
/// ``AnswerSchemas`` the values in them and in answers.
///
/// Each layer has its own paths instead of a pattern with placeholders, because its defaults, its
/// travel modes and its network's attributes are its own, too. A caller sees only the layers it may
/// use.
///
/// `scripts/test-openapi` checks the document and tests every URL in it against a running server.
package struct OpenAPIDocument {
    package let server: DescribedServer
    /// The path items, in the order of the rows.
    package let paths: [OpenAPIOperations.Path]
    /// The schemas for parts of the server. The document takes only those its paths lead to.
    package let schemas: OpenAPIOperations.Fields
    /// The security schemes by which callers authenticate; empty if the server has no users.
    package let schemes: OpenAPIOperations.Fields

    package init(
        server: DescribedServer, paths: [OpenAPIOperations.Path],
        schemas: OpenAPIOperations.Fields, schemes: OpenAPIOperations.Fields
    ) {
        self.server = server
        self.paths = paths
        self.schemas = schemas
        self.schemes = schemes
    }

    package func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.value(document)
        return writer.bytes
    }

    package var document: JSONValue {
        let all = SchemaCollection(
            RequestSchemas.all + AnswerSchemas.server + schemas
                + server.layers.flatMap { AnswerSchemas.layer($0.layer, $0.name) })
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
            "security": schemes.isEmpty ? [] : security,
            "paths": .object(JSONObject(paths)),
            "components": [
                "parameters": .object(JSONObject(OpenAPIOperations.parameters)),
                "schemas": .object(JSONObject(all.used(by: paths.map(\.value)))),
                "securitySchemes": .object(JSONObject(schemes)),
            ],
        ]
    }

    /// The security for any operation: any scheme, or none if the service is open.
    private var security: JSONValue {
        .array([[:]] + schemes.map { .object(JSONObject([(key: $0.key, value: .array([]))])) })
    }
}

extension AnswerWriter {
    /// Returns the server's OpenAPI description, which is JSON in every format.
    package func response(_ document: OpenAPIDocument) -> Response {
        script(document.json(pretty: format != .json), isCacheable: true)
    }
}
