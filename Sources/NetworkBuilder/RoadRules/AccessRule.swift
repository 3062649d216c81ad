// Whether a traveler may use a road, or one direction of it.

import DefinitionFiles

/// What access tags say for one kind of traveler.
enum AccessRuling: Hashable, Sendable {
    case open
    case closed
}

/// The access rule of one kind of traveler.
///
/// The most specific access tag with a known value decides. A tag for lanes counts if its mode has
/// none for the street, and so does one in the spelling of old, `access:bicycle`. Three conditions
/// close further roads:
///
/// - Roads of ``closed`` also stay closed if only the last and most general mode of the list
///   allows: a footpath with `access=yes` is open to the public, not to cars.
/// - Roads of ``closedUntagged`` are made for vehicles but seldom for the public; any mode opens
///   them: a track with `access=yes` is open.
/// - Roads of ``closedUnlessNamed`` are opened only by a tag for the first mode itself: a motorway
///   with `motor_vehicle=yes` is closed to mopeds.
///
/// Roads of ``own`` are made for the traveler, so what closes them to groups with the traveler in
/// them means the others: bicycles may use a cycleway with `vehicle=no`.
struct AccessRule: Sendable {
    /// Access keys, most specific first, such as `motorcar`, `motor_vehicle`, `vehicle`, `access`.
    let modes: [String]
    var values: AccessValues
    /// Roads closed unless a tag for a mode before the last opens them.
    var closed: TagCondition
    /// Roads closed unless a tag for any mode opens them.
    var closedUntagged = TagCondition.never
    /// Roads closed unless a tag for the first mode opens them.
    var closedUnlessNamed = TagCondition.never
    /// Roads made for the traveler, and the modes whose refusals there mean others.
    var own = (roads: TagCondition.never, others: Set<String>())
    var barriers: BarrierRule
    private let laneKeys: [String]
    /// Each mode's key as it was spelled once.
    private let oldKeys: [String]

    init(
        modes: [String], values: AccessValues, closed: TagCondition,
        closedUntagged: TagCondition = .never, barriers: BarrierRule
    ) {
        self.modes = modes
        self.values = values
        self.closed = closed
        self.closedUntagged = closedUntagged
        self.barriers = barriers
        laneKeys = modes.map { $0 + ":lanes" }
        oldKeys = modes.map { "access:" + $0 }
    }

    /// Every key that affects a way.
    var wayKeys: Set<String> {
        closed.keys.union(closedUntagged.keys).union(closedUnlessNamed.keys).union(modes)
            .union(own.roads.keys).union(laneKeys).union(oldKeys)
            .union(values.tickets.flatMap(\.roads.keys))
    }

    /// Whether a direction of a way may be used.
    func ruling(for tags: TagSet, _ direction: LineDirection) -> AccessRuling {
        if let (mode, value) = decidingTag(of: tags, direction) {
            if values.denied.contains(value) { return .closed }
            if mode != modes.first, closedUnlessNamed.holds(for: tags, direction) {
                return .closed
            }
            if mode != modes.last { return .open }
            if values.allowed.contains(value) {
                return closed.holds(for: tags, direction) ? .closed : .open
            }
        }
        return [closed, closedUntagged, closedUnlessNamed].contains {
            $0.holds(for: tags, direction)
        }
            ? .closed : .open
    }

    /// Returns the value of the most specific access tag with a known value.
    func decidingValue(of tags: TagSet, _ direction: LineDirection) -> String? {
        decidingTag(of: tags, direction)?.value
    }

    /// Whether a barrier node may be passed.
    func ruling(forBarrier tags: TagSet) -> AccessRuling {
        if let value = decidingValue(ofBarrier: tags) {
            return values.denied.contains(value) ? .closed : .open
        }
        return barriers.isOpen(tags) ? .open : .closed
    }

    /// Returns the value that decides who may pass a barrier node: its most specific access tag, or
    /// without one the meaning of its lock.
    func decidingValue(ofBarrier tags: TagSet) -> String? {
        decidingTag(of: tags, nil)?.value ?? barriers.locks.firstValue(for: tags)
    }

    private func decidingTag(
        of tags: TagSet, _ direction: LineDirection?
    ) -> (mode: String, value: String)? {
        guard let found = statedTag(of: tags, direction) else { return nil }
        let isForAll = values.tickets.contains { $0.include(found.value, on: tags) }
        return isForAll ? (found.mode, AccessValues.everybody) : found
    }

    private func statedTag(
        of tags: TagSet, _ direction: LineDirection?
    ) -> (mode: String, value: String)? {
        for (index, (mode, laneKey)) in zip(modes, laneKeys).enumerated() {
            for key in [mode, oldKeys[index]] {
                if let value = tags.value(key, direction).flatMap(values.decisive(in:)),
                    !meansOthers(mode, value, tags)
                {
                    return (mode, value)
                }
            }
            if direction != nil,
                let value = tags.value(laneKey, direction).flatMap(values.decisive(inLanes:)),
                !meansOthers(mode, value, tags)
            {
                return (mode, value)
            }
        }
        return nil
    }

    /// Whether a mode's value closes a road of the traveler's own, which it means for others.
    private func meansOthers(_ mode: String, _ value: String, _ tags: TagSet) -> Bool {
        own.others.contains(mode) && values.denied.contains(value) && own.roads.holds(for: tags)
    }
}

/// Which barriers let a traveler pass if they have no access tag.
struct BarrierRule: Sendable {
    /// Whether barriers are open, except for those in ``exceptions``.
    var isOpenByDefault: Bool
    var exceptions: TagCondition
    /// The meaning of locks: an access value for locked barriers without an access tag.
    var locks: [Rule<String>] = []

    /// Whether the barrier is open. Several barriers at one node, as in `bollard;gate`, stand one
    /// behind another, so all must be open.
    func isOpen(_ tags: TagSet) -> Bool {
        let key = NetworkDefinition.barrierKey
        guard let text = tags[key], text.utf8.contains(UInt8(ascii: ";")) else {
            return exceptions.holds(for: tags) != isOpenByDefault
        }
        return text.split(separator: ";").allSatisfy { part in
            let alone = tags.replacing([key: TagSet.plainWord(String(part))])
            return exceptions.holds(for: alone) != isOpenByDefault
        }
    }
}

extension DefinitionNode {
    /// Reads an access rule.
    func accessRule(default values: AccessValues) throws -> AccessRule {
        let fields = try fields(
            "modes", "values", "closed", "closedUntagged", "closedUnlessNamed", "own", "barriers")
        let modes = try fields.required("modes")
        let known = try fields["values"]?.accessValues(over: values) ?? values
        var rule = AccessRule(
            modes: try modes.texts(), values: known,
            closed: try fields["closed"]?.condition() ?? .never,
            closedUntagged: try fields["closedUntagged"]?.condition() ?? .never,
            barriers: try fields.required("barriers").barrierRule(knowing: known))
        rule.closedUnlessNamed = try fields["closedUnlessNamed"]?.condition() ?? .never
        if let own = try fields["own"]?.fields("roads", "others") {
            rule.own = (
                try own.required("roads").condition(), Set(try own.required("others").texts())
            )
        }
        guard !rule.modes.isEmpty else { throw modes.error("a mode is needed") }
        return rule
    }

    private func barrierRule(knowing values: AccessValues) throws -> BarrierRule {
        let fields = try fields("default", "except", "locks")
        let isOpen = try fields.required("default").word(of: ["open": true, "closed": false])
        let locks = try fields["locks"]?.rules { value in
            let word = try value.text()
            guard values.knows(word) else { throw value.error("\"\(word)\" is no access value") }
            return word
        }
        return BarrierRule(
            isOpenByDefault: isOpen, exceptions: try fields["except"]?.condition() ?? .never,
            locks: locks ?? [])
    }
}
