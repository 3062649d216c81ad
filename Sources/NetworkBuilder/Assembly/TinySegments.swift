// Bearings for segments too short for their own.

import RoadNetwork

/// Gives segments of a few centimeters the bearing of their street.
///
/// Coordinates are rounded to about a centimeter. A line of ten centimeters may therefore point
/// several degrees aside, and a line without length points nowhere, which would distort every turn
/// into and out of it. Each tiny edge takes the bearing with which its street arrives, as if the
/// street went straight on over it.
enum TinySegments {
    /// Segments shorter than this are tiny.
    static let belowCentimeters: UInt32 = 30

    /// Replaces the bearings of tiny segments. Edges must be linked and measured.
    ///
    /// - Complexity: O(*n*) in the segments, and in the edges at the ends of the few tiny ones.
    static func settleBearings(in contents: inout NetworkContents) {
        guard let lengths = contents.edgeLengths else { return }
        var found: [(edge: Int, bearing: UInt16)] = []
        for segment in 0..<contents.segmentWay.count where lengths[2 * segment] < belowCentimeters {
            for edge in [2 * segment, 2 * segment + 1] {
                if let bearing = bearing(of: edge, in: contents, lengths) {
                    found.append((edge, bearing))
                }
            }
        }
        for (edge, bearing) in found {
            contents.edgeDepartBearing[edge] = bearing
            contents.edgeArriveBearing[edge] = bearing
        }
    }

    /// Takes a tiny edge's bearing from its neighbors; `nil` if it has none.
    private static func bearing(
        of edge: Int, in contents: NetworkContents, _ lengths: [UInt32]
    ) -> UInt16? {
        let before = leaving(contents.edgeHead[edge ^ 1], contents, besides: edge, lengths)
            .map { contents.edgeArriveBearing[$0 ^ 1] }
        let after = leaving(contents.edgeHead[edge], contents, besides: edge, lengths)
            .map { contents.edgeDepartBearing[$0] }
        guard !before.isEmpty, !after.isEmpty else { return before.first ?? after.first }
        // Of several pairs, take the straightest.
        let pairs = before.flatMap { from in after.map { (from, bend(from, $0)) } }
        return pairs.min { $0.1 < $1.1 }?.0
    }

    /// Returns the edges leaving a node, without tiny ones; only edges of the same way if there are
    /// any.
    private static func leaving(
        _ node: UInt32, _ contents: NetworkContents, besides edge: Int, _ lengths: [UInt32]
    ) -> [Int] {
        let all = contents.edges(leaving: node).map { Int($0) }
            .filter { $0 >> 1 != edge >> 1 && lengths[$0] >= belowCentimeters }
        let way = contents.segmentWay[edge >> 1]
        let own = all.filter { contents.segmentWay[$0 >> 1] == way }
        return own.isEmpty ? all : own
    }

    private static func bend(_ from: UInt16, _ to: UInt16) -> Int {
        let turned = (Int(to) - Int(from) + 54_000) % 36_000 - 18_000
        return abs(turned)
    }
}
