// Reads the clauses of a way's conditional tags, and what each one changes.

import RoadNetwork

/// The understood clauses of a way's conditional tags.
///
/// Most clauses give a key another value while a condition holds. Some do more:
/// - `motor_vehicle:conditional=yes @ destination` opens the way to traffic with a stop there, like
///   the value `destination`, if the key's own value or an earlier clause closes it.
/// - `maxweight:conditional=7.5 @ (22:00-06:00)` closes the way to vehicles above the limit, under
///   the condition `weight>7500kg AND 22:00-06:00`. `none @ destination` lifts the limit for
///   traffic with a stop there, see ``LimitClauses``.
/// - `opening_hours=06:00-22:00` closes the street outside these hours, see ``OpeningHours``.
/// - Requests decide conditions on the vehicle, see `TravelCondition`.
struct ConditionalClauses {
    /// What changes while a condition holds.
    enum Change {
        case value(key: String, String)
        /// The bits of restrictions that apply in one direction; in both if it is `nil`.
        case closes(UInt64, LineDirection?)
    }

    /// Values that keys have at all times.
    private(set) var always: [String: String] = [:]
    /// The conditions, each once, at most ``NetworkConditions/mostConditionsOfEdge``.
    private(set) var conditions: [String] = []
    /// What each condition changes; `bit` is the condition's index.
    private var effects: [(bit: Int, clause: TaggedClause, change: Change)] = []
    /// The clauses left out, with reasons.
    private(set) var ignored: [OddTag] = []
    private var pending: [(clause: TaggedClause, condition: String, change: Change)] = []

    /// A clause with its tag's key.
    private struct TaggedClause {
        var key: String
        var clause: ConditionalClause
    }

    /// - Parameter tags: All tags of the object.
    init(_ conditionals: [ConditionalTag], of tags: TagSet, _ rules: RoadRules) {
        let definition = rules.definition
        let limits = definition.limitClauses(
            conditionals + definition.limitExceptions(conditionals, of: tags), of: tags)
        for tag in conditionals {
            for text in tag.others { ignore(tag.key, text, "a clause without a condition") }
            let clauses = tag.clauses.map { TaggedClause(key: tag.key, clause: $0) }
            if let limits = limits[tag.key] {
                add(limits, of: tag.key)
            } else if definition.openingHours.keys.contains(LineDirection.plainKey(tag.key).key) {
                for clause in clauses { close(clause, rules.access, of: tags) }
            } else if rules.isRelevant(tag.key) || tag.key == NetworkDefinition.barrierKey {
                let access = definition.accessValues(ofKey: tag.key)
                for clause in clauses {
                    let value = TagSet.plainWord(clause.clause.value)
                    if definition.speedLimits.isMistake(value, of: tag.key, on: tags) {
                        ignore(clause, "a speed that is unreadable or implausible")
                    } else {
                        add(clause, access, of: tags)
                    }
                }
            } else {
                for clause in clauses { ignore(clause, "a key that decides nothing here") }
            }
        }
        let tagged = Set(conditionals.map(\.key))
        for (key, limits) in limits.sorted(by: { $0.key < $1.key }) where !tagged.contains(key) {
            add(limits, of: key)
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

    /// Returns what changes while some conditions hold.
    ///
    /// - Parameter combination: Bit *i* says whether condition *i* holds.
    /// - Returns: The changed values of keys, and the bits of restrictions that apply in each
    ///   direction.
    func changes(
        _ combination: Int
    ) -> (values: [String: String], forward: UInt64, backward: UInt64) {
        effects.filter { combination >> $0.bit & 1 != 0 }
            .reduce(into: ([:], 0, 0)) { changes, effect in
                switch effect.change {
                case .value(let key, let value): changes.0[key] = value
                case .closes(let mask, let direction):
                    if direction != .backward { changes.1 |= mask }
                    if direction != .forward { changes.2 |= mask }
                }
            }
    }

    /// Leaves out every clause with a condition.
    mutating func ignoreConditions(_ reason: String) {
        for effect in effects { ignore(effect.clause, reason) }
        (conditions, effects) = ([], [])
    }

    private mutating func add(_ tagged: TaggedClause, _ access: AccessValues?, of tags: TagSet) {
        let key = tagged.key
        var value = TagSet.plainWord(tagged.clause.value)
        var parts = tagged.clause.parts
        if let access,
            let (place, some) = parts.enumerated().lazy.compactMap({ place, part in
                access.limitedValue(in: part).map { (place, $0) }
            }).first
        {
            // Such traffic may enter. A clause that closes the street to it contradicts its own
            // value.
            guard value != "no" else {
                ignore(tagged, Self.notUnderstood)
                return
            }
            parts.remove(at: place)
            value = some
            guard !parts.isEmpty else {
                open(key, to: value, access, of: tags)
                return
            }
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
        if TimeCondition.namesHolidays(condition) { ignore(tagged, Self.holidays) }
    }

    /// Opens a key to traffic with a stop there, if its own value or an earlier clause closes it.
    private mutating func open(
        _ key: String, to value: String, _ access: AccessValues, of tags: TagSet
    ) {
        var isClosedAtTimes = false
        for row in pending.indices {
            guard case .value(key, let other) = pending[row].change,
                access.denied.contains(other)
            else { continue }
            isClosedAtTimes = true
            pending[row].change = .value(key: key, value)
        }
        let isOpen = tags[key].map { !access.denied.contains(TagSet.plainWord($0)) }
        if !(isOpen ?? isClosedAtTimes) { always[key] = value }
    }

    /// Closes an object, or a direction of it, outside its opening hours.
    private mutating func close(_ hours: TaggedClause, _ mask: UInt64, of tags: TagSet) {
        let condition = hours.clause.parts.joined(separator: " AND ")
        let (plain, direction) = LineDirection.plainKey(hours.key)
        func ignore(_ reason: String) {
            let text = "\(hours.key)=\(tags.value(plain, direction) ?? "")"
            ignored.append(OddTag(kind: .condition, subject: reason, text: text))
        }
        guard TravelCondition(condition) != nil else { return ignore(Self.notUnderstood) }
        if TimeCondition.namesHolidays(condition) { ignore(Self.holidays) }
        pending.append((hours, condition, .closes(mask, direction)))
    }

    private mutating func add(_ limits: LimitClauses, of key: String) {
        for (clause, reason) in limits.ignored {
            ignore(TaggedClause(key: key, clause: clause), reason)
        }
        if limits.liftsOwn { always[key] = LimitClauses.noLimit }
        for closure in limits.closures {
            pending.append(
                (
                    TaggedClause(key: key, clause: closure.clause), closure.condition,
                    .closes(closure.mask, limits.direction)
                ))
        }
    }

    static let notUnderstood = "a condition that is not understood"
    static let holidays = "what a condition says of holidays (PH, SH)"
}

extension NetworkDefinition {
    /// Returns the values of an access key, merged from all rules that read it; `nil` for other
    /// keys.
    func accessValues(ofKey key: String) -> AccessValues? {
        let plain = LineDirection.plainKey(key).key
        return restrictions.reduce(into: nil) { values, evaluator in
            guard case .access(let rule) = evaluator, rule.modes.contains(plain) else { return }
            guard var known = values else {
                values = rule.values
                return
            }
            known.limited.formUnion(rule.values.limited)
            // A value is denied only if every rule denies it, not if some vehicles may pass.
            known.denied.formIntersection(rule.values.denied)
            values = known
        }
    }
}
