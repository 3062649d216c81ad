// Draws a tile's lines: from segments to points in its units.

import RoadNetwork

/// Draws pieces of segments into a tile.
struct LineDrawing: Sendable {
    private let network: NetworkDataset
    private let projection: TileProjection
    private let tolerance: Double
    let zoom: Int

    init(_ network: NetworkDataset, _ address: TileAddress) {
        self.network = network
        projection = TileProjection(address)
        zoom = address.zoom
        tolerance = address.zoom < TileAddress.deepestZoom ? Self.tolerance : 0
    }

    /// The distance by which lines may stray below the deepest zoom, in the tile's units: half a
    /// pixel on a usual screen.
    static let tolerance = 4.0

    /// Joins pieces and adds their lines to a layer.
    ///
    /// Lines come in the order of their keys, then by their first piece. If a line leaves the tile
    /// and returns, it comes in parts. If it shrinks to a point, it is left out.
    ///
    /// - Parameter attributes: Returns what a key means; called once for each key.
    func draw(
        _ pieces: [LinePiece], into layer: inout TileLayer,
        _ attributes: (_ key: Int) -> [(key: String, value: TileValue)]
    ) {
        var last: (key: Int, tags: TileTags)?
        let chains = LineChains.joined(pieces, on: network)
        let order = chains.indices.sorted {
            (chains[$0][0].key, $0) < (chains[$1][0].key, $1)
        }
        for chain in order {
            let key = chains[chain][0].key
            for part in LineClip.tile.parts(of: points(of: chains[chain])) {
                let line = LineThinning.rounded(part, tolerance: tolerance)
                guard line.count > 1 else { continue }
                let tags = last?.key == key ? last?.tags : nil
                let known = tags ?? layer.tags(attributes(key))
                last = (key, known)
                layer.add(line, known)
            }
        }
    }

    /// Adds the line of one piece to a layer, without joining it to others.
    func draw(
        single piece: LinePiece, into layer: inout TileLayer,
        _ attributes: [(key: String, value: TileValue)]
    ) {
        var tags: TileTags?
        for part in LineClip.tile.parts(of: points(of: [piece])) {
            let line = LineThinning.rounded(part, tolerance: tolerance)
            guard line.count > 1 else { continue }
            let known = tags ?? layer.tags(attributes)
            tags = known
            layer.add(line, known)
        }
    }

    /// Returns the points along a chain of pieces.
    private func points(of chain: [LinePiece]) -> [TilePoint] {
        var points: [TilePoint] = []
        for piece in chain {
            let shape = network.shape(ofSegment: Int(piece.segment))
            for place in shape.indices {
                let vertex = shape[piece.isReversed ? shape.count - 1 - place : place]
                // Skip the first vertex: the piece before ended there.
                if place == 0, !points.isEmpty { continue }
                points.append(projection.point(vertex))
            }
        }
        return points
    }
}
