// The directions in which a way is open to one kind of traveler.

import DefinitionFiles

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

    /// Reads the value of a key such as `oneway:bus`; `nil` for other words.
    init?(oneway value: String) {
        switch value {
        case "no", "0", "false", "alternating": self = .both
        case "yes", "1", "true", "forward": self = .forward
        case "-1", "reverse", "backward": self = .backward
        case "reversible": self = .none
        default: return nil
        }
    }

    fileprivate func adding(_ direction: LineDirection) -> OpenDirections {
        switch (self, direction) {
        case (.both, _), (.forward, .backward), (.backward, .forward): .both
        case (.forward, .forward), (.none, .forward): .forward
        case (.backward, .backward), (.none, .backward): .backward
        }
    }
}

/// The direction rule of one kind of traveler.
///
/// The most specific statement decides: first `oneway:bus`, then exceptions
/// (`busway=opposite_lane`), then the rules for all vehicles. If these close a direction, the
/// traveler's own tags may open it (`bus:backward=designated`, `lanes:bus:backward=1`,
/// `bus:lanes:backward=designated`). Source: wiki.openstreetmap.org, *Key:oneway* and *Bus lanes*.
struct DirectionRule: Sendable {
    /// The traveler's own keys, most specific first, such as `bus`, `psv`.
    let modes: [String]
    /// Rules for this traveler; the first match decides.
    var exceptions: [Rule<OpenDirections>]
    /// Rules for all; the first match decides. If none holds, both directions are open.
    var rules: [Rule<OpenDirections>]
    private let keys: [ModeKeys]

    /// The keys of one mode.
    private struct ModeKeys: Sendable {
        var oneway: String
        var access: String
        var laneCount: String
        var laneAccess: String

        init(_ mode: String) {
            oneway = "oneway:" + mode
            access = mode
            laneCount = "lanes:" + mode
            laneAccess = mode + ":lanes"
        }
    }

    /// Values of `bus:backward` that let the traveler in.
    private static let letIn: Set<String> = ["yes", "designated", "permissive", "official"]

    init(
        modes: [String] = [], exceptions: [Rule<OpenDirections>] = [],
        rules: [Rule<OpenDirections>]
    ) {
        self.modes = modes
        self.exceptions = exceptions
        self.rules = rules
        keys = modes.map(ModeKeys.init)
    }

    /// Every key that affects a way, without direction suffixes.
    var wayKeys: Set<String> {
        Set(rules.flatMap { $0.condition.keys } + exceptions.flatMap { $0.condition.keys })
            .union(keys.flatMap { [$0.oneway, $0.access, $0.laneCount, $0.laneAccess] })
    }

    func openDirections(for tags: TagSet) -> OpenDirections {
        for key in keys {
            if let stated = tags[key.oneway].flatMap(OpenDirections.init(oneway:)) { return stated }
        }
        if let exception = exceptions.firstValue(for: tags) { return exception }
        let open = rules.firstValue(for: tags) ?? .both
        guard open != .both, tags.hasDirections, !keys.isEmpty else { return open }
        return LineDirection.allCases.reduce(open) { open, direction in
            !open.includes(direction) && letsIn(tags, direction) ? open.adding(direction) : open
        }
    }

    /// Whether the traveler's own tags for a direction let it in.
    private func letsIn(_ tags: TagSet, _ direction: LineDirection) -> Bool {
        for key in keys {
            if let value = tags[key.access + direction.suffix] {
                return Self.letIn.contains(value)
            }
            if let count = tags[key.laneCount + direction.suffix].flatMap({ Int($0) }) {
                return count > 0
            }
            if let lanes = tags[key.laneAccess + direction.suffix] {
                return lanes.split(separator: "|").contains { Self.letIn.contains(String($0)) }
            }
        }
        return false
    }
}

extension DefinitionNode {
    /// Reads a direction rule: a list of rules, or `{modes: …, exceptions: …, rules: …}`.
    func directionRule() throws -> DirectionRule {
        guard isMapping else { return DirectionRule(rules: try openDirections()) }
        let fields = try fields("modes", "exceptions", "rules")
        return DirectionRule(
            modes: try fields["modes"]?.texts() ?? [],
            exceptions: try fields["exceptions"]?.openDirections() ?? [],
            rules: try fields["rules"]?.openDirections() ?? [])
    }

    private func openDirections() throws -> [Rule<OpenDirections>] {
        try rules { value in
            try value.word(of: [
                "both": .both, "forward": .forward, "backward": .backward, "none": .none,
            ])
        }
    }
}
