// How maps draw what lies below the streets.

import Geo
import OpenAPI

/// The layers of a MapLibre style for water, land, buildings, boundaries and the names of places.
///
/// They keep quiet: streets, traffic and routes must stand out.
struct MapBackgroundStyle: Sendable {
    let palette: MapPalette

    /// The layers below the streets, from the lowest.
    var layers: [JSONValue] {
        [
            fill(
                "land-built", "land", palette.built,
                kinds: [
                    "residential", "industrial", "commercial", "retail", "garages", "railway",
                    "landfill", "brownfield", "farmyard",
                ]),
            fill("land-bare", "land", palette.bare, kinds: Self.bare),
            fill(
                "land-green", "land", palette.green,
                without: [
                    "residential", "industrial", "commercial", "retail", "garages", "railway",
                    "landfill", "brownfield", "farmyard", "farmland", "greenfield",
                ] + Self.bare),
            fill("water", "water_polygons", palette.water),
            waterLines,
            fill("building", "buildings", palette.building),
            boundaries,
        ]
    }

    /// The names of places, above everything.
    var labels: [JSONValue] {
        [
            label(
                "place-small", leastZoom: 13, size: 11,
                kinds: [
                    "suburb", "quarter", "neighbourhood", "hamlet", "isolated_dwelling", "farm",
                    "locality", "island",
                ]),
            label("place-village", leastZoom: 11, size: 12, kinds: ["village"]),
            label(
                "place-town", leastZoom: 7,
                size: ["interpolate", ["linear"], ["zoom"], 7, 11, 13, 15], kinds: ["town"]),
            label(
                "place-city", leastZoom: 4,
                size: ["interpolate", ["linear"], ["zoom"], 4, 11, 12, 19],
                kinds: ["capital", "state_capital", "city"]),
        ]
    }

    private static let bare = ["sand", "beach", "bare_rock", "scree", "shingle", "quarry"]

    private var waterLines: JSONValue {
        [
            "id": "water-line", "type": "line", "source": "streets",
            "source-layer": "water_lines", "filter": ["!=", ["get", "tunnel"], true],
            "layout": ["line-cap": "round", "line-join": "round"],
            "paint": [
                "line-color": .string(palette.water),
                "line-width": [
                    "interpolate", ["exponential", 1.5], ["zoom"], 9, 0.6, 14,
                    ["match", ["get", "kind"], ["river", "canal"], 2.2, 1], 18,
                    ["match", ["get", "kind"], ["river", "canal"], 9, 4],
                ],
            ],
        ]
    }

    private var boundaries: JSONValue {
        [
            "id": "boundary", "type": "line", "source": "streets",
            "source-layer": "boundaries", "filter": ["!=", ["get", "maritime"], true],
            "layout": ["line-cap": "round", "line-join": "round"],
            "paint": [
                "line-color": .string(palette.boundary),
                "line-width": ["match", ["get", "admin_level"], [2], 1.4, 0.8],
                "line-dasharray": [5, 3],
            ],
        ]
    }

    private func fill(
        _ id: String, _ layer: String, _ color: String, kinds: [String]? = nil,
        without others: [String]? = nil
    ) -> JSONValue {
        let drawn: JSONValue = [
            "id": .string(id), "type": "fill", "source": "streets",
            "source-layer": .string(layer), "paint": ["fill-color": .string(color)],
        ]
        return drawn.with([
            "filter": kinds.map(MapStyle.isKind(among:))
                ?? others.map(MapStyle.isKind(notAmong:))
        ])
    }

    private func label(
        _ id: String, leastZoom: Double, size: JSONValue, kinds: [String]
    ) -> JSONValue {
        [
            "id": .string(id), "type": "symbol", "source": "streets",
            "source-layer": "place_labels", "minzoom": .number(leastZoom),
            "filter": MapStyle.isKind(among: kinds),
            "layout": [
                "text-field": ["get", "name"], "text-font": MapStyle.font, "text-size": size,
                "text-padding": 6, "symbol-sort-key": ["-", 0, ["get", "population"]],
            ],
            "paint": [
                "text-color": .string(palette.label), "text-halo-color": .string(palette.halo),
                "text-halo-width": 1.4,
            ],
        ]
    }
}
