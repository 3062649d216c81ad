// A turn restriction relation's contents, before its roads are found.

import RoadNetwork

/// The meaning of one value of a restriction tag.
enum TurnRestrictionKind: String, Sendable, CaseIterable {
    case noLeftTurn = "no_left_turn"
    case noRightTurn = "no_right_turn"
    case noStraightOn = "no_straight_on"
    case noUTurn = "no_u_turn"
    case noEntry = "no_entry"
    case noExit = "no_exit"
    case onlyLeftTurn = "only_left_turn"
    case onlyRightTurn = "only_right_turn"
    case onlyStraightOn = "only_straight_on"
    case onlyUTurn = "only_u_turn"

    /// Whether the turn is the only one allowed, rather than prohibited.
    var isOnly: Bool { rawValue.hasPrefix("only") }

    /// Whether a turn by these degrees to the right fits the restriction.
    func suits(degrees: Double) -> Bool {
        switch self {
        case .noLeftTurn, .onlyLeftTurn: degrees < -10
        case .noRightTurn, .onlyRightTurn: degrees > 10
        case .noStraightOn, .onlyStraightOn: abs(degrees) < 70
        case .noUTurn, .onlyUTurn: abs(degrees) > 100
        case .noEntry, .noExit: true
        }
    }
}

/// A turn restriction relation as read from the file.
struct RestrictionRelation: Sendable {
    var id: Int64
    var tags: TagSet
    var members: [OSMMember]

    /// Whether a relation's tags make it a turn restriction.
    static func isRestriction(_ tags: TagSet) -> Bool {
        guard let type = tags["type"].map(TagSet.plainWord) else { return false }
        return type == "restriction" || type.hasPrefix("restriction:")
    }

    /// Returns the ids of the ways with a role.
    func ways(_ role: String) -> [Int64] {
        members.filter { $0.kind == .ways && TagSet.plainWord($0.role) == role }.map(\.id)
    }

    /// The ids of the via nodes.
    var viaNodes: [Int64] {
        members.filter { $0.kind == .nodes && TagSet.plainWord($0.role) == "via" }.map(\.id)
    }
}

/// A part of a relation: kinds of restrictions that bind the same attributes.
struct BindingRestriction: Hashable, Sendable {
    var kinds: [TurnRestrictionKind]
    /// The bits of the restriction attributes bound.
    var mask: UInt64
    /// When it binds, in the syntax of `TravelCondition`; `nil` for always.
    var condition: String?
}

extension ConditionalClause {
    /// Returns the clause for when another condition holds, too.
    fileprivate func adding(_ other: String) -> ConditionalClause {
        let parts = [condition, other].filter { !$0.isEmpty }
        return ConditionalClause(value: value, condition: parts.joined(separator: " AND "))
    }
}

/// Decides which restriction attributes a relation binds, and to which kinds.
struct RestrictionBinding: Sendable {
    /// The access restrictions, and the modes that make a relation bind each of them.
    private let attributes: [(mask: UInt64, modes: [String])]

    init(_ definition: NetworkDefinition) {
        attributes = definition.restrictions.enumerated().compactMap { bit, evaluator in
            guard case .access(let rule) = evaluator else { return nil }
            return (1 << UInt64(bit), rule.modes)
        }
    }

    /// Returns what a relation prohibits, and under which restrictions.
    ///
    /// `restriction` binds the attributes whose modes include `vehicle`. `restriction:hgv` binds
    /// those whose modes include `hgv` and outranks the plain tag there, which in a relation of
    /// `type=restriction:hgv` binds the same ones. `except` frees attributes by mode. A key ending
    /// in `:conditional` binds while its conditions hold.
    ///
    /// - Returns: The parts understood, and the reasons why other parts were ignored.
    func parts(of tags: TagSet) -> (parts: [BindingRestriction], ignored: [String]) {
        let tags = tags.withConditionsByKey {
            $0.hasPrefix("restriction") && !$0.hasSuffix(ConditionalTag.suffix)
        }
        let exceptions = Set(list(tags["except"] ?? ""))
        var clauses: [(clause: ConditionalClause, mask: UInt64)] = []
        var ignored: [String] = []
        var isFreed = false
        for (mask, modes) in attributes {
            let found = self.clauses(for: modes, tags)
            guard !found.isEmpty else { continue }
            guard exceptions.isDisjoint(with: modes) else {
                isFreed = true
                continue
            }
            for clause in found {
                if let index = clauses.firstIndex(where: { $0.clause == clause }) {
                    clauses[index].mask |= mask
                } else {
                    clauses.append((clause, mask))
                }
            }
        }
        if tags.conditionals.contains(where: { isRestriction($0) && !$0.others.isEmpty }) {
            ignored.append("conditional, without a condition after @")
        }
        guard !clauses.isEmpty else {
            return (
                [], ignored.isEmpty ? [reasonNothingBinds(tags, isFreed: isFreed)] : ignored
            )
        }
        var parts: [BindingRestriction] = []
        for (clause, mask) in clauses {
            guard clause.condition.isEmpty || TravelCondition(clause.condition) != nil else {
                ignored.append("conditional, on what is not understood")
                continue
            }
            switch kinds(clause.value) {
            case .success(let kinds):
                parts.append(
                    BindingRestriction(
                        kinds: kinds, mask: mask,
                        condition: clause.condition.isEmpty ? nil : clause.condition))
            case .failure(let reason): ignored.append(reason.text)
            }
        }
        return (parts, ignored)
    }

    /// Returns the clauses that bind some modes; an empty condition means always.
    private func clauses(for modes: [String], _ tags: TagSet) -> [ConditionalClause] {
        var keys = modes.filter { $0 != "access" }.map { "restriction:" + $0 }
        if !typeModes(tags).isDisjoint(with: modes) { keys.append("restriction") }
        var clauses: [ConditionalClause] = []
        if let value = keys.lazy.compactMap({ tags[$0] }).first {
            clauses.append(ConditionalClause(value: value, condition: hours(tags)))
        }
        for key in keys {
            guard let value = tags[key + ConditionalTag.suffix] else { continue }
            for clause in ConditionalTag(key: key + ConditionalTag.suffix, value: value).clauses {
                let exception = TravelCondition.except(clause.condition)
                if list(clause.value) == [Self.lifted], TravelCondition(exception) != nil {
                    clauses = clauses.map { $0.adding(exception) }
                } else {
                    clauses.append(clause)
                }
            }
            break
        }
        return clauses
    }

    /// What a clause says if it lifts all before it: `none @ (22:00-06:00)`.
    private static let lifted = "none"

    /// Returns the modes for which a plain `restriction` holds: the relation's type names them
    /// (`type=restriction:hgv`), or it holds for all vehicles.
    private func typeModes(_ tags: TagSet) -> Set<String> {
        let words = (tags["type"] ?? "").split(separator: ":").dropFirst().flatMap {
            list(String($0))
        }
        let modes = words.filter { $0 != "conditional" && $0 != "access" }
        return modes.isEmpty ? ["vehicle"] : Set(modes)
    }

    /// The older tags that limit a restriction to some dates and hours.
    static let hourKeys = ["date_on", "date_off", "day_on", "day_off", "hour_on", "hour_off"]

    /// Returns older tags that limit a restriction to some dates and hours, as a condition. Dates
    /// that are not understood limit nothing.
    private func hours(_ tags: TagSet) -> String {
        var parts: [String] = []
        if let first = tags["date_on"], let last = tags["date_off"],
            TravelCondition("\(first)-\(last)")?.dependsOnDates == true
        {
            parts.append("\(first)-\(last)")
        }
        if let first = tags["day_on"].map(Self.weekday) {
            parts.append("\(first)-\(tags["day_off"].map(Self.weekday) ?? first)")
        }
        if let starts = hours(tags, "hour_on", besides: "hour_off") {
            let ends =
                hours(tags, "hour_off", besides: "hour_on") ?? starts.map { _ in "24:00" }
            let spans = starts.enumerated().map { row, start in
                // `hour_on=07:30-09:30` says both.
                start.contains("-") ? start : "\(start)-\(row < ends.count ? ends[row] : "")"
            }
            parts.append(spans.joined(separator: ","))
        }
        return parts.joined(separator: " ")
    }

    /// Returns a tag's hours. If it and its partner both have a dash, each is a list:
    /// `hour_on=7.00 - 17.00` with `hour_off=9.00 - 19.00`.
    private func hours(_ tags: TagSet, _ key: String, besides other: String) -> [String]? {
        guard let text = tags[key] else { return nil }
        let isList = text.contains("-") && text != tags[other] && tags[other]?.contains("-") == true
        return list(isList ? text.replacing("-", with: ";") : text)
            .map { $0.replacing(".", with: ":") }
    }

    /// Returns a weekday, of which American signs have one letter only.
    private static func weekday(_ text: String) -> String {
        ["m": "Mo", "t": "Tu", "w": "We", "r": "Th", "f": "Fr"][text.lowercased()] ?? text
    }

    private func isRestriction(_ tag: ConditionalTag) -> Bool {
        tag.key.split(separator: ":").first == "restriction"
    }

    private func reasonNothingBinds(_ tags: TagSet, isFreed: Bool) -> String {
        if isFreed { return "every mode of the network is excepted" }
        if !tags.conditionals.isEmpty { return "conditional, for modes the network does not have" }
        return tags.pairs { $0.hasPrefix("restriction") }.isEmpty
            ? "no restriction tag" : "for modes the network does not have"
    }

    private struct Unknown: Error {
        var text: String
    }

    private func kinds(_ value: String) -> Result<[TurnRestrictionKind], Unknown> {
        let words = list(value)
        if words.contains(where: { $0.hasSuffix("_on_red") }) {
            return .failure(Unknown(text: "about red lights only"))
        }
        let kinds = words.compactMap(TurnRestrictionKind.init(rawValue:))
        guard !kinds.isEmpty, kinds.count == words.count else {
            return .failure(Unknown(text: "unknown value"))
        }
        guard kinds.count == 1 || !kinds.contains(where: \.isOnly) else {
            return .failure(Unknown(text: "several values that contradict each other"))
        }
        return .success(kinds)
    }

    private func list(_ text: String) -> [String] {
        text.lowercased().split { $0 == ";" || $0 == "," }.map { $0.filter { $0 != " " } }
    }
}
