// Joins pieces with the same attributes into long lines.

import RoadNetwork

/// Joins pieces into long lines.
///
/// Two pieces join at a node if no third one with the same key ends there, and if both have a
/// direction or neither does. Long lines need fewer features, can be thinned across junctions with
/// other streets, and have room for a name.
enum LineChains {
    /// One more than the greatest key.
    static let keyCount = 1 << 12
    /// The most pieces to join at once.
    static let mostPieces = 1 << 19

    /// Returns the lines; each piece is part of exactly one.
    ///
    /// Lines come in the order of their first piece in `pieces`. Within a line, pieces come in the
    /// order of travel.
    ///
    /// - Precondition: There are at most ``mostPieces`` pieces, with keys below ``keyCount``.
    /// - Complexity: O(*n* log *n*).
    static func joined(_ pieces: [LinePiece], on network: NetworkDataset) -> [[LinePiece]] {
        precondition(pieces.count <= mostPieces, "too many pieces to join")
        let partners = partners(of: pieces, on: network)
        var isDone = [Bool](repeating: false, count: pieces.count)
        var chains: [[LinePiece]] = []
        for place in pieces.indices where !isDone[place] {
            var end = start(from: place, partners)
            var chain: [LinePiece] = []
            while end >= 0, !isDone[end >> 1] {
                isDone[end >> 1] = true
                var piece = pieces[end >> 1]
                if end & 1 == 1 { piece.isReversed.toggle() }
                chain.append(piece)
                end = partners[end ^ 1]
            }
            chains.append(chain)
        }
        return chains
    }

    /// Returns, for each end, the other piece's end to join it to; -1 if there is none.
    ///
    /// Piece *n* begins with end 2*n* and ends with end 2*n* + 1.
    private static func partners(of pieces: [LinePiece], on network: NetworkDataset) -> [Int] {
        // Use 12 bits for the key, 32 for the node, 20 for the end.
        var ends: [UInt64] = []
        ends.reserveCapacity(pieces.count * 2)
        for (place, piece) in pieces.enumerated() {
            precondition(piece.key < keyCount, "a key is too great")
            let edge = EdgeID(row: piece.segment << 1 | (piece.isReversed ? 1 : 0))
            let key = UInt64(piece.key) << 52
            ends.append(key | UInt64(network.tail(of: edge).row) << 20 | UInt64(place) << 1)
            ends.append(key | UInt64(network.head(of: edge).row) << 20 | UInt64(place) << 1 | 1)
        }
        ends.sort()
        var partners = [Int](repeating: -1, count: ends.count)
        var first = 0
        while first < ends.count {
            var next = first + 1
            while next < ends.count, ends[next] >> 20 == ends[first] >> 20 { next += 1 }
            if next - first == 2 {
                let (a, b) = (Int(ends[first] & 0xF_FFFF), Int(ends[first + 1] & 0xF_FFFF))
                let isDirected = pieces[a >> 1].isDirected
                // If only some pieces had a direction, the line could begin against it.
                if a >> 1 != b >> 1, pieces[b >> 1].isDirected == isDirected,
                    !isDirected || a & 1 != b & 1
                {
                    (partners[a], partners[b]) = (b, a)
                }
            }
            first = next
        }
        return partners
    }

    /// Returns the end where a piece's line begins; in a ring, the piece's own beginning.
    private static func start(from place: Int, _ partners: [Int]) -> Int {
        var end = place << 1
        while partners[end] >= 0 {
            end = partners[end] ^ 1
            if end >> 1 == place { return place << 1 }
        }
        return end
    }
}
