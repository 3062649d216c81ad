// The digits of numbers.

extension JSONWriter {
    static let powersOfTen: [Int64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000,
    ]

    /// The text of ``coordinate(_:decimals:)`` by itself.
    static func text(ofCoordinate value: Double, decimals: Int?) -> String {
        var writer = JSONWriter()
        writer.coordinate(value, decimals: decimals)
        return writer.text
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

    /// A number with at most seven decimals in units of the seventh, or `nil` for other numbers.
    ///
    /// Most numbers of an answer are such: places as the network stores them, lengths in
    /// centimeters. Up to 15 digits no two decimals share a double, so the decimal that reads back
    /// as the double is the shortest; below 1e-4 the shortest form has an exponent.
    private static func tenMillionths(_ value: Double) -> Int64? {
        let units = (value * 1e7).rounded()
        guard units.magnitude < 1e15, value.magnitude >= 1e-4, units / 1e7 == value else {
            return nil
        }
        return Int64(units)
    }

    /// Appends a whole number.
    mutating func appendInteger(_ value: Int64) { appendDecimal(value, decimals: 0) }

    /// Appends so many units of the last of some decimals, without trailing zeros.
    mutating func appendDecimal(_ units: Int64, decimals: Int) {
        var rest = units.magnitude
        var left = decimals
        while left > 0, rest % 10 == 0 {
            rest /= 10
            left -= 1
        }
        // At least a digit before the point.
        let digits = max(Self.digitCount(of: rest), left + 1)
        let (sign, point) = (units < 0 ? 1 : 0, left > 0 ? 1 : 0)
        output.append(count: sign + digits + point) { text in
            if sign == 1 { text[0] = UInt8(ascii: "-") }
            var place = sign + digits + point
            for digit in 0..<digits {
                if digit == left, left > 0 {
                    place -= 1
                    text[place] = UInt8(ascii: ".")
                }
                place -= 1
                let (tenth, last) = rest.quotientAndRemainder(dividingBy: 10)
                text[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: last)
                rest = tenth
            }
        }
    }

    /// The number of decimal digits, 1 for zero.
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
