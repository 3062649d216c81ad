// Finds the votes nearest to a place, through a tree.

import Geo
import RoadNetwork

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// Evidence of what holds at a place, such as the driving side or the country.
struct PlacedVote<Value: Hashable & Sendable>: Sendable {
    var value: Value
    /// A point on the unit sphere.
    var place: SIMD3<Double>
    var weight: Double

    /// Projects a place onto the unit sphere, where the 180th meridian and the poles are places
    /// like any other.
    static func place(_ fixed: FixedCoordinate) -> SIMD3<Double> {
        let (longitude, latitude) = (fixed.coordinate.x * .pi / 180, fixed.coordinate.y * .pi / 180)
        return [
            cos(latitude) * cos(longitude), cos(latitude) * sin(longitude), sin(latitude),
        ]
    }
}

/// Votes in a k-d tree over the unit sphere.
///
/// Method: Bentley, *Multidimensional binary search trees used for associative searching*, CACM 18
/// (1975), [doi:10.1145/361002.361007](https://doi.org/10.1145/361002.361007), laid out in an
/// array: the middle of a range is its root.
struct NearestVotes<Value: Hashable & Sendable> {
    private var votes: [PlacedVote<Value>]

    /// Builds the tree.
    ///
    /// - Complexity: O(*n* log² *n*).
    init(_ votes: [PlacedVote<Value>]) {
        self.votes = votes
        arrange(votes.indices, axis: 0)
    }

    private mutating func arrange(_ range: Range<Int>, axis: Int) {
        guard range.count > 1 else { return }
        votes[range].sort { $0.place[axis] < $1.place[axis] }
        let middle = range.lowerBound + range.count / 2
        arrange(range.lowerBound..<middle, axis: (axis + 1) % 3)
        arrange(middle + 1..<range.upperBound, axis: (axis + 1) % 3)
    }

    /// Returns the votes nearest to a place, nearest first.
    ///
    /// - Parameters:
    ///   - count: The most votes to return.
    ///   - reach: The greatest distance, as a chord of the unit sphere.
    /// - Complexity: O(log *n* + `count`²) for places spread like votes.
    func nearest(
        to place: SIMD3<Double>, count: Int, reach: Double
    ) -> [(vote: PlacedVote<Value>, squared: Double)] {
        var found: [(index: Int, squared: Double)] = []
        search(votes.indices, axis: 0, place, count, reach * reach, &found)
        return found.map { (votes[$0.index], $0.squared) }
    }

    private func search(
        _ range: Range<Int>, axis: Int, _ place: SIMD3<Double>, _ count: Int, _ reach: Double,
        _ found: inout [(index: Int, squared: Double)]
    ) {
        guard !range.isEmpty else { return }
        let middle = range.lowerBound + range.count / 2
        let offset = place - votes[middle].place
        let squared = (offset * offset).sum()
        if squared <= reach {
            let entry = (index: middle, squared: squared)
            let position =
                found.firstIndex { ($0.squared, $0.index) > (squared, middle) } ?? found.count
            if position < count {
                found.insert(entry, at: position)
                if found.count > count { found.removeLast() }
            }
        }
        let next = (axis + 1) % 3
        let lower = range.lowerBound..<middle
        let upper = middle + 1..<range.upperBound
        let across = offset[axis]
        search(across < 0 ? lower : upper, axis: next, place, count, reach, &found)
        let farthest = found.count == count ? found[count - 1].squared : reach
        guard across * across <= min(reach, farthest) else { return }
        search(across < 0 ? upper : lower, axis: next, place, count, reach, &found)
    }
}
