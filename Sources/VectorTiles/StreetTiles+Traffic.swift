// Draws the layer `traffic`, in tiles of its own.

package import RoadNetwork

extension StreetTiles {
    /// Returns a tile with the layer `traffic`; empty if no street in it has traffic.
    ///
    /// Each direction is a line of its own and runs in the direction of travel. Maps can then draw
    /// it beside the street's middle.
    ///
    /// - Parameter mark: Returns the traffic on an edge; `nil` if nothing is known.
    /// - Complexity: As ``tile(_:)``.
    package func trafficTile(
        _ address: TileAddress, _ mark: (EdgeID) -> TrafficMark?
    ) -> [UInt8] {
        var looks: [TrafficLooks] = []
        var numbers: [TrafficLooks: Int] = [:]
        var pieces: [LinePiece] = []
        for segment in selector.segments(in: address) {
            for side: UInt32 in 0..<2 {
                let edge = EdgeID(row: segment << 1 | side)
                guard let mark = mark(edge) else { continue }
                let look = TrafficLooks(mark: mark, kind: StreetKind(network.roadClass(of: edge)))
                if numbers[look] == nil, looks.count < LineChains.keyCount {
                    numbers[look] = looks.count
                    looks.append(look)
                }
                guard let number = numbers[look] else { continue }
                pieces.append(
                    LinePiece(
                        segment: segment, isReversed: side == 1, key: number, isDirected: true))
            }
        }
        var layer = TileLayer(name: "traffic")
        LineDrawing(network, address).draw(pieces, into: &layer) { looks[$0].attributes }
        return layer.bytes
    }
}

/// The attributes a tile gives the traffic on a line.
private struct TrafficLooks: Hashable {
    var mark: TrafficMark
    var kind: StreetKind

    var attributes: [(key: String, value: TileValue)] {
        var found: [(key: String, value: TileValue)] = [
            ("kind", .text(kind.word)), ("jam", .text(mark.jam)),
            ("closed", .truth(mark.isClosed)),
        ]
        if let speed = mark.kilometersPerHour {
            found.append(("speed", .number(UInt64(max(0, speed)))))
        }
        return found
    }
}
