// OSRM's services at the server's root and below layers.

import Geo
import OSRMAPI
import OpenAPI
import PublishedServices
import RouteAPI
import VectorTiles

/// Describes OSRM's services.
enum OSRMOperations {
    /// Returns the paths of the services that the first route layer and its neighbors answer.
    fileprivate static func paths(of catalog: ServiceCatalog) -> [OpenAPIOperations.Path] {
        guard let layer = OSRMDoor.first(in: catalog) else { return [] }
        return paths(below: "", of: layer, in: catalog, named: "osrm", tag: "server")
    }

    /// Returns the paths of the services that a layer and its neighbors answer, below the layer.
    fileprivate static func paths(
        of named: DescribedServer.NamedLayer, in catalog: ServiceCatalog
    ) -> [OpenAPIOperations.Path] {
        paths(
            below: "\(ResourcePath.layer(named.layer))/osrm", of: named.layer, in: catalog,
            named: "\(named.name).osrm", tag: named.name)
    }

    private static func paths(
        below base: String, of layer: PublishedLayer, in catalog: ServiceCatalog,
        named name: String, tag: String
    ) -> [OpenAPIOperations.Path] {
        let tiles = layer.answering.mapFacts == nil ? [] : [tile(base, "\(name).tile", tag: tag)]
        return tiles
            + OSRMService.allCases.filter { service in
                OSRMDoor([service.rawValue], at: layer, in: catalog).operation != nil
            }.map { service in
                let operation = { (suffix: String) in
                    Self.operation(
                        service.rawValue, "\(name).\(service.rawValue)\(suffix)", tag: tag,
                        answer: [
                            "application/json": ["schema": Schema.reference("OSRMAnswer")]
                        ])
                }
                return (
                    "\(base)/\(service.rawValue)/v1/{profile}/{coordinates}",
                    [
                        "parameters": [
                            OpenAPIOperations.segment("profile", profiles),
                            OpenAPIOperations.segment(
                                "coordinates",
                                "lon,lat;lon,lat, polyline(…) or polyline6(…), in degrees."),
                        ],
                        "get": operation("").with([
                            "parameters": .array(
                                service.optionNames.map {
                                    OpenAPIOperations.query($0, Schema.string, explanation)
                                })
                        ]),
                        "post": operation(".post").with([
                            "requestBody": OpenAPIOperations.form(
                                service.optionNames.map { (key: $0, value: Schema.string) })
                        ]),
                    ]
                )
            }
    }

    /// Returns the path of the tiles with speeds.
    private static func tile(_ base: String, _ id: String, tag: String) -> OpenAPIOperations.Path {
        let most = (1 << TileAddress.deepestZoom) - 1
        let numbers: [(name: String, text: String, least: Int, most: Int)] = [
            ("x", "The column, below 2^z.", 0, most),
            ("y", "The row, below 2^z, counted from the north.", 0, most),
            ("z", "The zoom.", OSRMTileRequest.leastZoom, TileAddress.deepestZoom),
        ]
        let content: JSONValue = [
            "application/x-protobuf": ["schema": ["type": "string", "format": "binary"]]
        ]
        return (
            "\(base)/\(OSRMDoor.tile)/v1/{profile}/tile({x},{y},{z}).mvt",
            [
                "parameters": .array(
                    [OpenAPIOperations.segment("profile", profiles)]
                        + numbers.map { number in
                            OpenAPIOperations.segment(
                                number.name, number.text,
                                schema: [
                                    "type": "integer", "minimum": .number(Double(number.least)),
                                    "maximum": .number(Double(number.most)),
                                ])
                        }),
                "get": operation(OSRMDoor.tile, id, tag: tag, answer: content),
                "post": operation(OSRMDoor.tile, "\(id).post", tag: tag, answer: content),
            ]
        )
    }

    private static let profiles = "A travel mode's name, or driving, walking or bicycle."
    private static let explanation = "As in OSRM's HTTP API, v1, or as the parameter of a solve."

    private static func operation(
        _ service: String, _ id: String, tag: String, answer: JSONValue
    ) -> JSONValue {
        let failure: JSONValue = [
            "application/json": ["schema": Schema.reference("OSRMFailure")]
        ]
        return [
            "operationId": .string(id), "summary": .string("OSRM's \(service)"),
            "tags": [.string(tag)],
            "responses": [
                "200": [
                    "description": "The answer in OSRM's form.",
                    "content": answer,
                ],
                "4XX": ["description": "The failure in OSRM's form.", "content": failure],
                "503": ["description": "The server is busy.", "content": failure],
            ],
        ]
    }

    /// The schemas that the paths refer to.
    static let schemas: [(key: String, value: JSONValue)] = [
        (
            "OSRMAnswer",
            Schema.object(
                [("code", ["type": "string", "const": "Ok"])], required: ["code"],
                description: "An answer, with the members that OSRM's documentation names.")
        ),
        (
            "OSRMFailure",
            Schema.object(
                [("code", Schema.string), ("message", Schema.string)],
                required: ["code", "message"], description: "A failure with OSRM's code.")
        ),
    ]
}

extension RowDescription<OSRMDoor> {
    /// The services at the server's root.
    static let osrm = paths { OSRMOperations.paths(of: $0.catalog) }

    /// The services below each layer.
    static let osrmOfLayer = paths { server in
        server.layers.flatMap { OSRMOperations.paths(of: $0, in: server.catalog) }
    }
}
