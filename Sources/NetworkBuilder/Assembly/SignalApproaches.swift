// For which direction of travel traffic lights and signs are, where their tags do not say so.
//
// Mappers draw the lights of a junction on the junction, or one before it on each street, or both,
// and again where pedestrians cross there. A route meets each once: on the street by which it
// arrives. What is left is what answers show and what turns are charged for.

import DataStructures
import RoadNetwork

/// Settles the directions of traffic lights, stop and give-way signs in an assembled network.
///
/// The rules, for streets of the first mode family:
/// - A light or a sign on a street with two directions, between junctions or where only two streets
///   meet, is for the traffic towards the nearest junction of three streets or more, if one is
///   within ``reachMeters`` along the street; else for both directions. One that states its
///   direction keeps it.
/// - One on a junction of three streets or more is for each street that arrives there. Lights are
///   not for those with lights of their own within ``reachMeters`` before the junction; signs are
///   not for the greatest of the streets, where these differ.
/// - Lights within ``reachMeters`` after others, also across a junction that has lights, are the
///   same lights: those of a crossing for pedestrians beside the junction, or of the second
///   carriageway.
/// - A sign within ``reachMeters`` before or after lights is for when these are off.
struct SignalApproaches {
    /// How far before a junction its lights may stand.
    static let reachMeters = 30.0
    /// Marks a point without a stated direction until it is settled.
    private static let unsettled: UInt8 = 1 << 7
    /// Steps from junction to junction at most: a bound for streets of tiny segments.
    private static let mostSteps = 64
    private static let signs: [StreetPointKind] = [.stopSign, .yieldSign]

    private let contents: NetworkContents
    private let lengths: [UInt32]
    private let reach = Int(Self.reachMeters * 100)
    private var codes: [UInt8]
    private var isDropped: [Bool]

    /// The code of a point in a draft.
    static func code(of point: PointDraft) -> UInt8 {
        let code = StreetPointCode(point.kind, point.direction).rawValue
        let isSettled =
            point.isStated || point.kind != .trafficSignals && !signs.contains(point.kind)
        return isSettled ? code : code | unsettled
    }

    /// Settles the points of a network whose edges are linked and whose valences are counted.
    ///
    /// - Complexity: O(*n*) in the points, and in the few edges near each.
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
        // Without lengths no junction is near.
        lengths =
            contents.edgeLengths ?? [UInt32](repeating: .max, count: contents.edgeHead.count)
        codes = contents.pointCodes
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

    /// Limits a point to one direction.
    private mutating func limit(_ row: Int, to direction: StreetPointDirection) {
        guard let kind = StreetPointCode(rawValue: codes[row]).kind else { return }
        codes[row] = StreetPointCode(kind, direction).rawValue
    }

    /// Whether a light at the end of an edge is for the traffic that comes towards the edge.
    private func isForOthers(_ edge: UInt32) -> Bool {
        distanceToJunction(edge ^ 1, left: length(edge)) < distanceToJunction(edge, left: 0)
    }

    /// Centimeters to the next junction ahead, `Int.max` where none is within reach.
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
                if left == 0 && isGreatestWhereOthersMeet(edge)
                    || isLit(edge, before: left, throughJunction: false)
                    || isLitAhead(edge, left: left)
                {
                    needless.append((row, edge))
                }
            }
        }
        drop(needless)
    }

    /// Takes directions of travel from points.
    private mutating func drop(_ met: [(row: Int, edge: UInt32)]) {
        for (row, edge) in met {
            if StreetPointCode(rawValue: codes[row]).direction == .both {
                limit(row, to: edge & 1 == 0 ? .backward : .forward)
            } else {
                isDropped[row] = true
            }
        }
    }

    /// Whether lights for an edge's traffic stand within reach before a place on it, on the street
    /// that leads there alone.
    ///
    /// - Parameters:
    ///   - place: Centimeters from the place to the end of the edge. What stands there is not
    ///     before it.
    ///   - throughJunction: Whether lights before the junction at which that street begins count.
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

    /// Whether lights stand within reach ahead, at the next junction at the latest.
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

    /// Whether a greater street than the least of a junction arrives by an edge, and none greater.
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

    /// The edges whose traffic meets a point.
    private func edges(meeting row: Int) -> [UInt32] {
        let forward = 2 * contents.pointSegments[row]
        let direction = StreetPointCode(rawValue: codes[row]).direction
        return [forward, forward + 1].filter { direction?.includes(EdgeID(row: $0)) == true }
    }

    /// Of each light for an edge's traffic the centimeters from it to the end of the edge.
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

    /// Centimeters from a point to the end of an edge.
    private func left(ofRow row: Int, on edge: UInt32) -> Int {
        edge & 1 == 0 ? length(edge) - distance(ofRow: row) : distance(ofRow: row)
    }

    /// Centimeters from the beginning of a segment to a point on it.
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

    /// Whether three streets or more of the first family meet at a node.
    private func isJunction(_ node: UInt32) -> Bool { contents.nodeValence[0][Int(node)] >= 3 }

    /// The edge by which a street continues at a node where two meet.
    private func onlyEdge(from node: UInt32, after edge: UInt32) -> UInt32? {
        guard contents.nodeValence[0][Int(node)] == 2 else { return nil }
        return contents.edges(leaving: node).first { $0 >> 1 != edge >> 1 && isUsed($0 >> 1) }
    }
}
