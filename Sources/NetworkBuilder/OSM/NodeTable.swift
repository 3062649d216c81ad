// The nodes that roads use: the second reading.

import DataStructures
import Geo
import RoadNetwork

/// Positions and rulings of the nodes that roads use, by ascending id.
struct NodeTable {
    let ids: [Int64]
    private(set) var longitudeE7: [Int32]
    private(set) var latitudeE7: [Int32]
    /// Rulings of the few nodes that are not plain, by row.
    private(set) var rulings: [Int: NodeRuling] = [:]
    /// The points on streets at the few nodes that are some, by row.
    private(set) var points: [Int: NodePoints] = [:]
    private(set) var foundCount = 0
    private var lastRow = 0

    /// A latitude that no node has: the file does not hold the node.
    private static let missing = Int32.min

    /// Makes a table for some ids, in any order and as often as they occur.
    init(ids unordered: [Int64]) {
        var sorted = unordered
        sorted.sort()
        var count = 0
        for id in sorted where count == 0 || sorted[count - 1] != id {
            sorted[count] = id
            count += 1
        }
        sorted.removeSubrange(count...)
        ids = sorted
        longitudeE7 = [Int32](repeating: 0, count: count)
        latitudeE7 = [Int32](repeating: Self.missing, count: count)
    }

    /// The row of an id, or `nil`.
    func row(of id: Int64) -> Int? {
        let row = ids.indices.partitioningIndex { ids[$0] >= id }
        return row < ids.count && ids[row] == id ? row : nil
    }

    /// Whether the input holds the node.
    func isPresent(_ row: Int) -> Bool { latitudeE7[row] != Self.missing }

    func place(_ row: Int) -> FixedCoordinate {
        FixedCoordinate(longitudeE7: longitudeE7[row], latitudeE7: latitudeE7[row])
    }

    /// Adds a node if a road uses it; of several with one id, the first counts.
    mutating func add(_ node: OSMObject, rules: RoadRules, nodeKeys: Set<String>) {
        guard let row = nextRow(of: node.id), !isPresent(row), let location = node.location else {
            return
        }
        longitudeE7[row] = location.longitudeE7
        latitudeE7[row] = location.latitudeE7
        foundCount += 1
        if node.isTagged, node.hasTag(amongKeys: nodeKeys) {
            let tags = node.tags
            let ruling = rules.ruling(ofNode: tags)
            if !ruling.isPlain { rulings[row] = ruling }
            let points = rules.definition.streetPoints.points(ofNode: tags)
            if !points.isEmpty { self.points[row] = points }
        }
    }

    /// Like ``row(of:)``, in O(1) while ids come in ascending order, as they mostly do.
    private mutating func nextRow(of id: Int64) -> Int? {
        if lastRow < ids.count, ids[lastRow] < id {
            var steps = 0
            while lastRow < ids.count, ids[lastRow] < id, steps < 32 {
                lastRow += 1
                steps += 1
            }
            if lastRow < ids.count, ids[lastRow] >= id {
                return ids[lastRow] == id ? lastRow : nil
            }
        } else if lastRow < ids.count, ids[lastRow] == id {
            return lastRow
        }
        guard let row = row(of: id) else { return nil }
        lastRow = row
        return row
    }
}
