// Numbers as offices write them: with a decimal point or comma, and thousands separators.

/// The sign before a number's decimals.
package enum DecimalSign: Hashable, Sendable {
    case point
    case comma
}

/// A written number, with its value under either decimal sign.
///
///     WrittenNumber("7,5")?.value(nil)           // 7.5: no group of three digits
///     WrittenNumber("1.234,5")?.value(nil)       // 1234.5
///     WrittenNumber("1,234")?.value(nil)         // nil: 1.234 or 1234
///     WrittenNumber("1,234")?.value(.comma)      // 1.234
package struct WrittenNumber: Hashable, Sendable {
    /// The value if a point is the decimal sign; `nil` if that makes no number.
    package let withPoint: Double?
    /// The value if a comma is the decimal sign; `nil` if that makes no number.
    package let withComma: Double?

    /// Reads a number, or returns `nil` if the text is none.
    package init?(_ text: some StringProtocol) { self.init(whole: Substring(text)) }

    /// Not generic, because files hold millions of numbers.
    private init?(whole text: Substring) {
        let bytes = text.utf8
        guard let first = bytes.first else { return nil }
        // Excludes "nan", "infinity" and hexadecimal numbers.
        guard Self.isDigit(first) || "+-.,\u{2212}".utf8.contains(first) else { return nil }
        let isPlain = bytes.allSatisfy { Self.isDigit($0) || "+-.eE".utf8.contains($0) }
        if isPlain {
            let value = Double(text).flatMap { $0.isFinite ? $0 : nil }
            withPoint = value
            withComma =
                !bytes.contains(UInt8(ascii: "."))
                ? value
                : Self.hasGroups(bytes) ? Self.value(of: text, decimals: ",", groups: ".") : nil
        } else {
            withPoint = Self.value(of: text, decimals: ".", groups: ",")
            withComma = Self.value(of: text, decimals: ",", groups: ".")
        }
        if withPoint == nil, withComma == nil { return nil }
    }

    /// The decimal sign the number itself shows; `nil` if both are possible.
    package var sign: DecimalSign? {
        switch (withPoint, withComma) {
        case (.some, nil): .point
        case (nil, .some): .comma
        default: nil
        }
    }

    /// Whether the value depends on a sign the number does not show.
    package var isInDoubt: Bool {
        withPoint != nil && withComma != nil && withPoint != withComma
    }

    /// Returns the value; `nil` if it is ambiguous and no sign is known.
    package func value(_ sign: DecimalSign?) -> Double? {
        guard isInDoubt else { return withPoint ?? withComma }
        return switch sign {
        case .point: withPoint
        case .comma: withComma
        case nil: nil
        }
    }

    /// Returns the value if the text alone determines it.
    ///
    /// - Throws: ``FeatureReadError`` with both possible values.
    package func certainValue(of name: String, _ text: String) throws(FeatureReadError) -> Double {
        if let value = value(nil) { return value }
        let values = [withPoint, withComma].compactMap(\.self).map { JSONValue.number($0).text }
        throw FeatureReadError(
            "\(name) is \"\(text.excerpt())\", which can mean \(values.joined(separator: " or ")); "
                + "use a point before the decimals and no mark for thousands")
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

    /// Returns whether exactly three digits follow each point; otherwise a point is no thousands
    /// separator.
    private static func hasGroups(_ bytes: Substring.UTF8View) -> Bool {
        var digits = 0
        for byte in bytes.reversed() {
            if isDigit(byte) {
                digits += 1
            } else if byte == UInt8(ascii: "."), digits != 3 {
                return false
            } else {
                digits = 0
            }
        }
        return true
    }

    /// Returns a text's value, given its decimal sign and its thousands separator.
    private static func value(
        of text: Substring, decimals: Unicode.Scalar, groups: Unicode.Scalar
    ) -> Double? {
        var plain = ""
        /// How many digits follow the last separator, and the separator.
        var (digits, mark): (Int, Unicode.Scalar?) = (0, nil)
        var hasDecimals = false
        for (place, scalar) in text.unicodeScalars.enumerated() {
            switch scalar {
            case "0"..."9":
                digits += 1
                plain.unicodeScalars.append(scalar)
            case "+", "-":
                guard place == 0 || plain.last == "e" else { return nil }
                plain.unicodeScalars.append(scalar)
            case "\u{2212}":
                guard place == 0 else { return nil }
                plain += "-"
            case "e", "E":
                guard digits > 0, mark == nil || hasDecimals else { return nil }
                hasDecimals = true
                plain += "e"
            case decimals:
                guard !hasDecimals, mark == nil || digits == 3 else { return nil }
                (hasDecimals, digits) = (true, 0)
                plain += "."
            case groups, " ", "'", "\u{2019}", "\u{A0}", "\u{202F}", "\u{2009}":
                let isFirst = mark == nil
                guard !hasDecimals, isFirst || mark == scalar,
                    isFirst ? (1...3).contains(digits) : digits == 3
                else { return nil }
                (mark, digits) = (scalar, 0)
            default: return nil
            }
        }
        if mark != nil, !hasDecimals, digits != 3 { return nil }
        // If digits are only grouped by blanks, it is a telephone number or a postal code.
        if mark == " ", !hasDecimals { return nil }
        // A first group of zeros is no group: 0.123 has decimals.
        if mark == groups, plain.drop(while: { "+-".contains($0) }).first == "0" { return nil }
        return Double(plain).flatMap { $0.isFinite ? $0 : nil }
    }
}

/// What the numbers in a column or a file show about their decimal sign.
package struct DecimalEvidence: Hashable, Sendable {
    private var showsPoint = false
    private var showsComma = false

    /// Begins without evidence.
    package init() {}

    /// Looks at a number.
    ///
    /// - Parameter most: The greatest value it can have: longitudes are below 360.
    package mutating func note(_ number: WrittenNumber, most: Double = .infinity) {
        var sign = number.sign
        if number.isInDoubt, let point = number.withPoint, let comma = number.withComma {
            if point.magnitude > most, comma.magnitude <= most { sign = .comma }
            if comma.magnitude > most, point.magnitude <= most { sign = .point }
        }
        switch sign {
        case .point: showsPoint = true
        case .comma: showsComma = true
        case nil: break
        }
    }

    /// The sign, if the numbers show one and not the other.
    package var sign: DecimalSign? {
        showsPoint == showsComma ? nil : showsComma ? .comma : .point
    }
}
