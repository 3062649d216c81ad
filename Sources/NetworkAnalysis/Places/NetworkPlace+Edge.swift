// Places that are given by an edge instead of a coordinate.

package import Geo
package import RoadNetwork

extension NetworkPlace {
    /// A place on an edge that vehicles travel in its direction only: to leave from it, or to
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
}
