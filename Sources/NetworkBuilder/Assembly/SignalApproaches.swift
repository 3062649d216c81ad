// For which direction of travel traffic lights are, where their tags do not say so.
//
// Mappers draw the lights of a junction on the junction, or one before it on each street, or both.
// A route meets each once: on the street by which it arrives.

import DataStructures
import RoadNetwork

/// Settles the directions of traffic lights in an assembled network.
///
/// The rules, for streets of the first mode family:
/// - Lights on a street with two directions, between junctions or where only two streets meet, are
///   for the traffic towards the nearest junction of three streets or more, if one is within
///   ``reachMeters`` along the street; else for both directions. A light that states its direction
///   keeps it.
/// - Lights on a junction of three streets or more are for each street that arrives there, except
///   for those with lights of their own within ``reachMeters`` before the junction.
struct SignalApproaches {
    /// How far before a junction its lights may stand.
    static let reachMeters = RoadPieces.signalReachMeters
    /// Marks a traffic light without a stated direction until it is settled.
    private static let unsettled: UInt8 = 1 << 7
    /// Steps from junction to junction at most: a bound for streets of tiny segments.
    private static let mostSteps = 64

    private let contents: NetworkContents
    private let lengths: [UInt32]
    private let reach = Int(Self.reachMeters * 100)
    private var codes: [UInt8]
    private var isDropped: [Bool]

    /// The code of a point in a draft.
    static func code(of point: PointDraft) -> UInt8 {
        let code = StreetPointCode(point.kind, point.direction).rawValue
        return point.kind == .trafficSignals && !point.isStated ? code | unsettled : code
    }

    /// Settles the lights of a network whose edges are linked and whose valences are counted.
    ///
    /// - Complexity: O(*n*) in the points, and in the few edges near each.
    static func settle(in contents: inout NetworkContents) {
        guard !contents.pointSegments.isEmpty, !contents.nodeValence.isEmpty else { return }
        var approaches = SignalApproaches(contents)
        approaches.settleDirections()
        approaches.dropRepeated()
        let kept = approaches.isDropped.indices.filter { !approaches.isDropped[$0] }
        let codes = approaches.codes
        contents.pointCodes = kept.map { codes[$0] }
        contents.pointSegments = kept.map { contents.pointSegments[$0] }
        contents.pointShares = kept.map { contents.pointShares[$0] }
    }

    private init(_ contents: NetworkContents) {
        self.contents = contents
        let column = contents.description.costs.first { $0.kind == .length && $0.isStored }?.column
        // Without lengths no junction is near.
        lengths =
            column.map { contents.costs[$0] }
            ?? [UInt32](repeating: .max, count: contents.edgeHead.count)
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
            switch StreetPointCode(rawValue: codes[row]).direction {
            case .both:
                let ahead = distanceToJunction(forward, left: length(forward) - along)
                let behind = distanceToJunction(forward + 1, left: along)
                if ahead == behind { continue }
                let direction: StreetPointDirection = ahead < behind ? .forward : .backward
                codes[row] = StreetPointCode(.trafficSignals, direction).rawValue
            case .forward:
                isDropped[row] = isForOthers(forward)
            case .backward:
                isDropped[row] = isForOthers(forward + 1)
            case nil:
                continue
            }
        }
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

    // MARK: Lights on junctions that have others before them

    private mutating func dropRepeated() {
        let signals = codes.indices.filter { isSignal($0) }
        var repeated: [Int] = []
        for row in signals {
            let segment = contents.pointSegments[row]
            guard isUsed(segment),
                let edge = edgeArriving(atRow: row), isJunction(contents.edgeHead[Int(edge)])
            else { continue }
            if hasLightBefore(edge) { repeated.append(row) }
        }
        for row in repeated { isDropped[row] = true }
    }

    /// The edge at the end of which a point stands, `nil` for points between the ends.
    private func edgeArriving(atRow row: Int) -> UInt32? {
        let forward = 2 * contents.pointSegments[row]
        switch (contents.pointShares[row], StreetPointCode(rawValue: codes[row]).direction) {
        case (0, .backward): return forward + 1
        case (.max, .forward): return forward
        default: return nil
        }
    }

    /// Whether an edge has lights of its own within reach before its end, on itself or on the
    /// streets that lead to it alone.
    private func hasLightBefore(_ last: UInt32) -> Bool {
        var (edge, behind) = (last, 0)
        for _ in 0..<Self.mostSteps {
            for row in rows(ofSegment: edge >> 1) where isSignal(row) {
                let code = StreetPointCode(rawValue: codes[row])
                guard code.direction?.includes(EdgeID(row: edge)) == true else { continue }
                let along = distance(ofRow: row)
                let left = edge & 1 == 0 ? length(edge) - along : along
                let isAtJunction = edge == last && edgeArriving(atRow: row) == last
                if !isAtJunction, behind + left <= reach { return true }
            }
            behind += length(edge)
            let node = contents.edgeHead[Int(edge ^ 1)]
            guard behind <= reach, !isJunction(node),
                let before = onlyEdge(from: node, after: edge ^ 1)
            else { break }
            edge = before ^ 1
        }
        return false
    }

    // MARK: The network around points

    private func isSignal(_ row: Int) -> Bool {
        !isDropped[row] && StreetPointCode(rawValue: codes[row]).kind == .trafficSignals
    }

    private func rows(ofSegment segment: UInt32) -> Range<Int> {
        let segments = contents.pointSegments
        let first = segments.indices.partitioningIndex { segments[$0] >= segment }
        let rest = first..<segments.count
        return first..<rest.partitioningIndex { segments[$0] > segment }
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
        let leaving =
            Int(contents.nodeFirstOut[Int(node)])..<Int(contents.nodeFirstOut[Int(node) + 1])
        return contents.outEdges[leaving].first { $0 >> 1 != edge >> 1 && isUsed($0 >> 1) }
    }
}
