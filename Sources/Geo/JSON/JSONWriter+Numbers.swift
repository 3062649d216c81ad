// Writes the digits of numbers.

extension JSONWriter {
    static let powersOfTen: [Int64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000,
    ]

    /// Returns the text that ``coordinate(_:decimals:)`` writes.
    package static func text(ofCoordinate value: Double, decimals: Int?) -> String {
        JSONWriter.text { $0.coordinate(value, decimals: decimals) }
    }

    /// Appends the shortest text that reads back as the same double.
    mutating func appendNumber(_ value: Double) {
        if value.magnitude < 1e15, value == value.rounded(.towardZero) {
            appendInteger(Int64(value))
        } else if let units = Self.tenMillionths(value) {
            appendDecimal(units, decimals: 7)
        } else if value.isFinite {
            let text = value.description
            append(text.hasSuffix(".0") ? String(text.dropLast(2)) : text)
        } else {
            append("null")
        }
    }

    /// Returns a number in units of 10⁻⁷ if it has at most seven decimals, or `nil`.
    ///
    /// Most numbers in an answer do: positions as the network stores them, lengths in centimeters.
    /// Up to 15 digits, no two decimals share a double, so the decimal that reads back as this
    /// double is the shortest one; below 1e-4 the shortest form has an exponent.
    private static func tenMillionths(_ value: Double) -> Int64? {
        let units = (value * 1e7).rounded()
        guard units.magnitude < 1e15, value.magnitude >= 1e-4, units / 1e7 == value else {
            return nil
        }
        return Int64(units)
    }

    mutating func appendInteger(_ value: Int64) { appendDecimal(value, decimals: 0) }

    /// Appends a number given in units of its last decimal, without trailing zeros.
    mutating func appendDecimal(_ units: Int64, decimals: Int) {
        var rest = units.magnitude
        var left = decimals
        while left > 0, rest % 10 == 0 {
            rest /= 10
            left -= 1
        }
        // At least one digit precedes the point.
        let digits = max(Self.digitCount(of: rest), left + 1)
        let (sign, point) = (units < 0 ? 1 : 0, left > 0 ? 1 : 0)
        output.append(count: sign + digits + point) { text in
            if sign == 1 { text[0] = UInt8(ascii: "-") }
            var place = sign + digits + point
            if left > 0 {
                Self.write(&rest, digits: left, into: text, before: &place)
                place -= 1
                text[place] = UInt8(ascii: ".")
            }
            Self.write(&rest, digits: digits - left, into: text, before: &place)
        }
    }

    /// Writes a number's last digits before a position, and leaves the remaining digits in `rest`.
    @inline(__always)
    private static func write(
        _ rest: inout UInt64, digits: Int, into text: UnsafeMutablePointer<UInt8>,
        before place: inout Int
    ) {
        var left = digits
        // Two at a time, so that half as many divisions wait for each other.
        while left >= 2 {
            let (others, pair) = rest.quotientAndRemainder(dividingBy: 100)
            let two = UInt32(truncatingIfNeeded: pair)
            text[place - 1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: two % 10)
            text[place - 2] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: two / 10)
            place -= 2
            left -= 2
            rest = others
        }
        guard left == 1 else { return }
        place -= 1
        let (others, last) = rest.quotientAndRemainder(dividingBy: 10)
        text[place] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: last)
        rest = others
    }

    /// Returns the number of decimal digits, 1 for zero.
    private static func digitCount(of value: UInt64) -> Int {
        var (count, bound) = (1, UInt64(10))
        while value >= bound {
            count += 1
            let (next, overflows) = bound.multipliedReportingOverflow(by: 10)
            if overflows { break }
            bound = next
        }
        return count
    }
}
