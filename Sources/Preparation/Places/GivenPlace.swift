// Places and stops given by an edge instead of found for a coordinate.

package import Geo
package import RoadNetwork
package import RouteAPI

extension NetworkPlace {
    /// Makes a place along a directed edge.
    ///
    /// - Parameters:
    ///   - fraction: The position along the edge in its direction of travel, from 0 to 1.
    ///   - side: The side of travel on which the input lies.
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
    /// Makes a stop for a route that is given instead of searched for.
    ///
    /// - Parameters:
    ///   - row: The index among the answer's stops, from 0.
    ///   - original: The coordinate at which it was given, in longitude and latitude.
    ///   - costCount: How many cost attributes the network has.
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
