// For which direction traffic lights and signs are, if their tags do not say so.
//
// Mappers draw a junction's lights on the junction, or on each street before it, or both, and again
// at pedestrian crossings there. A route should meet each light once, on the street by which it
// arrives. Answers show the points kept here, and turns are charged for them.

import DataStructures
import RoadNetwork

/// Settles the directions of traffic lights, stop and give-way signs in an assembled network.
///
/// The rules, for streets of the first mode family:
/// - A light or a sign on a two-way street, between junctions or where only two streets meet, is
///   for traffic toward the nearest junction of three or more streets, if one lies within
///   ``reachMeters`` along the street; otherwise for both directions. A stated direction is kept.
/// - A light or a sign on a junction of three or more streets is for every street that arrives.
///   Lights do not apply to streets with their own lights within ``reachMeters`` before the
///   junction; signs do not apply to the greatest street, if classes differ, unless the map says
///   that they are for all.
/// - Lights within ``reachMeters`` after others, even across a junction with lights, are the same
///   lights: at a pedestrian crossing beside the junction, or on the second carriageway.
/// - A sign within ``reachMeters`` before or after lights applies only while these are off.
struct SignalApproaches {
    /// How far before a junction its lights may stand.
    static let reachMeters = 30.0
    /// Marks a point whose direction is not stated, until it is settled.
    private static let unsettled: UInt8 = 1 << 7
    /// Marks an unsettled sign for all; kinds leave this bit free.
    private static let forAll: UInt8 = 1 << 4
    /// The most steps from junction to junction: a bound for streets of tiny segments.
    private static let mostSteps = 64
    private static let signs: [StreetPointKind] = [.stopSign, .yieldSign]

    private let contents: NetworkContents
    private let lengths: [UInt32]
    private let reach = Int(Self.reachMeters * 100)
    private var codes: [UInt8]
    /// The rows of signs for all.
    private let signsForAll: Set<Int>
    private var isDropped: [Bool]

    static func code(of point: PointDraft) -> UInt8 {
        let code = StreetPointCode(point.kind, point.direction).rawValue
        let isSettled =
            point.isStated || point.kind != .trafficSignals && !signs.contains(point.kind)
        return isSettled ? code : code | unsettled | (point.isForAll ? forAll : 0)
    }

    /// Settles a network's points. Edges must be linked and valences counted.
    ///
    /// - Complexity: O(*n*) in the points and the few edges near each.
    static func settle(in contents: inout NetworkContents) {
        guard !contents.pointSegments.isEmpty, !contents.nodeValence.isEmpty else { return }
        var approaches = SignalApproaches(contents)
        approaches.settleDirections()
        approaches.dropRepeatedLights()
        approaches.dropNeedlessSigns()
        let kept = approaches.isDropped.indices.filter { !approaches.isDropped[$0] }
        let codes = approaches.codes
        contents.pointCodes = kept.map { codes[$0] }
        contents.pointSegments = kept.map { contents.pointSegments[$0] }
        contents.pointShares = kept.map { contents.pointShares[$0] }
    }

    private init(_ contents: NetworkContents) {
        self.contents = contents
        // Without lengths, no junction is near.
        lengths =
            contents.edgeLengths ?? [UInt32](repeating: .max, count: contents.edgeHead.count)
        let marks = Self.unsettled | Self.forAll
        signsForAll = Set(
            contents.pointCodes.indices.filter { contents.pointCodes[$0] & marks == marks })
        codes = contents.pointCodes
        for row in signsForAll { codes[row] &= ~Self.forAll }
        isDropped = [Bool](repeating: false, count: contents.pointCodes.count)
    }

    // MARK: Directions

    private mutating func settleDirections() {
        for row in codes.indices where codes[row] & Self.unsettled != 0 {
            codes[row] &= ~Self.unsettled
            let segment = contents.pointSegments[row]
            guard isUsed(segment), !isOneWay(segment) else { continue }
            let forward = 2 * segment
            let along = distance(ofRow: row)
            let code = StreetPointCode(rawValue: codes[row])
            switch code.direction {
            case .both:
                let ahead = distanceToJunction(forward, left: length(forward) - along)
                let behind = distanceToJunction(forward + 1, left: along)
                if ahead != behind { limit(row, to: ahead < behind ? .forward : .backward) }
            case .forward:
                isDropped[row] = isForOthers(forward)
            case .backward:
                isDropped[row] = isForOthers(forward + 1)
            case nil:
                continue
            }
        }
    }

    private mutating func limit(_ row: Int, to direction: StreetPointDirection) {
        guard let kind = StreetPointCode(rawValue: codes[row]).kind else { return }
        codes[row] = StreetPointCode(kind, direction).rawValue
    }

    /// Whether a light at the end of an edge is for traffic coming toward the edge.
    private func isForOthers(_ edge: UInt32) -> Bool {
        distanceToJunction(edge ^ 1, left: length(edge)) < distanceToJunction(edge, left: 0)
    }

    /// Returns the distance to the next junction ahead, in centimeters; `Int.max` if none is within
    /// reach.
    ///
    /// - Parameter left: Centimeters to the end of the edge.
    private func distanceToJunction(_ edge: UInt32, left: Int) -> Int {
        var (edge, sum) = (edge, left)
        for _ in 0..<Self.mostSteps {
            guard sum <= reach else { break }
            let node = contents.edgeHead[Int(edge)]
            if isJunction(node) { return sum }
            guard let next = onlyEdge(from: node, after: edge) else { break }
            edge = next
            sum += length(edge)
        }
        return .max
    }

    // MARK: Lights after others, and signs that do not count

    private mutating func dropRepeatedLights() {
        var repeated: [(row: Int, edge: UInt32)] = []
        for row in codes.indices where isLight(row) && isUsed(contents.pointSegments[row]) {
            for edge in edges(meeting: row)
            where isLit(edge, before: left(ofRow: row, on: edge), throughJunction: true) {
                repeated.append((row, edge))
            }
        }
        drop(repeated)
    }

    private mutating func dropNeedlessSigns() {
        var needless: [(row: Int, edge: UInt32)] = []
        for row in codes.indices where isSign(row) && isUsed(contents.pointSegments[row]) {
            for edge in edges(meeting: row) {
                let left = left(ofRow: row, on: edge)
                if left == 0 && !signsForAll.contains(row) && isGreatestWhereOthersMeet(edge)
                    || isLit(edge, before: left, throughJunction: false)
                    || isLitAhead(edge, left: left)
                {
                    needless.append((row, edge))
                }
            }
        }
        drop(needless)
    }

    /// Removes directions of travel from points, and points without any direction left.
    private mutating func drop(_ met: [(row: Int, edge: UInt32)]) {
        for (row, edge) in met {
            if StreetPointCode(rawValue: codes[row]).direction == .both {
                limit(row, to: edge & 1 == 0 ? .backward : .forward)
            } else {
                isDropped[row] = true
            }
        }
    }

    /// Whether lights for an edge's traffic stand within reach before a place on it, on the only
    /// street that leads there.
    ///
    /// - Parameters:
    ///   - place: Centimeters from the place to the end of the edge. Lights at the place itself do
    ///     not count.
    ///   - throughJunction: Whether to count lights before the junction at which that street
    ///     begins.
    private func isLit(_ edge: UInt32, before place: Int, throughJunction: Bool) -> Bool {
        var (edge, sum) = (edge, -place)
        for _ in 0..<Self.mostSteps {
            if lights(of: edge).contains(where: { 0 < sum + $0 && sum + $0 <= reach }) {
                return true
            }
            sum += length(edge)
            let node = contents.edgeHead[Int(edge ^ 1)]
            guard sum <= reach else { break }
            if isJunction(node) {
                return throughJunction
                    && contents.edges(leaving: node).contains { out in
                        out != edge && isLit(out ^ 1, before: -sum, throughJunction: false)
                    }
            }
            guard let before = onlyEdge(from: node, after: edge ^ 1) else { break }
            edge = before ^ 1
        }
        return false
    }

    /// Whether lights stand within reach ahead, no farther than the next junction.
    private func isLitAhead(_ edge: UInt32, left: Int) -> Bool {
        var (edge, sum) = (edge, left)
        for _ in 0..<Self.mostSteps {
            if lights(of: edge).contains(where: { 0 <= sum - $0 && sum - $0 <= reach }) {
                return true
            }
            let node = contents.edgeHead[Int(edge)]
            guard sum <= reach, !isJunction(node), let next = onlyEdge(from: node, after: edge)
            else { break }
            edge = next
            sum += length(edge)
        }
        return false
    }

    /// Whether an edge's street is the greatest class at the junction ahead, and a lesser one meets
    /// it.
    private func isGreatestWhereOthersMeet(_ edge: UInt32) -> Bool {
        let node = contents.edgeHead[Int(edge)]
        let classes = contents.edges(leaving: node).filter { isUsed($0 >> 1) }
            .map { contents.segmentClass[Int($0 >> 1)] }
        let own = contents.segmentClass[Int(edge >> 1)]
        return isJunction(node) && own == classes.min() && own != classes.max()
    }

    // MARK: The network around points

    private func isLight(_ row: Int) -> Bool {
        !isDropped[row] && StreetPointCode(rawValue: codes[row]).kind == .trafficSignals
    }

    private func isSign(_ row: Int) -> Bool {
        guard let kind = StreetPointCode(rawValue: codes[row]).kind else { return false }
        return !isDropped[row] && Self.signs.contains(kind)
    }

    /// Returns the edges whose traffic meets a point.
    private func edges(meeting row: Int) -> [UInt32] {
        let forward = 2 * contents.pointSegments[row]
        let direction = StreetPointCode(rawValue: codes[row]).direction
        return [forward, forward + 1].filter { direction?.includes(EdgeID(row: $0)) == true }
    }

    /// Returns the distance from each light for an edge's traffic to the end of the edge, in
    /// centimeters.
    private func lights(of edge: UInt32) -> [Int] {
        let segments = contents.pointSegments
        var row = segments.indices.partitioningIndex { segments[$0] >= edge >> 1 }
        var found: [Int] = []
        while row < segments.count, segments[row] == edge >> 1 {
            let direction = StreetPointCode(rawValue: codes[row]).direction
            if isLight(row), direction?.includes(EdgeID(row: edge)) == true {
                found.append(left(ofRow: row, on: edge))
            }
            row += 1
        }
        return found
    }

    /// Returns the distance from a point to the end of an edge, in centimeters.
    private func left(ofRow row: Int, on edge: UInt32) -> Int {
        edge & 1 == 0 ? length(edge) - distance(ofRow: row) : distance(ofRow: row)
    }

    /// Returns the distance from the start of a segment to a point on it, in centimeters.
    private func distance(ofRow row: Int) -> Int {
        let share = StreetPointCode.share(fixed: contents.pointShares[row])
        return Int((share * Double(length(2 * contents.pointSegments[row]))).rounded())
    }

    private func length(_ edge: UInt32) -> Int { Int(lengths[Int(edge)]) }

    private func isUsed(_ segment: UInt32) -> Bool {
        (contents.edgeFamilies[2 * Int(segment)] | contents.edgeFamilies[2 * Int(segment) + 1]) & 1
            != 0
    }

    private func isOneWay(_ segment: UInt32) -> Bool {
        EdgeFlags(rawValue: contents.edgeFlags[2 * Int(segment)]).contains(.oneWay)
    }

    /// Whether three or more streets of the first family meet at a node.
    private func isJunction(_ node: UInt32) -> Bool { contents.nodeValence[0][Int(node)] >= 3 }

    /// Returns the edge by which a street continues at a node of two streets.
    private func onlyEdge(from node: UInt32, after edge: UInt32) -> UInt32? {
        guard contents.nodeValence[0][Int(node)] == 2 else { return nil }
        return contents.edges(leaving: node).first { $0 >> 1 != edge >> 1 && isUsed($0 >> 1) }
    }
}
