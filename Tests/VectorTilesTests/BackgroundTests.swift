// Tests what tiles show below the streets.

import DataStructures
import Geo
import NetworkBuilder
import RoadNetwork
import RouteTesting
import Testing

@testable import VectorTiles

@Suite struct BackgroundTests {
    /// The tile in the middle of the world at zoom 14, and its northwest corner.
    private static let middle: MapPoint = [1 << 25, 1 << 25]

    private func address(_ zoom: Int) throws -> TileAddress {
        let side = 1 << zoom
        return try #require(TileAddress(zoom: zoom, column: side / 2, row: side / 2))
    }

    private func background(
        _ change: (inout MapContents) throws -> Void
    ) throws -> MapBackground {
        var contents = MapContents()
        try change(&contents)
        var bytes: [UInt8] = []
        try DatasetEncoder(contents).write { bytes.append(contentsOf: $0) }
        return try MapBackground(bytes: bytes)
    }

    private func tile(_ background: MapBackground, zoom: Int = 14) throws -> DecodedTile {
        try DecodedTile(BackgroundDrawing(background, address(zoom)).layers())
    }

    private func square(_ x: Int32, _ y: Int32, _ side: Int32) -> [MapPoint] {
        let corner = Self.middle &+ [x, y]
        return [
            corner, corner &+ [side, 0], corner &+ [side, side], corner &+ [0, side],
        ]
    }

    private func number(_ layer: MapLayer, _ word: String) throws -> UInt8 {
        try #require(MapKind.number(layer, word))
    }

    @Test func `outer rings run clockwise and holes the other way, however they are stored`() throws
    {
        let lake = try number(.waterPolygons, "water")
        for (outer, inner) in [(false, false), (false, true), (true, false), (true, true)] {
            let rings = [square(100, 100, 500), square(200, 200, 50)]
            let tile = try tile(
                background { contents in
                    contents.add(
                        MapFeature(
                            kind: lake,
                            parts: [
                                MapPart(points: outer ? rings[0].reversed() : rings[0]),
                                MapPart(
                                    points: inner ? rings[1].reversed() : rings[1], isInner: true),
                            ]), to: MapBand.showing(14))
                })
            let found = try #require(tile["water_polygons"].first)
            #expect(found.rings.map { MapPart.doubledArea($0) } == [500_000, -5_000])
            #expect(found.text("kind") == "water")
            // 500² - 50² units of 0.6 m.
            let area = 247_500 * MapUnits.metersPerUnit * MapUnits.metersPerUnit
            #expect(found.attributes["way_area"] == .number(UInt64(area.rounded())))
        }
    }

    @Test(arguments: UInt64(0)..<40)
    func `a cut ring keeps the area inside the box`(seed: UInt64) throws {
        var random = SeededGenerator(seed)
        // Stars around a place have no crossings.
        let (x, y) = (
            Double.random(in: -200...1_200, using: &random),
            Double.random(in: -200...1_200, using: &random)
        )
        let ring = (0..<24).map { place -> MapPoint in
            let angle = Double(place) / 24 * 2 * .pi
            let reach = Double.random(in: 50...900, using: &random)
            return MapPoint(
                Int32(x + reach * Self.cosine(angle)),
                Int32(y + reach * Self.cosine(angle - .pi / 2)))
        }
        let cut = RingClip(box: [0, 0, 1_000, 1_000]).clipped(ring)
        #expect(cut.allSatisfy { $0.min() >= 0 && $0.max() <= 1_000 }, "seed \(seed)")
        var inside = 0
        for column in 0..<100 {
            for row in 0..<100 {
                let place = SIMD2<Double>(Double(column) * 10 + 5.5, Double(row) * 10 + 5.5)
                if Self.contains(ring, place) { inside += 1 }
            }
        }
        let area = Double(abs(MapPart.doubledArea(cut))) / 2
        #expect(abs(area - Double(inside) * 100) < 25_000, "seed \(seed)")
    }

    private static func cosine(_ angle: Double) -> Double {
        // Bhaskara's approximation is near enough for a star.
        let turn = (angle / (2 * .pi) - (angle / (2 * .pi)).rounded()) * 2 * .pi
        let half = abs(turn) > .pi / 2 ? .pi - abs(turn) : abs(turn)
        let value = (.pi * .pi - 4 * half * half) / (.pi * .pi + half * half)
        return abs(turn) > .pi / 2 ? -value : value
    }

    private static func contains(_ ring: [MapPoint], _ place: SIMD2<Double>) -> Bool {
        var isInside = false
        for (from, to) in zip(ring, ring.dropFirst() + [ring[0]]) {
            let (a, b) = (Double(from.y), Double(to.y))
            guard (a > place.y) != (b > place.y) else { continue }
            let share = (place.y - a) / (b - a)
            if place.x < Double(from.x) + share * (Double(to.x) - Double(from.x)) {
                isInside.toggle()
            }
        }
        return isInside
    }

    @Test func `each layer has its attributes, and shows at its zooms`() throws {
        let map = try background { contents in
            for band in MapBand.all {
                for (layer, word) in [
                    (MapLayer.land, "forest"), (.land, "cemetery"), (.waterPolygons, "dock"),
                    (.buildings, "building"),
                ] {
                    contents.add(
                        MapFeature(
                            kind: try number(layer, word),
                            parts: [MapPart(points: square(0, 0, 1 << 20))]), to: band)
                }
                contents.add(
                    MapFeature(
                        kind: try number(.waterLines, "river"), flags: [.tunnel],
                        parts: [MapPart(points: [Self.middle, Self.middle &+ [1 << 20, 99]])]),
                    to: band)
                contents.add(
                    MapFeature(
                        kind: try number(.boundaries, "4"), flags: [.maritime, .disputed],
                        parts: [MapPart(points: [Self.middle, Self.middle &+ [99, 1 << 20]])]),
                    to: band)
            }
            for (word, people) in [("hamlet", UInt32(50)), ("capital", 900_000), ("town", 20)] {
                contents.add(
                    MapPlace(
                        kind: try number(.placeLabels, word), point: Self.middle &+ [7, 8],
                        population: people, name: word, nameEnglish: "an \(word)"))
            }
        }
        let deep = try tile(map)
        #expect(deep["land"].map { $0.text("kind") } == ["forest", "cemetery"])
        #expect(deep["buildings"].map(\.attributes) == [[:]])
        #expect(
            deep["water_lines"].map(\.attributes) == [
                ["kind": .text("river"), "tunnel": .truth(true), "bridge": .truth(false)]
            ])
        #expect(
            deep["boundaries"].map(\.attributes) == [
                ["admin_level": .number(4), "maritime": .truth(true), "disputed": .truth(true)]
            ])
        #expect(deep["place_labels"].map { $0.text("name") } == ["capital", "hamlet", "town"])
        #expect(deep["place_labels"].first?.line == [[7, 8]])
        #expect(deep["place_labels"].first?.attributes["population"] == .number(900_000))
        for (zoom, layers) in [
            (4, ["place_labels"]), (7, ["boundaries", "land", "place_labels"]),
            (9, ["boundaries", "land", "place_labels", "water_lines"]),
            (10, ["boundaries", "land", "place_labels", "water_lines", "water_polygons"]),
            (13, ["boundaries", "land", "place_labels", "water_lines", "water_polygons"]),
        ] {
            #expect(try tile(map, zoom: zoom).layers.keys.sorted() == layers, "zoom \(zoom)")
        }
    }

    @Test func `polygons too small for a zoom are left out`() throws {
        let park = try number(.land, "park")
        let map = try background { contents in
            for (place, side) in [Int32(8), 16, 32, 64, 128].enumerated() {
                contents.add(
                    MapFeature(
                        kind: park,
                        parts: [MapPart(points: square(Int32(place) * 300, 0, side))]),
                    to: MapBand.showing(11))
            }
        }
        #expect(try tile(map, zoom: 12)["land"].count == 2, "2 pixels are 16 units at zoom 12")
        #expect(try tile(map, zoom: 11)["land"].count == 1)
    }

    @Test func `a tile shows the largest polygons, the most people and no more than it may`() throws
    {
        let map = try background { contents in
            for place in 0..<Int32(BackgroundDrawing.mostFeatures + 10) {
                let side = place % 7 == 0 ? Int32(5) : 3
                contents.add(
                    MapFeature(
                        kind: try number(.buildings, "building"),
                        parts: [
                            MapPart(points: square(place % 400 * 10, place / 400 * 10, side))
                        ]), to: MapBand.showing(14))
            }
            for people in 0..<UInt32(BackgroundDrawing.mostPlaces + 10) {
                contents.add(
                    MapPlace(
                        kind: try number(.placeLabels, "farm"), point: Self.middle,
                        population: people, name: "farm"))
            }
        }
        let tile = try tile(map)
        #expect(tile["buildings"].count == BackgroundDrawing.mostFeatures)
        let areas = tile["buildings"].map { MapPart.doubledArea($0.rings[0]) }
        #expect(areas == areas.sorted(by: >))
        #expect(tile["place_labels"].count == BackgroundDrawing.mostPlaces)
        #expect(tile["place_labels"].last?.attributes["population"] == .number(10))
    }

    @Test func `the map of Monaco shows every building in its tiles`() async throws {
        let (network, background, report) = try await Extract.sample.buildWithMap()
        let features = background.bands[MapBand.showing(14).number]
        let rows = (0..<features.count).filter { features.kind(of: $0)?.layer == .buildings }
        #expect(rows.count == report.features["buildings"])
        #expect(rows.count > 1_200)
        let tiles = StreetTiles(network: network, background: background)
        #expect(tiles.facts?.backgroundVersion == background.fingerprint)
        var shown = 0
        for column in 8_527...8_533 {
            for row in 5_972...5_978 {
                let address = try #require(TileAddress(zoom: 14, column: column, row: row))
                let tile = try DecodedTile(tiles.tile(address))
                for feature in tile.layers.values.joined() where !feature.rings.isEmpty {
                    #expect(MapPart.doubledArea(feature.rings[0]) > 0)
                    #expect(feature.rings.dropFirst().allSatisfy { MapPart.doubledArea($0) < 0 })
                    #expect(
                        feature.rings.joined().allSatisfy { $0.min() >= -64 && $0.max() <= 4_160 })
                }
                // A building counts in the tile that has the first place of its box.
                let corner: MapPoint = [Int32(column) << 12, Int32(row) << 12]
                let own = rows.filter { row in
                    let box = features.index.box(of: row)
                    return box.x >> 12 == corner.x >> 12 && box.y >> 12 == corner.y >> 12
                }
                #expect(tile["buildings"].count >= own.count)
                shown += own.count
            }
        }
        #expect(shown == rows.count, "the tiles cover the whole extract")
        let world = try #require(TileAddress(zoom: 12, column: 2_132, row: 1_493))
        #expect(try DecodedTile(tiles.tile(world))["buildings"].isEmpty)
    }
}
