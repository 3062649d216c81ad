// Simplifies lines and polygons to what each band of zooms shows.

import RoadNetwork

/// Adds features to the map's background, as fine as each band needs.
struct MapDrafting {
    private(set) var contents = MapContents()

    /// Adds a polygon once for each of its kinds.
    ///
    /// - Parameter polygon: An outer ring and the holes in it.
    mutating func add(polygon: [MapPart], kinds: [UInt8]) {
        let area = polygon.reduce(Int64(0)) { sum, part in
            let ring = abs(MapPart.doubledArea(part.points))
            return sum + (part.isInner ? -ring : ring)
        }
        let found = kinds.compactMap { number in
            MapKind(number: number).map { (number: number, kind: $0) }
        }
        for band in MapBand.all {
            let shown = found.filter { $0.kind.leastZoom <= band.zooms.upperBound }
            let least = MapBand.leastArea(atZoom: band.zooms.upperBound)
            guard !shown.isEmpty, Double(area) / 2 >= least else { continue }
            let parts = Self.simplified(polygon, band, leastHole: least)
            for (number, _) in shown {
                contents.add(MapFeature(kind: number, parts: parts), to: band)
            }
        }
    }

    mutating func add(line: [MapPoint], kind number: UInt8, flags: MapFlags) {
        guard let kind = MapKind(number: number) else { return }
        for band in MapBand.all where kind.leastZoom <= band.zooms.upperBound {
            let points = LineSimplification.line(line, tolerance: band.tolerance)
            let part = MapPart(points: points)
            let box = MapPart.box(of: [part])
            // An eighth of a pixel.
            let least = MapBand.units(atZoom: band.zooms.upperBound)
            guard points.count > 1, max(box.z - box.x, box.w - box.y) >= least else { continue }
            contents.add(MapFeature(kind: number, flags: flags, parts: [part]), to: band)
        }
    }

    /// Adds a named place.
    mutating func add(_ place: MapPlace) { contents.add(place) }

    /// Returns a polygon's rings for a band; nothing if its outer ring shrinks to less than an
    /// area.
    private static func simplified(
        _ polygon: [MapPart], _ band: MapBand, leastHole: Double
    ) -> [MapPart] {
        var parts: [MapPart] = []
        for part in polygon {
            let doubled = abs(MapPart.doubledArea(part.points))
            if part.isInner, Double(doubled) / 2 < leastHole { continue }
            let ring = LineSimplification.ring(part.points, tolerance: band.tolerance)
            guard MapPart.doubledArea(ring) != 0 else {
                if part.isInner { continue }
                return []
            }
            parts.append(MapPart(points: ring, isInner: part.isInner))
        }
        return parts
    }
}
