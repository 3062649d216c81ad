// Several source nodes that are one junction on the ground.

import Geo
import RoadNetwork

/// Which nodes of the table are one junction.
///
/// Mappers duplicate nodes by mistake, and cut roads at the 180th meridian into ways that end at
/// +180 and begin at -180 degrees. Each node keeps its own place, so lines stay on their side of
/// the meridian.
struct JoinedNodes {
    /// Maps joined rows to the row standing for them.
    private var leaders: [Int: Int] = [:]

    static let meridianE7: Int32 = 1_800_000_000

    /// Returns the row standing for a row's junction.
    func canonical(_ row: Int) -> Int {
        guard !leaders.isEmpty else { return row }
        var row = row
        while let leader = leaders[row] { row = leader }
        return row
    }

    /// Makes two rows one junction.
    mutating func join(_ a: Int, _ b: Int) {
        let (one, other) = (canonical(a), canonical(b))
        if one != other { leaders[max(one, other)] = min(one, other) }
    }

    /// The rows of each joined junction, ascending.
    var groups: [[Int]] {
        var groups: [Int: [Int]] = [:]
        for row in leaders.keys { groups[canonical(row), default: []].append(row) }
        return groups.map { [$0.key] + $0.value.sorted() }.sorted { $0[0] < $1[0] }
    }

    /// Joins nodes at +180 and -180 degrees with the same latitude.
    ///
    /// - Parameter mark: Called with each joined row.
    mutating func joinAcrossMeridian(_ nodes: NodeTable, mark: (Int) -> Void) {
        var rows: [Int32: (east: [Int], west: [Int])] = [:]
        for (row, longitude) in nodes.longitudeE7.enumerated()
        where abs(longitude) == Self.meridianE7 && nodes.isPresent(row) {
            if longitude > 0 {
                rows[nodes.latitudeE7[row], default: ([], [])].east.append(row)
            } else {
                rows[nodes.latitudeE7[row], default: ([], [])].west.append(row)
            }
        }
        for (east, west) in rows.values where !east.isEmpty && !west.isEmpty {
            for row in east + west {
                join(east[0], row)
                mark(row)
            }
        }
    }

    /// Whether two places differ by no more than the rounding of coordinates.
    static func areOnePlace(_ a: FixedCoordinate, _ b: FixedCoordinate) -> Bool {
        abs(Int64(a.longitudeE7) - Int64(b.longitudeE7)) <= 1
            && abs(Int64(a.latitudeE7) - Int64(b.latitudeE7)) <= 1
    }
}
