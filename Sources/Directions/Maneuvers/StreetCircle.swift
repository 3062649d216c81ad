// Finds roundabouts that lack the tag: small one-way circles of streets.

import Geo
import RoadNetwork

/// A circle of one-way streets that works like a roundabout.
struct StreetCircle {
    /// The edges in travel order, beginning with any of them.
    let edges: [EdgeID]

    /// The largest length of a circle.
    private static let mostMeters = 200.0
    private static let mostEdges = 24
    /// A line with fewer vertices is a polygon, not round.
    private static let leastVertices = 6
    /// How far, in degrees, a circle turns inward from one edge to the next.
    private static let turnDegrees = -30.0...110.0
    /// A line that bends more than this at one vertex has a corner, like a block.
    private static let cornerDegrees = 65.0
    /// The least share of the area that a true circle of the same length has.
    private static let leastRoundness = 0.6

    /// Finds the circle through an edge; `nil` if the streets do not lead around.
    ///
    /// - Complexity: O(*n* *d*) for *n* edges within 200 m and nodes of degree *d*.
    init?(through first: EdgeID, for traveler: Traveler, on network: NetworkDataset) {
        guard Self.mayBePart(first, traveler, network),
            // A circle returns to its beginning. Few streets do, and this check is cheap.
            network.edgesLeaving(network.tail(of: first)).contains(where: {
                $0 != first && Self.mayBePart($0.twin, traveler, network)
            })
        else { return nil }
        let inward = network.drivingSide(of: first) == .right ? -1.0 : 1.0
        var edges: [EdgeID] = []
        edges.reserveCapacity(Self.mostEdges)
        edges.append(first)
        var centimeters = Double(network.lengthCentimeters(of: first))
        while network.head(of: edges[edges.count - 1]) != network.tail(of: first) {
            let last = edges[edges.count - 1]
            var inmost: (degrees: Double, edge: EdgeID)?
            for next in network.edgesLeaving(network.head(of: last))
            where next.segment != last.segment && Self.mayBePart(next, traveler, network) {
                let degrees = TurnAngle(from: last, to: next, on: network).degrees * inward
                guard Self.turnDegrees.contains(degrees) else { continue }
                if inmost.map({ $0 < (degrees, next) }) ?? true { inmost = (degrees, next) }
            }
            guard let next = inmost?.edge, edges.count < Self.mostEdges, !edges.contains(next)
            else { return nil }
            centimeters += Double(network.lengthCentimeters(of: next))
            guard centimeters <= Self.mostMeters * 100 else { return nil }
            edges.append(next)
        }
        var line = network.shape(of: first)
        for edge in edges.dropFirst() { line += network.shape(of: edge).dropFirst() }
        guard edges.count > 1, Self.isRound(line, inward) else { return nil }
        self.edges = edges
    }

    private static func mayBePart(
        _ edge: EdgeID, _ traveler: Traveler, _ network: NetworkDataset
    ) -> Bool {
        let flags = network.flags(of: edge)
        return flags.contains(.oneWay) && flags.isDisjoint(with: [.link, .roundabout, .ferry])
            && network.roadClass(of: edge).rawValue < RoadClass.service.rawValue
            && Double(network.lengthCentimeters(of: edge)) <= mostMeters * 100
            && traveler.mayUse(edge, on: network)
    }

    /// Whether a closed line is short and round, has no corners, and turns inward.
    private static func isRound(_ line: [Coordinate], _ inward: Double) -> Bool {
        guard let origin = line.first, line.count > leastVertices else { return false }
        let scale = Geodesic.metersPerDegree(atLatitude: origin.y)
        let places = Array(line.dropFirst())
        var (meters, clockwiseArea) = (0.0, 0.0)
        var before = Geodesic.bearingDegrees(from: line[line.count - 2], to: origin)
        for (from, to) in zip(line, places) {
            let bearing = Geodesic.bearingDegrees(from: from, to: to)
            if TurnAngle(degrees: bearing - before).deviation > cornerDegrees { return false }
            before = bearing
            let (ax, ay) = ((from.x - origin.x) * scale.x, (from.y - origin.y) * scale.y)
            let (bx, by) = ((to.x - origin.x) * scale.x, (to.y - origin.y) * scale.y)
            meters += ((bx - ax) * (bx - ax) + (by - ay) * (by - ay)).squareRoot()
            clockwiseArea += (bx * ay - ax * by) / 2
        }
        return meters <= mostMeters
            && 4 * Double.pi * clockwiseArea * inward >= leastRoundness * meters * meters
    }
}
