// Which town and which part of it a point belongs to.

import Geo
import RoadNetwork

/// Finds the places that give a point its locality.
///
/// Files give a point for most places, not a border. So each distance is divided by the usual reach
/// of such a place, and the least share wins: a village 1 km away comes before a city 8 km away.
struct LocalityFinder: Sendable {
    /// Towns farther away than this many times their reach do not count.
    private static let farthest = 2.0

    private let places: PlaceDataset?
    private var cells = BoxCells()

    /// - Complexity: O(*n*) in the places; a city lies in about a hundred cells.
    init(_ places: PlaceDataset?) {
        self.places = places
        guard let places else { return }
        for row in 0..<places.placeCount {
            let reach = Self.kind(row, places).reachMeters * Self.farthest
            guard reach > 0 else { continue }
            let center = places.coordinate(ofPlace: row)
            let box = Envelope(minX: center.x, minY: center.y, maxX: center.x, maxY: center.y)
            cells.add(UInt32(row), box, reaching: reach)
        }
    }

    private static func kind(_ row: Int, _ places: PlaceDataset) -> PlaceKind {
        PlaceKind(rawValue: places.placeKind[row]) ?? .other
    }

    /// Returns the rows of a point's town and part of town; ``NameIndex/none`` for none.
    ///
    /// - Parameter place: A place to look up a town for: only more important places count.
    func locality(
        of point: FixedCoordinate, besides place: Int? = nil
    ) -> (town: UInt32, part: UInt32) {
        guard let places else { return (NameIndex.none, NameIndex.none) }
        let here = point.coordinate
        let scale = Geodesic.metersPerDegree(atLatitude: here.y)
        let importance = place.map { Self.kind($0, places).importance } ?? -1
        var (town, part) = (NameIndex.none, NameIndex.none)
        var (townShare, partShare) = (Self.farthest, 1.0)
        for row in cells.items(near: here) where Int(row) != place {
            let kind = Self.kind(Int(row), places)
            guard kind.importance > importance else { continue }
            let there = places.coordinate(ofPlace: Int(row))
            let (dx, dy) = ((there.x - here.x) * scale.x, (there.y - here.y) * scale.y)
            let share = (dx * dx + dy * dy).squareRoot() / kind.reachMeters
            if kind.isSettlement {
                if share < townShare { (town, townShare) = (row, share) }
            } else if share < partShare {
                (part, partShare) = (row, share)
            }
        }
        return (town, part)
    }
}
