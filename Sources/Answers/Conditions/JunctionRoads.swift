// The roads that meet at the junctions along a route.

import DataStructures
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds the junctions along a route, and the roads that a traveler sees there.
struct JunctionRoads {
    private let network: NetworkDataset
    /// The bit of the travel mode's family in `edgeFamilies`.
    private let familyBit: UInt8
    /// The restrictions that close roads and turns.
    private let closingMask: UInt64

    init(_ assembly: ResultAssembly) {
        network = assembly.network
        let key = assembly.request.settings.key
        familyBit = 1 << UInt8(truncatingIfNeeded: key.family)
        closingMask = key.restrictions
            .filter { $0.effect == .prohibits && $0.limit == nil && !$0.isThroughTraffic }
            .reduce(0) { $0 | $1.mask }
    }

    /// Returns the junctions between a route's edges.
    ///
    /// Where two roads meet that lead nowhere else, there is no junction.
    ///
    /// - Parameters:
    ///   - passed: The route's edges.
    ///   - line: The route's line.
    ///   - points: The vertices of the line that the answer has, ascending.
    ///   - lanes: The route's lanes, in the order of travel.
    /// - Complexity: O(*n* log *p*) for *n* edges and *p* points, times the roads of a junction.
    func junctions(
        along passed: [PassedEdge], of line: RouteLine, at points: [Int],
        with lanes: [ManeuverLanes]
    ) -> [RouteJunction] {
        var lanes = lanes[...]
        guard !points.isEmpty else { return [] }
        var found: [RouteJunction] = []
        // Most edges end where nothing is told: read all of them into the same memory.
        var roads: [FoundRoad] = []
        for (before, behind) in zip(passed, passed.dropFirst())
        where before.to == 1 && behind.from == 0 && before.isTraveled && behind.isTraveled {
            read(&roads, from: before.edge, taking: behind.edge)
            guard let arrival = roads.firstIndex(where: { $0.edge == before.edge.twin }),
                let departure = roads.firstIndex(where: { $0.edge == behind.edge })
            else { continue }
            let isRoundBefore = network.flags(of: before.edge).contains(.roundabout)
            let isRoundBehind = network.flags(of: behind.edge).contains(.roundabout)
            let classes = classes(of: behind.edge)
            // A change between two pieces of one road matters only if its facts change.
            guard
                roads.count > 2 || isRoundBefore != isRoundBehind
                    || classes != self.classes(of: before.edge)
            else { continue }
            let vertex = line.steps(ofElement: behind.element, leg: behind.leg).lowerBound
            var junction = RouteJunction(
                point: max(0, points.indices.partitioningIndex { points[$0] > vertex } - 1),
                meters: Double(before.end) / 100, roads: roads.map(\.road), arrival: arrival,
                departure: departure, classes: classes.words)
            (junction.isRoundBefore, junction.isRoundBehind) = (isRoundBefore, isRoundBehind)
            lanes = lanes.drop { $0.meters < junction.meters }
            if let next = lanes.first, next.meters == junction.meters {
                junction.lanes = next.lanes
            }
            found.append(junction)
        }
        return found
    }

    private typealias FoundRoad = (edge: EdgeID, road: RouteJunction.Road)

    /// Reads the roads of the family that leave an edge's end, by their bearings.
    private func read(
        _ roads: inout [FoundRoad], from before: EdgeID, taking taken: EdgeID
    ) {
        roads.removeAll(keepingCapacity: true)
        for row in network.edges(leaving: network.head(of: before)) {
            let edge = EdgeID(row: network.outEdges[row])
            let families = network.edgeFamilies[edge.row] | network.edgeFamilies[edge.twin.row]
            guard families & familyBit != 0 || edge == taken || edge == before.twin else {
                continue
            }
            let degrees = Int((Double(network.edgeDepartBearing[edge.row]) / 100).rounded())
            roads.append(
                (
                    edge,
                    RouteJunction.Road(
                        bearing: degrees % 360,
                        isEntry: edge == taken
                            || edge != before.twin && mayTurn(from: before, to: edge))
                ))
        }
        roads.sort { ($0.road.bearing, $0.edge.row) < ($1.road.bearing, $1.edge.row) }
    }

    private func mayTurn(from before: EdgeID, to edge: EdgeID) -> Bool {
        guard network.edgeFamilies[edge.row] & familyBit != 0,
            network.edgeRestrictions[edge.row] & closingMask == 0
        else { return false }
        guard network.flags(of: before).contains(.hasTurnRules),
            let rule = network.turnRule(from: before.row, to: edge.row)
        else { return true }
        return network.turnRuleMask[rule] & closingMask == 0
    }

    private func classes(of edge: EdgeID) -> StreetClasses {
        let flags = network.flags(of: edge)
        var classes: StreetClasses =
            network.roadClass(of: edge) == .motorway ? .motorway : []
        if flags.contains(.toll) { classes.insert(.toll) }
        if flags.contains(.ferry) { classes.insert(.ferry) }
        if flags.contains(.restrictedAccess) { classes.insert(.restricted) }
        if flags.contains(.tunnel) { classes.insert(.tunnel) }
        return classes
    }
}

/// Facts about a road, for which OSRM has words.
private struct StreetClasses: OptionSet {
    let rawValue: UInt8

    static let motorway = StreetClasses(rawValue: 1 << 0)
    static let toll = StreetClasses(rawValue: 1 << 1)
    static let ferry = StreetClasses(rawValue: 1 << 2)
    static let restricted = StreetClasses(rawValue: 1 << 3)
    static let tunnel = StreetClasses(rawValue: 1 << 4)

    /// The words for each fact, by their bits.
    private static let all = ["motorway", "toll", "ferry", "restricted", "tunnel"]

    /// The words for the facts, in OSRM's order; none for nearly every road.
    var words: [String] {
        isEmpty ? [] : Self.all.indices.filter { rawValue & 1 << $0 != 0 }.map { Self.all[$0] }
    }
}
