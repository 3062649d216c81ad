// The map as a driver sees it: which roads lead on from a junction, where they go and what their
// signs say.

import DataStructures
import Geo
import RoadNetwork

/// A road on from a junction.
struct DriverArm: Hashable, Sendable {
    let edge: EdgeID
    /// Degrees to the right over the first meters.
    let near: Double
    /// Degrees to the right farther on.
    let far: Double
    let roadClass: RoadClass
    let isLink: Bool
    let isRing: Bool
    /// Whether a sign forbids the turn.
    let isForbidden: Bool
    /// Whether it is a driveway, track or the like.
    var isMinor: Bool { roadClass.rawValue >= RoadClass.service.rawValue && roadClass != .ferry }
}

/// The network as one kind of traveler reads it. It measures on the streets' lines, and ignores
/// what the network stores for directions.
struct DriverMap {
    let network: NetworkDataset
    private let familyBit: UInt8
    private let closing: UInt64
    let isOnFoot: Bool

    private static let nearMeters = 12.0
    private static let farMeters = 35.0
    private static let aheadMeters = 120.0
    private static let circleMeters = 200.0
    private static let crossingCentimeters = 2_000
    private static let islandCentimeters = 3_000
    private static let armCentimeters = 5_000
    private static let cornerDegrees = 45.0
    private static let backDegrees = 110.0

    /// - Parameter restrictions: The names of restrictions that close streets to the traveler.
    init(_ network: NetworkDataset, family: String, restrictions: [String]) {
        let description = network.description
        self.network = network
        familyBit = 1 << UInt8(description.familyIndex(named: family) ?? 0)
        closing = description.includingImplied(restrictions)
            .filter { $0.rule == .flag && $0.name.hasPrefix("Avoid") == false }
            .reduce(0) { $0 | $1.mask }
        isOnFoot = family == "foot"
    }

    func mayUse(_ edge: EdgeID) -> Bool {
        network.edgeFamilies[edge.row] & familyBit != 0
            && network.edgeRestrictions[edge.row] & closing == 0
    }

    private func mayTurn(_ from: EdgeID, _ to: EdgeID) -> Bool {
        guard let rule = network.turnRule(from: from.row, to: to.row) else { return true }
        return network.turnRuleMask[rule] & closing == 0
    }

    /// The edges leaving a node.
    private func leaving(_ node: NodeID) -> [EdgeID] {
        network.edges(leaving: node).map { EdgeID(row: network.outEdges[$0]) }
    }

    /// The roads on from an edge's end, except back.
    ///
    /// - Parameter behind: The last meters driven, up to the junction.
    func arms(after from: EdgeID, behind: [Coordinate]) -> [DriverArm] {
        let back = Array(behind.reversed())
        let (nearBack, farBack) = (
            Self.bearing(back, Self.nearMeters), Self.bearing(back, Self.farMeters / 2)
        )
        return leaving(network.head(of: from)).filter { $0.segment != from.segment && mayUse($0) }
            .map { edge in
                let line = self.line(along: edge, Self.farMeters)
                let flags = network.flags(of: edge)
                return DriverArm(
                    edge: edge,
                    near: Self.turned(nearBack + 180, Self.bearing(line, Self.nearMeters)),
                    far: Self.turned(farBack + 180, Self.bearing(line, Self.farMeters)),
                    roadClass: network.roadClass(of: edge), isLink: flags.contains(.link),
                    isRing: flags.contains(.roundabout) && !isOnFoot,
                    isForbidden: !mayTurn(from, edge))
            }
    }

    /// The line from the start of an edge, continuing straight at its end if a road does.
    private func line(along first: EdgeID, _ meters: Double) -> [Coordinate] {
        var line = network.shape(of: first)
        var edge = first
        var sum = Geodesic.lengthMeters(of: line)
        for _ in 0..<4 where sum < meters {
            guard let next = straight(after: edge), turned(edge, next) <= Self.cornerDegrees
            else { break }
            let shape = network.shape(of: next)
            sum += Geodesic.lengthMeters(of: shape)
            line += shape.dropFirst()
            edge = next
        }
        return line
    }

    /// The straightest road on.
    private func straight(after edge: EdgeID) -> EdgeID? {
        leaving(network.head(of: edge))
            .filter { $0.segment != edge.segment && mayUse($0) && mayTurn(edge, $0) }
            .min { (turned(edge, $0), $0.row) < (turned(edge, $1), $1.row) }
    }

    /// Degrees from one edge to the next, to either side.
    private func turned(_ edge: EdgeID, _ next: EdgeID) -> Double {
        abs(
            Self.turned(
                Double(network.edgeArriveBearing[edge.row]) / 100,
                Double(network.edgeDepartBearing[next.row]) / 100))
    }

    /// The streets that lead from an edge back to its start in the direction of traffic, always
    /// keeping to the inner side, all one-way or all two-way; empty if they are longer than a small
    /// circle.
    func circle(from first: EdgeID) -> [EdgeID] {
        let inward = network.drivingSide(of: first) == .right ? -1.0 : 1
        let isTwoWay = mayUse(first.twin)
        func isPart(_ edge: EdgeID) -> Bool {
            mayUse(edge) && mayUse(edge.twin) == isTwoWay
                && network.flags(of: edge).contains(.oneWay) != isTwoWay
        }
        guard isPart(first) else { return [] }
        var edges = [first]
        var (meters, turned) = (0.0, 0.0)
        while let last = edges.last, edges.count < 30 {
            let line = network.shape(of: last)
            meters += Geodesic.lengthMeters(of: line)
            let arrival = Self.bearing(line.reversed(), 5) + 180
            turned += Self.wound(line, to: arrival)
            guard meters <= Self.circleMeters else { return [] }
            if network.head(of: last) == network.tail(of: first) {
                turned += Self.turned(arrival, Self.bearing(network.shape(of: first), 5))
                return turned * inward > 300 ? edges : []
            }
            let next = leaving(network.head(of: last))
                .filter { $0.segment != last.segment && isPart($0) }
                .map { ($0, Self.turned(arrival, Self.bearing(network.shape(of: $0), 5))) }
                // A street across the inside leads back.
                .filter { $0.1 * inward <= Self.backDegrees }
                .max { ($0.1 * inward, $0.0.row) < ($1.1 * inward, $1.0.row) }
            guard let next else { return [] }
            turned += next.1
            edges.append(next.0)
        }
        return []
    }

    /// The circle on which an edge lies, in the direction of traffic; empty if there is none.
    func circle(through edge: EdgeID) -> Set<EdgeID> {
        isOnFoot ? [] : Set(circle(from: edge) + circle(from: edge.twin))
    }

    /// Degrees to the right from a line's first meters to its last: 200 on a long arc, not -160.
    private static func wound(_ line: [Coordinate], to arrival: Double) -> Double {
        let bearings = zip(line, line.dropFirst()).filter { $0 != $1 }
            .map { Geodesic.bearingDegrees(from: $0, to: $1) }
        let round = zip(bearings, bearings.dropFirst()).reduce(0.0) { $0 + turned($1.0, $1.1) }
        let direct = turned(bearing(line, 5), arrival)
        return direct + ((round - direct) / 360).rounded() * 360
    }

    /// Whether the signs at an edge show any of the names or numbers.
    func isNamed(_ edge: EdgeID, _ names: [String]) -> Bool {
        let own =
            [network.streetName(of: edge)]
            + network.reference(of: edge).split(separator: ";").map(String.init)
        return own.contains { name in
            !name.isEmpty && names.contains { Self.plain($0) == Self.plain(name) }
        }
    }

    /// Whether an edge leads to a street with any of the names, without another street in between.
    func leads(_ first: EdgeID, to names: [String]) -> Bool {
        var edge = first
        var meters = 0.0
        for _ in 0..<8 {
            if isNamed(edge, names) { return true }
            guard isNameless(edge) else { return false }
            meters += Double(network.lengthCentimeters(of: edge)) / 100
            guard meters < Self.aheadMeters, let next = straight(after: edge) else { return false }
            edge = next
        }
        return false
    }

    /// Whether an edge crosses a carriageway, after which a street with any of the names leaves.
    func crosses(_ edge: EdgeID, to names: [String]) -> Bool {
        network.lengthCentimeters(of: edge) <= Self.crossingCentimeters
            && leaving(network.head(of: edge)).contains {
                $0.segment != edge.segment && mayUse($0) && mayTurn(edge, $0) && isNamed($0, names)
            }
    }

    /// Whether the sign over an edge, or over the ramp that begins there, shows a place.
    func points(_ first: EdgeID, to places: [String]) -> Bool {
        let shown = network.destination(of: first)
        return !shown.isEmpty && places.contains { shown.contains($0) || $0.contains(shown) }
    }

    func isNameless(_ edge: EdgeID) -> Bool {
        network.flags(of: edge).contains(.link)
            || network.streetName(of: edge).isEmpty && network.reference(of: edge).isEmpty
    }

    /// Whether two edges lie on each other, or meet again after some meters, so that a driver sees
    /// no difference.
    func isSameLine(_ one: EdgeID, _ other: EdgeID) -> Bool {
        network.head(of: one) == network.head(of: other)
            && (network.shape(of: one) == network.shape(of: other)
                || [one, other].allSatisfy {
                    network.lengthCentimeters(of: $0) <= Self.islandCentimeters
                })
    }

    /// Whether two streets meet after some meters, like a slip lane and the street that it joins.
    func meets(_ one: EdgeID, _ other: EdgeID) -> Bool {
        network.head(of: one) == network.head(of: other)
            && [one, other].allSatisfy { network.lengthCentimeters(of: $0) <= Self.armCentimeters }
    }

    /// Whether two edges show the same name or number.
    func isSame(_ one: EdgeID, _ other: EdgeID) -> Bool {
        isNamed(
            other,
            ([network.streetName(of: one)]
                + network.reference(of: one).split(separator: ";").map(String.init))
                .filter { !$0.isEmpty })
    }

    private static func plain(_ name: String) -> String {
        name.lowercased().filter { !$0.isWhitespace }
    }

    /// The bearing of the first meters of a line.
    static func bearing(_ line: [Coordinate], _ meters: Double) -> Double {
        let measure = LineMeasure(line)
        guard let first = line.first, measure.lengthMeters > 0.01 else { return 0 }
        let end = measure.coordinate(at: min(1, meters / measure.lengthMeters))
        return first == end ? 0 : Geodesic.bearingDegrees(from: first, to: end)
    }

    /// The end of the line driven, from its last sharp corner if that lies a few meters back.
    static func sinceCorner(_ behind: [Coordinate]) -> [Coordinate] {
        var meters = 0.0
        for start in behind.indices.dropFirst().dropLast().reversed() {
            meters += Geodesic.distanceMeters(from: behind[start], to: behind[start + 1])
            if meters > farMeters / 2 { break }
            if meters < 1 { continue }
            let before = bearing(behind[max(0, start - 8)...start].reversed(), nearMeters / 2) + 180
            let after = bearing(Array(behind[start...]), nearMeters / 2)
            if abs(turned(before, after)) > cornerDegrees { return Array(behind[start...]) }
        }
        return behind
    }

    /// The bearing at the end of the line driven.
    static func ahead(_ behind: [Coordinate]) -> Double {
        bearing(behind.reversed(), nearMeters) + 180
    }

    /// Degrees to the right from one bearing to another, over -180 up to 180.
    static func turned(_ from: Double, _ to: Double) -> Double {
        let rest = (to - from).truncatingRemainder(dividingBy: 360)
        return rest > 180 ? rest - 360 : rest <= -180 ? rest + 360 : rest
    }
}
