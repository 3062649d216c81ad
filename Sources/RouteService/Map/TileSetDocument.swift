// `…/NAServer/{layer}/tiles.json`: describes a layer's tiles for QGIS, GDAL and maps.

import Geo
import PublishedServices
import RouteAPI
import ServiceTransport
import VectorTiles

/// A description of a layer's tiles, in TileJSON 3.0.0.
struct TileSetDocument: Sendable {
    let layer: PublishedLayer
    let facts: MapFacts
    /// What this server's URLs begin with.
    let origin: String

    /// Describes a layer's tiles.
    ///
    /// - Throws: ``ServiceError`` with 404 if the layer has no network.
    init(_ layer: PublishedLayer, origin: String) throws(ServiceError) {
        guard let facts = layer.answering.mapFacts else { throw ErrorTable.noMap(of: layer) }
        self.layer = layer
        self.facts = facts
        self.origin = origin
    }

    var json: JSONValue {
        [
            "tilejson": "3.0.0", "name": .string("\(layer.service) streets"),
            "version": "1.0.0", "scheme": "xyz", "tiles": [.string(url(of: .streets))],
            "minzoom": 0, "maxzoom": .number(Double(TileAddress.deepestZoom)),
            "bounds": bounds, "attribution": .string(attribution),
            "vector_layers": .array(
                Self.layers + (hasBackground ? Self.backgroundLayers : [])),
        ]
    }

    /// Whether the tiles have water, land, buildings, boundaries and the names of places.
    var hasBackground: Bool { facts.backgroundVersion != nil }

    /// The attribution as HTML, for maps to show.
    var attribution: String { Markup.escaped(layer.description.attribution) }

    var bounds: JSONValue {
        .array(
            [facts.bounds.minX, facts.bounds.minY, facts.bounds.maxX, facts.bounds.maxY]
                .map { .number($0) })
    }

    /// Returns the tiles' URL, with placeholders.
    func url(of set: TileSet) -> String {
        let path = PathPattern<RequestedTile>.tile.path(
            of: RequestedTile(layer: layer, set: set, address: nil))
        let version =
            set == .streets
            ? "?\(TileEndpoint.versionField)=\(TileEndpoint.version(of: layer))" : ""
        return origin + path + version
    }

    private static let layers: [JSONValue] = [
        layer(
            "streets", "Streets",
            [
                "kind": "String", "link": "Boolean", "rail": "Boolean", "tunnel": "Boolean",
                "bridge": "Boolean", "oneway": "Boolean", "oneway_reverse": "Boolean",
            ], leastZoom: 5),
        layer(
            "street_labels", "Streets' names and numbers",
            [
                "kind": "String", "tunnel": "Boolean", "name": "String", "name_de": "String",
                "name_en": "String", "ref": "String", "ref_rows": "Number", "ref_cols": "Number",
            ], leastZoom: 10),
        layer(
            "ferries", "Ferries",
            [
                "kind": "String", "name": "String", "name_de": "String", "name_en": "String",
            ], leastZoom: 10),
    ]

    private static let backgroundLayers: [JSONValue] = [
        layer("land", "Land use and cover", ["kind": "String"], leastZoom: 7),
        layer(
            "water_polygons", "Lakes, rivers and glaciers",
            ["kind": "String", "way_area": "Number"], leastZoom: 4),
        layer(
            "water_lines", "Rivers, canals, streams and ditches",
            ["kind": "String", "tunnel": "Boolean", "bridge": "Boolean"], leastZoom: 9),
        layer("buildings", "Buildings", [:], leastZoom: 14),
        layer(
            "boundaries", "Boundaries of countries and states",
            ["admin_level": "Number", "maritime": "Boolean", "disputed": "Boolean"],
            leastZoom: 0),
        layer(
            "place_labels", "Names of places",
            [
                "kind": "String", "name": "String", "name_de": "String", "name_en": "String",
                "population": "Number",
            ], leastZoom: 4),
    ]

    private static func layer(
        _ id: String, _ text: String, _ fields: JSONValue, leastZoom: Double
    ) -> JSONValue {
        [
            "id": .string(id), "description": .string(text), "minzoom": .number(leastZoom),
            "maxzoom": .number(Double(TileAddress.deepestZoom)), "fields": fields,
        ]
    }
}
