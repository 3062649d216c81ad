// The digits of numbers.

extension JSONWriter {
    static let powersOfTen: [Int64] = [
        1, 10, 100, 1_000, 10_000, 100_000, 1_000_000, 10_000_000, 100_000_000, 1_000_000_000,
        10_000_000_000, 100_000_000_000, 1_000_000_000_000, 10_000_000_000_000,
        100_000_000_000_000, 1_000_000_000_000_000,
    ]

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
        // The 19 digits of the greatest number, or as many decimals and a zero, a point and a sign.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 24) { text in
            var rest = units.magnitude
            var place = text.count
            func put(_ byte: UInt8) {
                place -= 1
                text[place] = byte
            }
            func putDigit() {
                let (tenth, digit) = rest.quotientAndRemainder(dividingBy: 10)
                put(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: digit))
                rest = tenth
            }
            var left = decimals
            while left > 0, rest % 10 == 0 {
                rest /= 10
                left -= 1
            }
            if left > 0 {
                for _ in 0..<left { putDigit() }
                put(UInt8(ascii: "."))
            }
            repeat { putDigit() } while rest > 0
            if units < 0 { put(UInt8(ascii: "-")) }
            bytes.append(contentsOf: UnsafeBufferPointer(rebasing: text[place...]))
        }
    }
}
