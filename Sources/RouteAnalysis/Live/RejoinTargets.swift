// The places at which a route may be rejoined, and what each skips.

import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// The places at which a leg may be rejoined: beginnings of its edges beyond the part given up, and
/// the stop at its end.
struct RejoinTargets {
    /// A place to rejoin.
    struct Target {
        var edge: UInt32
        var fraction: Double
        /// The edge's index on the leg.
        var element: Int
        /// Meters along the route.
        var meters: Double
        /// What the route costs from where it was left to here.
        var skippedCost: UInt64
    }

    private let targets: [Target]
    /// The leg from where the route was left.
    private let left: GivenLeg
    /// How many edges of the leg come before ``left``.
    private let firstElement: Int
    /// The edges on which the route continues from where it was left; a path over any of them turns
    /// back.
    let edgesLeft: [UInt32]

    /// If there are at most this many places, all are tried.
    private static let most = 20
    /// Otherwise this many right beyond the part given up, and others farther and farther apart.
    private static let nearCount = 8
    /// How far from a junction a vehicle may have been seen last before it left the route there.
    private static let reachMeters = 30.0

    /// - Parameters:
    ///   - pieces: The whole leg's edges with their meters.
    ///   - start: Where the route was left.
    ///   - leg: The leg from there on.
    ///   - lastArrival: Where on its last edge the leg ends.
    ///   - otherArrivals: Other ways to reach the stop at the leg's end.
    init(
        pieces: [PathMeasure.Piece], start: PathPosition, cutoffMeters: Double, leg: GivenLeg,
        lastArrival: Double, otherArrivals: [PlaceCandidate], costs: RequestCosts
    ) {
        left = leg
        firstElement = start.element
        var (before, cost) = ([UInt64](), UInt64(0))
        let steps = Self.steps(of: leg, from: start.fraction, to: lastArrival, costs)
        for step in steps {
            before.append(cost)
            cost += step
        }
        let ahead = pieces.filter { $0.element >= start.element }
        let beyond = start.meters + cutoffMeters
        var all = ahead.enumerated().compactMap { number, piece -> Target? in
            guard number > 0, piece.start >= beyond else { return nil }
            return Target(
                edge: piece.edge.row, fraction: 0, element: piece.element, meters: piece.start,
                skippedCost: number < before.count ? before[number] : cost)
        }
        all = Self.thinned(all)
        if let last = ahead.last {
            let own = PlaceCandidate(edge: last.edge, fraction: lastArrival, side: .both)
            for arrival in [own] + otherArrivals {
                all.append(
                    Target(
                        edge: arrival.edge.row, fraction: arrival.fraction, element: last.element,
                        meters: last.end, skippedCost: cost))
            }
        }
        targets = all
        edgesLeft = Self.edgesLeft(ahead, start)
    }

    /// Returns the edge on which the vehicle was seen last, unless it just entered it, and the next
    /// one on the route.
    private static func edgesLeft(
        _ ahead: [PathMeasure.Piece], _ start: PathPosition
    ) -> [UInt32] {
        let near = ahead.prefix { $0.start <= start.meters + reachMeters }
        guard let first = near.first else { return [] }
        let isEntered = start.meters - first.start > reachMeters
        let count = near.count > 1 || !isEntered ? near.count : 2
        return ahead.prefix(count).map(\.edge.row)
    }

    private static func steps(
        of leg: GivenLeg, from: Double, to: Double, _ costs: RequestCosts
    ) -> [UInt64] {
        var elements = leg.edges.map { NetworkPath.Element(edge: EdgeID(row: $0)) }
        guard !elements.isEmpty else { return [] }
        elements[0].from = from
        elements[elements.count - 1].to = to
        return costs.follow(NetworkPath(elements: elements)).steps
    }

    /// Keeps the first of many places, and then each one a quarter farther than the last: some
    /// dozens on the longest leg.
    private static func thinned(_ all: [Target]) -> [Target] {
        guard all.count > most else { return all }
        var kept = Array(all.prefix(nearCount))
        var next = kept[nearCount - 1].skippedCost
        for target in all.dropFirst(nearCount) where target.skippedCost >= next {
            kept.append(target)
            next = target.skippedCost + max(1, target.skippedCost / 4)
        }
        return kept
    }

    /// Whether a place is the stop at the leg's end.
    func isAtStop(_ index: Int) -> Bool { targets[index].meters == targets.last?.meters }

    var indices: Range<Int> { targets.indices }

    subscript(index: Int) -> Target { targets[index] }

    /// The places as destinations.
    var destinations: [SearchDestination] {
        targets.map { SearchDestination(edge: $0.edge, fraction: $0.fraction) }
    }

    /// Makes the leg over a place: the path to it, and on along the route.
    func leg(joining index: Int, from place: NetworkPlace, by found: LegPath) -> GivenLeg {
        let target = targets[index]
        let elements = found.path.elements
        let rest = left.edges.dropFirst(target.element - firstElement + 1)
        return GivenLeg(
            edges: elements.map(\.edge.row) + rest, from: place, to: left.to,
            departure: elements[0].from,
            arrival: isAtStop(index) ? elements[elements.count - 1].to : left.arrival)
    }
}
