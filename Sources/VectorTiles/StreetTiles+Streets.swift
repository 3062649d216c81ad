// Draws the layer `streets`.

import RoadNetwork

extension StreetTiles {
    /// Returns the layer with streets; empty if there are none.
    ///
    /// Tunnels come first and bridges last. Within each level, important streets come before
    /// others.
    func streets(_ segments: [UInt32], _ drawing: LineDrawing) -> [UInt8] {
        var layer = TileLayer(name: "streets")
        let pieces = segments.compactMap { segment -> LinePiece? in
            let looks = looks(of: segment, zoom: drawing.zoom)
            guard looks.kind.roadClass != .ferry else { return nil }
            return LinePiece(
                segment: segment,
                isReversed: looks.isOneWay && directions(of: segment) == .backward,
                key: looks.key, isDirected: looks.isOneWay)
        }
        drawing.draw(pieces, into: &layer) { StreetLooks(key: $0).attributes }
        return layer.bytes
    }

    private func looks(of segment: UInt32, zoom: Int) -> StreetLooks {
        let edge = EdgeID(row: segment << 1)
        var looks = StreetLooks(kind: StreetKind(network.roadClass(of: edge)))
        guard zoom >= StreetKind.leastFlagZoom else { return looks }
        let flags = network.flags(of: edge)
        looks.isLink = flags.contains(.link)
        looks.isTunnel = flags.contains(.tunnel)
        looks.isBridge = flags.contains(.bridge)
        looks.isOneWay = zoom == TileAddress.deepestZoom && directions(of: segment) != .both
        return looks
    }
}

/// The attributes a tile gives a street.
private struct StreetLooks {
    var kind: StreetKind
    var isLink = false
    var isTunnel = false
    var isBridge = false
    /// Whether travel is open only in the line's direction.
    var isOneWay = false

    init(kind: StreetKind) { self.kind = kind }

    /// Reads the looks from their key.
    init(key: Int) {
        kind = StreetKind(RoadClass(rawValue: UInt8(key >> 2 & 0x3F)) ?? .other)
        isLink = key & 2 != 0
        isOneWay = key & 1 != 0
        isTunnel = key >> 8 & 3 == 0 || key >> 8 & 3 == 3
        isBridge = key >> 8 & 3 >= 2
    }

    /// A number to sort looks by, in the order in which to draw them.
    ///
    /// Two bits tell tunnel, ground, bridge and a bridge in a tunnel apart. The class, the link and
    /// the direction follow.
    var key: Int {
        let level = isTunnel ? (isBridge ? 3 : 0) : (isBridge ? 2 : 1)
        return level << 8 | Int(kind.roadClass.rawValue) << 2 | (isLink ? 2 : 0)
            | (isOneWay ? 1 : 0)
    }

    /// The attributes to write. One-way lines run in their open direction, so none is reversed.
    var attributes: [(key: String, value: TileValue)] {
        [
            ("kind", .text(kind.word)), ("link", .truth(isLink)), ("rail", .truth(false)),
            ("tunnel", .truth(isTunnel)), ("bridge", .truth(isBridge)),
            ("oneway", .truth(isOneWay)), ("oneway_reverse", .truth(false)),
        ]
    }
}
