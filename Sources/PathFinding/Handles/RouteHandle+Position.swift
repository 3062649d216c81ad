// The rest of a handle's route from a place on it.

package import Geo
import Preparation
package import RoadNetwork
import RouteAPI

extension RouteHandle {
    /// Returns the rest of the route: it begins at a place on the route and leads through the stops
    /// not visited yet.
    ///
    /// - Parameter input: Where the vehicle was seen; `nil` for the place itself.
    /// - Precondition: The handle was read on its own network.
    package func rest(
        from position: PathPosition, on network: NetworkDataset, seenFrom input: Coordinate? = nil
    ) -> RouteHandle {
        var rest = self
        let edges = Array(legs[position.leg].edges[position.element...])
        let place = NetworkPlace(
            on: EdgeID(row: edges[0]), at: position.fraction, of: network, seenFrom: input)
        let left = stops[(position.leg + 1)...]
        let start = Stop(
            objectID: Self.unusedID(beside: left), name: "Position", curbApproach: .noUTurn,
            locationType: .stop,
            shape: Shape(coordinate: input ?? place.coordinate, wkid: 4326), bearing: nil,
            bearingTolerance: nil, windows: [], added: [], status: .ok,
            place: Place(place))
        rest.stops = [start] + left
        rest.legs = Array(legs[position.leg...])
        rest.legs[0].edges = edges
        rest.legs[0].departure = position.fraction
        rest.legs[0].departureSide = .both
        return rest
    }

    /// Returns an object id that no stop has.
    private static func unusedID(beside stops: ArraySlice<Stop>) -> Int {
        let used = Set(stops.map(\.objectID))
        return (0...used.count).first { !used.contains($0) } ?? 0
    }
}
