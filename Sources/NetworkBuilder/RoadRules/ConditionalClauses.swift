// The clauses of a way's conditional tags, with what each changes.

import RoadNetwork

/// The clauses of a way's conditional tags that are understood.
///
/// Three kinds of clauses are more than the value of a key while a condition holds:
/// - `motor_vehicle:conditional=yes @ destination` lets in what has something to do there, which
///   is the value `destination`.
/// - `maxweight:conditional=7.5 @ (22:00-06:00)` closes the way to vehicles above the limit: the
///   condition `weight>7.5 AND 22:00-06:00`.
/// - Conditions on the vehicle are decided by requests, see `TravelCondition`.
struct ConditionalClauses {
    /// What holds of a way while a condition holds.
    enum Change {
        case value(key: String, String)
        /// Bits of restrictions that apply.
        case closes(UInt64)
    }

    /// The values that keys have at all times.
    private(set) var always: [String: String] = [:]
    /// The different conditions, at most ``NetworkConditions/mostConditionsOfEdge``.
    private(set) var conditions: [String] = []
    /// What the conditions change; the bit is the position of the condition.
    private var effects: [(bit: Int, clause: TaggedClause, change: Change)] = []
    /// The clauses that were left out, by the reason.
    private(set) var ignored: [OddTag] = []
    private var pending: [(clause: TaggedClause, condition: String, change: Change)] = []

    /// A clause with the key of its tag.
    private struct TaggedClause {
        var key: String
        var clause: ConditionalClause
    }

    init(_ tags: [ConditionalTag], _ rules: RoadRules) {
        let definition = rules.definition
        for tag in tags {
            for text in tag.others { ignore(tag.key, text, "a clause without a condition") }
            let clauses = tag.clauses.map { TaggedClause(key: tag.key, clause: $0) }
            if let limit = definition.conditionalLimit(tag.key) {
                for clause in clauses { add(clause, on: limit) }
            } else if rules.isRelevant(tag.key) {
                let limited = definition.limitedValues(ofKey: tag.key)
                for clause in clauses { add(clause, limited) }
            } else {
                for clause in clauses { ignore(clause, "a key that decides nothing here") }
            }
        }
    }

    private mutating func ignore(_ key: String, _ text: String, _ reason: String) {
        ignored.append(
            OddTag(
                kind: .condition, subject: reason,
                text: "\(key)\(ConditionalTag.suffix)=\(text)"))
    }

    private mutating func ignore(_ tagged: TaggedClause, _ reason: String) {
        ignore(tagged.key, tagged.clause.text, reason)
    }

    /// Gives the conditions their bits.
    mutating func number() {
        for (clause, condition, change) in pending {
            let bit = conditions.firstIndex(of: condition) ?? conditions.count
            guard bit < NetworkConditions.mostConditionsOfEdge else {
                ignore(clause, "too many conditions on one object")
                continue
            }
            if bit == conditions.count { conditions.append(condition) }
            effects.append((bit, clause, change))
        }
        pending = []
    }

    /// What holds while some of the conditions do.
    ///
    /// - Parameter combination: Bit *i* says whether condition *i* holds.
    /// - Returns: The values that keys have then, and bits of restrictions that apply.
    func changes(_ combination: Int) -> (values: [String: String], closed: UInt64) {
        effects.filter { combination >> $0.bit & 1 != 0 }
            .reduce(into: ([:], 0)) { changes, effect in
                switch effect.change {
                case .value(let key, let value): changes.0[key] = value
                case .closes(let mask): changes.1 |= mask
                }
            }
    }

    /// Leaves out every clause that has a condition.
    mutating func ignoreConditions(_ reason: String) {
        for effect in effects { ignore(effect.clause, reason) }
        (conditions, effects) = ([], [])
    }

    private mutating func add(_ tagged: TaggedClause, _ limited: Set<String>) {
        let key = tagged.key
        var value = tagged.clause.value
        var parts = TimeCondition.conjuncts(of: tagged.clause.condition).map {
            $0.filter { $0 != " " }.isEmpty ? "" : String($0.drop { $0 == " " })
        }
        if !limited.isEmpty,
            let place = parts.firstIndex(where: { limited.contains($0.lowercased()) })
        {
            // For these the street is open; a clause that closes it to them is the way it is
            // tagged.
            guard value != "no" else {
                ignore(tagged, Self.notUnderstood)
                return
            }
            value = parts.remove(at: place).lowercased()
        }
        guard !parts.isEmpty else {
            always[key] = value
            return
        }
        let condition = parts.joined(separator: " AND ")
        guard TravelCondition(condition) != nil else {
            ignore(tagged, Self.notUnderstood)
            return
        }
        pending.append((tagged, condition, .value(key: key, value)))
    }

    private mutating func add(_ tagged: TaggedClause, on limit: ConditionalLimit) {
        let clause = tagged.clause
        guard let quanta = limit.reader.value(of: clause.value) else {
            ignore(tagged, "a limit that could not be read")
            return
        }
        let unit = limit.reader.kind == .mass ? "kg" : "cm"
        let condition = "\(limit.measure.rawValue)>\(quanta)\(unit) AND \(clause.condition)"
        guard TravelCondition(condition) != nil else {
            ignore(tagged, Self.notUnderstood)
            return
        }
        pending.append((tagged, condition, .closes(limit.mask)))
    }

    private static let notUnderstood = "a condition that is not understood"
}

/// A key that limits vehicles under a condition.
struct ConditionalLimit {
    var reader: LimitReader
    var measure: VehicleFacts.Measure
    /// Bits of the access restrictions of the vehicles that it limits.
    var mask: UInt64
}

extension NetworkDefinition {
    /// The limit that a key states, for the vehicles that it names, else all of the first family.
    func conditionalLimit(_ key: String) -> ConditionalLimit? {
        let plain = LineDirection.allCases.reduce(key) { key, direction in
            key.hasSuffix(direction.suffix) ? String(key.dropLast(direction.suffix.count)) : key
        }
        for (attribute, reader) in zip(description.limits, limits) where reader.keys.contains(plain)
        {
            guard let measure = VehicleFacts.Measure(limit: attribute.name) else { continue }
            let vehicle = plain.split(separator: ":").dropFirst().first.map(String.init)
            let access = description.families.first.map(description.accessRestrictions) ?? []
            let mask = access.compactMap { description.restriction(named: $0) }
                .filter { restriction in
                    guard let vehicle, VehicleCondition(vehicle) != nil else { return true }
                    return restriction.vehicles?.contains(vehicle) ?? false
                }
                .reduce(0) { $0 | $1.mask }
            return ConditionalLimit(reader: reader, measure: measure, mask: mask)
        }
        return nil
    }

    /// The values of an access key that let in what has something to do there; none for
    /// other keys.
    func limitedValues(ofKey key: String) -> Set<String> {
        restrictions.reduce(into: []) { values, evaluator in
            guard case .access(let rule) = evaluator, rule.modes.contains(key) else { return }
            values.formUnion(rule.values.limited)
        }
    }
}
