// Places along the path of a handle, and what is left of the route from there.

package import Geo
package import RoadNetwork
import RouteAPI

/// A place along the path of a handle.
package struct PathPosition: Hashable, Sendable {
    /// The position of the leg.
    package var leg: Int
    /// The position of the edge among those of the leg.
    package var element: Int
    /// The place along the directed edge, from 0 to 1.
    package var fraction: Double
    /// Meters along the route from its start.
    package var meters: Double
}

/// The path of a handle with the meters from its start to each of its edges.
package struct HandleMeasure: Sendable {
    /// An edge of the path, or the part of it that is traveled.
    package struct Piece: Hashable, Sendable {
        package var leg: Int
        package var element: Int
        package var edge: EdgeID
        package var from: Double
        package var to: Double
        /// Meters along the route to its beginning.
        package var start: Double
        /// Meters along the route to its end.
        package var end: Double
    }

    /// The pieces, in the order of travel.
    package let pieces: [Piece]

    /// Measures a path by the lengths of its edges.
    ///
    /// - Precondition: The handle was read on its own network.
    /// - Complexity: O(*n*) in the number of edges.
    package init(_ handle: RouteHandle, on network: NetworkDataset) {
        let lengths = network.description.costs.first { $0.kind == .length && $0.isStored }
            .map { network.costs[$0.column] }
        var pieces: [Piece] = []
        var total = 0.0
        for (number, leg) in handle.legs.enumerated() {
            for (element, row) in leg.edges.enumerated() {
                let from = element == 0 ? leg.departure : 0
                let to = element == leg.edges.count - 1 ? leg.arrival : 1
                let length = (lengths.map { Double($0[row]) / 100 } ?? 0) * max(0, to - from)
                pieces.append(
                    Piece(
                        leg: number, element: element, edge: EdgeID(row: row), from: from, to: to,
                        start: total, end: total + length))
                total += length
            }
        }
        self.pieces = pieces
    }

    /// The length of the route in meters.
    package var meters: Double { pieces.last?.end ?? 0 }

    /// The place at some meters from the start, clamped to the route.
    package func position(at meters: Double) -> PathPosition {
        let piece = pieces.first { $0.end > meters } ?? pieces.last
        guard let piece else {
            return PathPosition(leg: 0, element: 0, fraction: 0, meters: 0)
        }
        let place = min(max(meters, piece.start), piece.end)
        let length = piece.end - piece.start
        let share = length > 0 ? (place - piece.start) / length : 1
        return PathPosition(
            leg: piece.leg, element: piece.element,
            fraction: min(piece.to, piece.from + share * (piece.to - piece.from)), meters: place)
    }

    /// The place nearest to a coordinate, of equally near ones the first; and its distance.
    ///
    /// - Parameter first: The least meters from the start.
    /// - Complexity: O(*n*) in the number of vertices.
    package func position(
        nearestTo place: Coordinate, from first: Double = 0, on network: NetworkDataset
    ) -> (position: PathPosition, distance: Double)? {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        var best: (position: PathPosition, distance: Double)?
        for piece in pieces where piece.end >= first {
            let measure = LineMeasure(network.shape(of: piece.edge))
            let found = measure.nearest(
                to: place, within: piece.from...max(piece.from, piece.to), scale: scale)
            guard found.meters < best?.distance ?? .infinity else { continue }
            let span = piece.to - piece.from
            let share = span > 0 ? (found.share - piece.from) / span : 0
            let meters = piece.start + share * (piece.end - piece.start)
            best = (
                PathPosition(
                    leg: piece.leg, element: piece.element, fraction: found.share, meters: meters),
                found.meters
            )
        }
        return best
    }
}

extension RouteHandle {
    /// The rest of the route from a place on it: a route that begins there, through the stops that
    /// are not visited yet.
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
            bearingTolerance: nil, window: nil, added: [], status: .ok,
            place: Place(place))
        rest.stops = [start] + left
        rest.legs = Array(legs[position.leg...])
        rest.legs[0].edges = edges
        rest.legs[0].departure = position.fraction
        rest.legs[0].departureSide = .both
        return rest
    }

    /// An object id that no stop has.
    private static func unusedID(beside stops: ArraySlice<Stop>) -> Int {
        let used = Set(stops.map(\.objectID))
        return (0...used.count).first { !used.contains($0) } ?? 0
    }
}
