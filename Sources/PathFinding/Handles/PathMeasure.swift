// Places along a given path, by meters from its start.

package import Geo
package import RoadNetwork

/// A place along a given path.
package struct PathPosition: Hashable, Sendable {
    /// The leg's index.
    package var leg: Int
    /// The edge's index in the leg.
    package var element: Int
    /// The place along the directed edge, from 0 to 1.
    package var fraction: Double
    /// Meters along the route from its start.
    package var meters: Double
}

/// A given path with the meters from its start to each edge.
package struct PathMeasure: Sendable {
    /// An edge on the path, or the traveled part of it.
    package struct Piece: Hashable, Sendable {
        package var leg: Int
        package var element: Int
        package var edge: EdgeID
        package var from: Double
        package var to: Double
        /// Meters along the route to the piece's beginning.
        package var start: Double
        /// Meters along the route to the piece's end.
        package var end: Double
    }

    /// The pieces in travel order.
    package let pieces: [Piece]

    /// Measures a handle's path by its edge lengths.
    ///
    /// - Precondition: The handle was read on its own network.
    /// - Complexity: O(*n*) for *n* edges.
    package init(_ handle: RouteHandle, on network: NetworkDataset) {
        self.init(parts: handle.legs.map { ($0.edges, $0.departure, $0.arrival) }, on: network)
    }

    /// Measures the legs of a path.
    ///
    /// - Precondition: The edges belong to the network.
    /// - Complexity: O(*n*) for *n* edges.
    package init(_ legs: [GivenLeg], on network: NetworkDataset) {
        self.init(
            parts: legs.map { ($0.edges, $0.departure ?? 0, $0.arrival ?? 1) }, on: network)
    }

    private init(
        parts legs: [(edges: [UInt32], departure: Double, arrival: Double)],
        on network: NetworkDataset
    ) {
        let lengths = network.description.costs.first { $0.kind == .length && $0.isStored }
            .map { network.costs[$0.column] }
        var pieces: [Piece] = []
        var total = 0.0
        for (number, leg) in legs.enumerated() {
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

    /// The route's length in meters.
    package var meters: Double { pieces.last?.end ?? 0 }

    /// Returns the place some meters from the start, clamped to the route. At 0 it is the start
    /// itself, before the turn into the next edge if the route only touches the first.
    package func position(at meters: Double) -> PathPosition {
        let piece = meters <= 0 ? pieces.first : pieces.first { $0.end > meters } ?? pieces.last
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

    /// Returns the route's first place on an edge at a share of it; `nil` if the route does not
    /// pass there.
    ///
    /// - Parameter first: The least meters from the start.
    /// - Complexity: O(*n*) for *n* edges.
    package func position(
        on edge: EdgeID, at share: Double, from first: Double = 0
    ) -> PathPosition? {
        for piece in pieces where piece.edge == edge && piece.end >= first {
            // A route may begin or end within the edge.
            guard share >= piece.from, share <= piece.to else { continue }
            let span = piece.to - piece.from
            let done = span > 0 ? (share - piece.from) / span : 0
            let meters = piece.start + done * (piece.end - piece.start)
            guard meters >= first else { continue }
            return PathPosition(
                leg: piece.leg, element: piece.element, fraction: share, meters: meters)
        }
        return nil
    }

    /// Returns the place nearest to a coordinate and its distance; the first one if several are
    /// equally near.
    ///
    /// - Parameter first: The least meters from the start.
    /// - Complexity: O(*n*) for *n* vertices.
    package func position(
        nearestTo place: Coordinate, from first: Double = 0, on network: NetworkDataset
    ) -> (position: PathPosition, distance: Double)? {
        let scale = Geodesic.metersPerDegree(atLatitude: place.y)
        var best: (position: PathPosition, distance: Double)?
        for piece in pieces where piece.end >= first {
            let measure = LineMeasure(network.shape(of: piece.edge))
            let (span, length) = (piece.to - piece.from, piece.end - piece.start)
            // The least place may lie within the first edge.
            let skipped = length > 0 ? max(0, first - piece.start) / length : 0
            let least = piece.from + skipped * span
            let found = measure.nearest(
                to: place, within: least...max(least, piece.to), scale: scale)
            guard found.meters < best?.distance ?? .infinity else { continue }
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
