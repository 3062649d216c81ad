// Applies a network definition to the tags of ways and nodes.

import RoadNetwork

/// A definition's rules, ready to judge ways and nodes.
///
/// For a way, `verdict(on:)` decides whether it is a road, and computes a ``DirectionRuling`` for
/// each direction: speeds, restriction bits, families, flags and limits. Names and lanes are read
/// separately (`labels(of:)`, `lanes(of:)`), because far fewer rulings than names exist and
/// ``VerdictCache`` shares them. For a node, `ruling(ofNode:)` finds flags, barriers, gates, limits
/// and exit signs. Conditional tags are judged once per combination of their conditions
/// (``ConditionalRuling``, ``TimedBar``).
///
/// Words in values are compared in lower case, so call `readable(_:)` on tags first. Unusable
/// values do not stop a build; they are kept as ``OddTag`` for the findings. Everything here is
/// immutable.
struct RoadRules: Sendable {
    let definition: NetworkDefinition
    /// Each family's base access, as bits.
    private let familyAccess: [UInt64]
    /// The bits of the access restrictions.
    let access: UInt64
    /// Decides whether a street is one-way for motor traffic.
    private let motorDirection: DirectionRule?
    /// Restrictions that apply if all of some others do.
    private let unions: [(mask: UInt64, all: UInt64)]
    /// The bits of the restrictions on through traffic.
    let throughTraffic: UInt64
    /// Keys of limits for one kind of vehicles, such as `maxspeed:hgv`, each with its key for all
    /// vehicles.
    private let limitKeysOfKinds: [String: String]
    /// The same limits as mappers also spell them, `hgv:maxspeed`, by their usual keys.
    private let swappedKeys: [String: String]
    /// Keys that close objects outside some hours.
    private let hourKeys: Set<String>
    /// Keys with an effect on a way.
    private let wayKeys: Set<String>
    /// Keys of which every node of interest has at least one.
    private let nodeKeys: Set<String>

    static let closedToAll = "closed to all modes"

    init(_ definition: NetworkDefinition) {
        self.definition = definition
        wayKeys = definition.wayKeys
        nodeKeys = definition.nodeKeys
        limitKeysOfKinds = definition.limitKeysOfKinds
        swappedKeys = definition.swappedLimitKeys
        hourKeys = definition.openingHours.closingKeys
        let description = definition.description
        unions = definition.restrictions.enumerated().compactMap { bit, evaluator in
            guard case .allOf(let all) = evaluator else { return nil }
            return (1 << UInt64(bit), all)
        }
        throughTraffic = description.restrictions.filter { $0.rule == .throughTraffic }
            .reduce(0) { $0 | $1.mask }
        access = definition.restrictions.enumerated().reduce(0) { mask, found in
            if case .access = found.element { mask | 1 << UInt64(found.offset) } else { mask }
        }
        familyAccess = description.families.map { family in
            family.accessRestrictions.compactMap { description.restriction(named: $0)?.mask }
                .reduce(0, |)
        }
        motorDirection = definition.mainDirection?.rule
    }

    /// Judges a way.
    func verdict(on tags: TagSet) -> WayVerdict {
        let verdict = ruling(for: tags)
        guard case .kept(let ruling) = verdict,
            ruling.forward.families | ruling.backward.families == 0
        else { return verdict }
        return .dropped(reason: Self.closedToAll)
    }

    /// Judges a way by its rules, even if no family may use it.
    func ruling(for tags: TagSet) -> WayVerdict {
        guard let roadClass = definition.classes.firstValue(for: tags) else { return .notARoad }
        if let reason = definition.drops.firstValue(for: tags) { return .dropped(reason: reason) }
        let (forward, backward) = directionRulings(for: tags)
        return .kept(
            WayRuling(
                roadClass: roadClass,
                descriptors: definition.descriptors.map {
                    $0.code(for: tags, roadClass, definition.speedLimits)
                },
                forward: forward, backward: backward,
                crossingSeconds: definition.timetable.seconds(for: tags),
                waitSeconds: definition.timetable.waitSeconds(for: tags),
                drivingSide: tags[NetworkDefinition.drivingSideKey]
                    .flatMap(DrivingSide.init(rawValue:)),
                country: definition.speedLimits.country(of: tags),
                hasLimitInMiles: definition.speedLimits.isInMiles(tags),
                oddTags: oddTags(of: tags)))
    }

    /// Returns the unusable tags of a way.
    private func oddTags(of tags: TagSet) -> [OddTag] {
        definition.speedLimits.implausible(in: tags).map { OddTag(kind: .speed, text: $0) }
            + definition.timetable.unread(in: tags).map { OddTag(kind: .duration, text: $0) }
            + oddLimits(of: tags)
    }

    private func oddLimits(of tags: TagSet) -> [OddTag] {
        definition.limits.flatMap { $0.implausible(in: tags) }
            .map { OddTag(kind: .dimension, text: $0) }
    }

    /// Judges both directions of a way.
    func directionRulings(
        for tags: TagSet
    ) -> (forward: DirectionRuling, backward: DirectionRuling) {
        let open = motorDirection?.openDirections(for: tags) ?? .both
        return (
            ruling(for: tags, .forward, motor: open), ruling(for: tags, .backward, motor: open)
        )
    }

    /// Returns the tags that hold under conditions: ``ConditionalTag``'s own, then limits for one
    /// kind of vehicles, `maxweight:hgv=7.5`, whose condition is the vehicle; each by key. Opening
    /// hours come last.
    ///
    /// If one object has too many, limits for one kind are left out here. Their column then binds
    /// all kinds.
    func conditionals(of tags: TagSet, onNode: Bool = false) -> [ConditionalTag] {
        let found = tags.pairs(where: isConditional)
        guard !found.isEmpty else { return [] }
        let hours = definition.openingHours.closing(tags, onNode: onNode) {
            definition.accessValues(ofKey: $0) != nil
        }
        let tagged = tags.conditionals
        let keys = Set(tagged.map(\.key))
        let limits = found.map(\.key).filter { limitKeysOfKinds[$0] != nil && !keys.contains($0) }
        // Each makes a condition of the general key's limit, too.
        let lifted = limits.count { limitKeysOfKinds[$0].flatMap { tags[$0] } != nil }
        let most = tagged.reduce(limits.count + lifted + hours.count) { $0 + $1.clauses.count }
        guard most <= NetworkConditions.mostConditionsOfEdge else { return tagged + hours }
        return tagged + limits.map { ConditionalTag(key: $0 + ConditionalTag.suffix, value: "") }
            + hours
    }

    /// Whether ``conditionals(of:)`` has a tag with the key.
    func isConditional(_ key: String) -> Bool {
        key.hasSuffix(ConditionalTag.suffix) || limitKeysOfKinds[key] != nil
            || hourKeys.contains(key)
    }

    /// The tags that hold under conditions, as `key=value`.
    func conditionTexts(of tags: TagSet) -> [String] {
        tags.pairs(where: isConditional).map { "\($0.key)=\($0.value)" }
    }

    /// Whether a key affects a way, by itself or for one direction.
    func isRelevant(_ key: String) -> Bool {
        if wayKeys.contains(key) { return true }
        for suffix in LineDirection.allCases.map(\.suffix) where key.hasSuffix(suffix) {
            return wayKeys.contains(String(key.dropLast(suffix.count)))
        }
        return false
    }

    /// Puts values that rules look at into lower case without outer blanks, the kind of vehicles
    /// behind a limit, `hgv:maxweight`, and conditions under the key for them. Names stay as they
    /// are.
    func readable(_ tags: TagSet) -> TagSet {
        tags.renaming(swappedKeys)
            .withConditionsByKey(where: isRelevant) { part, key in
                let values = definition.accessValues(ofKey: LineDirection.plainKey(key).key)
                return values?.limitedValue(in: part) != nil
            }
            .withPlainWords { isRelevant($0) || nodeKeys.contains($0) }
    }

    /// Reads a way's names.
    func labels(of tags: TagSet) -> WayLabels {
        let open = motorDirection?.openDirections(for: tags) ?? .both
        var labels = definition.labels.labels(of: tags, open: open)
        labels.forwardExit = definition.exits.number(of: tags, .forward, open: open)
        labels.backwardExit = definition.exits.number(of: tags, .backward, open: open)
        return labels
    }

    /// Reads a way's lanes.
    func lanes(of tags: TagSet) -> WayLanes {
        definition.lanes.lanes(of: tags, open: motorDirection?.openDirections(for: tags) ?? .both)
    }

    /// Judges a node.
    func ruling(ofNode tags: TagSet) -> NodeRuling {
        let all = conditionals(of: tags, onNode: true)
        guard !all.isEmpty else { return plainRuling(ofNode: tags) }
        let isLimited = definition.limitNodes.holds(for: tags)
        let key = NetworkDefinition.barrierKey
        // A barrier may be there at times only: `barrier:conditional=block @ 2025`.
        let isBarrier = tags[key] != nil || all.contains { $0.key == key }
        let used = all.filter {
            definition.conditionalLimit($0.key) == nil ? isBarrier : isLimited
        }
        var ruling =
            used.isEmpty
            ? plainRuling(ofNode: tags) : ruling(ofBarrier: tags, conditionals: used)
        guard !isBarrier, isLimited else { return ruling }
        for tag in all where definition.conditionalLimit(tag.key) == nil {
            ruling.oddTags += tag.clauses.map { clause in
                OddTag(
                    kind: .condition, subject: "a node that is no barrier",
                    text: "\(tag.key)\(ConditionalTag.suffix)=\(clause.text)")
            }
        }
        return ruling
    }

    /// Judges a node while no condition holds.
    func plainRuling(ofNode tags: TagSet) -> NodeRuling {
        var ruling = NodeRuling()
        for rule in definition.nodeFlags where rule.condition.holds(for: tags) {
            ruling.flags.formUnion(rule.value)
        }
        ruling.exit = definition.exits.sign(ofNode: tags)
        let isBarrier = tags[NetworkDefinition.barrierKey] != nil
        // Access tags of other nodes are about something else, such as the crossing.
        let hasAccess = isBarrier || definition.accessNodes.holds(for: tags)
        let isLimited = definition.limitNodes.holds(for: tags)
        let limits = definition.limits.map { isLimited ? $0.value(for: tags, nil) : nil }
        if limits.contains(where: { $0 != nil }) { ruling.limits = limits }
        if isLimited {
            ruling.oddTags = oddLimits(of: tags)
        }
        for (bit, evaluator) in definition.restrictions.enumerated() {
            let mask: UInt64 = 1 << UInt64(bit)
            switch evaluator {
            case .access(let rule):
                guard hasAccess, isBarrier || rule.decidingValue(ofBarrier: tags) != nil,
                    rule.ruling(forBarrier: tags) == .closed
                else { continue }
                ruling.barred |= mask
            case .accessValue(let rule, let values):
                guard hasAccess, throughTraffic & mask != 0,
                    let value = rule.decidingValue(ofBarrier: tags), values.contains(value)
                else { continue }
                ruling.gated |= mask
            case .tagged(_, let nodes):
                if nodes.holds(for: tags) { ruling.touching |= mask }
            case .perVehicle(let key, let nodes, let priced):
                let isAssumed = nodes.holds(for: tags)
                if isAssumed || priced.holds(for: tags),
                    key.applies(toNode: tags, isAssumed: isAssumed)
                {
                    ruling.touching |= mask
                }
            case .limit(let limit):
                if limits[limit] != nil { ruling.barred |= mask }
            case .direction, .allOf:
                break
            }
        }
        return ruling
    }

    private func ruling(
        for tags: TagSet, _ direction: LineDirection, motor open: OpenDirections
    ) -> DirectionRuling {
        let limits = definition.limits.map { $0.value(for: tags, direction) }
        var restrictions: UInt64 = 0
        for (bit, evaluator) in definition.restrictions.enumerated()
        where applies(evaluator, to: tags, direction, limits) {
            restrictions |= 1 << UInt64(bit)
        }
        let spared = definition.restrictions.enumerated().reduce(into: UInt64(0)) { mask, found in
            guard case .perVehicle(let key, _, _) = found.element,
                key.applies(to: tags, direction) == false
            else { return }
            mask |= 1 << UInt64(found.offset)
        }
        for (mask, all) in unions where restrictions & all == all { restrictions |= mask }
        var families: UInt8 = 0
        for (family, access) in familyAccess.enumerated() where ~restrictions & access != 0 {
            families |= 1 << UInt8(family)
        }
        var flags: EdgeFlags = open == .both ? [] : .oneWay
        for rule in definition.flags where rule.condition.holds(for: tags, direction) {
            flags.formUnion(rule.value)
        }
        let known = definition.builtUp.isBuiltUp(tags, direction)
        let outside = speeds(for: tags.builtUp(known ?? false), direction)
        let inside = known == nil ? speeds(for: tags.builtUp(true), direction) : outside
        return DirectionRuling(
            speeds: outside.speeds, builtUpSpeeds: inside.speeds, postedColumns: outside.posted,
            isBuiltUp: known,
            restrictions: restrictions, spared: spared, families: families, flags: flags,
            limits: limits.contains { $0 != nil } ? limits : [],
            speedLimit: definition.speedLimits.limit(for: tags, direction))
    }

    /// Returns the speed by cost column, and the bits of the columns in which a posted limit sets
    /// it.
    private func speeds(
        for tags: TagSet, _ direction: LineDirection
    ) -> (speeds: [Double], posted: UInt64) {
        var posted: UInt64 = 0
        let speeds = definition.speeds.enumerated().map { column, table in
            guard let table else { return 0.0 }
            let found = table.speed(for: tags, direction, limits: definition.speedLimits)
            if found.isPosted { posted |= 1 << UInt64(column) }
            return found.kilometersPerHour
        }
        return (speeds, posted)
    }

    private func applies(
        _ evaluator: RestrictionEvaluator, to tags: TagSet, _ direction: LineDirection,
        _ limits: [UInt32?]
    ) -> Bool {
        switch evaluator {
        case .access(let rule):
            rule.ruling(for: tags, direction) == .closed
        case .accessValue(let rule, let values):
            rule.decidingValue(of: tags, direction).map(values.contains) ?? false
        case .direction(let rule):
            !rule.openDirections(for: tags).includes(direction)
        case .tagged(let ways, _):
            ways.holds(for: tags, direction)
        case .perVehicle(let key, _, _):
            key.applies(to: tags, direction) ?? false
        case .limit(let limit):
            limits[limit] != nil
        case .allOf:
            // Decided once all others are known.
            false
        }
    }
}
