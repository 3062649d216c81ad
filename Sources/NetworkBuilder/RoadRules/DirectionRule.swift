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
        case "no", "0", "false", "alternating", "opposite": self = .both
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
/// The most specific statement decides: first `oneway:bus`, or `bus:oneway` as it was spelled once,
/// then exceptions (`busway=opposite_lane`), then the rules for all vehicles. If these close a
/// direction, access tags for it may open it (`bus:backward=designated`, `lanes:bus:backward=1`,
/// `bus:lanes:backward=designated`, `motor_vehicle:backward=yes`): the most specific of the
/// traveler's own keys and the general ones decides. Source: wiki.openstreetmap.org, *Key:oneway*
/// and *Bus lanes*.
struct DirectionRule: Sendable {
    /// The traveler's own keys, most specific first, such as `bus`, `psv`.
    let modes: [String]
    /// Rules for this traveler; the first match decides.
    var exceptions: [Rule<OpenDirections>]
    /// Rules for all; the first match decides. If none holds, both directions are open.
    var rules: [Rule<OpenDirections>]
    /// What values of access tags for a direction mean.
    private let values: AccessValues
    /// The keys that state the directions of ``modes``, most specific first.
    private let onewayKeys: [String]
    /// The keys of which the first with a known value opens a closed direction, or leaves it so.
    private let opening: [ModeKeys]

    /// The keys of one mode.
    private struct ModeKeys: Sendable {
        var access: String
        var laneCount: String
        var laneAccess: String

        init(_ mode: String) {
            access = mode
            laneCount = "lanes:" + mode
            laneAccess = mode + ":lanes"
        }
    }

    /// A value of `bus:backward` that lets the traveler in, though for other keys it may not.
    private static let ownWay = "official"

    /// - Parameters:
    ///   - general: Keys for groups with the traveler in them, most specific first.
    ///   - values: What values of access tags mean.
    init(
        modes: [String] = [], general: [String] = [], values: AccessValues = AccessValues(),
        exceptions: [Rule<OpenDirections>] = [], rules: [Rule<OpenDirections>]
    ) {
        self.modes = modes
        self.exceptions = exceptions
        self.rules = rules
        self.values = AccessValues(
            allowed: values.allowed.union([Self.ownWay]), limited: values.limited,
            denied: values.denied.subtracting([Self.ownWay]))
        onewayKeys = modes.flatMap { ["oneway:" + $0, $0 + ":oneway"] }
        opening = (modes + general).map(ModeKeys.init)
    }

    /// Every key that affects a way, without direction suffixes.
    var wayKeys: Set<String> {
        Set(rules.flatMap { $0.condition.keys } + exceptions.flatMap { $0.condition.keys })
            .union(onewayKeys)
            .union(opening.flatMap { [$0.access, $0.laneCount, $0.laneAccess] })
    }

    func openDirections(for tags: TagSet) -> OpenDirections {
        for key in onewayKeys {
            if let stated = tags[key].flatMap(OpenDirections.init(oneway:)) { return stated }
        }
        if let exception = exceptions.firstValue(for: tags) { return exception }
        let open = rules.firstValue(for: tags) ?? .both
        guard open != .both, tags.hasDirections, !opening.isEmpty else { return open }
        return LineDirection.allCases.reduce(open) { open, direction in
            !open.includes(direction) && letsIn(tags, direction) ? open.adding(direction) : open
        }
    }

    /// Whether access tags for a direction let the traveler in, all or some of them: the access
    /// rule says which.
    private func letsIn(_ tags: TagSet, _ direction: LineDirection) -> Bool {
        for key in opening {
            if let value = tags[key.access + direction.suffix].flatMap(values.decisive(in:)) {
                return !values.denied.contains(value)
            }
            if let count = tags[key.laneCount + direction.suffix].flatMap({ Int($0) }) {
                return count > 0
            }
            if let lanes = tags[key.laneAccess + direction.suffix] {
                let known = lanes.split(separator: "|").compactMap {
                    values.decisive(in: String($0))
                }
                if !known.isEmpty { return !known.allSatisfy(values.denied.contains) }
            }
        }
        return false
    }
}

extension DefinitionNode {
    /// Reads a direction rule: a list of rules, or
    /// `{modes: …, general: …, exceptions: …, rules: …}`.
    func directionRule(knowing values: AccessValues) throws -> DirectionRule {
        guard isMapping else { return DirectionRule(rules: try openDirections()) }
        let fields = try fields("modes", "general", "exceptions", "rules")
        return DirectionRule(
            modes: try fields["modes"]?.texts() ?? [],
            general: try fields["general"]?.texts() ?? [], values: values,
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
