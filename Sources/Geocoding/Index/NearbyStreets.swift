// Streets of one name, by place.

import DataStructures
import RoadNetwork

/// Finds which of some streets a point belongs to: thousands have the name `Main Street`.
struct NearbyStreets {
    /// Houses stand up to so far from their street, and streets go on beyond the network.
    static let farthestMeters = 1_500.0
    /// Among so few streets, looking at each is as fast as a grid.
    static let fewStreets = 16

    private var streets: [Int] = []
    private var boxes: [FixedBounds] = []
    private var cells: BoxCells?

    /// Adds a street, or lets an earlier one grow.
    ///
    /// - Parameter street: Its number, greater than all before if it is new.
    /// - Complexity: O(log *n*), and the cells under its box.
    mutating func add(_ street: Int, _ box: FixedBounds) {
        let place = streets.indices.partitioningIndex { streets[$0] >= street }
        let old = place < boxes.count ? boxes[place] : nil
        if let old {
            boxes[place].add(box)
            guard boxes[place] != old else { return }
        } else {
            streets.append(street)
            boxes.append(box)
        }
        if cells != nil {
            addCells(place, from: old)
        } else if streets.count > Self.fewStreets {
            cells = BoxCells()
            for other in boxes.indices { addCells(other, from: nil) }
        }
    }

    private mutating func addCells(_ place: Int, from old: FixedBounds?) {
        cells?.add(
            UInt32(place), boxes[place].envelope, reaching: Self.farthestMeters,
            from: old?.envelope)
    }

    /// Returns the street nearest to a point, the first of several; `nil` if all are too far away.
    ///
    /// - Complexity: O(*k*) in the streets near the point.
    func nearest(to point: FixedCoordinate) -> Int? {
        let near = cells?.items(near: point.coordinate).map { Int($0) } ?? Array(boxes.indices)
        let found = near.lazy.map { (meters: boxes[$0].meters(to: point), place: $0) }
            .filter { $0.meters <= Self.farthestMeters }
            .min { ($0.meters, $0.place) < ($1.meters, $1.place) }
        return found.map { streets[$0.place] }
    }
}
