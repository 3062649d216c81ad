// `…/NAServer/{layer}/style.json`: tells maps how to draw a layer's tiles.

import Geo
import OpenAPI
import PublishedServices
import VectorTiles

/// A MapLibre style, version 8, for a layer's streets and traffic.
///
/// It needs no fonts or pictures from a server: if a style names no glyphs, MapLibre draws text
/// with the reader's own fonts.
struct MapStyle: Sendable {
    private let tiles: TileSetDocument
    private let palette: MapPalette
    private let isDark: Bool

    init(_ tiles: TileSetDocument, isDark: Bool) {
        self.tiles = tiles
        self.isDark = isDark
        palette = isDark ? .dark : .light
    }

    var json: JSONValue {
        let bounds = tiles.facts.bounds
        return [
            "version": 8, "name": .string("\(tiles.layer.service), \(isDark ? "dark" : "light")"),
            "metadata": ["waypost:theme": .string(isDark ? "dark" : "light")],
            "center": [
                .number((bounds.minX + bounds.maxX) / 2), .number((bounds.minY + bounds.maxY) / 2),
            ],
            "zoom": 11,
            "sources": [
                "streets": source(.streets, leastZoom: tiles.hasBackground ? 0 : 5),
                "traffic": source(.traffic, leastZoom: 5),
            ],
            // Symbols last: the map's page draws routes below them.
            "layers": .array(
                ground + below + [ferry] + streets + traffic + [arrows] + labels + places),
        ]
    }

    private func source(_ set: TileSet, leastZoom: Double) -> JSONValue {
        [
            "type": "vector", "tiles": [.string(tiles.url(of: set))], "scheme": "xyz",
            "minzoom": .number(leastZoom), "maxzoom": .number(Double(TileAddress.deepestZoom)),
            "bounds": tiles.bounds, "attribution": .string(tiles.attribution),
        ]
    }

    // MARK: - Streets

    private var ground: [JSONValue] {
        [
            [
                "id": "background", "type": "background",
                "paint": ["background-color": .string(palette.land)],
            ]
        ]
    }

    /// What lies below the streets, if the tiles have it.
    private var below: [JSONValue] {
        tiles.hasBackground ? MapBackgroundStyle(palette: palette).layers : []
    }

    /// The names of places, if the tiles have them.
    private var places: [JSONValue] {
        tiles.hasBackground ? MapBackgroundStyle(palette: palette).labels : []
    }

    private var ferry: JSONValue {
        line(
            "street-ferry", "ferries",
            paint: [
                "line-color": .string(palette.ferry), "line-width": 1.2,
                "line-dasharray": [4, 3],
            ])
    }

    /// Streets, with tunnels below and bridges above.
    private var streets: [JSONValue] {
        level("tunnel", ["==", ["get", "tunnel"], true], casing: palette.casing, opacity: 0.5)
            + [paths]
            + level(
                "ground",
                [
                    "all", ["!=", ["get", "tunnel"], true], ["!=", ["get", "bridge"], true],
                ], casing: palette.casing, opacity: 1)
            + level(
                "bridge",
                ["all", ["==", ["get", "bridge"], true], ["!=", ["get", "tunnel"], true]],
                casing: palette.bridge, opacity: 1)
    }

    private func level(
        _ name: String, _ filter: JSONValue, casing: String, opacity: Double
    ) -> [JSONValue] {
        let filter: JSONValue = ["all", filter, Self.isNoPath]
        let casingWidth = Self.width(extra: 1.6)
        return [
            line(
                "street-\(name)-casing", "streets", filter: filter,
                paint: [
                    "line-color": .string(casing), "line-width": casingWidth,
                    "line-opacity": .number(opacity),
                ]),
            line(
                "street-\(name)", "streets", filter: filter,
                paint: [
                    "line-color": color, "line-width": Self.width(extra: 0),
                    "line-opacity": .number(opacity),
                ]),
        ]
    }

    private var paths: JSONValue {
        line(
            "street-path", "streets", filter: Self.isPath,
            paint: [
                "line-color": .string(palette.path),
                "line-width": ["interpolate", ["linear"], ["zoom"], 13, 0.6, 18, 2.4],
                // Among the streets of a town, they would be noise.
                "line-opacity": ["interpolate", ["linear"], ["zoom"], 14, 0.35, 15.5, 1],
                "line-dasharray": [3, 1.6],
            ])
    }

    private var arrows: JSONValue {
        [
            "id": "street-oneway", "type": "symbol", "source": "streets",
            "source-layer": "streets", "minzoom": 16,
            "filter": ["all", ["==", ["get", "oneway"], true], Self.isNoPath],
            "layout": [
                "symbol-placement": "line", "symbol-spacing": 120,
                // QGIS takes a plain text for the name of a field.
                "text-field": ["concat", "→", ""],
                "text-font": Self.font, "text-size": 13, "text-keep-upright": false,
                "text-rotation-alignment": "map", "text-padding": 0,
            ],
            "paint": ["text-color": .string(palette.label), "text-opacity": 0.55],
        ]
    }

    private var color: JSONValue {
        [
            "match", ["get", "kind"], ["motorway"], .string(palette.motorway), ["trunk"],
            .string(palette.trunk), ["primary"], .string(palette.primary), ["secondary"],
            .string(palette.secondary), .string(palette.minor),
        ]
    }

    private static let pathKinds = ["footway", "path", "steps", "cycleway", "track", "pedestrian"]
    private static let isPath = isKind(among: pathKinds)
    private static let isNoPath = isKind(notAmong: pathKinds)

    /// Returns a filter by the kind of a feature.
    ///
    /// QGIS reads it, too. It knows no `in` with a `literal`, and draws all features then; and of
    /// a `match` it reads labels in lists alone (3.22).
    static func isKind(among kinds: [String]) -> JSONValue { kind(kinds, is: true) }

    /// Returns a filter for all kinds but some.
    static func isKind(notAmong kinds: [String]) -> JSONValue { kind(kinds, is: false) }

    private static func kind(_ kinds: [String], is wanted: Bool) -> JSONValue {
        [
            "match", ["get", "kind"], .array(kinds.map { .string($0) }), .bool(wanted),
            .bool(!wanted),
        ]
    }

    /// The order to draw streets in: important ones over others.
    private static let rank: JSONValue = [
        "match", ["get", "kind"], ["motorway"], 6, ["trunk"], 5, ["primary"], 4, ["secondary"], 3,
        ["tertiary"], 2, ["service", "living_street"], 0, 1,
    ]

    /// Returns the width in pixels, which grows with the zoom.
    private static func width(extra: Double) -> JSONValue {
        func at(_ widths: (Double, Double, Double, Double, Double)) -> JSONValue {
            [
                "match", ["get", "kind"], ["motorway", "trunk"], .number(widths.0 + extra),
                ["primary"], .number(widths.1 + extra), ["secondary", "tertiary"],
                .number(widths.2 + extra), ["service"], .number(widths.4 + extra),
                .number(widths.3 + extra),
            ]
        }
        return [
            "interpolate", ["exponential", 1.5], ["zoom"], 5, at((0.8, 0.6, 0.4, 0.3, 0.2)), 10,
            at((1.8, 1.4, 1, 0.6, 0.4)), 14, at((5, 4.2, 3.4, 2.2, 1.4)), 18,
            at((22, 20, 17, 13, 8)),
        ]
    }

    // MARK: - Traffic

    /// Traffic for each direction, beside the middle and on the side it keeps to.
    private var traffic: [JSONValue] {
        let side = tiles.facts.drivesOnRight ? 1.0 : -1.0
        func beside(_ zoom: [(Double, Double)]) -> JSONValue {
            .array(
                ["interpolate", ["exponential", 1.5], ["zoom"]]
                    + zoom.flatMap { [.number($0.0), .number($0.1)] })
        }
        let offset = beside([(10, side), (14, 2.4 * side), (18, 8 * side)])
        let width = beside([(8, 1.2), (14, 2.6), (18, 6)])
        let color: [JSONValue] = zip(["free", "slow", "heavy", "jammed"], palette.jams)
            .flatMap { [[.string($0)], .string($1)] }
        let blocked = palette.jams.last ?? palette.label
        return [
            line(
                "traffic-jam", "traffic", of: "traffic",
                filter: ["!=", ["get", "closed"], true], sorted: false,
                paint: [
                    "line-color": .array(
                        ["match", ["get", "jam"]] + color + [.string(blocked)]),
                    "line-width": width, "line-offset": offset,
                ]),
            line(
                "traffic-closed", "traffic", of: "traffic",
                filter: ["==", ["get", "closed"], true], sorted: false,
                paint: [
                    "line-color": .string(blocked), "line-width": width, "line-offset": offset,
                    "line-dasharray": [1.2, 0.8],
                ]),
        ]
    }

    // MARK: - Names

    static let font: JSONValue = ["sans-serif"]

    private var labels: [JSONValue] {
        [
            label(
                "label-name", field: ["get", "name"], filter: ["has", "name"], leastZoom: 13,
                size: ["interpolate", ["linear"], ["zoom"], 13, 10.5, 18, 14], spacing: 320),
            label(
                "label-ref", field: ["get", "ref"],
                filter: [
                    "all", ["has", "ref"],
                    Self.isKind(among: ["motorway", "trunk", "primary", "secondary"]),
                ], leastZoom: 10, size: 10.5, spacing: 420),
            label(
                "label-ferry", field: ["get", "name"], filter: ["has", "name"], leastZoom: 11,
                size: 11, spacing: 320, of: "ferries"),
        ]
    }

    private func label(
        _ id: String, field: JSONValue, filter: JSONValue, leastZoom: Double, size: JSONValue,
        spacing: Double, of layer: String = "street_labels"
    ) -> JSONValue {
        [
            "id": .string(id), "type": "symbol", "source": "streets",
            "source-layer": .string(layer), "minzoom": .number(leastZoom), "filter": filter,
            "layout": [
                "symbol-placement": "line", "symbol-spacing": .number(spacing),
                "text-field": field, "text-font": Self.font, "text-size": size,
                "text-max-angle": 35,
            ],
            "paint": [
                "text-color": .string(palette.label), "text-halo-color": .string(palette.halo),
                "text-halo-width": 1.4,
            ],
        ]
    }

    private func line(
        _ id: String, _ layer: String, of source: String = "streets", filter: JSONValue? = nil,
        sorted: Bool = true, paint: JSONValue
    ) -> JSONValue {
        let shape: JSONValue = ["line-cap": "round", "line-join": "round"]
        let drawn: JSONValue = [
            "id": .string(id), "type": "line", "source": .string(source),
            "source-layer": .string(layer),
            "layout": sorted ? shape.with(["line-sort-key": Self.rank]) : shape, "paint": paint,
        ]
        return drawn.with(["filter": filter])
    }
}
