// Splits `key:conditional` tags into clauses.

import RoadNetwork

/// A clause of a conditional tag: the value a key has while a condition holds.
struct ConditionalClause: Hashable, Sendable {
    var value: String
    /// The text after the `@`, without its brackets.
    var condition: String

    /// The clause as it would be written in a tag.
    var text: String { "\(value) @ (\(condition))" }

    /// The parts of the condition, which must all hold.
    var parts: [String] {
        TimeCondition.conjuncts(of: condition).map {
            $0.filter { $0 != " " }.isEmpty ? "" : String($0.drop { $0 == " " })
        }
    }
}

/// A conditional tag, such as `access:conditional=no @ (22:00-06:00)`.
///
/// Source: wiki.openstreetmap.org, *Conditional restrictions*. If the conditions of several clauses
/// hold, the last one counts.
struct ConditionalTag: Hashable, Sendable {
    static let suffix = ":conditional"

    /// The key changed by the clauses, including its direction if it has one.
    var key: String
    var clauses: [ConditionalClause]
    /// Parts of the value without a condition, which are no clauses.
    var others: [String] = []

    /// Reads a tag.
    ///
    /// - Parameter key: The whole key, with its suffix.
    init(key: String, value: String) {
        self.key = String(key.dropLast(Self.suffix.count))
        clauses = []
        for piece in Self.pieces(of: value) {
            let parts = piece.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
                .map { Self.trimmed($0) }
            if parts.count == 2 {
                clauses.append(ConditionalClause(value: parts[0], condition: parts[1]))
            } else if let last = clauses.indices.last,
                !Self.isBracketed(clauses[last].condition)
            {
                // Without brackets, semicolons inside a condition look like the tag's own.
                clauses[last].condition += "; " + parts[0]
            } else {
                others.append(parts[0])
            }
        }
        clauses = clauses.flatMap { clause in
            Self.alternatives(Self.withoutBrackets(clause.condition)).map {
                ConditionalClause(value: clause.value, condition: $0)
            }
        }
    }

    /// Returns conditions any of which makes a clause hold: see ``ConditionAlternatives``, and
    /// parts between semicolons where they are no schedule, `Nov-Apr; weight>3.5`.
    private static func alternatives(_ condition: String) -> [String] {
        let parts = ConditionAlternatives.of(condition)
        guard parts.count == 1, condition.contains(";"), TravelCondition(condition) == nil else {
            return parts.map { withoutBrackets($0) }
        }
        let rules = ConditionAlternatives.split(condition.replacing(";", with: " ; ")) { $0 == ";" }
        let saysMore = rules.map { $0.lowercased() }
            .contains { $0.hasSuffix("off") || $0.hasSuffix("closed") }
        return saysMore || !rules.contains { TravelCondition($0) != nil } ? [condition] : rules
    }

    /// Splits a text at semicolons outside brackets, and at commas outside brackets before another
    /// clause: `destination @ (06:00-22:00), no @ (22:00-06:00)`.
    private static func pieces(of text: String) -> [String] {
        var pieces = [""]
        var depth = 0
        for place in text.indices {
            let character = text[place]
            if character == "(" { depth += 1 }
            if character == ")" { depth -= 1 }
            let isSeparator =
                character == ";" || character == "," && beginsClause(text[place...].dropFirst())
            if isSeparator, depth <= 0 {
                pieces.append("")
            } else {
                pieces[pieces.count - 1].append(character)
            }
        }
        return pieces.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private static func beginsClause(_ text: Substring) -> Bool {
        text.prefix { $0 != ";" && $0 != "," }.contains("@")
    }

    private static func trimmed(_ text: some StringProtocol) -> String {
        var rest = Substring(text)
        while rest.first?.isWhitespace == true { rest = rest.dropFirst() }
        while rest.last?.isWhitespace == true { rest = rest.dropLast() }
        return String(rest)
    }

    private static func isBracketed(_ text: String) -> Bool {
        text.hasPrefix("(") && text.hasSuffix(")")
    }

    /// Removes the brackets around a condition, also if one lacks its partner.
    private static func withoutBrackets(_ text: String) -> String {
        var excess = text.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
        var rest = Substring(text)
        while excess > 0, rest.first == "(" {
            rest = rest.dropFirst()
            excess -= 1
        }
        while excess < 0, rest.last == ")" {
            rest = rest.dropLast()
            excess += 1
        }
        return trimmed(TimeCondition.bracketed(rest) ?? rest)
    }
}

extension TagSet {
    /// The conditional tags, ordered by key.
    var conditionals: [ConditionalTag] {
        pairs { $0.hasSuffix(ConditionalTag.suffix) }
            .map { ConditionalTag(key: $0.key, value: $0.value) }
    }
}
