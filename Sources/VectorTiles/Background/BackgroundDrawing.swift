// Draws what lies below the streets: water, land, buildings, boundaries and the names of places.

import RoadNetwork

/// Draws the layers of the map's background into one tile.
///
/// A tile shows at most ``mostFeatures`` features, ``mostPoints`` points and ``mostPlaces`` places.
/// If there are more, the smallest polygons are left out, and the places with the fewest people.
struct BackgroundDrawing: Sendable {
    static let mostFeatures = 20_000
    static let mostPoints = 250_000
    static let mostPlaces = 500
    /// The most bytes of features to read, whatever they show of themselves.
    static let mostBytes = 8 << 20

    private let features: MapBackground.Features
    private let places: MapPlaceTable
    private let address: TileAddress
    /// The tile's northwest corner in map units, and its units.
    private let corner: MapPoint
    private let units: Int32
    private let clip: RingClip

    init(_ background: MapBackground, _ address: TileAddress) {
        features = background.bands[MapBand.showing(address.zoom).number]
        places = background.places
        self.address = address
        units = MapBand.units(atZoom: address.zoom)
        let side = MapUnits.tileExtent * units
        corner = [Int32(address.column) * side, Int32(address.row) * side]
        let buffer = Int32(TileAddress.buffer) * units
        clip = RingClip(
            box: [
                corner.x - buffer, corner.y - buffer, corner.x + side + buffer,
                corner.y + side + buffer,
            ])
    }

    /// Returns the layers, one after the other; empty if there is nothing to show.
    ///
    /// - Complexity: O(*k* log *k*) for *k* points of what is found.
    func layers() -> [UInt8] {
        var layers: [MapLayer: TileLayer] = [:]
        var tags: [Look: TileTags] = [:]
        var points = 0
        for row in chosen() where points < Self.mostPoints {
            guard let kind = features.kind(of: row) else { continue }
            var layer = layers[kind.layer] ?? TileLayer(name: kind.layer.rawValue)
            layers[kind.layer] = nil  // so that the layer is not copied
            let look = Look(
                kind: features.kindNumber(of: row), flags: features.flags(of: row),
                squareMeters: kind.layer == .waterPolygons ? squareMeters(of: row) : 0)
            let known = tags[look] ?? layer.tags(look.attributes(kind))
            tags[look] = known
            points += draw(row, kind.layer.shape, known, into: &layer)
            layers[kind.layer] = layer
        }
        layers[.placeLabels] = placeLabels()
        return MapLayer.allCases.flatMap { layers[$0]?.bytes ?? [] }
    }

    /// Returns the features to draw: lines, then polygons, the largest first.
    private func chosen() -> [Int] {
        let least = Float(MapBand.leastArea(atZoom: address.zoom))
        var found: [(area: Float, row: Int)] = []
        features.index.forEachRow(in: clip.box) { row in
            guard let kind = features.kind(of: row), kind.leastZoom <= address.zoom else { return }
            let isPolygon = kind.layer.shape == .polygon
            let area = isPolygon ? features.area(of: row) : .infinity
            guard area >= least else { return }
            found.append((area, row))
        }
        found.sort { ($1.area, $0.row) < ($0.area, $1.row) }
        var bytes = 0
        return found.prefix(Self.mostFeatures).map(\.row).filter { row in
            bytes += features.byteCount(of: row)
            return bytes <= Self.mostBytes
        }
    }

    private func squareMeters(of row: Int) -> UInt64 {
        let meters = MapUnits.metersPerUnit * MapUnits.metersPerUnit
        return UInt64(min(1e18, Double(features.area(of: row)) * meters).rounded())
    }

    /// Draws a feature.
    ///
    /// - Returns: The number of its points in the tile.
    private func draw(
        _ row: Int, _ shape: MapLayer.Shape, _ tags: TileTags, into layer: inout TileLayer
    ) -> Int {
        switch shape {
        case .point: return 0
        case .line:
            var count = 0
            features.forEachPart(of: row) { points, _ in
                let line = points.map { point -> TilePoint in
                    [
                        Double(point.x - corner.x) / Double(units),
                        Double(point.y - corner.y) / Double(units),
                    ]
                }
                for part in LineClip.tile.parts(of: line) {
                    let drawn = LineThinning.rounded(part, tolerance: 0)
                    guard drawn.count > 1 else { continue }
                    layer.add(drawn, tags)
                    count += drawn.count
                }
            }
            return count
        case .polygon:
            let rings = rings(of: row)
            guard !rings.isEmpty else { return 0 }
            layer.add(rings: rings, tags)
            return rings.reduce(0) { $0 + $1.count }
        }
    }

    /// Returns a polygon's rings in the tile's units: the outer one clockwise, holes the other way.
    /// Nothing if no area is left of the outer one.
    private func rings(of row: Int) -> [[SIMD2<Int32>]] {
        let isInside = clip.contains(features.index.box(of: row))
        var rings: [[SIMD2<Int32>]] = []
        var isGone = false
        features.forEachPart(of: row) { points, isInner in
            // Files from others may begin with a hole, or have a second outer ring.
            guard !isGone, isInner != rings.isEmpty else {
                isGone = isGone || !isInner
                return
            }
            let inside = isInside ? points : clip.clipped(points)
            var ring = MapPart.tidied(inside.map(placed))
            let area = MapPart.doubledArea(ring)
            guard area != 0 else {
                isGone = !isInner
                return
            }
            if (area > 0) == isInner { ring.reverse() }
            rings.append(ring)
        }
        return rings
    }

    /// Returns a place in the tile's units.
    private func placed(_ point: MapPoint) -> SIMD2<Int32> {
        let step = point &- corner
        let half = units / 2
        let shift = Int32(units.trailingZeroBitCount)
        return [(step.x + half) >> shift, (step.y + half) >> shift]
    }

    /// Returns the layer with places, the most people first; `nil` if there are none.
    private func placeLabels() -> TileLayer? {
        let side = MapUnits.tileExtent * units
        let box: SIMD4<Int32> = [corner.x, corner.y, corner.x + side - 1, corner.y + side - 1]
        var found: [(population: UInt32, row: Int)] = []
        places.index.forEachRow(in: box) { row in
            guard let kind = places.kind(of: row), kind.leastZoom <= address.zoom else { return }
            found.append((places.population(of: row), row))
        }
        guard !found.isEmpty else { return nil }
        found.sort { ($1.population, $0.row) < ($0.population, $1.row) }
        var layer = TileLayer(name: MapLayer.placeLabels.rawValue)
        for (_, row) in found.prefix(Self.mostPlaces) {
            let place = places.place(row)
            var attributes: [(key: String, value: TileValue)] = [
                ("kind", .text(MapKind(number: place.kind)?.word ?? "")),
                ("name", .text(place.name)),
            ]
            if !place.nameEnglish.isEmpty {
                attributes.append(("name_en", .text(place.nameEnglish)))
            }
            if !place.nameGerman.isEmpty { attributes.append(("name_de", .text(place.nameGerman))) }
            attributes.append(("population", .number(UInt64(place.population))))
            layer.add(point: placed(place.point), layer.tags(attributes))
        }
        return layer
    }
}

/// What the attributes of a feature depend on.
private struct Look: Hashable {
    var kind: UInt8
    var flags: MapFlags
    /// The area in Web Mercator's meters, for water; else 0.
    var squareMeters: UInt64

    /// Returns the attributes to write.
    func attributes(_ kind: MapKind) -> [(key: String, value: TileValue)] {
        switch kind.layer {
        case .buildings, .placeLabels: []
        case .land: [("kind", .text(kind.word))]
        case .waterPolygons: [("kind", .text(kind.word)), ("way_area", .number(squareMeters))]
        case .waterLines:
            [
                ("kind", .text(kind.word)), ("tunnel", .truth(flags.contains(.tunnel))),
                ("bridge", .truth(flags.contains(.bridge))),
            ]
        case .boundaries:
            [
                ("admin_level", .number(UInt64(kind.word) ?? 0)),
                ("maritime", .truth(flags.contains(.maritime))),
                ("disputed", .truth(flags.contains(.disputed))),
            ]
        }
    }
}
