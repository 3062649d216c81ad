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
    private(set) var effects: [(bit: Int, change: Change)] = []
    /// Why clauses were left out.
    private(set) var ignored: [String] = []
    private var pending: [(condition: String, change: Change)] = []

    init(_ tags: [ConditionalTag], _ rules: RoadRules) {
        let definition = rules.definition
        for tag in tags {
            if let limit = definition.conditionalLimit(tag.key) {
                for clause in tag.clauses { add(clause, on: limit) }
                continue
            }
            guard rules.isRelevant(tag.key) else {
                ignored.append("a key that decides nothing here")
                continue
            }
            let limited = definition.limitedValues(ofKey: tag.key)
            for clause in tag.clauses { add(clause, of: tag.key, limited) }
        }
    }

    /// Gives the conditions their bits.
    mutating func number() {
        for (condition, change) in pending {
            let bit = conditions.firstIndex(of: condition) ?? conditions.count
            guard bit < NetworkConditions.mostConditionsOfEdge else {
                ignored.append("too many conditions on one way")
                continue
            }
            if bit == conditions.count { conditions.append(condition) }
            effects.append((bit, change))
        }
        pending = []
    }

    private mutating func add(
        _ clause: ConditionalClause, of key: String, _ limited: Set<String>
    ) {
        var value = clause.value
        var parts = TimeCondition.conjuncts(of: clause.condition).map {
            $0.filter { $0 != " " }.isEmpty ? "" : String($0.drop { $0 == " " })
        }
        if !limited.isEmpty,
            let place = parts.firstIndex(where: { limited.contains($0.lowercased()) })
        {
            // For these the street is open; a clause that closes it to them is the way it is
            // tagged.
            guard value != "no" else {
                ignored.append("a condition that is not understood")
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
            ignored.append("a condition that is not understood")
            return
        }
        pending.append((condition, .value(key: key, value)))
    }

    private mutating func add(_ clause: ConditionalClause, on limit: ConditionalLimit) {
        guard let quanta = limit.reader.value(of: clause.value) else {
            ignored.append("a limit that could not be read")
            return
        }
        let unit = limit.reader.kind == .mass ? "kg" : "cm"
        let condition = "\(limit.measure.rawValue)>\(quanta)\(unit) AND \(clause.condition)"
        guard TravelCondition(condition) != nil else {
            ignored.append("a condition that is not understood")
            return
        }
        pending.append((condition, .closes(limit.mask)))
    }
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
            let access = description.families.first?.accessRestrictions ?? []
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
