// Joins pieces with the same attributes into long lines.

import RoadNetwork

/// Lines of pieces that follow each other.
///
/// Pieces join at a node where exactly two with the same key end, both with a direction or both
/// without. Long lines need fewer features,
/// can be thinned across junctions with other streets, and have room for a name.
enum LineChains {
    /// One more than the greatest key.
    static let keyCount = 1 << 12
    /// The most pieces that can be joined at once.
    static let mostPieces = 1 << 19

    /// Returns the lines, in the order of their first piece in `pieces`, each in its order of
    /// travel. Each piece is part of one line.
    ///
    /// - Precondition: At most ``mostPieces`` pieces, with keys below ``keyCount``.
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

    /// Returns, for each end, the end of another piece that it joins; -1 for none. Piece *n* begins
    /// with end 2*n* and ends with end 2*n* + 1.
    private static func partners(of pieces: [LinePiece], on network: NetworkDataset) -> [Int] {
        // 12 bits of key, 32 of node, 20 of end.
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
                // A line of pieces with and without a direction could begin against the direction.
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

    /// Returns the end at which the line of a piece begins; for a ring, the piece's own beginning.
    private static func start(from place: Int, _ partners: [Int]) -> Int {
        var end = place << 1
        while partners[end] >= 0 {
            end = partners[end] ^ 1
            if end >> 1 == place { return place << 1 }
        }
        return end
    }
}
