// Draws the layer `speeds`, in tiles for OSRM's clients.

package import RoadNetwork

extension StreetTiles {
    /// Returns a tile with the layer `speeds`, as OSRM's service `tile` has it; empty if it shows
    /// no street.
    ///
    /// Each direction of each street is a line of its own and runs in the direction of travel. A
    /// tile shows the streets that ``tile(_:)`` shows at the zoom.
    ///
    /// - Parameter mark: Returns how an edge is traveled; `nil` if it is closed.
    /// - Complexity: As ``tile(_:)``.
    package func speedTile(_ address: TileAddress, _ mark: (EdgeID) -> SpeedMark?) -> [UInt8] {
        let drawing = LineDrawing(network, address)
        var layer = TileLayer(name: "speeds")
        for segment in selector.segments(in: address) {
            for side: UInt32 in 0..<2 {
                let edge = EdgeID(row: segment << 1 | side)
                guard let mark = mark(edge) else { continue }
                drawing.draw(
                    single: LinePiece(
                        segment: segment, isReversed: side == 1, key: 0, isDirected: true),
                    into: &layer, attributes(of: mark, named: network.streetName(of: edge)))
            }
        }
        return layer.bytes
    }

    private func attributes(
        of mark: SpeedMark, named name: String
    ) -> [(key: String, value: TileValue)] {
        [
            ("speed", .number(UInt64(max(0, mark.kilometersPerHour)))),
            ("is_small", .truth(mark.isSmall)), ("datasource", .text("network")),
            ("weight", .decimal(mark.weight)), ("duration", .decimal(mark.seconds)),
            ("name", .text(name)), ("rate", .decimal(mark.rate)),
            ("is_startpoint", .truth(mark.isStartPoint)),
        ]
    }
}
