// Reads the clauses of a way's conditional tags, and what each changes.

import RoadNetwork

/// The understood clauses of a way's conditional tags.
///
/// Most clauses give a key another value while a condition holds. Three kinds do more:
/// - `motor_vehicle:conditional=yes @ destination` opens the way to traffic with a stop there, as
///   the value `destination` does.
/// - `maxweight:conditional=7.5 @ (22:00-06:00)` closes the way to vehicles above the limit, under
///   the condition `weight>7500kg AND 22:00-06:00`.
/// - Requests decide conditions on the vehicle, see `TravelCondition`.
struct ConditionalClauses {
    /// What changes while a condition holds.
    enum Change {
        case value(key: String, String)
        /// Bits of restrictions that apply.
        case closes(UInt64)
    }

    /// The values that keys have at all times.
    private(set) var always: [String: String] = [:]
    /// The conditions, each once, at most ``NetworkConditions/mostConditionsOfEdge``.
    private(set) var conditions: [String] = []
    /// What the conditions change; the bit is the condition's position.
    private var effects: [(bit: Int, clause: TaggedClause, change: Change)] = []
    /// The clauses left out, with reasons.
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
    /// - Returns: The values of keys then, and bits of restrictions that apply.
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
        var value = TagSet.plainWord(tagged.clause.value)
        var parts = TimeCondition.conjuncts(of: tagged.clause.condition).map {
            $0.filter { $0 != " " }.isEmpty ? "" : String($0.drop { $0 == " " })
        }
        if !limited.isEmpty,
            let place = parts.firstIndex(where: { limited.contains($0.lowercased()) })
        {
            // Such traffic may enter. A clause that closes the street to it contradicts its own
            // value.
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
    /// Bits of the access restrictions for the limited vehicles.
    var mask: UInt64
}

extension NetworkDefinition {
    /// The limit that a key states, for the vehicles in the key, else for all of the first family.
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

    /// The values of an access key that let in traffic with a stop there; none for other keys.
    func limitedValues(ofKey key: String) -> Set<String> {
        restrictions.reduce(into: []) { values, evaluator in
            guard case .access(let rule) = evaluator, rule.modes.contains(key) else { return }
            values.formUnion(rule.values.limited)
        }
    }
}
