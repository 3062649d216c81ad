// The cheapest paths from one point's candidates to the next point's, in one search.

import Geo
import RoadNetwork
import RoutingEngine

/// How the vehicle came from one candidate to another.
enum Transition: Int8 {
    /// Ahead on the same edge.
    case ahead
    /// Back on the same edge, but within the position error: it stood.
    case standing
    /// It turned round between two junctions.
    case turning
    /// Over junctions.
    case path
}

/// The cheapest path for a pair of candidates.
struct TransitionPair {
    /// Fixed-point units, including the source's own; ``TransitionSearch/none`` without a path.
    var total = TransitionSearch.none
    var milliseconds: Int32 = 0
    var kind = Transition.path
    /// The label that the path arrives from, and the state it enters.
    var label: UInt32 = 0
    var state: UInt32 = 0
    /// Nats of the two positions, computed when the pair is first reached; NaN before.
    var position = Float.nan
}

/// Searches from several sources at once.
///
/// A point's candidates lie close together, so the paths from them soon coincide. A label therefore
/// holds a cost for each source, in its *lanes*, and is settled for all at once: one search instead
/// of one per source. If a later path improves some lane, the label is settled again, which is
/// rare. A lower bound of the price to the next point directs the search. It ends when no remaining
/// pair can become likely.
///
/// ``StepLink`` runs it once per step, reads ``pairs``, and asks for a path's edges by
/// ``appendPath(to:lane:into:)``. The result is valid until the next run.
///
/// Method: E. Dijkstra, *A note on two problems in connexion with graphs*, Numerische Mathematik 1
/// (1959), [doi:10.1007/BF01386390](https://doi.org/10.1007/BF01386390), over turns, directed as in
/// P. Hart, N. Nilsson, B. Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost
/// Paths*, IEEE Transactions on Systems Science and Cybernetics 4 (1968),
/// [doi:10.1109/TSSC.1968.300136](https://doi.org/10.1109/TSSC.1968.300136).
final class TransitionSearch {
    static let none = LabelTable.none
    /// A search gives up after this many labels.
    private static let mostLabels = 200_000

    private let world: MatchNetwork
    /// Each state's label number. Entries without a label hold arbitrary values.
    private let labelOf: UnsafeMutablePointer<UInt32>
    private var labels = LabelTable()
    private var queue = LabelQueue()
    private var lanes = 0
    /// The pairs by target, then by lane.
    private(set) var pairs: [TransitionPair] = []
    /// Each lane's source, as a position among the candidates.
    private(set) var sources: [Int] = []
    /// Whether the monitor stopped the last search.
    private(set) var isStopped = false

    // The current search.
    private var targets: [Candidate] = []
    private var targetEdges: UInt64 = 0
    /// The next point in 1e-7 degrees.
    private var goal = SIMD2<Double>.zero
    private var goalScale = SIMD2<Float>.zero
    private var goalRadius: Float = 0
    private var perMeter: Float = 0
    private var limit: Int32 = 0

    init(_ world: MatchNetwork) {
        self.world = world
        labelOf = .allocate(capacity: max(1, world.stateCount))
        labelOf.initialize(repeating: 0, count: max(1, world.stateCount))
    }

    deinit {
        labelOf.deallocate()
        labels.free()
    }

    /// Searches from one point's likely candidates to the next point's.
    ///
    /// - Parameters:
    ///   - position: Returns the nats of two positions together, by source and target.
    /// - Complexity: O(*s* log *s*) for *s* labels that may lie on a likely path.
    func run(
        from origin: MatchStep, to next: MatchStep, monitor: some SearchMonitor,
        position: (_ source: Int, _ target: Int) -> Float
    ) {
        begin(from: origin, to: next)
        for (lane, source) in sources.enumerated() {
            start(lane, origin.candidates[source], origin) { self.score($0, lane, position) }
        }
        var steps = 0
        while let (key, label) = queue.pop() {
            guard labels.isOpen[Int(label)] else { continue }
            if Int32(bitPattern: key) > limit || labels.count > Self.mostLabels { break }
            steps += 1
            if steps & 0x3FF == 0, monitor.shouldStop {
                isStopped = true
                return
            }
            labels.isOpen[Int(label)] = false
            settle(label, position)
        }
    }

    private func begin(from origin: MatchStep, to next: MatchStep) {
        queue.removeAll()
        isStopped = false
        let slack = world.model.slack
        sources.removeAll(keepingCapacity: true)
        for index in origin.candidates.indices where origin.nats(index) <= slack {
            sources.append(index)
        }
        lanes = sources.count
        labels.reset(lanes: lanes)
        targets = next.candidates
        targetEdges = targets.reduce(0) { $0 | 1 << UInt64($1.edge >> 1 & 63) }
        pairs.removeAll(keepingCapacity: true)
        pairs.append(
            contentsOf: repeatElement(TransitionPair(), count: lanes * targets.count))
        let point = next.point
        goal = SIMD2(point.coordinate.x, point.coordinate.y) * 1e7
        goalScale = SIMD2(Float(point.scale.x * 1e-7), Float(point.scale.y * 1e-7))
        goalRadius = Float(targets.reduce(0) { max($0, $1.meters) })
        perMeter =
            (world.model.perMeter + world.model.perSecond / world.model.fastest) * MatchModel.unit
        let meters = Float(origin.point.meters(to: point))
        limit = Int32(min(5e8, perMeter * meters * 4 + 60 * MatchModel.unit))
    }

    /// Scores a pair and lowers the search's limit by it.
    private func score(
        _ pair: Int, _ lane: Int, _ position: (_ source: Int, _ target: Int) -> Float
    ) {
        if pairs[pair].position.isNaN {
            pairs[pair].position = position(sources[lane], pair / lanes)
        }
        let total = Float(pairs[pair].total) + pairs[pair].position * MatchModel.unit
        let beyond = total + world.model.slack * MatchModel.unit
        if beyond < Float(limit) { limit = Int32(max(0, beyond)) }
    }

    private func start(
        _ lane: Int, _ source: Candidate, _ origin: MatchStep, _ score: (Int) -> Void
    ) {
        let own = Int32(origin.nats(sources[lane]) * MatchModel.unit)
        for (index, target) in targets.enumerated() where target.edge >> 1 == source.edge >> 1 {
            let pair = index * lanes + lane
            let found =
                target.edge == source.edge
                ? onSameEdge(source, target, origin.point) : turning(source, target)
            guard var found else { continue }
            found.total += own
            found.state = target.edge == source.edge ? source.state : target.edge
            pairs[pair] = found
            score(pair)
        }
        let total = own + source.price(from: source.share, to: 1)
        let label = label(of: source.state)
        improve(
            label, lane, total, source.milliseconds(from: source.share, to: 1),
            LabelTable.noParent)
        push(label, total)
    }

    private func onSameEdge(
        _ source: Candidate, _ target: Candidate, _ point: ModelPoint
    ) -> TransitionPair? {
        var pair = TransitionPair()
        if target.share >= source.share {
            pair.total = source.price(from: source.share, to: target.share)
            pair.milliseconds = source.milliseconds(from: source.share, to: target.share)
            pair.kind = .ahead
            return pair
        }
        let deviations =
            Float(source.share - target.share) * source.edgeMeters / Float(point.sigma)
        guard deviations <= 6 else { return nil }
        let nats = 0.3 + 0.4 * deviations + 0.3 * deviations * deviations
        pair.total = Int32(nats * MatchModel.unit)
        pair.kind = .standing
        return pair
    }

    private func turning(_ source: Candidate, _ target: Candidate) -> TransitionPair? {
        let end = 1 - target.share
        let farthest = max(source.share, end)
        // At the junction itself this is an ordinary U-turn.
        guard farthest < 1 - 1e-6 else { return nil }
        var pair = TransitionPair()
        pair.total =
            Int32(world.model.turningRound * MatchModel.unit)
            + source.price(from: source.share, to: farthest)
            + target.price(from: 1 - farthest, to: target.share)
        if target.price.isClosed, !source.price.isClosed { pair.total += world.rulePrice }
        pair.milliseconds =
            source.milliseconds(from: source.share, to: farthest)
            + target.milliseconds(from: 1 - farthest, to: target.share)
        pair.kind = .turning
        return pair
    }

    /// Returns a state's label, making one if it has none.
    @inline(__always)
    private func label(of state: UInt32) -> UInt32 {
        let known = labelOf[Int(state)]
        if Int(known) < labels.count, labels.states[Int(known)] == state { return known }
        let label = labels.append(
            state, bound: bound(from: world.edgeHead[unchecked: world.edge(of: state)]))
        labelOf[Int(state)] = label
        return label
    }

    /// Returns the least price from a node to the next point's candidates.
    @inline(__always)
    private func bound(from node: UInt32) -> Int32 {
        let network = world.network
        var east = Double(network.nodeLongitudeE7[unchecked: node]) - goal.x
        // Beyond the 180th meridian.
        if abs(east) > 1.8e9 { east -= east > 0 ? 3.6e9 : -3.6e9 }
        let longitude = Float(east)
        let latitude = Float(Double(network.nodeLatitudeE7[unchecked: node]) - goal.y)
        let offset = SIMD2(longitude, latitude) * goalScale
        let meters = (offset.x * offset.x + offset.y * offset.y).squareRoot() - goalRadius
        return meters <= 0 ? 0 : Int32(min(meters * perMeter, 5e8))
    }

    @inline(__always)
    private func improve(
        _ label: UInt32, _ lane: Int, _ total: Int32, _ milliseconds: Int32, _ parent: UInt32
    ) {
        let place = Int(label) * lanes + lane
        labels.totals[place] = total
        labels.times[place] = milliseconds
        labels.parents[place] = parent
    }

    @inline(__always)
    private func push(_ label: UInt32, _ total: Int32) {
        let key = total &+ labels.bounds[Int(label)]
        guard key <= limit else { return }
        labels.isOpen[Int(label)] = true
        queue.push(cost: UInt32(bitPattern: max(0, key)), label: label)
    }

    private func settle(_ label: UInt32, _ position: (Int, Int) -> Float) {
        let lanes = lanes
        let from = Int(label) * lanes
        world.forEachTurn(from: labels.states[Int(label)]) { edge, state, turn, price in
            if targetEdges >> UInt64(edge >> 1 & 63) & 1 != 0 {
                reach(edge, state, label, turn, position)
            }
            let step = turn &+ price.price
            let time = price.milliseconds
            let next = self.label(of: state)
            let to = Int(next) * lanes
            let (totals, times, parents) = (labels.totals, labels.times, labels.parents)
            var least = Self.none
            for lane in 0..<lanes {
                let total = totals[from + lane] &+ step
                guard total < totals[to + lane] else { continue }
                totals[to + lane] = total
                times[to + lane] = times[from + lane] &+ time
                parents[to + lane] = label
                least = min(least, total)
            }
            if least < Self.none { push(next, least) }
        }
    }

    /// Improves the pairs whose target lies on the edge that a label's turn enters.
    private func reach(
        _ edge: UInt32, _ state: UInt32, _ label: UInt32, _ turn: Int32,
        _ position: (Int, Int) -> Float
    ) {
        guard let index = targets.firstIndex(where: { $0.edge == edge }) else { return }
        let target = targets[index]
        let step = turn + target.price(from: 0, to: target.share)
        let time = target.milliseconds(from: 0, to: target.share)
        for lane in 0..<lanes {
            let place = Int(label) * lanes + lane
            let total = labels.totals[place] &+ step
            let pair = index * lanes + lane
            guard total < pairs[pair].total else { continue }
            pairs[pair].total = total
            pairs[pair].milliseconds = labels.times[place] &+ time
            pairs[pair].kind = .path
            pairs[pair].label = label
            pairs[pair].state = state
            score(pair, lane, position)
        }
    }

    /// Appends the edges of a pair's path, from the one after the source's edge to the target's.
    func appendPath(to target: Int, lane: Int, into edges: inout [UInt32]) {
        let pair = pairs[target * lanes + lane]
        guard pair.kind == .path, pair.total < Self.none else { return }
        let start = edges.count
        edges.append(targets[target].edge)
        var label = pair.label
        // No path has more edges than there are labels.
        for _ in 0..<labels.count {
            let parent = labels.parents[Int(label) * lanes + lane]
            if parent == LabelTable.noParent { break }
            edges.append(world.edge(of: labels.states[Int(label)]))
            label = parent
        }
        edges[start...].reverse()
    }
}
