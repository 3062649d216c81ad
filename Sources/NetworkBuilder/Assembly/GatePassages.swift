// Gates that keep through traffic out.

import RoadNetwork

extension NetworkGate {
    /// The class of the streets that pass the gate freely; `nil` if the gate closes all streets.
    ///
    /// A gate drawn on a junction of several streets stands in the lesser ones, so streets of the
    /// greatest class pass. If all have the same class, the gate closes all of them, as drawn.
    fileprivate func freeClass(in contents: NetworkContents) -> UInt8? {
        let classes = contents.edges(leaving: node).map { contents.segmentClass[Int($0 / 2)] }
        guard classes.count > 2, let least = classes.min(), classes.max() != least else {
            return nil
        }
        return least
    }
}

/// Where the gates of one restriction stop through traffic.
struct GatePassages {
    /// The class of the streets that pass freely, by gate node; 255 for none.
    private let freeClasses: [UInt32: UInt8]
    /// The nodes with gates, ascending.
    let nodes: [UInt32]
    /// The conditions of gates that are open at other times, by node.
    let conditions: [UInt32: [UInt32]]
    private let segmentClass: [UInt8]

    /// - Parameters:
    ///   - restriction: The restriction's bit.
    ///   - isTimed: Whether to include gates under conditions.
    init(_ contents: NetworkContents, of restriction: UInt64, timed isTimed: Bool = false) {
        var classes: [UInt32: UInt8] = [:]
        var conditions: [UInt32: [UInt32]] = [:]
        var always: Set<UInt32> = []
        for gate in contents.gates where gate.mask & restriction != 0 {
            if let condition = gate.condition {
                guard isTimed else { continue }
                conditions[gate.node, default: []].append(condition)
            } else {
                always.insert(gate.node)
            }
            classes[gate.node] = gate.freeClass(in: contents) ?? .max
        }
        self.conditions = conditions.filter { !always.contains($0.key) }
        freeClasses = classes
        nodes = classes.keys.sorted()
        segmentClass = classes.isEmpty ? [] : contents.segmentClass
    }

    var isEmpty: Bool { nodes.isEmpty }

    /// Whether a gate stands between two streets at a node.
    func closes(node: Int, from edge: Int, to next: Int) -> Bool {
        guard !freeClasses.isEmpty, edge ^ 1 != next, let free = freeClasses[UInt32(node)] else {
            return false
        }
        return segmentClass[edge / 2] != free || segmentClass[next / 2] != free
    }

    /// Returns the turns over gates that through traffic may not make: from one street open to it
    /// onto another.
    ///
    /// If some streets can be reached only through gates, ``EnclosedStreets`` has already closed
    /// them to through traffic. Turns onto them stay allowed, so stops there can be reached.
    ///
    /// - Parameter areas: Streets closed to through traffic under conditions.
    func forbidden(
        in contents: NetworkContents, _ restriction: UInt64, besides areas: Set<UInt32> = []
    ) -> [ForbiddenTurn] {
        nodes.flatMap { node -> [ForbiddenTurn] in
            let leaving = contents.edges(leaving: node)
            let conditions = conditions[node]
            let isFree = { (edge: UInt32) in
                contents.edgeRestrictions[Int(edge)] & restriction == 0
                    && (conditions == nil || !areas.contains(edge))
            }
            return leaving.map { $0 ^ 1 }.filter(isFree).flatMap { arriving in
                leaving.filter(isFree)
                    .filter { closes(node: Int(node), from: Int(arriving), to: Int($0)) }
                    .flatMap { next in
                        (conditions.map { $0.map(Optional.some) } ?? [nil]).map {
                            ForbiddenTurn(
                                from: arriving, to: next, mask: restriction, condition: $0)
                        }
                    }
            }
        }
    }
}

/// A turn that some restrictions prohibit.
struct ForbiddenTurn {
    var from: UInt32
    var to: UInt32
    var mask: UInt64
    /// The condition under which the turn is prohibited; `nil` for always.
    var condition: UInt32?
}

extension NetworkContents {
    /// Prohibits turns from edges and all their copies. The turn rules must be complete.
    ///
    /// - Complexity: O(*n* log *n*) in the turn rules and the turns.
    mutating func forbid(_ turns: [ForbiddenTurn]) {
        guard !turns.isEmpty else { return }
        struct Key: Hashable, Comparable {
            var from: UInt32
            var to: UInt32
            static func < (a: Key, b: Key) -> Bool { (a.from, a.to) < (b.from, b.to) }
        }
        var states: [UInt32: [UInt32]] = [:]
        for (copy, edge) in copyOf.enumerated() {
            states[edge, default: []].append(UInt32(edgeHead.count + copy))
        }
        var masks: [Key: UInt64] = [:]
        var timed: [(key: Key, condition: UInt32, mask: UInt64)] = []
        for turn in turns {
            edgeFlags[Int(turn.from)] |= EdgeFlags.hasTurnRules.rawValue
            for state in [turn.from] + (states[turn.from] ?? []) {
                let key = Key(from: state, to: turn.to)
                // A rule under a condition also needs a row, which prohibits nothing at other
                // times.
                masks[key, default: 0] |= turn.condition == nil ? turn.mask : 0
                if let condition = turn.condition { timed.append((key, condition, turn.mask)) }
            }
        }
        var rows: [(key: Key, mask: UInt64, target: UInt32, old: Int?)] = []
        for row in turnRuleFrom.indices {
            let key = Key(from: turnRuleFrom[row], to: turnRuleTo[row])
            let mask = turnRuleMask[row] | (masks.removeValue(forKey: key) ?? 0)
            rows.append((key, mask, turnRuleTarget[row], row))
        }
        rows += masks.map { ($0.key, $0.value, $0.key.to, nil) }
        rows.sort { $0.key < $1.key }
        turnRuleFrom = rows.map(\.key.from)
        turnRuleTo = rows.map(\.key.to)
        turnRuleMask = rows.map(\.mask)
        turnRuleTarget = rows.map(\.target)
        var newRow = [UInt32](repeating: 0, count: rows.count)
        for (row, rule) in rows.enumerated() {
            if let old = rule.old { newRow[old] = UInt32(row) }
        }
        conditions.renumberTurnRules { newRow[Int($0)] }
        guard !timed.isEmpty else { return }
        let row = Dictionary(uniqueKeysWithValues: rows.enumerated().map { ($1.key, UInt32($0)) })
        conditions.add(
            turnRules: timed.compactMap { turn in
                row[turn.key].map { ($0, turn.condition, turn.mask) }
            })
    }
}
