// A path from elsewhere: a route handle, a trace, a drawn line.

package import Preparation
package import RoadNetwork
package import RouteAPI

/// A route given by its edges.
///
/// ```swift
/// let path = GivenPath(legs: [GivenLeg(edges: [4, 8, 11], from: home, to: office)])
/// let finder = RouteFinder(of: prepared, on: layer, control: control)
/// let given = try finder.follow(path, through: [0, 1])
/// // given.route: as if it had been searched for, with its costs as if all of it were open
/// // given.findings: what is closed or forbidden on it
/// ```
///
/// Use it if the path is known and only its costs, times and obstacles are wanted. The path comes
/// from outside, so ``GivenLeg/path(on:leg:)`` checks that every edge exists, that edges are
/// connected, and that the ends lie on them; it throws a ``GivenPathError`` otherwise.
///
/// Following never detours. The route gets the costs it would have if all of it were open, and a
/// list of ``PathFinding`` values says what is closed or forbidden along it. Callers decide what
/// that means: a refresh reports blockages, a matched trace reports broken rules.
///
/// Handles, matched traces and rejoining a route all end in this type.
package struct GivenPath: Sendable {
    /// The legs in order, one fewer than stops.
    package var legs: [GivenLeg]
    /// The route's name; `nil` to make one from its first and last stop.
    package var name: String?
    /// How each stop was placed, in visiting order; empty if all were placed as usual.
    package var statuses: [LocationStatus]

    package init(legs: [GivenLeg], name: String? = nil, statuses: [LocationStatus] = []) {
        self.legs = legs
        self.name = name
        self.statuses = statuses
    }
}

/// One leg of a given path.
package struct GivenLeg: Sendable {
    /// The directed edges in order, at least one. Each begins at the node where the previous one
    /// ends.
    package var edges: [UInt32]
    /// The place of the stop where the leg begins.
    package var from: NetworkPlace
    /// The place of the stop where the leg ends.
    package var to: NetworkPlace
    /// Where on the first edge the leg begins, from 0 to 1; `nil` for the stop's place.
    package var departure: Double?
    /// Where on the last edge the leg ends, from 0 to 1; `nil` for the stop's place.
    package var arrival: Double?

    package init(
        edges: [UInt32], from: NetworkPlace, to: NetworkPlace, departure: Double? = nil,
        arrival: Double? = nil
    ) {
        self.edges = edges
        self.from = from
        self.to = to
        self.departure = departure
        self.arrival = arrival
    }
}

/// Something closed or forbidden on a given path.
package struct PathRemark: Hashable, Sendable {
    /// What closes the path.
    package enum Cause: Hashable, Sendable {
        /// Barriers from the request or the service.
        case barriers([BarrierReference])
        /// Restriction attributes; empty if the travel mode's family has no such street.
        case restrictions([String])
        /// Restriction attributes in force at the time of travel.
        case timedRestrictions([String])
        /// Traffic: the street is closed when the path reaches it.
        case traffic
        /// The turn into the street is prohibited.
        case turn
        /// The turn into the street is prohibited at the time of travel.
        case timedTurn
        /// A U-turn forbidden by the U-turn policy.
        case uTurn
        /// The path crosses an area closed to through traffic.
        case throughTraffic
    }

    package var edge: UInt32
    /// The leg's index.
    package var leg: Int
    /// The element's index on the leg's path.
    package var element: Int
    /// Meters along the route from its start to this place.
    package var meters: Double
    /// The street's name or number, or empty.
    package var street: String
    package var cause: Cause

    /// Whether travel is impossible here, rather than against a turn rule.
    package var isBlockage: Bool {
        switch cause {
        case .barriers, .restrictions, .timedRestrictions, .traffic: true
        case .turn, .timedTurn, .uTurn, .throughTraffic: false
        }
    }
}

/// A given path with its costs, as a route.
package struct GivenRoute: Sendable {
    /// The route with its costs as if all of it were open.
    package var route: SolvedRoute
    /// What is closed or forbidden on it, in travel order.
    package var findings: [PathRemark]
}

/// Why a given path cannot be followed.
package enum GivenPathError: Error, Hashable, Sendable {
    /// The number of legs is not one less than the number of stops.
    case wrongLegCount(legs: Int, stops: Int)
    /// A leg has no edges.
    case emptyLeg(Int)
    /// A leg has an edge unknown to the network.
    case unknownEdge(leg: Int, edge: UInt32)
    /// A leg's edge, given by its position, does not begin where the previous one ends.
    case disconnected(leg: Int, position: Int)
    /// A leg begins or ends at a place that is not on its edge.
    case endNotOnEdge(leg: Int)
    /// A leg with one edge ends before it begins.
    case backwards(leg: Int)
}

extension GivenLeg {
    /// Returns the leg's path.
    ///
    /// - Throws: Why it cannot be followed; every number is checked.
    /// - Complexity: O(*n*) for *n* edges.
    package func path(
        on network: NetworkDataset, leg: Int
    ) throws(GivenPathError) -> NetworkPath {
        guard let first = edges.first, let last = edges.last else { throw .emptyLeg(leg) }
        var before: EdgeID?
        for (position, row) in edges.enumerated() {
            guard row < network.edgeCount else { throw .unknownEdge(leg: leg, edge: row) }
            let edge = EdgeID(row: row)
            if let before, network.head(of: before) != network.tail(of: edge) {
                throw .disconnected(leg: leg, position: position)
            }
            before = edge
        }
        guard
            let start = departure
                ?? from.fraction(on: EdgeID(row: first), of: network, preferring: 0),
            let end = arrival ?? to.fraction(on: EdgeID(row: last), of: network, preferring: 1),
            start >= 0, start <= 1, end >= 0, end <= 1
        else { throw .endNotOnEdge(leg: leg) }
        guard edges.count > 1 || start <= end else { throw .backwards(leg: leg) }
        var elements = edges.map { NetworkPath.Element(edge: EdgeID(row: $0)) }
        elements[0].from = start
        elements[elements.count - 1].to = end
        return NetworkPath(elements: elements)
    }
}

extension NetworkPlace {
    /// Returns where the place lies on a directed edge, from 0 at its tail to 1 at its head; `nil`
    /// if it is on another street.
    ///
    /// - Parameter end: The end to use if both ends of the edge are at the place.
    package func fraction(
        on edge: EdgeID, of network: NetworkDataset, preferring end: Double
    ) -> Double? {
        let known = candidates.filter { $0.edge == edge }.map(\.fraction)
        if let preferred = known.first(where: { $0 == end }) ?? known.first { return preferred }
        if edge.segment == segment { return edge.isForward ? share : 1 - share }
        guard let node = node(of: network) else { return nil }
        let ends = [(network.tail(of: edge), 0.0), (network.head(of: edge), 1.0)]
            .filter { $0.0 == node }.map(\.1)
        return ends.contains(end) ? end : ends.first
    }

    /// Returns the node at the place; `nil` along a street.
    private func node(of network: NetworkDataset) -> NodeID? {
        if let junction { return junction }
        guard isAtNode, segment >= 0, segment * 2 < network.edgeCount else { return nil }
        let edge = EdgeID(row: UInt32(segment * 2))
        return share == 0 ? network.tail(of: edge) : network.head(of: edge)
    }

    /// Returns the candidate on a directed edge at which a route arrives or leaves.
    package func candidate(on edge: EdgeID, at fraction: Double) -> PlaceCandidate {
        if let known = candidates.first(where: { $0.edge == edge && $0.fraction == fraction }) {
            return known
        }
        let isAlong = edge.isForward && edge.segment == segment
        return PlaceCandidate(
            edge: edge, fraction: fraction, side: isAlong ? side : side.opposite)
    }
}
