// Fuzz target for the addresses of tiles, and for the tiles themselves.

import Answers
import Geo
import OSRMAPI
import Preparation
import RouteAPI
import RouteAnalysis
import RouteService
import VectorTiles

extension FuzzTarget {
    /// An address as `z/x/y`, or as the path of OSRM's service `tile`. If there is such a tile, it
    /// is made.
    static let tile = FuzzTarget(
        name: "tile",
        words: [
            "/", "tile(", ").mvt", ",", "v1/driving/", "v1/truck/", "14/8647/5560", "0/0/0", "-1",
            "00", "16384", "99999999999999999999",
        ]
    ) { bench in
        let layer = try Town(bench).layer()
        let view = OSRMLayer(layer.layerDescription) { layer.streetName(ofElement: $0) }
        return { bytes in
            try isTaken {
                let parts = String(decoding: bytes, as: UTF8.self).split(
                    separator: "/", omittingEmptySubsequences: false
                ).map(String.init)
                if parts.count == 3,
                    let address = TileAddress(zoom: parts[0], column: parts[1], row: parts[2])
                {
                    try expectSame(
                        "\(address.zoom)/\(address.column)/\(address.row)",
                        parts.joined(separator: "/"), "an address")
                    // Kept tiles would be found again, and not made.
                    try expectSame(
                        try layer.speedTile(address, for: nil),
                        try layer.speedTile(address, for: nil), "a tile")
                    _ = layer.streetTile(address)
                    return
                }
                let asked = try OSRMTileRequest(
                    parts, [(name: String, value: String)](),
                    deepestZoom: TileAddress.deepestZoom)
                guard
                    let address = TileAddress(
                        zoom: asked.zoom, column: asked.column, row: asked.row)
                else { throw Violation("\(asked) is read, and is no tile") }
                let bytes = try layer.speedTile(address, for: asked.mode(on: view))
                // A tile with a layer begins with field 3, a message.
                guard bytes.first ?? 0x1A == 0x1A else { throw Violation("a tile has no layer") }
            }
        }
    }
}
