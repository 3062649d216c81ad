// The legs of a matched path, between its ends and the stops on it.

import Geo
import MapMatching
import NetworkAnalysis
import RoadNetwork

/// A place on a matched path at which one leg ends and the next begins.
struct PathMark {
    /// The position of the element that the leg before ends on.
    var element: Int
    /// Where on the edge of that element, from 0 to 1.
    var share: Double
    /// The matched point there; `nil` where the vehicle turned round between two junctions.
    var point: MatchedPoint?

    /// Whether the next leg begins on the next element.
    var isTurn: Bool { point == nil }
}

extension MatchedPart {
    /// The ends of the part and the marks between them, in the order of travel.
    ///
    /// - Parameter stops: The matched points of the part at which its route stops.
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

    /// The edges between two marks and the shares of the first and the last of them.
    ///
    /// An edge that a leg only touches at its end is left out, so that a path which begins at a
    /// junction begins with the street that it takes there.
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

    /// Less of an edge than this is not traveled: coordinates are rounded to a centimeter.
    private static let touchedCentimeters = 5.0

    /// Meters along the part from its start to the beginning of each element.
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
    /// The place of the point on the network.
    var place: NetworkPlace {
        NetworkPlace(
            on: EdgeID(row: edge), at: share, side: side, coordinate: coordinate,
            distance: distanceMeters)
    }

    /// The side of travel that the point lies on.
    private var side: RoadSide {
        abs(offsetMeters) < 0.01 ? .both : offsetMeters > 0 ? .right : .left
    }
}
