// The functions in conditions, LIKE patterns, and dates.

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif canImport(Darwin)
import Darwin
#endif

/// The natural logarithm.
private func logarithm(_ value: Double) -> Double { log(value) }

/// The logarithm to the base 10.
private func logarithm10(_ value: Double) -> Double { log10(value) }

/// A function on values. Characters are code points, as in comparisons.
package enum WhereFunction: String, Hashable, Sendable, CaseIterable {
    case abs, ceiling, floor, round, truncate, mod, power
    case charLength = "char_length"
    case concat, lower, upper, substring, trim, position, nullif, coalesce
    case log, log10, extract, cast

    var argumentCounts: ClosedRange<Int> {
        switch self {
        case .abs, .ceiling, .floor, .log, .log10: 1...1
        case .charLength, .lower, .upper, .trim: 1...1
        case .round, .truncate: 1...2
        case .mod, .power, .nullif, .position, .extract: 2...2
        case .substring, .cast: 2...3
        case .concat, .coalesce: 1...16
        }
    }

    /// Whether the value is a text, whatever the arguments' values are.
    package func makesText(of arguments: [WhereExpression]) -> Bool {
        switch self {
        case .lower, .upper, .substring, .trim, .concat: true
        case .cast: arguments[1] == .literal(.text(WhereCastType.varchar.rawValue))
        case .abs, .ceiling, .floor, .round, .truncate, .mod, .power, .charLength, .position,
            .nullif, .coalesce, .log, .log10, .extract:
            false
        }
    }

    /// Whether an argument has to be a number; `false` if it has to be a text, `nil` if it may be
    /// anything.
    package func needsNumber(at place: Int) -> Bool? {
        switch self {
        case .abs, .ceiling, .floor, .round, .truncate, .mod, .power, .log, .log10: true
        case .substring: place > 0
        case .charLength, .lower, .upper, .trim, .position: false
        case .concat, .nullif, .coalesce, .extract, .cast: nil
        }
    }

    /// Computes the function; null if an argument is null or of the wrong kind.
    func result(
        _ arguments: [WhereValue], _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> WhereValue {
        switch self {
        case .position:
            guard let part = arguments[0].asText, let text = arguments[1].asText else {
                return .null
            }
            return .number(Double(try TextSearch.position(of: part, in: text, &meter)))
        case .coalesce: return arguments.first { $0 != .null } ?? .null
        case .nullif:
            let isEqual = WhereComparison.equal.holds(arguments[0], arguments[1]) ?? false
            return isEqual ? .null : arguments[0]
        case .extract:
            guard let part = arguments[0].asText.flatMap({ WhereDatePart(rawValue: $0) }),
                let value = arguments[1].asNumber.flatMap(part.value)
            else { return .null }
            return .number(value)
        case .cast:
            guard let type = arguments[1].asText.flatMap({ WhereCastType(rawValue: $0) }) else {
                return .null
            }
            return type.value(of: arguments[0], length: arguments.last?.asNumber)
        case .concat:
            let parts = arguments.map(\.written)
            return parts.contains(nil) ? .null : .text(parts.compactMap(\.self).joined())
        case .charLength, .lower, .upper, .substring, .trim: return text(arguments)
        case .abs, .ceiling, .floor, .round, .truncate, .mod, .power, .log, .log10:
            return number(arguments)
        }
    }

    private func text(_ arguments: [WhereValue]) -> WhereValue {
        guard let first = arguments[0].asText else { return .null }
        switch self {
        case .lower: return .text(first.lowercased())
        case .upper: return .text(first.uppercased())
        case .charLength: return .number(Double(first.unicodeScalars.count))
        case .trim:
            let head = first.unicodeScalars.drop { $0 == " " }
            let count = head.reversed().drop { $0 == " " }.count
            return .text(String(head.prefix(count)))
        default:
            let numbers = arguments.dropFirst().map { $0.asNumber.flatMap(Self.whole) }
            guard let from = numbers[0] else { return .null }
            // Positions count from 1; positions before the text count too.
            var end = Int.max
            if numbers.count > 1 {
                guard let length = numbers[1], length >= 0 else { return .null }
                end = from + length
            }
            let scalars = first.unicodeScalars.prefix(max(end - 1, 0)).dropFirst(max(from - 1, 0))
            return .text(String(scalars))
        }
    }

    private func number(_ arguments: [WhereValue]) -> WhereValue {
        let numbers = arguments.compactMap(\.asNumber)
        guard numbers.count == arguments.count else { return .null }
        let first = numbers[0]
        let result: Double
        switch self {
        case .abs: result = Swift.abs(first)
        case .ceiling: result = first.rounded(.up)
        case .floor: result = first.rounded(.down)
        case .round, .truncate:
            let rule: FloatingPointRoundingRule =
                self == .round ? .toNearestOrAwayFromZero : .towardZero
            let places = Self.whole(numbers.count > 1 ? numbers[1] : 0) ?? 0
            let scale = Self.power(10, Swift.max(-15, Swift.min(15, places)))
            result = (first * scale).rounded(rule) / scale
        case .log: result = logarithm(first)
        case .log10: result = logarithm10(first)
        case .mod: result = first.truncatingRemainder(dividingBy: numbers[1])
        default:
            guard let exponent = Self.whole(numbers[1]), Swift.abs(exponent) <= 1_024 else {
                return .null
            }
            result = Self.power(first, exponent)
        }
        return result.isFinite ? .number(result) : .null
    }

    private static func whole(_ number: Double) -> Int? {
        number == number.rounded() && Swift.abs(number) < 1e9 ? Int(number) : nil
    }

    private static func power(_ base: Double, _ exponent: Int) -> Double {
        var result = 1.0
        for _ in 0..<Swift.abs(exponent) { result *= base }
        return exponent < 0 ? 1 / result : result
    }
}

/// A LIKE pattern: `%` matches any run of code points, `_` matches one.
package struct WherePattern: Hashable, Sendable {
    /// A piece of a pattern.
    package enum Part: Hashable, Sendable {
        /// Any run of code points, even an empty one; never two in a row.
        case run
        /// Any single code point.
        case any
        /// A specific code point.
        case one(Unicode.Scalar)
    }

    /// The pattern's pieces in order.
    package let parts: [Part]

    /// Parses a pattern.
    ///
    /// - Parameter escape: The code point that makes the next one literal.
    package init(_ pattern: String, escape: Unicode.Scalar?) {
        var parts: [Part] = []
        var isEscaped = false
        for character in pattern.unicodeScalars {
            if isEscaped {
                parts.append(.one(character))
                isEscaped = false
            } else if character == escape {
                isEscaped = true
            } else if character == "%" {
                if parts.last != .run { parts.append(.run) }
            } else {
                parts.append(character == "_" ? .any : .one(character))
            }
        }
        self.parts = parts
    }

    /// Returns whether the whole text matches.
    ///
    /// - Complexity: O(*n* · *m*) in both lengths at worst, because a run grows by one character
    ///   each time the rest does not match.
    package func matches(
        _ text: String, _ meter: inout WhereMeter
    ) throws(WhereInterruption) -> Bool {
        try meter.count(bytes: text.utf8.count)
        let characters = Array(text.unicodeScalars)
        var (part, at) = (0, 0)
        var retry: (part: Int, at: Int)?
        while at < characters.count {
            try meter.count()
            if part < parts.count, parts[part] == .run {
                retry = (part, at)
                part += 1
            } else if part < parts.count, parts[part] == .any || parts[part] == .one(characters[at])
            {
                part += 1
                at += 1
            } else if let last = retry {
                retry = (last.part, last.at + 1)
                (part, at) = (last.part + 1, last.at + 1)
            } else {
                return false
            }
        }
        return parts[part...].allSatisfy { $0 == .run }
    }
}

/// Reads dates in conditions.
package enum WhereDate {
    /// Converts `yyyy-mm-dd`, `yyyy-mm-dd hh:mm:ss` or any other time in ISO 8601 to milliseconds
    /// since 1970; without a zone it is in UTC. Months and days may lack a zero.
    package static func milliseconds(of text: String) -> Double? {
        switch WrittenTime(text.trimmingBlanks) {
        case .instant(let time)?, .wallClock(let time)?: return Double(time)
        case .timeOfDay?, nil: break
        }
        let halves = text.split(separator: " ", omittingEmptySubsequences: false)
        guard (1...2).contains(halves.count),
            let date = numbers(halves[0], "-"), date.count == 3, (1...12).contains(date[1]),
            date[0] <= 9_999, date[2] >= 1,
            date[2] <= ISODateTime.daysInMonth(date[1], of: date[0])
        else { return nil }
        var seconds = 0
        if halves.count == 2 {
            guard let time = numbers(halves[1], ":"), time.count == 3, time[0] < 24, time[1] < 60,
                time[2] < 60
            else { return nil }
            seconds = time[0] * 3_600 + time[1] * 60 + time[2]
        }
        let days = ISODateTime.dayNumber(year: date[0], month: date[1], day: date[2])
        return Double(days * 86_400 + seconds) * 1_000
    }

    private static func numbers(_ text: Substring, _ separator: Character) -> [Int]? {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
            part.allSatisfy { ("0"..."9").contains($0) } ? Int(part) : nil
        }
        return numbers.count == parts.count ? numbers : nil
    }
}
