// Layers' maps: tiles, their style and description, and the page.

import Geo
import RouteAPI
import VectorTiles

/// Describes layers' maps as paths and schemas.
enum MapOperations {
    /// Returns the paths of a layer's map.
    static func paths(of named: OpenAPIDocument.NamedLayer) -> [OpenAPIOperations.Path] {
        let (layer, name) = (named.layer, named.name)
        var paths = [
            document(
                PathPattern<PublishedLayer>.mapStyle.path(of: layer), "\(name).mapStyle",
                "How maps draw the layer's tiles: a style of MapLibre", "MapStyle", tag: name,
                queries: [
                    OpenAPIOperations.query(
                        MapTheme.field,
                        Schema.words(["light", "dark"]).with(["default": "light"]),
                        "The colors of the map.")
                ]),
            document(
                PathPattern<PublishedLayer>.tileSet.path(of: layer), "\(name).tileSet",
                "What the layer's tiles have, as TileJSON", "TileJSON", tag: name),
        ]
        if layer.type == .route {
            paths.append(
                page(
                    PathPattern<PublishedLayer>.mapPage.path(of: layer), "\(name).map",
                    "The page on which routes are drawn", tag: name))
        }
        return paths
            + TileSet.allCases.map { set in
                tile(
                    PathPattern<RequestedTile>.tile.path(
                        of: RequestedTile(layer: layer, set: set, address: nil)),
                    "\(name).\(set.rawValue)Tile",
                    set == .streets
                        ? "A vector tile of the streets, in the Shortbread schema"
                        : "A vector tile of the traffic now", tag: name)
            }
    }

    /// Returns the path of the first route layer's page.
    static let firstPage = page(
        PathPattern<Void>.map.path, "map", "The map page of the first route layer", tag: "server")

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "MapStyle",
            Schema.object(
                [
                    ("version", ["const": 8]), ("name", Schema.string),
                    ("metadata", ["type": "object"]), ("center", Schema.array(of: Schema.number)),
                    ("zoom", Schema.number), ("sources", ["type": "object"]),
                    ("layers", Schema.array(of: ["type": "object"])),
                ], required: ["version", "sources", "layers"],
                description: "A style of MapLibre, version 8.")
        ),
        (
            "TileJSON",
            Schema.object(
                [
                    ("tilejson", Schema.string), ("name", Schema.string),
                    ("version", Schema.string), ("scheme", Schema.string),
                    ("tiles", Schema.array(of: Schema.string)), ("minzoom", Schema.integer),
                    ("maxzoom", Schema.integer), ("bounds", Schema.array(of: Schema.number)),
                    ("attribution", Schema.string),
                    ("vector_layers", Schema.array(of: ["type": "object"])),
                ], required: ["tilejson", "tiles", "vector_layers"],
                description: "A set of tiles, as TileJSON 3.0.0.")
        ),
    ]

    private static func document(
        _ path: String, _ id: String, _ summary: String, _ schema: String, tag: String,
        queries: [JSONValue] = []
    ) -> OpenAPIOperations.Path {
        let (path, item) = OpenAPIOperations.resource(path, id, summary, schema, tag: tag)
        let get = item["get"] ?? [:]
        return (path, item.with(["get": get.with(["parameters": .array(queries)])]))
    }

    private static func page(
        _ path: String, _ id: String, _ summary: String, tag: String
    ) -> OpenAPIOperations.Path {
        OpenAPIOperations.unconverted(
            path, id, summary, tag: tag,
            answers: [
                "200": [
                    "description": "The page.",
                    "content": ["text/html": ["schema": Schema.string]],
                ]
            ])
    }

    private static func tile(
        _ path: String, _ id: String, _ summary: String, tag: String
    ) -> OpenAPIOperations.Path {
        OpenAPIOperations.unconverted(
            path, id, summary, tag: tag, parameters: ["z", "x", "y"].map(Self.parameter),
            answers: [
                "200": [
                    "description": "The tile: Mapbox Vector Tile 2.1.",
                    "content": [
                        TileEndpoint.mediaType: [
                            "schema": ["type": "string", "format": "binary"]
                        ]
                    ],
                ],
                "204": ["description": "The tile shows nothing."],
            ])
    }

    private static func parameter(_ name: String) -> JSONValue {
        let most = name == "z" ? TileAddress.deepestZoom : (1 << TileAddress.deepestZoom) - 1
        let schema: JSONValue = [
            "type": "integer", "minimum": 0, "maximum": .number(Double(most)),
        ]
        return [
            "name": .string(name), "in": "path", "required": true,
            "description": .string(
                ["z": "The zoom.", "x": "The column, below 2^z."][name]
                    ?? "The row, below 2^z, counted from the north."),
            "schema": schema,
        ]
    }
}
