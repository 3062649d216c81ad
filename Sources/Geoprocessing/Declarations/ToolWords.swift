// The tools' words for the operations' enumerations and units.

import Geo
import RouteAPI

/// The words that tools use instead of the operations' words.
enum ToolWords {
    /// Words for the cost in time or distance.
    static let impedances = ["Drive Time", "Truck Time", "Walk Time", "Travel Distance"]

    /// Where U-turns are allowed: the tool's word, other forms of it, the policy.
    static let uTurns: [(word: String, others: [String], policy: UTurnPolicy)] = [
        ("Allowed", ["ALLOW_UTURNS"], .allowBacktrack),
        ("Not Allowed", ["NO_UTURNS"], .noBacktrack),
        ("Allowed Only at Dead Ends", ["ALLOW_DEAD_ENDS_ONLY"], .atDeadEndsOnly),
        (
            "Allowed Only at Intersections and Dead Ends",
            ["ALLOW_DEAD_ENDS_AND_INTERSECTIONS_ONLY"], .atDeadEndsAndIntersections
        ),
    ]

    /// The shapes of routes: the tool's word, other forms of it, the shape.
    static let shapes: [(word: String, others: [String], shape: OutputLineType)] = [
        ("True Shape", ["TRUE_LINES_WITHOUT_MEASURES"], .trueShape),
        ("True Shape with Measures", ["TRUE_LINES_WITH_MEASURES"], .trueShapeWithMeasure),
        ("Straight Line", ["Straight Lines"], .straight),
        ("None", ["NO_LINES", "No Lines"], .none),
    ]

    /// Returns the tool's word for a policy.
    static func word(for policy: UTurnPolicy) -> String {
        uTurns.first { $0.policy == policy }?.word ?? "Allowed"
    }

    /// Returns the tool's word for a shape.
    static func word(for shape: OutputLineType) -> String {
        shapes.first { $0.shape == shape }?.word ?? "True Shape"
    }

    /// Folds a word: removes case, blanks and signs, so that words can be compared.
    static func folded(_ word: String) -> String {
        String(word.lowercased().filter { $0.isLetter || $0.isNumber })
    }
}

/// The units that tools know.
enum ToolUnits {
    static let lengths = ["Meters", "Kilometers", "Feet", "Yards", "Miles", "NauticalMiles"]
    static let times = ["Seconds", "Minutes", "Hours", "Days"]
    static let all = lengths + times

    /// Finds a unit by its word, in any case and with blanks; returns `nil` for any other word.
    static func unit(_ word: String, among words: [String] = all) -> NetworkUnit? {
        let wanted = ToolWords.folded(word)
        guard let found = words.first(where: { ToolWords.folded($0) == wanted }) else {
            return nil
        }
        return NetworkUnit(rawValue: "esriNAU\(found)")
    }

    /// Returns a unit's word, as in `Total_Miles`.
    static func word(of unit: NetworkUnit) -> String {
        String(unit.rawValue.dropFirst("esriNAU".count))
    }

    /// Returns the factor that converts one unit to another; `nil` if only one is a time.
    static func factor(from unit: NetworkUnit, to other: NetworkUnit) -> Double? {
        if let a = unit.seconds, let b = other.seconds { return a / b }
        if let a = unit.meters, let b = other.meters { return a / b }
        return nil
    }
}

/// Reads lists of texts as tools' clients send them.
enum ToolList {
    /// Reads a JSON array of strings, a list as Python writes it, or texts separated by semicolons.
    ///
    /// - Returns: `nil` if the list is not closed, or has something other than texts.
    static func read(_ text: String) -> [String]? {
        guard text.first == "[" else {
            return text.split(separator: ";").map { String(bare($0.trimmingSpace())) }
                .filter { !$0.isEmpty }
        }
        var words: [String] = []
        var rest = text.dropFirst().trimmingSpace()
        while let mark = rest.first {
            if mark == "]" { return rest.dropFirst().trimmingSpace().isEmpty ? words : nil }
            if mark == "," {
                rest = rest.dropFirst().trimmingSpace()
                continue
            }
            guard mark == "'" || mark == "\"", let (word, next) = quoted(rest, by: mark) else {
                return nil
            }
            words.append(word)
            rest = next.trimmingSpace()
        }
        return nil
    }

    /// Removes the quotation marks that ArcGIS puts around names with blanks.
    private static func bare(_ word: Substring) -> Substring {
        guard word.count > 1, let mark = word.first, mark == "'" || mark == "\"",
            word.last == mark
        else { return word }
        return word.dropFirst().dropLast()
    }

    /// Reads a text in quotation marks, with the escapes that JSON and Python share.
    private static func quoted(
        _ text: Substring, by mark: Character
    ) -> (word: String, rest: Substring)? {
        var word = ""
        var place = text.index(after: text.startIndex)
        while place < text.endIndex {
            let character = text[place]
            place = text.index(after: place)
            if character == mark { return (word, text[place...]) }
            guard character == "\\" else {
                word.append(character)
                continue
            }
            guard place < text.endIndex, let (escaped, next) = escape(text, at: place) else {
                return nil
            }
            word.append(escaped)
            place = next
        }
        return nil
    }

    private static func escape(
        _ text: Substring, at place: Substring.Index
    ) -> (character: Character, next: Substring.Index)? {
        let next = text.index(after: place)
        switch text[place] {
        case "n": return ("\n", next)
        case "t": return ("\t", next)
        case "u", "x":
            let count = text[place] == "u" ? 4 : 2
            guard let end = text.index(next, offsetBy: count, limitedBy: text.endIndex),
                let code = UInt32(text[next..<end], radix: 16), let scalar = Unicode.Scalar(code)
            else { return nil }
            return (Character(scalar), end)
        case let other: return (other, next)
        }
    }
}
