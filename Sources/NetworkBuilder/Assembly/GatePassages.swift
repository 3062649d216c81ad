// Gates that only traffic passes which has something to do behind them.

import RoadNetwork

extension NetworkGate {
    /// The gate on a node of assembled columns, with the streets that pass it freely.
    ///
    /// A gate that is drawn on a junction of several streets stands in the lesser ones: those of
    /// the greatest class pass. One that stands where all are of one class closes all of them, to
    /// the letter.
    fileprivate func freeClass(in contents: NetworkContents) -> UInt8? {
        let out = Int(contents.nodeFirstOut[Int(node)])..<Int(contents.nodeFirstOut[Int(node) + 1])
        let classes = contents.outEdges[out].map { contents.segmentClass[Int($0 / 2)] }
        guard classes.count > 2, let least = classes.min(), classes.max() != least else {
            return nil
        }
        return least
    }
}

/// The passages that the gates of one restriction on through traffic close to it.
struct GatePassages {
    /// For each node with a gate the class of the streets that pass freely, 255 for none.
    private let freeClasses: [UInt32: UInt8]
    /// The nodes with gates, ascending.
    let nodes: [UInt32]
    private let segmentClass: [UInt8]

    /// - Parameter restriction: The bit of the restriction.
    init(_ contents: NetworkContents, of restriction: UInt64) {
        var classes: [UInt32: UInt8] = [:]
        for gate in contents.gates where gate.mask & restriction != 0 {
            classes[gate.node] = gate.freeClass(in: contents) ?? .max
        }
        freeClasses = classes
        nodes = classes.keys.sorted()
        segmentClass = classes.isEmpty ? [] : contents.segmentClass
    }

    var isEmpty: Bool { nodes.isEmpty }

    /// Whether the way over a node from one street to another leads through a gate.
    func closes(node: Int, from edge: Int, to next: Int) -> Bool {
        guard !freeClasses.isEmpty, edge ^ 1 != next, let free = freeClasses[UInt32(node)] else {
            return false
        }
        return segmentClass[edge / 2] != free || segmentClass[next / 2] != free
    }

    /// Turns that through traffic may not make: over a gate from a street that is no part of an
    /// area closed to it onto another such street.
    ///
    /// What lies behind a gate is part of such an area if nothing else leads there
    /// (``EnclosedStreets``), so that stops behind it are reached.
    func forbidden(in contents: NetworkContents, _ restriction: UInt64) -> [ForbiddenTurn] {
        nodes.flatMap { node -> [ForbiddenTurn] in
            let out =
                Int(contents.nodeFirstOut[Int(node)])..<Int(contents.nodeFirstOut[Int(node) + 1])
            let leaving = contents.outEdges[out]
            let isFree = { (edge: UInt32) in
                contents.edgeRestrictions[Int(edge)] & restriction == 0
            }
            return leaving.map { $0 ^ 1 }.filter(isFree).flatMap { arriving in
                leaving.filter(isFree)
                    .filter { closes(node: Int(node), from: Int(arriving), to: Int($0)) }
                    .map { ForbiddenTurn(from: arriving, to: $0, mask: restriction) }
            }
        }
    }
}

/// A turn that some restrictions prohibit at all times.
struct ForbiddenTurn {
    var from: UInt32
    var to: UInt32
    var mask: UInt64
}

extension NetworkContents {
    /// Prohibits turns in columns that have their turn rules: from an edge and from all its copies.
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
        for turn in turns {
            edgeFlags[Int(turn.from)] |= EdgeFlags.hasTurnRules.rawValue
            for state in [turn.from] + (states[turn.from] ?? []) {
                masks[Key(from: state, to: turn.to), default: 0] |= turn.mask
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
    }
}
