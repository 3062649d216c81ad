// Conditions on tags, the left side of every rule in a network definition.

import DefinitionFiles

/// A condition on an object's tags.
///
/// A definition writes it as keys with values, all of which must hold. A list of such mappings
/// holds if any of them does. The forms of a line:
///
///     highway: residential            the value is this
///     highway: [primary, secondary]   any of these values
///     highway: "*"                    the key is there, whatever the value
///     cycleway: "opposite*"           the value starts so
///     maxspeed: "*:urban"             the value ends so
///     not surface: [paved, asphalt]   the value is none of these, or the key is not there
///     not oneway: "*"                 the key is not there
///     every hov:lanes: designated     each lane has the value (`designated|designated`)
///     maxwidth: ">=1.8 m"             the value is a length of so much or more, in any unit
///     construction: "=highway"        the value equals another key's
///
/// A value with several parts (`gravel;dirt`) satisfies a line if one part does. A lane without a
/// value (`designated|`) satisfies none.
struct TagCondition: Hashable, Sendable {
    private var alternatives: [[TagTest]]

    fileprivate init(alternatives: [[TagTest]]) { self.alternatives = alternatives }

    /// A condition that always holds.
    static let always = TagCondition(alternatives: [[]])
    /// A condition that never holds.
    static let never = TagCondition(alternatives: [])

    /// Whether the tags satisfy the condition, read for one direction of travel.
    func holds(for tags: TagSet, _ direction: LineDirection? = nil) -> Bool {
        alternatives.contains { tests in tests.allSatisfy { $0.holds(for: tags, direction) } }
    }

    /// The keys that the condition tests, or compares them with.
    var keys: Set<String> { Set(alternatives.joined().flatMap { [$0.key] + $0.comparedKeys }) }
}

/// One line of a condition.
private struct TagTest: Hashable, Sendable {
    var key: String
    var isNegated: Bool
    /// Whether the value lists lanes, and each lane is tested.
    var isAboutLanes: Bool
    var patterns: [TagPattern]

    /// The words before a key.
    private static let negation = "not "
    private static let lanes = "every "

    /// Reads the words before a key.
    init(_ text: String, patterns: [TagPattern]) {
        var key = Substring(text)
        isNegated = key.hasPrefix(Self.negation)
        if isNegated { key = key.dropFirst(Self.negation.count) }
        isAboutLanes = key.hasPrefix(Self.lanes)
        if isAboutLanes { key = key.dropFirst(Self.lanes.count) }
        self.key = String(key)
        self.patterns = patterns
    }

    /// The keys whose values the key's is compared with.
    var comparedKeys: [String] {
        patterns.compactMap { if case .sameAs(let other) = $0 { other } else { nil } }
    }

    func holds(for tags: TagSet, _ direction: LineDirection?) -> Bool {
        guard let value = tags.value(key, direction) else { return isNegated }
        return matches(value, tags) != isNegated
    }

    private func matches(_ value: String, _ tags: TagSet) -> Bool {
        guard isAboutLanes else { return patterns.contains { $0.matches(value, tags) } }
        return TagList.lanes(of: value).allSatisfy { lane in
            !lane.isEmpty && patterns.contains { $0.matches(lane, tags) }
        }
    }
}

private enum TagPattern: Hashable, Sendable {
    case anything
    case exactly(String)
    case startingWith(String)
    case endingWith(String)
    /// The centimeters of the least length.
    case atLeast(Double)
    /// The value of another key.
    case sameAs(key: String)

    private static let least = ">="
    private static let same = "="

    /// Reads a value from a line; `nil` if it is not understood.
    init?(_ text: String) {
        if text.hasPrefix(Self.least) {
            let length = String(text.dropFirst(Self.least.count))
            guard let least = VehicleMeasure.readings(of: length, .length).first else {
                return nil
            }
            self = .atLeast(least)
        } else if text.hasPrefix(Self.same) {
            self = .sameAs(key: String(text.dropFirst(Self.same.count)))
        } else if text == "*" {
            self = .anything
        } else if text.hasPrefix("*") {
            self = .endingWith(String(text.dropFirst()))
        } else {
            self = text.hasSuffix("*") ? .startingWith(String(text.dropLast())) : .exactly(text)
        }
    }

    func matches(_ value: String, _ tags: TagSet) -> Bool {
        switch self {
        case .anything: true
        case .exactly(let text):
            value == text
                || value.utf8.contains(UInt8(ascii: ";")) && parts(of: value).contains(text)
        case .startingWith(let start): value.hasPrefix(start)
        case .endingWith(let end): value.hasSuffix(end)
        case .sameAs(let key): tags[key] == value
        case .atLeast(let least):
            VehicleMeasure.readings(of: value, .length).first.map { $0 >= least } ?? false
        }
    }

    private func parts(of value: String) -> [String] {
        value.split(separator: ";").map { part in
            String(part.drop { $0 == " " })
        }
    }
}

/// A value that applies under a condition.
struct Rule<Value: Sendable>: Sendable {
    var condition: TagCondition
    var value: Value
}

extension Array {
    /// Returns the value of the first rule whose condition holds.
    func firstValue<Value: Sendable>(
        for tags: TagSet, _ direction: LineDirection? = nil
    ) -> Value? where Element == Rule<Value> {
        for rule in self where rule.condition.holds(for: tags, direction) { return rule.value }
        return nil
    }
}

extension DefinitionNode {
    /// Reads a condition: a mapping, or a list of mappings of which one must hold.
    func condition() throws -> TagCondition {
        TagCondition(alternatives: try elements().map { try $0.tests() })
    }

    private func tests() throws -> [TagTest] {
        let entries = try entries()
        guard !entries.isEmpty else { throw error("a condition names at least one key") }
        return try entries.map { name, value in
            let patterns: [TagPattern] = try value.texts().map { text in
                guard let pattern = TagPattern(text) else {
                    throw value.error("\"\(text)\" is no length; write one such as \">=1.8 m\"")
                }
                return pattern
            }
            guard !patterns.isEmpty else { throw value.error("\(name): no value is given") }
            return TagTest(name, patterns: patterns)
        }
    }

    /// Reads a list of rules `{value: …, when: …}`; a rule without `when` always holds.
    ///
    /// - Parameter isTotal: Whether the last rule must always hold.
    func rules<Value: Sendable>(
        isTotal: Bool = false, _ read: (DefinitionNode) throws -> Value
    ) throws -> [Rule<Value>] {
        let elements = try elements()
        let rules = try elements.map { element in
            let fields = try element.fields("value", "when")
            return Rule(
                condition: try fields["when"]?.condition() ?? .always,
                value: try read(fields.required("value")))
        }
        for (rule, element) in zip(rules, elements).dropLast() where rule.condition == .always {
            throw element.error("the rules after this one can never be reached")
        }
        if isTotal, rules.last?.condition != .always {
            throw (elements.last ?? self).error("the last rule must be one without \"when\"")
        }
        return rules
    }
}
