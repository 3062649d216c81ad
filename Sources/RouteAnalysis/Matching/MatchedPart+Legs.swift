// A matched path's legs, between its ends and the stops on it.

import Geo
import MapMatching
import Preparation
import RoadNetwork

/// A place on a matched path where one leg ends and the next begins.
struct PathMark {
    /// The index of the element on which the leg before ends.
    var element: Int
    /// Where on that element's edge, from 0 to 1.
    var share: Double
    /// The matched point there; `nil` if the vehicle turned round between two junctions.
    var point: MatchedPoint?

    /// Whether the next leg begins on the next element.
    var isTurn: Bool { point == nil }
}

extension MatchedPart {
    /// Returns the part's ends and the marks between them, in travel order.
    ///
    /// - Parameter stops: The part's matched points at which its route stops.
    func marks(from first: MatchedPoint, to last: MatchedPoint, stops: [MatchedPoint])
        -> [PathMark]
    {
        let inner =
            stops.map { PathMark(element: $0.element, share: $0.share, point: $0) }
            + turningElements.map { PathMark(element: $0, share: elements[$0].to) }
        // A stop at the very place of a turn comes before it: the turn ends the element.
        let ordered = inner.sorted {
            ($0.element, $0.share, $0.isTurn ? 1 : 0) < ($1.element, $1.share, $1.isTurn ? 1 : 0)
        }
        return [PathMark(element: 0, share: firstShare, point: first)] + ordered
            + [PathMark(element: elements.count - 1, share: lastShare, point: last)]
    }

    /// Returns the edges between two marks, and the shares on the first and the last of them.
    ///
    /// An edge a leg only touches at its end is left out, so a path from a junction begins with the
    /// street it takes there.
    func leg(
        from start: PathMark, to end: PathMark, on network: NetworkDataset
    ) -> (edges: [UInt32], departure: Double, arrival: Double) {
        let first = start.isTurn ? start.element + 1 : start.element
        let last = max(first, end.element)
        var departure = start.isTurn ? elements[first].from : start.share
        // Interpolated places may lie a hair before the end of the leg before.
        var arrival = last == first ? max(departure, end.share) : end.share
        var edges = elements[first...last].map(\.edge)
        func isTouched(_ edge: EdgeID, _ share: Double) -> Bool {
            Double(network.lengthCentimeters(of: edge)) * share < Self.touchedCentimeters
        }
        if edges.count > 1, isTouched(edges[0], 1 - departure) {
            edges.removeFirst()
            departure = elements[first + 1].from
        }
        if edges.count > 1, isTouched(edges[edges.count - 1], arrival) {
            edges.removeLast()
            arrival = elements[last - 1].to
        }
        if edges.count == 1 { arrival = max(departure, arrival) }
        return (edges.map(\.row), departure, arrival)
    }

    /// An edge traveled for less than this does not count: coordinates are rounded to a centimeter.
    private static let touchedCentimeters = 5.0

    /// Returns the meters from the part's start to each element.
    func metersBefore(on network: NetworkDataset) -> [Double] {
        var total = 0.0
        return elements.map { element in
            defer {
                let length = Double(network.lengthCentimeters(of: element.edge)) / 100
                total += (element.to - element.from) * length
            }
            return total
        }
    }
}

extension MatchedPoint {
    /// The point's place on the network.
    var place: NetworkPlace {
        NetworkPlace(
            on: EdgeID(row: edge), at: share, side: side, coordinate: coordinate,
            distance: distanceMeters)
    }

    /// The side of travel on which the point lies.
    private var side: RoadSide {
        abs(offsetMeters) < 0.01 ? .both : offsetMeters > 0 ? .right : .left
    }
}
