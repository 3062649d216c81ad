// Counts the points traffic meets along an edge, to charge them on turns.

import DataStructures
package import RoadNetwork

/// How many points of each kind traffic along an edge meets, up to ``most`` per kind.
///
/// Charge them on the turn out of the edge: a light stands near its end.
package struct ApproachPoints: Hashable, Sendable {
    /// The highest count per kind; further points are not counted.
    package static let most: UInt64 = 3

    private var bits: UInt64 = 0

    package init() {}

    /// Whether traffic meets nothing.
    package var isEmpty: Bool { bits == 0 }

    /// Returns the number of points of a kind.
    package subscript(kind: StreetPointKind) -> Int {
        Int(bits >> Self.shift(kind) & Self.most)
    }

    /// Counts one more point.
    package mutating func add(_ kind: StreetPointKind) {
        let shift = Self.shift(kind)
        guard bits >> shift & Self.most < Self.most else { return }
        bits += 1 << shift
    }

    private static func shift(_ kind: StreetPointKind) -> UInt64 { 2 * UInt64(kind.rawValue) }

    /// Counts the points along an edge. The contents must be settled.
    ///
    /// - Complexity: O(log *n*) in the network's points.
    static func met(by edge: UInt32, in contents: NetworkContents) -> ApproachPoints {
        let segments = contents.pointSegments
        var points = ApproachPoints()
        var row = segments.indices.partitioningIndex { segments[$0] >= edge >> 1 }
        while row < segments.count, segments[row] == edge >> 1 {
            let code = StreetPointCode(rawValue: contents.pointCodes[row])
            if let kind = code.kind, code.direction?.includes(EdgeID(row: edge)) == true {
                points.add(kind)
            }
            row += 1
        }
        return points
    }
}
