// From turn restriction relations to prohibited sequences of edges.

import Geo
import RoadNetwork

/// What became of the turn restrictions.
struct RestrictionOutcome {
    /// Restrictions in the network, counted by kind.
    var applied: [String: Int] = [:]
    /// Restrictions left out, counted by reason.
    var ignored: [String: Int] = [:]
    /// The relations left out, each with the reason and its node or road.
    var notes: [RestrictionNote] = []
}

/// Why the network leaves out a restriction relation or a part of it.
struct RestrictionNote {
    var relation: Int64
    var reason: String
    var text: String
    var place: Coordinate?
}

extension FindingList {
    /// Adds the turn restrictions left out of the network.
    mutating func note(_ notes: [RestrictionNote]) {
        for note in notes {
            add(
                Finding(
                    kind: .restriction, subject: note.reason, type: .relation,
                    id: OSMNumbering.original(note.relation), place: note.place, text: note.text))
        }
    }
}

/// Finds the roads of restriction relations in a drafted network.
///
/// A relation names `from`, `via` and `to` members. The resolver looks for driven sequences of
/// edges: a turn at a via node, or a path over via ways (``ViaSearch``). If members allow several,
/// it keeps the intended sequence: without driving against one-way streets, and with an angle that
/// suits the kind (`no_left_turn` must turn left). An `only_` kind then prohibits all other edges
/// at the end, unless another relation allows them. If a member among several lies outside the
/// data, the others still bind. Unresolved relations are counted by reason and listed as findings,
/// never guessed. ``RestrictionBinding`` says under which restrictions a relation applies;
/// ``TurnAutomaton`` later compiles the sequences.
struct TurnRestrictionResolver {
    /// The most segments a via may have; longer ones are mistakes.
    private static let longestVia = 64
    /// The steps after which the search for a via's path gives up.
    private static let mostSteps = 10_000

    private let drafted: DraftedNetwork
    private let nodes: NodeTable
    private let binding: RestrictionBinding
    /// The leaving edges of nodes at which `only_` restrictions end.
    private let leaving: [UInt32: [UInt32]]
    /// The access restrictions, each with the bits of all that close an edge to its traffic.
    private let closing: [(access: UInt64, all: UInt64)]
    /// The bits of the direction rules; an edge with any of them goes against a one-way street.
    private let directions: UInt64

    init(
        _ relations: [RestrictionRelation], _ drafted: DraftedNetwork, _ nodes: NodeTable,
        _ definition: NetworkDefinition
    ) {
        self.drafted = drafted
        self.nodes = nodes
        binding = RestrictionBinding(definition)
        directions = definition.mainDirection?.mask ?? 0
        let description = definition.description
        closing = description.restrictions.enumerated().compactMap { row, restriction in
            guard case .access = definition.restrictions[row] else { return nil }
            let all = description.includingImplied([restriction.name])
            return (restriction.mask, all.reduce(UInt64(0)) { $0 | $1.mask })
        }
        let contents = drafted.draft.contents
        var ends = Set<UInt32>()
        for relation in relations {
            for way in relation.ways("to") {
                for segment in drafted.segmentsOfWay[way] ?? [] {
                    ends.insert(contents.edgeHead[Int(2 * segment)])
                    ends.insert(contents.edgeHead[Int(2 * segment + 1)])
                }
            }
        }
        var leaving: [UInt32: [UInt32]] = [:]
        for edge in contents.edgeHead.indices {
            let tail = contents.edgeHead[edge ^ 1]
            if ends.contains(tail) { leaving[tail, default: []].append(UInt32(edge)) }
        }
        self.leaving = leaving
    }

    /// Resolves relations, in order.
    func resolve(
        _ relations: [RestrictionRelation]
    ) -> (prohibitions: [TurnProhibition], outcome: RestrictionOutcome) {
        var masks: [ConditionalSequence: UInt64] = [:]
        var onlyTurns = OnlyTurns()
        var outcome = RestrictionOutcome()
        for relation in relations {
            let (parts, ignored) = binding.parts(of: relation.tags)
            for reason in ignored { note(reason, relation, &outcome) }
            for part in parts {
                for kind in part.kinds {
                    do {
                        let paths = try paths(of: relation, kind)
                        let bound = try bound(part, to: paths, kind)
                        let found = sequences(paths, kind, part).map {
                            ConditionalSequence(path: $0, condition: part.condition)
                        }
                        if kind.isOnly {
                            let only = paths.map {
                                ConditionalSequence(path: $0, condition: part.condition)
                            }
                            onlyTurns.add(only, besides: found, bound)
                        } else {
                            for key in found { masks[key, default: 0] |= bound }
                        }
                        let form = (paths.first?.count ?? 2) > 2 ? " over a way" : ""
                        let when = part.condition == nil ? "" : " at some hours"
                        outcome.applied[kind.rawValue + form + when, default: 0] += 1
                    } catch {
                        note(error.reason, relation, &outcome)
                    }
                }
            }
        }
        masks.merge(onlyTurns.prohibited) { $0 | $1 }
        let prohibitions = masks.sorted { $0.key < $1.key }.map {
            TurnProhibition(edges: $0.key.path, mask: $0.value, condition: $0.key.condition)
        }
        return (prohibitions, outcome)
    }

    private func note(
        _ reason: String, _ relation: RestrictionRelation, _ outcome: inout RestrictionOutcome
    ) {
        outcome.ignored[reason, default: 0] += 1
        let rows = relation.members.filter { $0.kind == .nodes }.compactMap { nodes.row(of: $0.id) }
        let node = rows.first(where: nodes.isPresent)
        let tags = relation.tags.pairs {
            $0.hasPrefix("restriction") || $0 == "except"
                || RestrictionBinding.hourKeys.contains($0)
        }
        outcome.notes.append(
            RestrictionNote(
                relation: relation.id, reason: reason,
                text: tags.map { "\($0.key)=\($0.value)" }.joined(separator: ", "),
                place: node.map { nodes.place($0).coordinate }
                    ?? relation.members.lazy.compactMap { self.place(ofWay: $0.id) }.first))
    }

    /// Returns where a road of the network begins.
    private func place(ofWay way: Int64) -> Coordinate? {
        drafted.segmentsOfWay[way]?.first.flatMap { line(2 * $0).first }
    }

    /// A prohibited sequence, and when it is prohibited.
    private struct ConditionalSequence: Hashable, Comparable {
        var path: [UInt32]
        var condition: String?

        static func < (a: Self, b: Self) -> Bool {
            a.path == b.path
                ? (a.condition ?? "") < (b.condition ?? "")
                : a.path.lexicographicallyPrecedes(b.path)
        }
    }

    /// The turns of `only_` restrictions. If several begin alike, as a sign "straight on or right"
    /// is often mapped, each of their turns is allowed.
    private struct OnlyTurns {
        private var allowed: [ConditionalSequence: UInt64] = [:]
        private var others: [ConditionalSequence: UInt64] = [:]

        /// Adds the turns that a restriction allows, and those it prohibits for some traffic.
        mutating func add(
            _ turns: [ConditionalSequence], besides others: [ConditionalSequence], _ mask: UInt64
        ) {
            for turn in turns { allowed[turn, default: 0] |= mask }
            for turn in others { self.others[turn, default: 0] |= mask }
        }

        var prohibited: [ConditionalSequence: UInt64] {
            others.reduce(into: [:]) { found, turn in
                let mask = turn.value & ~(allowed[turn.key] ?? 0)
                if mask != 0 { found[turn.key] = mask }
            }
        }
    }

    private struct Unresolved: Error {
        var reason: String
    }

    /// Returns the bits of the traffic that a part binds. An `only_` kind does not bind traffic
    /// that may enter none of the streets it leads to: else that would have no way on.
    private func bound(
        _ part: BindingRestriction, to paths: [[UInt32]], _ kind: TurnRestrictionKind
    ) throws(Unresolved) -> UInt64 {
        guard kind.isOnly else { return part.mask }
        let restrictions = drafted.draft.contents.edgeRestrictions
        let targets = paths.compactMap { $0.last.map { Int($0) } }
        let free = closing.filter { found in
            targets.allSatisfy { restrictions[$0] & found.all != 0 }
        }
        let bound = free.reduce(part.mask) { $0 & ~$1.access }
        guard bound != 0 else {
            throw Unresolved(reason: "the only street allowed is closed to all that it binds")
        }
        return bound
    }

    /// Returns the sequences to prohibit if the given paths are prohibited or are the only ones
    /// allowed.
    private func sequences(
        _ paths: [[UInt32]], _ kind: TurnRestrictionKind, _ part: BindingRestriction
    ) -> [[UInt32]] {
        if kind.isOnly {
            let heads = drafted.draft.contents.edgeHead
            let restrictions = drafted.draft.contents.edgeRestrictions
            // If several paths share their beginning, each may go on.
            return Set(paths.map { Array($0.dropLast()) }).flatMap { driven -> [[UInt32]] in
                guard let last = driven.last else { return [] }
                let targets = Set(
                    paths.filter { $0.count > driven.count && $0.starts(with: driven) }
                        .map { $0[driven.count] })
                return (leaving[heads[Int(last)]] ?? [])
                    .filter { edge in
                        !targets.contains(edge) && restrictions[Int(edge)] & part.mask != part.mask
                    }
                    .map { driven + [$0] }
            }
        }
        // A sign "no left turn and no U-turn" is one relation whose `to` is the street to the left.
        guard kind == .noUTurn, part.kinds.count > 1 else { return paths }
        return paths + paths.compactMap { path in path.first.map { [$0, $0 ^ 1] } }
    }

    /// Returns the driven sequences a relation means: from, via, to.
    private func paths(
        of relation: RestrictionRelation, _ kind: TurnRestrictionKind
    ) throws(Unresolved) -> [[UInt32]] {
        let from = relation.ways("from")
        let to = relation.ways("to")
        // A way inside a junction counts as a node on the path.
        let points = relation.ways("via").compactMap { drafted.nodeOfPointWay[$0] }
        let viaWays = relation.ways("via").filter { drafted.nodeOfPointWay[$0] == nil }
        var viaNodes = Set(points + relation.viaNodes.compactMap(node)).sorted()
        guard !from.isEmpty, !to.isEmpty else { throw Unresolved(reason: "no from or no to") }
        if viaWays.isEmpty, points.isEmpty, relation.viaNodes.isEmpty {
            guard from.count == 1, to.count == 1, let node = meeting(of: from[0], to[0]) else {
                throw Unresolved(reason: "no via")
            }
            viaNodes = [node]
        }
        guard viaWays.allSatisfy({ drafted.segmentsOfWay[$0] != nil }) else {
            throw Unresolved(reason: Self.memberIsMissing)
        }
        var result: [[UInt32]] = []
        var reason: Unresolved?
        // One of several members may lie outside the data, or be part of a road that was cut and no
        // longer meets the via. The others still bind.
        for origin in from {
            for target in to {
                do {
                    result += try paths(from: origin, viaWays, viaNodes, to: target, kind)
                } catch {
                    reason = reason ?? error
                }
            }
        }
        if from.count > 1, to.count > 1 {
            // Not every `from` pairs with every `to`: keep the pairs whose turn suits the kind.
            result = result.filter { suits($0, kind) }
            reason = reason ?? Unresolved(reason: "more than one from and to, none of the kind")
        }
        if result.isEmpty, let reason { throw reason }
        return result
    }

    private static let memberIsMissing =
        "a member is not a road of the network, or is outside the data"

    /// Returns the driven sequences from one member to another.
    private func paths(
        from origin: Int64, _ viaWays: [Int64], _ viaNodes: [UInt32], to target: Int64,
        _ kind: TurnRestrictionKind
    ) throws(Unresolved) -> [[UInt32]] {
        guard drafted.segmentsOfWay[origin] != nil, drafted.segmentsOfWay[target] != nil else {
            throw Unresolved(reason: Self.memberIsMissing)
        }
        let found =
            viaWays.isEmpty
            ? try turns(from: origin, viaNodes, to: target)
            : passages(from: origin, viaWays, to: target)
        return try chosen(found, kind, isSameWay: origin == target)
    }

    /// Returns the turns at a via node; of several via nodes, at the one both ways touch.
    private func turns(
        from: Int64, _ viaNodes: [UInt32], to: Int64
    ) throws(Unresolved) -> [[UInt32]] {
        var result: [[UInt32]] = []
        if viaNodes.isEmpty { throw Unresolved(reason: "the via node is outside the network") }
        for node in viaNodes {
            for first in edges(of: from, endingAt: node) {
                for last in edges(of: to, startingAt: node) { result.append([first, last]) }
            }
        }
        return result
    }

    /// Returns the node at which two roads meet; `nil` if they meet at several or at none.
    private func meeting(of from: Int64, _ to: Int64) -> UInt32? {
        let heads = drafted.draft.contents.edgeHead
        func ends(_ way: Int64) -> Set<UInt32> {
            let segments = drafted.segmentsOfWay[way] ?? []
            return Set(segments.flatMap { [heads[Int(2 * $0)], heads[Int(2 * $0 + 1)]] })
        }
        let shared = ends(from).intersection(ends(to))
        return from != to && shared.count == 1 ? shared.first : nil
    }

    /// Returns a node's row in the network if segments end there.
    private func node(_ id: Int64) -> UInt32? {
        guard let row = nodes.row(of: id) else { return nil }
        let node = drafted.networkNode[row]
        return node == NetworkDrafting.noNode ? nil : node
    }

    /// Returns sequences over via ways. They touch every via way, use no segment twice, and have no
    /// more segments than needed.
    private func passages(from: Int64, _ viaWays: [Int64], to: Int64) -> [[UInt32]] {
        var search = ViaSearch(
            heads: drafted.draft.contents.edgeHead,
            via: viaWays.map { drafted.segmentsOfWay[$0] ?? [] },
            targets: Set((drafted.segmentsOfWay[to] ?? []).flatMap { [2 * $0, 2 * $0 + 1] }),
            longest: Self.longestVia, stepsLeft: Self.mostSteps)
        for segment in drafted.segmentsOfWay[from] ?? [] {
            for edge in [2 * segment, 2 * segment + 1] { search.extend([edge]) }
        }
        let least = search.found.map(\.count).min()
        return search.found.filter { $0.count == least }
    }

    private func edges(of way: Int64, endingAt node: UInt32) -> [UInt32] {
        let heads = drafted.draft.contents.edgeHead
        return (drafted.segmentsOfWay[way] ?? []).flatMap { [2 * $0, 2 * $0 + 1] }
            .filter { heads[Int($0)] == node }
    }

    private func edges(of way: Int64, startingAt node: UInt32) -> [UInt32] {
        edges(of: way, endingAt: node).map { $0 ^ 1 }
    }

    /// Picks the intended sequences among those the members allow.
    ///
    /// Well-mapped ways end at the via and begin there. If a way runs on through it, drops
    /// sequences against one-way streets first, and then sequences whose angle does not suit the
    /// kind.
    private func chosen(
        _ found: [[UInt32]], _ kind: TurnRestrictionKind, isSameWay: Bool
    ) throws(Unresolved) -> [[UInt32]] {
        guard !found.isEmpty else { throw Unresolved(reason: "the members do not meet") }
        if found.count == 1 { return found }
        let restrictions = drafted.draft.contents.edgeRestrictions
        let legal = found.filter { path in
            path.allSatisfy { restrictions[Int($0)] & directions == 0 }
        }
        if legal.count == 1 { return legal }
        let candidates = legal.isEmpty ? found : legal
        if isSameWay, kind == .noUTurn {
            let reversals = candidates.filter { $0.count > 2 || $0[0] == $0[1] ^ 1 }
            if !reversals.isEmpty { return reversals }
        }
        let suited = candidates.filter { suits($0, kind) }
        guard suited.count == 1 else {
            throw Unresolved(reason: "ambiguous: a member continues through the via")
        }
        return suited
    }

    /// Whether a driven sequence turns as the kind says.
    private func suits(_ path: [UInt32], _ kind: TurnRestrictionKind) -> Bool {
        guard let first = path.first, let last = path.last else { return false }
        return kind.suits(degrees: turnDegrees(first, last))
    }

    /// Returns the degrees turned to the right from the end of one edge to the start of another.
    private func turnDegrees(_ from: UInt32, _ to: UInt32) -> Double {
        let arriving = Double(EndBearing.opposite(EndBearing.hundredths(line(from ^ 1)))) / 100
        let departing = Double(EndBearing.hundredths(line(to))) / 100
        let turned = (departing - arriving).truncatingRemainder(dividingBy: 360)
        return turned > 180 ? turned - 360 : turned <= -180 ? turned + 360 : turned
    }

    private func line(_ edge: UInt32) -> [Coordinate] {
        let contents = drafted.draft.contents
        let segment = Int(edge / 2)
        let range = Int(contents.shapeFirst[segment])..<Int(contents.shapeFirst[segment + 1])
        let line = contents.shapeBytes.withUnsafeBufferPointer { bytes in
            bytes.baseAddress.map { ShapeCoding.decode($0, range) } ?? []
        }
        return edge % 2 == 0 ? line : line.reversed()
    }
}

/// A depth-first search for paths over the segments of via ways.
private struct ViaSearch {
    let heads: [UInt32]
    let via: [[UInt32]]
    let targets: Set<UInt32>
    let longest: Int
    var stepsLeft: Int
    var found: [[UInt32]] = []

    /// Extends a path that starts with an edge of the `from` way.
    mutating func extend(_ path: [UInt32]) {
        guard let last = path.last, stepsLeft > 0, path.count <= longest else { return }
        stepsLeft -= 1
        let node = heads[Int(last)]
        let driven = Set(path.dropFirst().map { $0 / 2 })
        if via.allSatisfy({ !driven.isDisjoint(with: $0) }) {
            for target in targets where heads[Int(target ^ 1)] == node && target ^ 1 != last {
                found.append(path + [target])
            }
        }
        for segment in via.joined() where !driven.contains(segment) && segment != path[0] / 2 {
            for edge in [2 * segment, 2 * segment + 1] where heads[Int(edge ^ 1)] == node {
                extend(path + [edge])
            }
        }
    }
}
