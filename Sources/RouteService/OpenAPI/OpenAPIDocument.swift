// `/openapi.json`: every URL of this server, described for machines. Start here.
//
// Generated from what the server works with: the catalog, the declarations that decode requests,
// and the classes that answers are made of. ParameterSchema has the parameters, RequestSchemas and
// AnswerSchemas the shapes of values, OpenAPIOperations the URLs.

import Geo
import RouteAPI

/// The server's description after OpenAPI 3.1.
///
/// Each layer has paths of its own and not a pattern with placeholders, because its defaults, the
/// names of its network's attributes and its travel modes are its own too.
struct OpenAPIDocument {
    let catalog: ServiceCatalog
    /// Whether the server has users, who ask with tokens.
    var hasTokens = false
    /// Whether `sharing/rest` answers.
    var answersSharing = false

    /// Where the document is.
    static let path = "/openapi.json"

    /// The document.
    func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.value(document)
        return writer.bytes
    }

    private var document: JSONValue {
        let layers = named(catalog.layers)
        var operations = OpenAPIOperations.server(catalog) + TaskOperations.paths
        var schemas = RequestSchemas.all + AnswerSchemas.server + TaskOperations.schemas
        if hasTokens {
            operations.append(TokenOperations.path(ResourcePath.generateToken, id: "generateToken"))
            schemas.append(("Token", TokenOperations.token))
        }
        if answersSharing {
            operations += SharingOperations.paths(hasTokens: hasTokens)
            schemas += SharingOperations.schemas(hasTokens: hasTokens)
        }
        operations += layers.flatMap { OpenAPIOperations.layer($0, in: catalog) }
        schemas += layers.flatMap { AnswerSchemas.layer($0.layer.description, $0.name) }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "Waypost", "version": .string(ServerInfo.fullVersion),
                "summary": "Routes over street networks",
                "description":
                    """
                Route layers as clients of ArcGIS Server know them. A failure of an operation \
                is answered with status 200 and an envelope; other statuses come from in \
                front of the operations. Without f the answer is a page.
                """,
            ],
            "servers": [["url": "/"]],
            "tags": .array(OpenAPIOperations.tags(layers)),
            "security": hasTokens ? TokenOperations.security(schemes) : [],
            "paths": .object(JSONObject(operations)),
            "components": [
                "parameters": .object(JSONObject(OpenAPIOperations.parameters)),
                "schemas": .object(JSONObject(schemas)),
                "securitySchemes": .object(JSONObject(schemes)),
            ],
        ]
    }

    /// The ways in which callers may say who they are.
    private var schemes: [(key: String, value: JSONValue)] {
        guard hasTokens else { return [] }
        return TokenOperations.schemes + (answersSharing ? [SharingOperations.scheme] : [])
    }

    /// A layer with the name that its operations and schemas begin with.
    struct NamedLayer {
        var layer: PublishedLayer
        var name: String
    }

    /// Names of components have letters, digits and `._-` only, so two layers may need a number.
    private func named(_ layers: [PublishedLayer]) -> [NamedLayer] {
        var uses: [String: Int] = [:]
        return layers.map { layer in
            let words = [layer.folder, layer.service, layer.layer].filter { !$0.isEmpty }
            let plain = words.joined(separator: ".").unicodeScalars.map { scalar in
                scalar.isASCII
                    && (scalar.properties.isAlphabetic
                        || "0123456789.-".unicodeScalars.contains(scalar))
                    ? Character(scalar) : "_"
            }
            let name = String(plain)
            uses[name, default: 0] += 1
            let count = uses[name] ?? 1
            return NamedLayer(layer: layer, name: count == 1 ? name : "\(name)_\(count)")
        }
    }
}
