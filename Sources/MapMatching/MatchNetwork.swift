// The network as the matcher searches it: every edge and turn of the family, with a price on what
// the request's rules close.

import RoadNetwork
import RoutingEngine

/// Prices and times of edges and turns.
///
/// A route search leaves out closed edges and forbidden turns. A match must not, since vehicles
/// break rules and requests may differ from what was true during the drive. So this network keeps
/// every edge and turn of the mode family and adds ``rulePrice`` where one is closed or forbidden.
/// Prices are fixed-point numbers (``MatchModel/unit``), so that searches compare integers.
///
/// Columns are copied out of the dataset's tables at the beginning, because searches read them in
/// their innermost loop.
struct MatchNetwork {
    let network: NetworkDataset
    let costs: RequestCosts
    let model: MatchModel
    let edgeCount: UInt32
    let edgeHead: MappedColumn<UInt32>
    let copyOf: MappedColumn<UInt32>
    /// The price of entering what a rule closes, in fixed-point units.
    let rulePrice: Int32
    /// The price of a millisecond, in fixed-point units.
    let perMillisecond: Float
    private let familyBit: UInt8
    private let families: MappedColumn<UInt8>
    private let restrictions: MappedColumn<UInt64>
    private let flags: MappedColumn<UInt16>
    private let firstOut: MappedColumn<UInt32>
    private let outEdges: MappedColumn<UInt32>
    private let edgeSlot: MappedColumn<UInt8>
    private let nodeFlags: MappedColumn<UInt8>
    private let valence: MappedColumn<UInt8>
    private let turnClasses: MappedColumn<UInt32>
    private let pool: MappedColumn<UInt16>
    private let classCosts: MappedColumn<UInt32>
    private let lengths: MappedColumn<UInt32>
    private let weights: [UInt32]
    /// The column of times; the impedance's own if that is a time.
    private let times: MappedColumn<UInt32>?
    private let weighsTime: Bool
    private let turnsTakeTime: Bool
    private let hasBarriers: Bool
    private let throughMask: UInt64
    private let uTurns: UTurnRule
    private let perCentimeter: Float
    private let areaPrice: Int32

    /// An edge's price and time.
    struct EdgePrice {
        /// Fixed-point units, at least 1.
        var price: Int32
        var milliseconds: Int32
        /// Whether the request's rules close the edge.
        var isClosed: Bool
    }

    init(_ costs: RequestCosts, _ model: MatchModel) {
        let network = costs.network
        let key = costs.metric.key
        let description = network.description
        self.network = network
        self.costs = costs
        self.model = model
        edgeCount = UInt32(network.edgeCount)
        edgeHead = network.edgeHead
        copyOf = network.copyOf
        familyBit = 1 << UInt8(key.family)
        families = network.edgeFamilies
        restrictions = network.edgeRestrictions
        flags = network.edgeFlags
        firstOut = network.nodeFirstOut
        outEdges = network.outEdges
        edgeSlot = network.edgeSlot
        nodeFlags = network.nodeFlags
        valence = network.nodeValence[key.family]
        turnClasses = network.nodeTurnClasses
        pool = network.turnClassPool
        weights = costs.metric.weights
        let stored = description.costs.filter(\.isStored)
        let family = description.families[key.family].name
        weighsTime = stored.contains { $0.column == key.column && $0.kind == .time }
        let timeColumn =
            weighsTime
            ? key.column
            : (stored.first { $0.kind == .time && $0.family == family }
                ?? stored.first { $0.kind == .time })?.column
        times = timeColumn.map { network.costs[$0] }
        let lengthColumn = stored.first { $0.kind == .length }?.column
        lengths = network.costs[lengthColumn ?? key.column]
        turnsTakeTime = timeColumn != nil
        classCosts = network.turnClassCosts[timeColumn ?? key.column]
        hasBarriers = costs.hasBarriers
        throughMask = costs.metric.throughTrafficMask
        uTurns = key.uTurns
        perCentimeter = model.perMeter * MatchModel.unit / 100
        perMillisecond = model.perSecond * MatchModel.unit / 1_000
        rulePrice = Int32(model.brokenRule * MatchModel.unit)
        areaPrice = Int32(model.areaEntry * MatchModel.unit)
    }

    /// The greatest number of labels that a search may need.
    var stateCount: Int { Int(edgeCount) + copyOf.count }

    /// Whether an edge belongs to the family at all.
    @inline(__always)
    func isKnown(_ edge: UInt32) -> Bool { families[unchecked: edge] & familyBit != 0 }

    @inline(__always)
    func edge(of state: UInt32) -> UInt32 {
        state < edgeCount ? state : copyOf[unchecked: state - edgeCount]
    }

    /// Returns an edge's length in meters.
    @inline(__always)
    func meters(_ edge: UInt32) -> Float { Float(lengths[unchecked: edge]) / 100 }

    /// Returns an edge's price, without the price of entering it.
    @inline(__always)
    func price(of edge: UInt32) -> EdgePrice {
        var weight = weights[Int(edge)]
        if hasBarriers, weight != SearchCost.closed { weight = costs.weight(edge) }
        let isClosed = weight == SearchCost.closed
        let centimeters = Float(lengths[unchecked: edge])
        var milliseconds = centimeters
        if weighsTime, !isClosed {
            milliseconds = Float(weight)
        } else if let times {
            milliseconds = Float(times[unchecked: edge])
        }
        milliseconds = min(milliseconds, 100_000_000)
        let price = centimeters * perCentimeter + milliseconds * perMillisecond
        return EdgePrice(
            price: Int32(max(1, min(price, 1e8))), milliseconds: Int32(milliseconds),
            isClosed: isClosed)
    }

    /// Calls `visit` with every edge that begins where a state ends: the edge, the state entered,
    /// and the price of turning onto it and entering it.
    ///
    /// Turns have a price but take no time, since the light may be green.
    @inline(__always)
    func forEachTurn(
        from state: UInt32,
        _ visit: (
            _ edge: UInt32, _ state: UInt32, _ turn: Int32, _ price: EdgePrice
        ) -> Void
    ) {
        let edge = edge(of: state)
        let node = edgeHead[unchecked: edge]
        let first = Int(firstOut[unchecked: node])
        let degree = Int(firstOut[unchecked: node + 1]) - first
        let rules =
            state >= edgeCount
            || flags[unchecked: edge] & EdgeFlags.hasTurnRules.rawValue != 0
        var passage: Int32 = 0
        if nodeFlags[unchecked: node] & NodeFlags.barred.rawValue != 0,
            costs.metric.bars(node: node)
        {
            passage = rulePrice
        }
        if !costs.nodeCosts.isEmpty, let cost = costs.nodeCosts[node] {
            passage += cost == SearchCost.closed ? rulePrice : 0
        }
        let wasClosed = isClosed(edge)
        let wasArea = throughMask != 0 && restrictions[unchecked: edge] & throughMask != 0
        let classes =
            Int(turnClasses[unchecked: node]) + Int(edgeSlot[unchecked: edge ^ 1]) * degree
        for slot in 0..<degree {
            let next = outEdges[unchecked: first + slot]
            guard isKnown(next) else { continue }
            var turn: Int32 = 0
            if next == edge ^ 1 {
                if !uTurns.allows(valence: valence[unchecked: node]) { turn = rulePrice }
            } else {
                turn = passage
            }
            var target = next
            if rules, let row = network.turnRule(from: state, to: next) {
                if costs.metric.forbids(turnRule: row, of: network) {
                    turn += rulePrice
                } else {
                    target = network.turnRuleTarget[row]
                }
            }
            let price = price(of: next)
            if price.isClosed, !wasClosed { turn += rulePrice }
            if throughMask != 0, !wasArea, restrictions[unchecked: next] & throughMask != 0 {
                turn += areaPrice
            }
            if turnsTakeTime {
                let cost = classCosts[unchecked: Int(pool[unchecked: classes + slot])]
                turn += Int32(Float(min(cost, 10_000_000)) * perMillisecond)
            }
            visit(next, target, turn, price)
        }
    }

    /// Whether the request's rules close an edge.
    @inline(__always)
    func isClosed(_ edge: UInt32) -> Bool {
        let weight = weights[Int(edge)]
        if weight == SearchCost.closed { return true }
        return hasBarriers && costs.weight(edge) == SearchCost.closed
    }
}
