// How conditional restrictions change edges and turns, and when.

import DataStructures
import Synchronization

/// Which conditions hold at an instant, or may hold during a period.
package struct ConditionStates: Hashable, Sendable {
    /// Conditions that hold throughout, ascending.
    package var holding: [UInt32] = []
    /// Conditions that hold only part of the time, ascending. Searches assume whichever effect is
    /// more favorable.
    package var open: [UInt32] = []

    /// No condition holds: the plain map, for requests without a time.
    package static let none = ConditionStates()

    package var isNone: Bool { holding.isEmpty && open.isEmpty }

    /// Returns states in which every condition may hold or not.
    package static func anything(of count: Int) -> ConditionStates {
        ConditionStates(open: Array(0..<UInt32(count)))
    }
}

/// An edge's attributes while some combination of its conditions holds.
package struct EdgeVariant: Hashable, Sendable {
    package var restrictions: UInt64
    /// The row of the variant's costs; `nil` for the edge's own.
    fileprivate var row: Int?

    /// Makes a variant with the edge's own costs and other restrictions.
    package static func ownCosts(restrictions: UInt64) -> EdgeVariant {
        EdgeVariant(restrictions: restrictions, row: nil)
    }

    package func with(restrictions: UInt64) -> EdgeVariant {
        EdgeVariant(restrictions: restrictions, row: row)
    }
}

/// A network's conditional restrictions: when they hold, and what they change.
///
/// OpenStreetMap states rules such as "no trucks Mo-Fr 07:30-09:00". The builder stores each
/// condition's text once. For an edge with *k* conditions it also stores a *variant* for each of
/// the 2^k - 1 combinations in which at least one holds: restrictions, costs and speed limit. Bit
/// *i* of a combination is the edge's condition *i*. So evaluating an edge at a time is a table
/// look-up, and edges without conditions cost nothing.
///
/// A request asks once which conditions hold during its travel (``states(during:for:of:)``). The
/// result is part of the metric's key in RoutingEngine: conditions that hold throughout are
/// weights; the others are *open* and judged when the edge is reached. ``variant(of:at:for:of:)``
/// answers for one moment. Turn rules have conditions too.
///
/// Texts are parsed on first use and kept. A condition that cannot be parsed never holds.
package final class NetworkConditions: Sendable {
    package static let mostConditionsOfEdge = 4

    private let edges: MappedColumn<UInt32>
    private let firstCondition: MappedColumn<UInt32>
    private let conditionOf: MappedColumn<UInt32>
    private let firstVariant: MappedColumn<UInt32>
    private let variantRestrictions: MappedColumn<UInt64>
    /// Each variant's speed limit in km/h; 0 if unknown.
    private let variantSpeedLimits: MappedColumn<UInt8>
    private let variantCosts: [MappedColumn<UInt32>]
    private let turnRules: MappedColumn<UInt32>
    private let turnConditions: MappedColumn<UInt32>
    private let turnMasks: MappedColumn<UInt64>
    private let textRows: MappedColumn<UInt32>
    private let parsed = Mutex<[TravelCondition?]?>(nil)
    /// The states of recent periods. Requests within the same minute ask for the same period.
    private let recent = Mutex<[Situation: ConditionStates]>([:])
    private struct Situation: Hashable {
        var period: ClosedRange<LocalMinute>?
        var vehicle: VehicleFacts
    }
    private static let mostRecent = 64

    init(_ table: SectionTable, costColumns: Range<Int>) throws(DatasetError) {
        textRows = try table.column("condition.texts")
        edges = try table.column("conditional.edges")
        firstCondition = try table.column("conditional.firstCondition", count: edges.count + 1)
        conditionOf = try table.column("conditional.conditions")
        firstVariant = try table.column("conditional.firstVariant", count: edges.count + 1)
        variantRestrictions = try table.column("conditional.restrictions")
        variantSpeedLimits = try table.column(
            "conditional.speedLimit", count: variantRestrictions.count)
        var costs: [MappedColumn<UInt32>] = []
        for column in costColumns {
            costs.append(
                try table.column("conditional.cost.\(column)", count: variantRestrictions.count))
        }
        variantCosts = costs
        turnRules = try table.column("conditional.turnRules")
        turnConditions = try table.column("conditional.turnConditions", count: turnRules.count)
        turnMasks = try table.column("conditional.turnMasks", count: turnRules.count)
    }

    /// Checks that the columns fit each other and the network.
    func check(_ check: inout StructureCheck, edges count: Int, texts: Int) {
        check.rows(textRows, below: texts, "condition.texts")
        check.rows(edges, below: count, "conditional.edges")
        check.ascending(edges, "conditional.edges")
        check.offsets(firstCondition, of: conditionOf.count, "conditional.firstCondition")
        check.rows(conditionOf, below: textRows.count, "conditional.conditions")
        check.offsets(firstVariant, of: variantRestrictions.count, "conditional.firstVariant")
        check.rows(turnConditions, below: textRows.count, "conditional.turnConditions")
        check.ascending(turnRules, "conditional.turnRules", strictly: false)
        guard check.faults.isEmpty else { return }
        check.each(edges.count, "conditional.firstVariant") { place in
            let conditions = Int(firstCondition[place + 1] - firstCondition[place])
            return conditions <= Self.mostConditionsOfEdge
                && Int(firstVariant[place + 1] - firstVariant[place]) == 1 << conditions - 1
        }
    }

    /// The number of different conditions.
    package var count: Int { textRows.count }
    /// The number of closed turn rules, counted once per condition.
    package var turnCount: Int { turnRules.count }

    /// Calls `visit` with every edge with conditions, ascending.
    package func forEachEdge(_ visit: (UInt32) -> Void) {
        for place in 0..<edges.count { visit(edges[place]) }
    }

    /// Returns the states of all conditions for a vehicle during a period of local time.
    ///
    /// - Parameter period: The time of travel; if `nil`, no time condition holds.
    /// - Complexity: O(*n*) in the conditions and in the period's days; O(1) for a recent period.
    package func states(
        during period: ClosedRange<LocalMinute>?, for vehicle: VehicleFacts = .unknown,
        of network: NetworkDataset
    ) -> ConditionStates {
        guard count > 0 else { return .none }
        let situation = Situation(period: period, vehicle: vehicle)
        if let known = recent.withLock({ $0[situation] }) { return known }
        let fresh = computeStates(situation, of: network)
        recent.withLock { recent in
            if recent.count >= Self.mostRecent { recent.removeAll() }
            recent[situation] = fresh
        }
        return fresh
    }

    private func computeStates(
        _ situation: Situation, of network: NetworkDataset
    ) -> ConditionStates {
        var states = ConditionStates()
        for (index, condition) in conditions(of: network).enumerated() {
            guard let condition else { continue }
            let (holds, fails) = condition.outcomes(
                during: situation.period, for: situation.vehicle)
            if holds && fails {
                states.open.append(UInt32(index))
            } else if holds {
                states.holding.append(UInt32(index))
            }
        }
        return states
    }

    private func conditions(of network: NetworkDataset) -> [TravelCondition?] {
        parsed.withLock { held in
            if let held { return held }
            let fresh = (0..<textRows.count).map {
                TravelCondition(network.name(row: textRows[$0]))
            }
            held = fresh
            return fresh
        }
    }

    package func has(edge: UInt32) -> Bool { place(of: edge) != nil }

    /// Returns the variants that an edge may have under some states. There are several if any of
    /// its conditions is open. `nil` among them stands for the edge itself.
    ///
    /// - Returns: `nil` if the edge has no conditions, or none of them holds or is open.
    package func variants(of edge: UInt32, under states: ConditionStates) -> [EdgeVariant?]? {
        guard let place = place(of: edge) else { return nil }
        let own = Int(firstCondition[place])..<Int(firstCondition[place + 1])
        var (held, open) = (0, 0)
        for (bit, position) in own.enumerated() {
            let condition = conditionOf[position]
            if Self.contains(condition, states.holding) { held |= 1 << bit }
            if Self.contains(condition, states.open) { open |= 1 << bit }
        }
        guard held | open != 0 else { return nil }
        let first = Int(firstVariant[place])
        return (0..<(1 << own.count))
            .filter { $0 & ~open == held }
            .map { combination in
                guard combination != 0 else { return nil }
                let row = first + combination - 1
                return EdgeVariant(restrictions: variantRestrictions[row], row: row)
            }
    }

    /// Returns an edge's variant for a vehicle at a time; `nil` if none of its conditions holds.
    package func variant(
        of edge: UInt32, at time: LocalMinute, for vehicle: VehicleFacts = .unknown,
        of network: NetworkDataset
    ) -> EdgeVariant? {
        guard let place = place(of: edge) else { return nil }
        let all = conditions(of: network)
        var combination = 0
        for position in Int(firstCondition[place])..<Int(firstCondition[place + 1])
        where all[Int(conditionOf[position])]?.holds(for: vehicle, at: time) ?? false {
            combination |= 1 << (position - Int(firstCondition[place]))
        }
        guard combination != 0 else { return nil }
        let row = Int(firstVariant[place]) + combination - 1
        return EdgeVariant(restrictions: variantRestrictions[row], row: row)
    }

    /// Whether an edge has a time condition that may hold for a vehicle.
    package func dependsOnTime(
        edge: UInt32, for vehicle: VehicleFacts, of network: NetworkDataset
    ) -> Bool {
        guard let place = place(of: edge) else { return false }
        let all = conditions(of: network)
        return (Int(firstCondition[place])..<Int(firstCondition[place + 1])).contains { position in
            all[Int(conditionOf[position])]?.dependsOnTime(for: vehicle) ?? false
        }
    }

    /// Returns all variants of an edge in which some condition holds.
    package func variants(of edge: UInt32) -> [EdgeVariant] {
        guard let place = place(of: edge) else { return [] }
        return (Int(firstVariant[place])..<Int(firstVariant[place + 1])).map {
            EdgeVariant(restrictions: variantRestrictions[$0], row: $0)
        }
    }

    /// Whether conditions close a turn rule for some restrictions at a time.
    package func closes(
        turnRule rule: UInt32, mask: UInt64, at time: LocalMinute,
        for vehicle: VehicleFacts = .unknown, of network: NetworkDataset
    ) -> Bool {
        closingCondition(ofTurnRule: rule, mask: mask, at: time, for: vehicle, of: network) != nil
    }

    /// Returns the condition that closes a turn rule for some restrictions at a time; `nil` for
    /// none.
    package func closingCondition(
        ofTurnRule rule: UInt32, mask: UInt64, at time: LocalMinute,
        for vehicle: VehicleFacts = .unknown, of network: NetworkDataset
    ) -> UInt32? {
        guard var place = Self.position(of: rule, in: turnRules) else { return nil }
        let all = conditions(of: network)
        while place < turnRules.count, turnRules[place] == rule {
            if turnMasks[place] & mask != 0,
                all[Int(turnConditions[place])]?.holds(for: vehicle, at: time) ?? false
            {
                return turnConditions[place]
            }
            place += 1
        }
        return nil
    }

    /// Returns when conditions of the given edges, or of any turn, may change within a period;
    /// ascending.
    package func changes(
        on edges: some Sequence<UInt32>, during period: ClosedRange<LocalMinute>,
        of network: NetworkDataset
    ) -> [LocalMinute] {
        var involved = Set((0..<turnConditions.count).map { turnConditions[$0] })
        for place in edges.compactMap({ place(of: $0) }) {
            for position in Int(firstCondition[place])..<Int(firstCondition[place + 1]) {
                involved.insert(conditionOf[position])
            }
        }
        let all = conditions(of: network)
        return Set(involved.flatMap { all[Int($0)]?.changes(during: period) ?? [] }).sorted()
    }

    package func openEdges(under states: ConditionStates) -> Set<UInt32> {
        guard !states.open.isEmpty else { return [] }
        var found: Set<UInt32> = []
        for place in 0..<edges.count {
            let own = Int(firstCondition[place])..<Int(firstCondition[place + 1])
            if own.contains(where: { Self.contains(conditionOf[$0], states.open) }) {
                found.insert(edges[place])
            }
        }
        return found
    }

    package func openTurnRules(under states: ConditionStates) -> Set<UInt32> {
        guard !states.open.isEmpty else { return [] }
        return Set(
            (0..<turnRules.count).filter { Self.contains(turnConditions[$0], states.open) }
                .map { turnRules[$0] })
    }

    /// Returns a condition's text, as people read it.
    package func text(_ condition: UInt32, of network: NetworkDataset) -> String {
        TravelCondition.withoutPlace(network.name(row: textRows[Int(condition)]))
    }

    /// Returns an edge's cost in a column while a variant applies; `nil` for the edge's own.
    package func cost(_ column: Int, of variant: EdgeVariant) -> UInt32? {
        variant.row.map { variantCosts[column][$0] }
    }

    /// Returns the speed limit in km/h while a variant applies, or 0 if unknown; `nil` for the
    /// edge's own.
    package func speedLimit(of variant: EdgeVariant) -> UInt8? {
        variant.row.map { variantSpeedLimits[$0] }
    }

    /// Returns the restriction masks of all variants of an edge.
    package func restrictions(of edge: UInt32) -> [UInt64] {
        guard let place = place(of: edge) else { return [] }
        return (Int(firstVariant[place])..<Int(firstVariant[place + 1]))
            .map { variantRestrictions[$0] }
    }

    /// Returns the turn rules that holding conditions close for some restrictions, ascending.
    package func closedTurnRules(under states: ConditionStates, mask: UInt64) -> [UInt32] {
        guard !states.holding.isEmpty else { return [] }
        var rules: [UInt32] = []
        for place in 0..<turnRules.count
        where turnMasks[place] & mask != 0 && Self.contains(turnConditions[place], states.holding) {
            if rules.last != turnRules[place] { rules.append(turnRules[place]) }
        }
        return rules
    }

    private func place(of edge: UInt32) -> Int? { Self.position(of: edge, in: edges) }

    private static func position(of value: UInt32, in column: MappedColumn<UInt32>) -> Int? {
        let row = column.lowerBound(value)
        return row < column.count && column[row] == value ? row : nil
    }

    private static func contains(_ value: UInt32, _ ascending: [UInt32]) -> Bool {
        let place = ascending.indices.partitioningIndex { ascending[$0] >= value }
        return place < ascending.count && ascending[place] == value
    }
}
