// Streets reached only over streets closed to through traffic under conditions.

import RoadNetwork

/// Adds enclosed streets to areas that conditions close to through traffic.
///
/// A street behind a gate that is private at night is enclosed at night. A street behind streets
/// with `maxweight:conditional=none @ destination` is enclosed for vehicles above the limit. If
/// everything that encloses a group of streets has the same condition, the group gets the
/// restriction under it. A group behind several conditions stays as it is and its gates let traffic
/// pass, so it can always be reached.
struct TimedEnclosure {
    /// All gates, including gates under conditions.
    let gates: GatePassages
    private let restriction: UInt64
    /// The edges closed to through traffic under conditions, and these conditions.
    private let limited: [UInt32: [UInt32]]

    /// - Parameter restriction: The bit of the restriction on through traffic.
    /// - Complexity: O(*n*) in the edges with conditions and the gates.
    init(_ contents: NetworkContents, of restriction: UInt64) {
        self.restriction = restriction
        gates = GatePassages(contents, of: restriction, timed: true)
        let conditions = contents.conditions
        var limited: [UInt32: [UInt32]] = [:]
        for (row, edge) in conditions.edges.enumerated()
        where contents.edgeRestrictions[Int(edge)] & restriction == 0 {
            let first = Int(conditions.firstCondition[row])
            for place in first..<Int(conditions.firstCondition[row + 1]) {
                let variant = Int(conditions.firstVariant[row]) + 1 << (place - first) - 1
                guard conditions.restrictions[variant] & restriction != 0 else { continue }
                limited[edge, default: []].append(conditions.conditionOf[place])
            }
        }
        self.limited = limited
    }

    /// Whether no condition closes anything to through traffic.
    var isEmpty: Bool { gates.conditions.isEmpty && limited.isEmpty }

    /// Sets the restriction's bit on enclosed streets, under the enclosing condition.
    ///
    /// - Parameters:
    ///   - walk: All turns.
    ///   - freeWalk: The turns that do not pass ``gates``.
    /// - Returns: The turns over gates that through traffic may not make while a condition holds.
    /// - Complexity: O(*n*) in edges and turns.
    func mark(
        in contents: inout NetworkContents, _ walk: TurnWalk, free freeWalk: TurnWalk
    ) -> [ForbiddenTurn] {
        let isLimited = contents.edgeRestrictions.indices.map {
            contents.edgeRestrictions[$0] & restriction != 0 || limited[UInt32($0)] != nil
        }
        let enclosed = Set(
            Enclosure(walk, free: freeWalk, limited: isLimited).enclosed.map { UInt32($0) })
        var added: [UInt32: UInt32] = [:]
        for group in groups(of: enclosed, in: contents) {
            let found = conditions(around: group, in: contents)
            guard found.count == 1, let condition = found.first else { continue }
            for edge in group {
                added[edge] = condition
                if !walk.mayUse(Int(edge ^ 1)) { added[edge ^ 1] = condition }
            }
        }
        if !added.isEmpty { restrict(added, in: &contents) }
        return gates.forbidden(in: contents, restriction, besides: enclosed)
            .filter { $0.condition != nil }
    }

    private func restrict(_ added: [UInt32: UInt32], in contents: inout NetworkContents) {
        let (bits, limits, costs) = (
            contents.edgeRestrictions, contents.edgeSpeedLimit, contents.costs
        )
        contents.conditions.restrict(added, restriction) { edge in
            (bits[Int(edge)], limits[Int(edge)], costs.map { $0[Int(edge)] })
        }
    }

    /// Groups edges into connected parts.
    private func groups(of edges: Set<UInt32>, in contents: NetworkContents) -> [[UInt32]] {
        var left = edges
        return edges.sorted().compactMap { start in
            guard left.remove(start) != nil else { return nil }
            var group = [start]
            var place = 0
            while place < group.count {
                for next in neighbors(of: group[place], in: contents)
                where left.remove(next) != nil {
                    group.append(next)
                }
                place += 1
            }
            return group
        }
    }

    /// Returns the edges that share an end with an edge, in both directions.
    private func neighbors(of edge: UInt32, in contents: NetworkContents) -> [UInt32] {
        [edge, edge ^ 1].flatMap { contents.edges(leaving: contents.edgeHead[Int($0)]) }
            .flatMap { [$0, $0 ^ 1] }
    }

    /// Returns the conditions of gates and streets that touch a group.
    private func conditions(around group: [UInt32], in contents: NetworkContents) -> Set<UInt32> {
        group.reduce(into: []) { found, edge in
            for next in neighbors(of: edge, in: contents) {
                found.formUnion(limited[next] ?? [])
            }
            for end in [edge, edge ^ 1].map({ contents.edgeHead[Int($0)] }) {
                found.formUnion(gates.conditions[end] ?? [])
            }
        }
    }
}
