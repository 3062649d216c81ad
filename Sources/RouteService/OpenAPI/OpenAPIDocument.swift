// `/openapi.json`: the OpenAPI description of every URL on this server. Start here.

import Geo
import Hummingbird
import Preparation
import RouteAPI
import ServiceTransport

/// The server's description in OpenAPI 3.1.
///
/// It is generated from the same data as the server's behavior: the catalog, the declarations that
/// decode requests, and the classes of answers. So a parameter, a default or a travel mode cannot
/// be missing from it. ``ParameterSchema`` describes parameters, ``RequestSchemas`` and
/// ``AnswerSchemas`` the values in them and in answers, ``OpenAPIOperations`` the URLs. Each of the
/// other files adds a part of the server, such as jobs or stored layers.
///
/// Each layer has its own paths instead of a pattern with placeholders, because its defaults, its
/// travel modes and its network's attributes are its own, too. A caller sees only the layers it may
/// use.
///
/// `scripts/test-openapi` checks the document and tests every URL in it against a running server.
struct OpenAPIDocument {
    let catalog: ServiceCatalog
    /// Whether the server has users, and so tokens.
    var hasTokens = false
    /// Whether `sharing/rest` is served.
    var answersSharing = false
    var hasJobs = false
    /// Whether administrators may reload the services, on a server with users.
    var hasReload = false
    /// The path in front of the server's own paths, behind a proxy: `/routing`, or empty.
    var prefix = ""

    func json(pretty: Bool) -> [UInt8] {
        var writer = JSONWriter(pretty: pretty)
        writer.value(document)
        return writer.bytes
    }

    /// The document as a value.
    var document: JSONValue {
        let layers = named(catalog.layers)
        // The analyses first: readers of the page look for them, and find the rest below.
        var operations =
            OpenAPIOperations.server(catalog)
            + layers.flatMap { OpenAPIOperations.layer($0, in: catalog) } + TaskOperations.paths
        var schemas = RequestSchemas.all + AnswerSchemas.server + TaskOperations.schemas
        if hasTokens {
            operations.append(TokenOperations.path(ResourcePath.generateToken, id: "generateToken"))
            schemas.append(("Token", TokenOperations.token))
        }
        if hasTokens, hasReload {
            operations.append(ReloadOperations.path)
            schemas.append(("Reload", ReloadOperations.schema))
        }
        if hasJobs {
            operations += JobOperations.paths(of: catalog)
            schemas += JobOperations.schemas
        }
        if answersSharing {
            operations += SharingOperations.paths(hasTokens: hasTokens)
            schemas += SharingOperations.schemas(hasTokens: hasTokens)
        }
        let features = FeatureService.all(in: catalog)
        if !features.isEmpty {
            operations += FeatureOperations.paths(of: features)
            schemas += FeatureOperations.schemas
        }
        let hasTraffic = layers.filter { $0.layer.answering is NetworkLayer }
        if !hasTraffic.isEmpty {
            operations += hasTraffic.map {
                TrafficOperations.path(of: $0.layer, "\($0.name).traffic", tag: $0.name)
            }
            schemas += TrafficOperations.schemas
        }
        for door in doors(layers) where !door.paths.isEmpty {
            operations += door.paths
            schemas += door.schemas
        }
        schemas += layers.flatMap { AnswerSchemas.layer($0.layer, $0.name) }
        operations += GuideOperations.paths
        schemas += GuideOperations.schemas
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
            "servers": [["url": .string(prefix.isEmpty ? "/" : prefix)]],
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

    /// A part of the document: paths, and the schemas that only they need.
    private typealias Door = (
        paths: [OpenAPIOperations.Path], schemas: [(key: String, value: JSONValue)]
    )

    /// What the server answers beside ArcGIS's analyses: search by name, maps, OSRM's requests.
    private func doors(_ layers: [NamedLayer]) -> [Door] {
        let hasMap = layers.filter { $0.layer.answering.mapFacts != nil }
        let firstPage =
            hasMap.contains { $0.layer.type == .route } ? [MapOperations.firstPage] : []
        return [
            (
                GeocodeOperations.paths(
                    of: PathPattern<GeocodeService>.geocodeService.all(catalog)),
                GeocodeOperations.schemas
            ),
            (hasMap.flatMap(MapOperations.paths) + firstPage, MapOperations.schemas),
            (
                OSRMOperations.paths(of: catalog)
                    + layers.flatMap { OSRMOperations.paths(of: $0, in: catalog) },
                OSRMOperations.schemas
            ),
        ]
    }

    /// The security schemes by which callers authenticate.
    private var schemes: [(key: String, value: JSONValue)] {
        guard hasTokens else { return [] }
        return TokenOperations.schemes
            + (answersSharing ? [SharingOperations.scheme(below: prefix)] : [])
    }

    /// A layer with the name that begins its operations and schemas.
    struct NamedLayer {
        var layer: PublishedLayer
        var name: String
    }

    /// Names layers. Components' names have only letters, digits and `._-`, so two layers may need
    /// a number.
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

extension AnswerWriter {
    /// Returns the server's OpenAPI description, which is JSON in every format.
    func response(_ document: OpenAPIDocument) -> Response {
        script(document.json(pretty: format != .json), isCacheable: true)
    }
}
