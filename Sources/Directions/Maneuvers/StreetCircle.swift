// Finds roundabouts that lack the tag: small circles of streets.

import Geo
import RoadNetwork

/// A circle of streets that works like a roundabout: one-way, or two-way by the map and round.
struct StreetCircle {
    /// The edges in the direction of traffic, beginning with any of them.
    let edges: [EdgeID]
    /// Whether the map lets the traveler go round either way. Traffic goes round one way all the
    /// same: the map lacks the direction along with the tag.
    let isTwoWay: Bool

    /// The largest length of a circle.
    private static let mostMeters = 200.0
    private static let mostEdges = 24
    /// A line with fewer vertices is a polygon, not round.
    private static let leastVertices = 6
    /// How far, in degrees, a circle turns inward from one edge to the next: with a radius of 7 m,
    /// bearings over 15 m differ by 120°. A street across the inside turns by more.
    private static let turnDegrees = -30.0...125.0
    /// A line that bends more than this at one vertex has a corner, like a block.
    private static let cornerDegrees = 65.0
    /// The least share of the area that a true circle of the same length has.
    private static let leastRoundness = 0.6
    /// The same for two-way streets; blocks of houses are less round.
    private static let leastTwoWayRoundness = 0.95
    /// The fewest streets that meet a two-way circle. With fewer, it is where a dead end turns.
    private static let leastArms = 3
    /// The least bend of a part of a two-way circle, if it is long enough for bearings to show it.
    private static let leastBendDegrees = 1.0

    /// Finds the circle through an edge in the direction of traffic; `nil` if the streets do not
    /// lead around.
    ///
    /// - Complexity: O(*n* *d*) for *n* edges within 200 m and nodes of degree *d*.
    init?(through first: EdgeID, for traveler: Traveler, on network: NetworkDataset) {
        let inward = network.drivingSide(of: first) == .right ? -1.0 : 1.0
        let isTwoWay = !network.flags(of: first).contains(.oneWay)
        func mayBePart(_ edge: EdgeID) -> Bool {
            network.flags(of: edge).contains(.oneWay) != isTwoWay
                && Self.mayBePart(edge, traveler, network)
                && (!isTwoWay || traveler.mayUse(edge.twin, on: network))
        }
        guard mayBePart(first), !isTwoWay || Self.bends(first, inward, network),
            // A circle returns to its beginning. Few streets do, and this check is cheap.
            network.edgesLeaving(network.tail(of: first)).contains(where: {
                $0 != first && mayBePart($0.twin)
            })
        else { return nil }
        var edges: [EdgeID] = []
        edges.reserveCapacity(Self.mostEdges)
        edges.append(first)
        var centimeters = Double(network.lengthCentimeters(of: first))
        while network.head(of: edges[edges.count - 1]) != network.tail(of: first) {
            let last = edges[edges.count - 1]
            var inmost: (degrees: Double, edge: EdgeID)?
            for next in network.edgesLeaving(network.head(of: last))
            where next.segment != last.segment && mayBePart(next) {
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
        let roundness = isTwoWay ? Self.leastTwoWayRoundness : Self.leastRoundness
        guard edges.count > 1, Self.isRound(line, inward, roundness),
            !isTwoWay || Self.armCount(of: edges, traveler, network) >= Self.leastArms
        else { return nil }
        (self.edges, self.isTwoWay) = (edges, isTwoWay)
    }

    /// Whether an edge bends inward, or is too short to show it.
    private static func bends(
        _ edge: EdgeID, _ inward: Double, _ network: NetworkDataset
    ) -> Bool {
        let (depart, arrive) = (
            Double(network.edgeDepartBearing[edge.row]), Double(network.edgeArriveBearing[edge.row])
        )
        return network.isShort(edge)
            || TurnAngle(degrees: (arrive - depart) / 100).degrees * inward >= leastBendDegrees
    }

    /// The number of nodes at which other streets meet a circle.
    private static func armCount(
        of edges: [EdgeID], _ traveler: Traveler, _ network: NetworkDataset
    ) -> Int {
        let segments = Set(edges.map(\.segment))
        return edges.count { edge in
            network.edgesLeaving(network.head(of: edge)).contains { street in
                !segments.contains(street.segment)
                    && !JunctionArm.isMinor(network.roadClass(of: street))
                    && (traveler.mayUse(street, on: network)
                        || traveler.mayUse(street.twin, on: network))
            }
        }
    }

    private static func mayBePart(
        _ edge: EdgeID, _ traveler: Traveler, _ network: NetworkDataset
    ) -> Bool {
        let flags = network.flags(of: edge)
        return flags.isDisjoint(with: [.link, .roundabout, .ferry])
            && network.roadClass(of: edge).rawValue < RoadClass.service.rawValue
            && Double(network.lengthCentimeters(of: edge)) <= mostMeters * 100
            && traveler.mayUse(edge, on: network)
    }

    /// Whether a closed line is short and round, has no corners, and turns inward.
    private static func isRound(
        _ line: [Coordinate], _ inward: Double, _ roundness: Double
    ) -> Bool {
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
            && 4 * Double.pi * clockwiseArea * inward >= roundness * meters * meters
    }
}
