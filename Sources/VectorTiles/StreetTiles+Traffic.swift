// Draws the layer `traffic`, in tiles of its own.

import DataStructures
package import RoadNetwork
import Synchronization

/// A finished tile of the traffic.
struct TrafficTile: Sendable {
    /// The traffic it shows.
    let version: String
    let bytes: [UInt8]
}

extension StreetTiles {
    /// Returns a kept tile of the traffic. If it is `nil`, use ``trafficTile(_:of:_:)`` to make the
    /// tile.
    package func keptTrafficTile(_ address: TileAddress, of version: String) -> [UInt8]? {
        keptTraffic.withLock { $0.find(address) { $0.version == version } }?.bytes
    }

    /// Returns a tile with the layer `traffic`; empty if no street in it has traffic.
    ///
    /// Each direction is a line of its own and runs in the direction of travel. Maps can then draw
    /// it beside the street's middle.
    ///
    /// - Parameters:
    ///   - version: A name for the traffic. If the kept tile has it, `mark` is not called.
    ///   - mark: Returns the traffic on an edge; `nil` if nothing is known.
    /// - Complexity: As ``tile(_:)``.
    package func trafficTile(
        _ address: TileAddress, of version: String, _ mark: (EdgeID) -> TrafficMark?
    ) -> [UInt8] {
        if let known = keptTrafficTile(address, of: version) { return known }
        let made = TrafficTile(version: version, bytes: makeTrafficTile(address, mark))
        keptTraffic.withLock { $0.keep(made, for: address, size: made.bytes.count + 128) }
        return made.bytes
    }

    private func makeTrafficTile(
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
