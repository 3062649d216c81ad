// Whether a traveler may use a road, a direction of it, or pass a barrier.

import DefinitionFiles

/// What access tags say for one kind of traveler.
enum AccessRuling: Hashable, Sendable {
    /// May be used.
    case open
    /// May not be used.
    case closed
}

/// The values of access tags, by what they mean.
struct AccessValues: Hashable, Sendable {
    /// Values that allow all travelers of the mode.
    var allowed: Set<String> = []
    /// Values that allow some, such as residents and customers: a stop there can be reached.
    var limited: Set<String> = []
    /// Values that allow none of the mode.
    var denied: Set<String> = []

    /// Whether the value means something at all.
    func knows(_ value: String) -> Bool {
        allowed.contains(value) || limited.contains(value) || denied.contains(value)
    }
}

/// The access of one kind of traveler.
///
/// The most specific access tag with a known value decides. Without one, or when only the last and
/// most general mode of the list allows, roads of the ``closed`` condition are closed: a footpath
/// with `access=yes` is open to the public, not to cars. Roads of ``closedUntagged`` are made for
/// vehicles, but seldom for the public: a track with `access=yes` is open.
struct AccessRule: Sendable {
    /// Access keys, the most specific first, such as `motorcar`, `motor_vehicle`, `vehicle`,
    /// `access`.
    var modes: [String]
    var values: AccessValues
    /// Roads that are closed unless a tag for a mode before the last opens them.
    var closed: TagCondition
    /// Roads that are closed unless a tag for any of the modes opens them.
    var closedUntagged = TagCondition.never
    var barriers: BarrierRule

    /// Whether a direction of a way may be used.
    func ruling(for tags: TagSet, _ direction: LineDirection) -> AccessRuling {
        if let (mode, value) = decidingTag(of: tags, direction) {
            if values.denied.contains(value) { return .closed }
            if mode != modes.last { return .open }
            if values.allowed.contains(value) {
                return closed.holds(for: tags, direction) ? .closed : .open
            }
        }
        return closed.holds(for: tags, direction) || closedUntagged.holds(for: tags, direction)
            ? .closed : .open
    }

    /// Whether a barrier node may be passed.
    func ruling(forBarrier tags: TagSet) -> AccessRuling {
        if let (_, value) = decidingTag(of: tags, nil) {
            return values.denied.contains(value) ? .closed : .open
        }
        return barriers.isOpen(tags) ? .open : .closed
    }

    /// The value of the most specific access tag with a known value.
    func decidingValue(of tags: TagSet, _ direction: LineDirection) -> String? {
        decidingTag(of: tags, direction)?.value
    }

    private func decidingTag(
        of tags: TagSet, _ direction: LineDirection?
    ) -> (mode: String, value: String)? {
        for mode in modes {
            guard let text = tags.value(mode, direction) else { continue }
            if values.knows(text) { return (mode, text) }
            // Of several values (`delivery;bus`) the first known one counts.
            for part in text.split(separator: ";").map({ $0.filter { $0 != " " } })
            where values.knows(part) { return (mode, part) }
        }
        return nil
    }
}

/// The barriers that let a traveler pass when they have no access tag.
struct BarrierRule: Hashable, Sendable {
    /// Whether barriers are open except for those of ``exceptions``.
    var isOpenByDefault: Bool
    var exceptions: TagCondition

    func isOpen(_ tags: TagSet) -> Bool { exceptions.holds(for: tags) != isOpenByDefault }
}

/// The directions in which a way is open.
enum OpenDirections: String, Hashable, Sendable {
    case both, forward, backward, none

    func includes(_ direction: LineDirection) -> Bool {
        switch self {
        case .both: true
        case .forward: direction == .forward
        case .backward: direction == .backward
        case .none: false
        }
    }
}

/// The direction rule of a family.
struct DirectionRule: Sendable {
    /// Rules in order; the first that holds decides. Without one, both directions are open.
    var rules: [Rule<OpenDirections>]

    func openDirections(for tags: TagSet) -> OpenDirections { rules.firstValue(for: tags) ?? .both }
}

extension DefinitionNode {
    /// Reads an access rule.
    func accessRule(default values: AccessValues) throws -> AccessRule {
        let fields = try fields("modes", "values", "closed", "closedUntagged", "barriers")
        let modes = try fields.required("modes")
        let rule = AccessRule(
            modes: try modes.texts(),
            values: try fields["values"]?.accessValues(over: values) ?? values,
            closed: try fields["closed"]?.condition() ?? .never,
            closedUntagged: try fields["closedUntagged"]?.condition() ?? .never,
            barriers: try fields.required("barriers").barrierRule())
        guard !rule.modes.isEmpty else { throw modes.error("a mode is needed") }
        return rule
    }

    /// Reads access values; each value given here moves from where `base` has it.
    func accessValues(over base: AccessValues) throws -> AccessValues {
        let fields = try fields("allowed", "limited", "denied")
        let allowed = Set(try fields["allowed"]?.texts() ?? [])
        let limited = Set(try fields["limited"]?.texts() ?? [])
        let denied = Set(try fields["denied"]?.texts() ?? [])
        guard allowed.isDisjoint(with: limited), allowed.isDisjoint(with: denied),
            limited.isDisjoint(with: denied)
        else { throw error("a value has two meanings") }
        let moved = allowed.union(limited).union(denied)
        return AccessValues(
            allowed: base.allowed.subtracting(moved).union(allowed),
            limited: base.limited.subtracting(moved).union(limited),
            denied: base.denied.subtracting(moved).union(denied))
    }

    private func barrierRule() throws -> BarrierRule {
        let fields = try fields("default", "except")
        let isOpen = try fields.required("default").word(of: ["open": true, "closed": false])
        return BarrierRule(
            isOpenByDefault: isOpen, exceptions: try fields["except"]?.condition() ?? .never)
    }

    /// Reads a direction rule.
    func directionRule() throws -> DirectionRule {
        DirectionRule(
            rules: try rules { value in
                try value.word(of: [
                    "both": .both, "forward": .forward, "backward": .backward, "none": .none,
                ])
            })
    }
}
