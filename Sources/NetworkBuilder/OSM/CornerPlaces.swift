// Positions of the nodes that ways with names consist of.

import DataStructures
import RoadNetwork

/// The positions of some nodes, by ascending id.
struct CornerPlaces {
    private let ids: [Int64]
    private var places: [FixedCoordinate]
    /// Which version gave each position; empty until a file's rank matters.
    private var stamps: [EditStamp] = []
    /// Where the next id is probably found, since files list nodes in ascending order.
    private var next = 0

    private static let missing = FixedCoordinate(longitudeE7: 0, latitudeE7: .min)

    /// Makes room for some ids, in any order and with repetitions.
    init(ids unordered: [Int64]) {
        ids = unordered.sortedOnce()
        places = [FixedCoordinate](repeating: Self.missing, count: ids.count)
    }

    /// Keeps a node's position if a way needs it.
    ///
    /// - Parameter fileRank: The file's rank; `nil` if there is one version of each node.
    mutating func add(_ node: OSMObject, fileRank: Int?) {
        guard let row = row(of: node.id) else { return }
        if let fileRank {
            if stamps.isEmpty { stamps = [EditStamp](repeating: .none, count: ids.count) }
            let stamp = node.stamp(fileRank: fileRank)
            guard stamp > stamps[row] else { return }
            stamps[row] = stamp
        }
        let location = node.isDeleted ? nil : node.location
        places[row] =
            location.map {
                FixedCoordinate(longitudeE7: $0.longitudeE7, latitudeE7: $0.latitudeE7)
            } ?? Self.missing
    }

    /// Returns a node's position, if one was found.
    func place(of id: Int64) -> FixedCoordinate? {
        let row = ids.indices.partitioningIndex { ids[$0] >= id }
        guard row < ids.count, ids[row] == id, places[row] != Self.missing else { return nil }
        return places[row]
    }

    /// Returns an id's row; O(1) while ids come in ascending order and lie close together.
    private mutating func row(of id: Int64) -> Int? {
        if next < ids.count, ids[next] <= id {
            for _ in 0..<16 {
                guard next < ids.count, ids[next] < id else { break }
                next += 1
            }
        } else if next > 0, next <= ids.count, ids[next - 1] < id {
            // Between the last one found and the next.
            return nil
        }
        if next >= ids.count || ids[next] < id || next > 0 && ids[next - 1] >= id {
            next = ids.indices.partitioningIndex { ids[$0] >= id }
        }
        return next < ids.count && ids[next] == id ? next : nil
    }
}
