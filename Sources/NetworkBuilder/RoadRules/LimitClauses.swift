// Limits on vehicles that hold under conditions, or that conditions lift.

import RoadNetwork

/// The clauses of one tag that limits vehicles, such as
/// `maxweight:conditional=12 @ (22:00-06:00); none @ destination`.
///
/// The key's own value counts as the first clause. A later clause with a higher limit, or with
/// none, lifts the earlier ones while its own condition holds: they then close the street under the
/// condition `weight>7500kg AND NOT (…)`. If a clause lifts the limit for traffic with a stop
/// there, heavier vehicles may enter for a stop but not pass through.
///
/// A key for vehicles of one kind, `maxweight:hgv:conditional=none @ destination`, lifts the limit
/// of all kinds, `maxweight=7.5`, for its own kind: its clauses follow the general key's.
/// The general key's limit then becomes a condition for the other kinds. The same holds for the
/// key's own value, `maxweight:hgv=12`, which binds its kind only and outranks the general key's.
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

    private static func isNoLimit(_ text: String) -> Bool {
        noLimits.contains(text.lowercased())
    }

    /// Whether some clause lifts the key's own value. If so, ``closures`` hold that value too.
    private(set) var liftsOwn = false
    /// Whether some clause lifts the general key's limit, which binds all kinds of vehicles. If so,
    /// ``closures`` say what remains for the key's own kind.
    private(set) var liftsGeneral = false
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

    /// - Parameters:
    ///   - general: The tag of the same limit for all kinds of vehicles, if the key is of one kind.
    ///   - tags: All tags of the object.
    ///   - closesOwn: Whether the key's own value becomes a closure though nothing lifts it.
    init(
        _ tag: ConditionalTag, after general: ConditionalTag? = nil, of tags: TagSet,
        _ limit: ConditionalLimit, closesOwn: Bool = false
    ) {
        let (plain, direction) = LineDirection.plainKey(tag.key)
        self.direction = direction
        let isOfKind = limit.general != nil
        func own(_ key: String) -> [Statement] {
            guard let text = tags.value(key, direction) else { return [] }
            let quanta = limit.reader.value(of: text)
            let isLifted = isOfKind && key == plain && Self.isNoLimit(text)
            guard quanta != nil || isLifted else { return [] }
            return [
                Statement(
                    clause: ConditionalClause(value: text, condition: ""), quanta: quanta,
                    isForStops: false, parts: [])
            ]
        }
        var statements = own(plain)
        let ownCount = statements.count
        let generalOwn = limit.general.map(own) ?? []
        if ownCount == 0, isOfKind {
            statements = generalOwn + read(general?.clauses ?? [], limit, after: generalOwn)
            // The general key's tag reports what it leaves out.
            ignored = []
        }
        let generalCount = statements.count - ownCount
        statements += read(tag.clauses, limit, after: statements)
        liftsGeneral = statements[..<generalCount].contains { statement in
            statement.quanta.map { limit in statements[generalCount...].contains { $0.lifts(limit) }
            }
                ?? false
        }
        if ownCount > 0, isOfKind {
            liftsOwn = true
            liftsGeneral = !generalOwn.isEmpty
        }
        for (row, statement) in statements.enumerated() {
            guard let quanta = statement.quanta else { continue }
            let lifting = statements[(row + 1)...].filter { $0.lifts(quanta) }
            if row < generalCount {
                guard liftsGeneral else { continue }
            } else if row < ownCount {
                // If nothing lifts a limit, it is the street's own.
                guard closesOwn || isOfKind || !lifting.isEmpty else { continue }
                liftsOwn = true
            }
            close(statement, above: quanta, liftedBy: lifting, limit)
        }
    }

    /// What clauses say that follow others.
    private mutating func read(
        _ clauses: [ConditionalClause], _ limit: ConditionalLimit, after others: [Statement]
    ) -> [Statement] {
        clauses.reduce(into: []) { found, clause in
            if let statement = read(clause, limit, after: others + found) {
                found.append(statement)
            }
        }
    }

    private mutating func read(
        _ clause: ConditionalClause, _ limit: ConditionalLimit, after others: [Statement]
    ) -> Statement? {
        let quanta = limit.reader.value(of: clause.value)
        guard quanta != nil || Self.isNoLimit(clause.value) else {
            ignored.append((clause, "a limit that could not be read"))
            return nil
        }
        let parts = clause.parts
        let rest = parts.filter { limit.limitedValues.limitedValue(in: $0) == nil }
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
    /// The values for traffic with a stop there.
    var limitedValues: AccessValues
    /// The key of the same limit for all kinds of vehicles, without a direction; `nil` if the key
    /// is that one.
    var general: String?
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
                .flatMap { VehicleCondition($0) == nil ? nil : $0 }
            let general = vehicle.map { plain.replacing(":" + $0, with: "", maxReplacements: 1) }
            let access = description.families.first.map(description.accessRestrictions) ?? []
            let limited = access.compactMap { description.restriction(named: $0) }
                .filter { restriction in
                    guard let vehicle else { return true }
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
                throughMask: through.reduce(0) { $0 | $1.mask },
                limitedValues: AccessValues(limited: words),
                general: general.flatMap { reader.keys.contains($0) ? $0 : nil })
        }
        return nil
    }

    /// The keys that limit vehicles of one kind, with and without a direction; each with the key
    /// of the same limit for all kinds.
    var limitKeysOfKinds: [String: String] {
        limits.flatMap(\.keys).reduce(into: [:]) { found, key in
            guard let general = conditionalLimit(key)?.general else { return }
            found[key] = general
            for direction in LineDirection.allCases { found[key + direction.suffix] = general }
        }
    }

    /// The keys that limit vehicles of one kind as they are spelled with the kind first, each with
    /// its usual spelling: `hgv:maxweight`, also with conditions.
    var swappedLimitKeys: [String: String] {
        limits.flatMap(\.keys).reduce(into: [:]) { found, key in
            let parts = key.split(separator: ":")
            guard parts.count == 2, conditionalLimit(key)?.general != nil else { return }
            let swapped = "\(parts[1]):\(parts[0])"
            found[swapped] = key
            found[swapped + ConditionalTag.suffix] = key + ConditionalTag.suffix
        }
    }

    /// Returns the clauses that access tags imply for limits: with `maxweight=5`,
    /// `hgv:conditional=destination @ (weight>5)` says that heavier trucks may come to stops there.
    func limitExceptions(_ conditionals: [ConditionalTag], of tags: TagSet) -> [ConditionalTag] {
        var keys: Set<String> = []
        for tag in conditionals {
            guard let access = accessValues(ofKey: tag.key) else { continue }
            let (mode, direction) = LineDirection.plainKey(tag.key)
            let parts = tag.clauses.filter {
                access.limited.contains(TagSet.plainWord($0.value))
            }.flatMap(\.parts)
            for case .measure(let measure, .greater, let quanta) in parts.compactMap({
                VehicleCondition($0)
            }) {
                for key in limits.flatMap(\.keys) {
                    guard let limit = conditionalLimit(key), limit.measure == measure,
                        limit.general == nil || key.hasSuffix(":" + mode),
                        let text = tags.value(key, direction),
                        limit.reader.value(of: text) == UInt32(clamping: Int(quanta.rounded()))
                    else { continue }
                    let ofMode = "\(key):\(mode)"
                    keys.insert(conditionalLimit(ofMode)?.general == key ? ofMode : key)
                }
            }
        }
        return keys.subtracting(conditionals.map(\.key)).sorted().map {
            ConditionalTag(
                key: $0 + ConditionalTag.suffix, value: "\(LimitClauses.noLimit) @ destination")
        }
    }

    /// The clauses of the tags that limit vehicles, by the tags' keys without the suffix.
    ///
    /// If a key for one kind of vehicles lifts the general key's limit, the general key is among
    /// the results even without a conditional tag: with its limit for the other kinds.
    func limitClauses(_ conditionals: [ConditionalTag], of tags: TagSet) -> [String: LimitClauses] {
        var found: [String: LimitClauses] = [:]
        var kinds: [String: [ConditionalLimit]] = [:]
        for tag in conditionals {
            guard let limit = conditionalLimit(tag.key), let plain = limit.general else { continue }
            let key = plain + (LineDirection.plainKey(tag.key).direction?.suffix ?? "")
            let general = conditionals.first { $0.key == key }
            let clauses = LimitClauses(tag, after: general, of: tags, limit)
            found[tag.key] = clauses
            if clauses.liftsGeneral { kinds[key, default: []].append(limit) }
        }
        let untagged = kinds.keys.filter { key in !conditionals.contains { $0.key == key } }
            .map { ConditionalTag(key: $0 + ConditionalTag.suffix, value: "") }
        for tag in conditionals + untagged {
            guard var limit = conditionalLimit(tag.key), limit.general == nil else { continue }
            for kind in kinds[tag.key] ?? [] {
                limit.mask &= ~kind.mask
                limit.throughMask &= ~kind.throughMask
            }
            found[tag.key] = LimitClauses(
                tag, of: tags, limit, closesOwn: kinds[tag.key] != nil)
        }
        return found
    }
}
