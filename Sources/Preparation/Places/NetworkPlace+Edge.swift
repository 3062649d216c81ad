// Places given by an edge instead of a coordinate.

package import Geo
package import RoadNetwork
package import RouteAPI

extension NetworkPlace {
    /// Makes a place that vehicles travel in the edge's direction only: they leave from it, or
    /// arrive there, without turning round.
    ///
    /// - Parameters:
    ///   - fraction: The place along the directed edge, from 0 to 1.
    ///   - input: Where the vehicle was seen; `nil` for the place itself.
    package init(
        on edge: EdgeID, at fraction: Double, of network: NetworkDataset,
        seenFrom input: Coordinate? = nil
    ) {
        let share = edge.isForward ? fraction : 1 - fraction
        let coordinate = LineMeasure(network.shape(ofSegment: edge.segment)).coordinate(at: share)
        self.init(
            coordinate: coordinate,
            distanceMeters: input.map {
                Geodesic.distanceMeters(from: $0, to: coordinate)
            } ?? 0,
            segment: edge.segment, share: share, side: .both,
            candidates: [PlaceCandidate(edge: edge, fraction: fraction, side: .both)],
            isRelocated: false)
    }

    /// Returns the place as a route uses it. If several streets are equally near, answers name the
    /// one on which the route arrives or leaves; if streets meet there, the lowest.
    ///
    /// - Complexity: O(*n*) for *n* candidates; O(1) on the street the place names.
    package func named(after used: PlaceCandidate, on network: NetworkDataset) -> NetworkPlace {
        guard junction == nil, used.edge.segment != segment else { return self }
        func point(_ candidate: PlaceCandidate) -> Coordinate {
            LineMeasure(network.shape(of: candidate.edge)).coordinate(at: candidate.fraction)
        }
        func isSame(_ one: Coordinate, _ other: Coordinate) -> Bool {
            Geodesic.distanceMeters(from: one, to: other) <= StopLocator.sameMeters
        }
        let end = point(used)
        guard !isSame(end, coordinate) else { return self }
        let lowest = candidates.filter { isSame(point($0), end) }.min { $0.edge < $1.edge } ?? used
        let (edge, isForward) = (lowest.edge, lowest.edge.isForward)
        var place = self
        place.segment = edge.segment
        place.share = isForward ? lowest.fraction : 1 - lowest.fraction
        place.side = isForward ? lowest.side : lowest.side.opposite
        place.coordinate = LineMeasure(network.shape(ofSegment: edge.segment))
            .coordinate(at: place.share)
        return place
    }

    /// Settles the side of an input that lies on the line itself, by its curb approach. If a client
    /// sends the fields of an answer back, it gets the same route again.
    package mutating func settleSide(of used: PlaceCandidate, under approach: CurbApproach) {
        guard side == .both, !isAtNode, used.edge.segment == segment else { return }
        switch approach {
        case .eitherSide, .noUTurn: return
        case .rightSide: side = used.edge.isForward ? .right : .left
        case .leftSide: side = used.edge.isForward ? .left : .right
        }
    }
}
