// Limits on vehicles that hold under conditions, or that conditions lift.

import RoadNetwork

/// The clauses of one tag that limits vehicles, such as
/// `maxweight:conditional=12 @ (22:00-06:00); none @ destination`.
///
/// The key's own value counts as the first clause. A later clause with a higher limit or with none
/// lifts those before it while its own condition holds: what it lifts closes the street under the
/// condition `weight>7500kg AND NOT (…)`. For traffic with a stop there it lifts the limit
/// altogether, so what is above it is through traffic that the street is closed to.
struct LimitClauses {
    /// What closes the street.
    struct Closure {
        /// The clause that it follows from.
        var clause: ConditionalClause
        /// In the syntax of `TravelCondition`.
        var condition: String
        /// Bits of the restrictions that apply.
        var mask: UInt64
    }

    /// A value of a limit key that states no limit.
    static let noLimit = "none"
    private static let noLimits: Set = [noLimit, "no", "unlimited"]

    /// Whether some clause lifts the key's own value. The closures hold it then.
    private(set) var liftsOwn = false
    private(set) var closures: [Closure] = []
    /// Clauses left out, with reasons.
    private(set) var ignored: [(clause: ConditionalClause, reason: String)] = []
    /// The direction that the key is about; `nil` for both.
    let direction: LineDirection?

    /// What one clause says.
    private struct Statement {
        var clause: ConditionalClause
        /// The limit; `nil` for none.
        var quanta: UInt32?
        /// Whether it is for traffic with a stop there.
        var isForStops: Bool
        /// The rest of its condition.
        var parts: [String]

        var condition: String { parts.joined(separator: " AND ") }

        /// Whether it lets in more than a limit.
        func lifts(_ limit: UInt32) -> Bool { quanta.map { $0 > limit } ?? true }
    }

    init(_ tag: ConditionalTag, of tags: TagSet, _ limit: ConditionalLimit) {
        direction = LineDirection.plainKey(tag.key).direction
        var statements: [Statement] = []
        if let text = tags[tag.key], let quanta = limit.reader.value(of: text) {
            statements.append(
                Statement(
                    clause: ConditionalClause(value: text, condition: ""), quanta: quanta,
                    isForStops: false, parts: []))
        }
        let ownCount = statements.count
        for clause in tag.clauses {
            guard let statement = read(clause, limit, after: statements) else { continue }
            statements.append(statement)
        }
        for (row, statement) in statements.enumerated() {
            guard let quanta = statement.quanta else { continue }
            let lifting = statements[(row + 1)...].filter { $0.lifts(quanta) }
            if row < ownCount {
                // A limit that nothing lifts is one of the street itself.
                guard !lifting.isEmpty else { continue }
                liftsOwn = true
            }
            close(statement, above: quanta, liftedBy: lifting, limit)
        }
    }

    private mutating func read(
        _ clause: ConditionalClause, _ limit: ConditionalLimit, after others: [Statement]
    ) -> Statement? {
        let quanta = limit.reader.value(of: clause.value)
        guard quanta != nil || Self.noLimits.contains(clause.value.lowercased()) else {
            ignored.append((clause, "a limit that could not be read"))
            return nil
        }
        let parts = clause.parts
        let rest = parts.filter { !limit.limitedValues.contains($0.lowercased()) }
        let statement = Statement(
            clause: clause, quanta: quanta, isForStops: rest.count < parts.count, parts: rest)
        // A limit for traffic with a stop alone would let through traffic pass above it.
        let isUsed =
            quanta == nil || !statement.isForStops
            || others.contains { $0.quanta.map(statement.lifts) ?? false }
        guard isUsed, rest.isEmpty || TravelCondition(statement.condition) != nil else {
            ignored.append((clause, ConditionalClauses.notUnderstood))
            return nil
        }
        return statement
    }

    private mutating func close(
        _ statement: Statement, above quanta: UInt32, liftedBy lifting: [Statement],
        _ limit: ConditionalLimit
    ) {
        let unit = limit.reader.unit
        let own = ["\(limit.measure.rawValue)>\(quanta)\(unit)"] + statement.parts
        let lifted = lifting.filter { !$0.isForStops }
            .map { TravelCondition.except($0.condition) }
        let forStops = lifting.filter(\.isForStops)
        func add(_ parts: [String], _ mask: UInt64) {
            let condition = parts.joined(separator: " AND ")
            guard mask != 0 else { return }
            guard TravelCondition(condition) != nil else {
                ignored.append((statement.clause, ConditionalClauses.notUnderstood))
                return
            }
            closures.append(Closure(clause: statement.clause, condition: condition, mask: mask))
        }
        if forStops.contains(where: \.parts.isEmpty) {
            add(own + lifted, limit.throughMask)
        } else {
            add(own + lifted + forStops.map { TravelCondition.except($0.condition) }, limit.mask)
            for other in forStops { add(own + other.parts + lifted, limit.throughMask) }
        }
    }
}

/// A key that limits vehicles under a condition.
struct ConditionalLimit {
    var reader: LimitReader
    var measure: VehicleFacts.Measure
    /// Bits of the access restrictions for the limited vehicles.
    var mask: UInt64
    /// Bits of the restrictions on their through traffic.
    var throughMask: UInt64
    /// The words for traffic with a stop there.
    var limitedValues: Set<String>
}

extension LimitReader {
    /// The unit of what it reads, as conditions write it.
    fileprivate var unit: String {
        switch kind {
        case .mass: "kg"
        case .length: "cm"
        case .count: ""
        }
    }
}

extension NetworkDefinition {
    /// The limit that a key states, for the vehicles in the key, else for all of the first family.
    func conditionalLimit(_ key: String) -> ConditionalLimit? {
        let plain = LineDirection.plainKey(key).key
        for (attribute, reader) in zip(description.limits, limits) where reader.keys.contains(plain)
        {
            guard let measure = VehicleFacts.Measure(limit: attribute.name) else { continue }
            let vehicle = plain.split(separator: ":").dropFirst().first.map(String.init)
            let access = description.families.first.map(description.accessRestrictions) ?? []
            let limited = access.compactMap { description.restriction(named: $0) }
                .filter { restriction in
                    guard let vehicle, VehicleCondition(vehicle) != nil else { return true }
                    return restriction.vehicles?.contains(vehicle) ?? false
                }
            let names = Set(limited.map(\.name))
            let through = description.restrictions.filter {
                $0.rule == .throughTraffic && $0.access.map(names.contains) ?? false
            }
            let words = restrictions.reduce(into: Set<String>()) { words, evaluator in
                if case .access(let rule) = evaluator { words.formUnion(rule.values.limited) }
            }
            return ConditionalLimit(
                reader: reader, measure: measure, mask: limited.reduce(0) { $0 | $1.mask },
                throughMask: through.reduce(0) { $0 | $1.mask }, limitedValues: words)
        }
        return nil
    }
}
