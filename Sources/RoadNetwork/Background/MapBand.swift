// The zooms for which the map's background is stored.

/// Neighboring zooms that share lines and rings. These are as fine as the deepest zoom needs.
package struct MapBand: Hashable, Sendable {
    /// The band's place in ``all``.
    package let number: Int
    package let zooms: ClosedRange<Int>

    /// All bands, from the whole world to streets.
    package static let all: [MapBand] =
        [0...4, 5...6, 7...8, 9...10, 11...12, 13...13, 14...14].enumerated().map {
            MapBand(number: $0, zooms: $1)
        }

    /// Returns the band with a zoom.
    ///
    /// - Precondition: The zoom is in `0...14`.
    package static func showing(_ zoom: Int) -> MapBand {
        guard let band = all.first(where: { $0.zooms.contains(zoom) }) else {
            preconditionFailure("no band has zoom \(zoom)")
        }
        return band
    }

    /// The map units in a tile's unit at a zoom.
    package static func units(atZoom zoom: Int) -> Int32 {
        1 << Int32(MapUnits.deepestZoom - zoom)
    }

    /// How far lines and rings may stray, in map units: half a pixel of a usual screen, and nothing
    /// at the deepest zoom, which maps enlarge.
    package var tolerance: Int32 {
        zooms.upperBound == MapUnits.deepestZoom ? 0 : 4 * Self.units(atZoom: zooms.upperBound)
    }

    /// Returns the least area that a zoom shows, in square map units: four pixels of a usual
    /// screen. The deepest zoom shows all.
    package static func leastArea(atZoom zoom: Int) -> Double {
        guard zoom < MapUnits.deepestZoom else { return 0 }
        let pixel = 8 * Double(units(atZoom: zoom))
        return 4 * pixel * pixel
    }
}
