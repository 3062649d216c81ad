// Conditions with `OR` in them, as conditions without it.

import RoadNetwork

/// Takes a condition with `OR` apart into conditions any of which is enough.
///
/// - `weight>3.5 OR length>7` is two conditions.
/// - `AND` binds before `OR`, and brackets before both: `hgv AND (weight>7.5 OR length>12)` is
///   `hgv AND weight>7.5` and `hgv AND length>12`.
/// - Weekdays, months or hours alone on both sides are one list, as a sign would say it:
///   `weight>7.5 AND (Mo OR Tu)` is `weight>7.5 AND Mo,Tu`, and `Mo-Fr 07:00-09:00 OR 15:00-17:00`
///   is `Mo-Fr 07:00-09:00,15:00-17:00`. Beside an `AND` they are none: of `Mo OR Tu AND hgv`,
///   Monday is for all. Only hours go on with those before them: `hgv AND 07:00-09:00 OR
///   15:00-17:00` binds trucks alone.
enum ConditionAlternatives {
    /// A text that means more conditions is left as it is.
    private static let most = 16

    /// Returns the conditions; the text itself if it has no `OR`.
    static func of(_ text: String) -> [String] {
        guard text.utf8.count <= TimeCondition.longestText, let all = conjunctions(text),
            all.hasOr
        else { return [text] }
        return all.of.map { $0.joined(separator: " AND ") }
    }

    /// Returns lists of parts: a text holds if all parts of any list do. `nil` if they are too
    /// many.
    private static func conjunctions(_ text: String) -> (of: [[String]], hasOr: Bool)? {
        let sides = split(text) { $0 == "OR" || $0 == "||" }
        var hasOr = sides.count > 1
        var found: [[String]] = []
        for parts in lists(sides.map { side in split(side) { $0 == "AND" } }) {
            var products: [[String]] = [[]]
            for part in parts {
                var choices = [[part]]
                if let inner = TimeCondition.bracketed(part) {
                    guard let nested = conjunctions(String(inner)) else { return nil }
                    if nested.hasOr { (choices, hasOr) = (nested.of, true) }
                }
                guard products.count * choices.count <= most else { return nil }
                products = products.flatMap { before in choices.map { before + $0 } }
            }
            found += products
        }
        return found.count <= most ? (found, hasOr) : nil
    }

    /// Joins sides of an `OR` that name the same kind of times.
    private static func lists(_ sides: [[String]]) -> [[String]] {
        sides.reduce(into: []) { joined, side in
            guard let list = joined.last, let before = list.last, let behind = side.first,
                side.count == 1, list.count == 1 || ConditionSelector(behind) == .hours,
                isList(before, behind)
            else {
                joined.append(side)
                return
            }
            joined[joined.count - 1][list.count - 1] = "\(before),\(behind)"
        }
    }

    private static func isList(_ before: String, _ behind: String) -> Bool {
        guard let last = before.split(separator: " ").last,
            let first = behind.split(separator: " ").first,
            let kind = ConditionSelector(String(last))
        else { return false }
        // Hours belong to the days before them.
        return ConditionSelector(kind == .hours ? behind : String(first)) == kind
    }

    /// Splits a text at words outside brackets and comments in quotes.
    static func split(_ text: String, at isSeparator: (String) -> Bool) -> [String] {
        var parts: [[Substring]] = [[]]
        var depth = 0
        var isQuoted = false
        for word in text.split(separator: " ") {
            if depth == 0, !isQuoted, isSeparator(word.uppercased()) {
                parts.append([])
            } else {
                parts[parts.count - 1].append(word)
            }
            for character in word where character == "\"" { isQuoted.toggle() }
            depth += word.reduce(0) { $0 + ($1 == "(" ? 1 : $1 == ")" ? -1 : 0) }
        }
        return parts.count == 1
            ? [text] : parts.map { $0.joined(separator: " ") }.filter { !$0.isEmpty }
    }
}
