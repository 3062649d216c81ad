// Selects the streets that a map of the whole network shows.

import Geo
import RoadNetwork

extension StreetTiles {
    /// The longer side of such a map, in pixels of a usual screen.
    private static let overviewSide = 1_000.0
    /// The pixels along a tile's side.
    private static let tileSide = 512.0

    /// Returns the segments that a map of the whole network shows, ascending: the classes of its
    /// zoom, and whole classes fewer if there are too many.
    ///
    /// - Complexity: as a tile's (``tile(_:)``).
    package var overviewSegments: [UInt32] {
        guard let box = facts?.bounds else { return [] }
        return selector.segments(in: box, zoom: Self.overviewZoom(of: box))
    }

    /// Returns the deepest zoom at which a screen shows a whole box.
    static func overviewZoom(of box: Envelope) -> Int {
        guard let world = TileAddress(zoom: 0, column: 0, row: 0) else { return 0 }
        let projection = TileProjection(world)
        let southwest = projection.point(Coordinate(x: box.minX, y: box.minY))
        let northeast = projection.point(Coordinate(x: box.maxX, y: box.maxY))
        let span = max(northeast.x - southwest.x, southwest.y - northeast.y) / TileAddress.extent
        var zoom = StreetKind.leastZoom
        while zoom < TileAddress.deepestZoom,
            span * tileSide * Double(1 << (zoom + 1)) <= overviewSide
        {
            zoom += 1
        }
        return zoom
    }
}
