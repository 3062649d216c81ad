// Places and stops that are given by an edge rather than found for a coordinate.

package import Geo
package import RoadNetwork
package import RouteAPI

extension NetworkPlace {
    /// A place along a directed edge.
    ///
    /// - Parameters:
    ///   - fraction: The position along the edge in its direction of travel, from 0 to 1.
    ///   - side: The side of travel along the edge that the input lies on.
    ///   - distance: Meters from the input to the place.
    package init(
        on edge: EdgeID, at fraction: Double, side: RoadSide, coordinate: Coordinate,
        distance: Double
    ) {
        let twin = PlaceCandidate(
            edge: edge.twin, fraction: 1 - fraction, side: side.opposite)
        let own = PlaceCandidate(edge: edge, fraction: fraction, side: side)
        self.init(
            coordinate: coordinate, distanceMeters: distance, segment: edge.segment,
            share: edge.isForward ? fraction : 1 - fraction,
            side: edge.isForward ? side : side.opposite,
            candidates: edge.isForward ? [own, twin] : [twin, own], isRelocated: false)
    }
}

extension LocatedStop {
    /// A stop of a route that is given rather than searched for.
    ///
    /// - Parameters:
    ///   - row: The position among the stops of the answer, from 0.
    ///   - original: The coordinate that it was given at, in longitude and latitude.
    ///   - costCount: The number of cost attributes of the network.
    package init(
        _ name: String, at place: NetworkPlace, row: Int, original: Coordinate, costCount: Int,
        type: LocationType = .stop
    ) {
        var input = StopInput(
            index: row, objectID: row + 1, name: name,
            added: [Double](repeating: 0, count: costCount))
        input.locationType = type
        input.coordinate = original
        input.original = (original, .wgs84)
        self.init(input: Shared(input), place: place)
    }
}
