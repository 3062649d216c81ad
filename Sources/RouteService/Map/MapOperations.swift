// Layers' maps: tiles, their style and description, and the page.

import Geo
import OpenAPI
import PublishedServices
import RouteAPI
import VectorTiles

/// Describes layers' maps.
enum MapOperations {
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

    /// Describes a page.
    fileprivate static func page(
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

    /// Describes a layer's tiles.
    fileprivate static func tile(
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

    /// The colors of a map.
    fileprivate static let theme = OpenAPIOperations.query(
        MapTheme.field, Schema.words(["light", "dark"]).with(["default": "light"]),
        "The colors of the map.")

    private static func parameter(_ name: String) -> JSONValue {
        let most = name == "z" ? TileAddress.deepestZoom : (1 << TileAddress.deepestZoom) - 1
        let texts = ["z": "The zoom.", "x": "The column, below 2^z."]
        return OpenAPIOperations.segment(
            name, texts[name] ?? "The row, below 2^z, counted from the north.",
            schema: ["type": "integer", "minimum": 0, "maximum": .number(Double(most))])
    }
}

extension RowDescription<PublishedLayer> {
    static let mapStyle = each { path, layer, server in
        let name = server.name(of: layer)
        let (path, item) = OpenAPIOperations.resource(
            path, "\(name).mapStyle", "How maps draw the layer's tiles: a style of MapLibre",
            "MapStyle", tag: name)
        let get = item["get"] ?? [:]
        let parameters: JSONValue = [MapOperations.theme]
        return (path, item.with(["get": get.with(["parameters": parameters])]))
    }

    static let overview = each { path, layer, server in
        let name = server.name(of: layer)
        return OpenAPIOperations.unconverted(
            path, "\(name).overview", "A small picture of all streets, to see before the tiles",
            tag: name, parameters: [MapOperations.theme],
            answers: [
                "200": [
                    "description": "The picture.",
                    "content": ["image/svg+xml": ["schema": Schema.string]],
                ]
            ])
    }

    static let tileSet = each { path, layer, server in
        let name = server.name(of: layer)
        return OpenAPIOperations.resource(
            path, "\(name).tileSet", "What the layer's tiles have, as TileJSON", "TileJSON",
            tag: name)
    }

    static let mapPage = each { path, layer, server in
        let name = server.name(of: layer)
        return MapOperations.page(
            path, "\(name).map", "The page on which routes are drawn", tag: name)
    }
}

extension RowDescription<RequestedTile> {
    static let tile = paths { server in
        PathPattern<PublishedLayer>.tileSet.all(server.catalog).flatMap { layer in
            TileSet.allCases.map { set in
                let name = server.name(of: layer)
                return MapOperations.tile(
                    PathPattern<RequestedTile>.tile.path(
                        of: RequestedTile(layer: layer, set: set, address: nil)),
                    "\(name).\(set.rawValue)Tile",
                    set == .streets
                        ? "A vector tile of the streets, in the Shortbread schema"
                        : "A vector tile of the traffic now", tag: name)
            }
        }
    }
}

extension RowDescription<Void> {
    static let map = each { path, _, _ in
        MapOperations.page(path, "map", "The map page of the first route layer", tag: "server")
    }
}

extension RowDescription<String> {
    static let mapFile = omitted(because: "the page asks for its own files")
}
