// Lengths and masses on signs, as mappers write and mistype them.

/// Reads what the text of a vehicle limit may mean.
///
/// A text may have several readings: `80,000 lbs` is eighty pounds or eighty thousand. The caller
/// knows what is plausible and takes the first plausible reading.
enum VehicleMeasure {
    /// What is measured.
    enum Kind: Hashable, Sendable {
        /// A length, in centimeters.
        case length
        /// A mass, in kilograms.
        case mass
        /// A count, such as axles.
        case count
    }

    /// Returns a text's readings, the most literal first; none if the text is no measure.
    ///
    /// Understands `3.5`, `3,5 m`, `3m50`, `350 cm`, `11'6"`, `11 ft 6 in`, `11-6"`, swapped marks
    /// (`11"6'`), `138"`; `7.5`, `7.5 t`, `3500 kg`, `8000 lbs`, `5 st` (short tons), units in
    /// Cyrillic; a comma or a point that separates thousands; and a repetition in another unit in
    /// brackets.
    static func readings(of text: String, _ kind: Kind) -> [Double] {
        let parts = parts(of: text)
        guard let first = parts.first else { return [] }
        let readings: [Double]
        switch kind {
        case .length: readings = lengths(first, parts.dropFirst())
        case .mass:
            guard parts.count == 1, let kilograms = massUnits[first.unit] else { return [] }
            readings = first.numbers.map { $0 * kilograms }
        case .count:
            guard parts.count == 1, first.unit.isEmpty else { return [] }
            readings = first.numbers.filter { $0.rounded() == $0 }
        }
        return readings.filter { $0 > 0 && $0 < 1e9 }
    }

    private static let lengthUnits: [String: Double] = [
        "": 100, "m": 100, "mt": 100, "mts": 100, "mtr": 100, "meter": 100, "meters": 100,
        "metre": 100, "metres": 100, "cm": 1, "mm": 0.1, "km": 100_000, "mi": 160_934.4,
        "yd": 91.44, "'": 30.48, "\"": 2.54, "м": 100, "см": 1,
    ]

    private static let massUnits: [String: Double] = [
        "": 1_000, "t": 1_000, "to": 1_000, "tn": 1_000, "mt": 1_000, "ton": 1_000, "tons": 1_000,
        "tonne": 1_000, "tonnes": 1_000, "metricton": 1_000, "metrictons": 1_000, "kg": 1, "kgs": 1,
        "lb": 0.453_592_37, "lbs": 0.453_592_37, "pounds": 0.453_592_37, "#": 0.453_592_37,
        "st": 907.184_74, "shortton": 907.184_74, "shorttons": 907.184_74, "uston": 907.184_74,
        "ustons": 907.184_74, "lt": 1_016.046_908_8, "cwt": 50.802_345_44,
        "т": 1_000, "тонн": 1_000, "кг": 1,
    ]

    /// What precedes a measure that is not exact.
    private static let about = ["~", "≈", "ca.", "ca", "approx.", "approx", "about"]

    /// A number with its unit.
    private struct Part {
        var numbers: [Double]
        var unit: String
    }

    private static func lengths(_ first: Part, _ rest: ArraySlice<Part>) -> [Double] {
        guard let second = rest.first else {
            guard let centimeters = lengthUnits[first.unit] else { return [] }
            return first.numbers.map { $0 * centimeters }
        }
        guard rest.count == 1, let whole = first.numbers.first, let small = second.numbers.first
        else { return [] }
        switch (first.unit, second.unit) {
        // Feet and inches; swapped marks are just as clear.
        case ("'", "\""), ("'", ""), ("\"", "'"):
            return small < 12 ? [whole * 30.48 + small * 2.54] : []
        case ("m", ""), ("m", "cm"):
            return small < 100 ? [whole * 100 + small] : []
        default:
            return []
        }
    }

    /// Splits a text into numbers and units.
    private static func parts(of text: String) -> [Part] {
        var parts: [Part] = []
        var rest = Substring(plain(text))
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
            let numbers = numbers(digits)
            guard !numbers.isEmpty else { return [] }
            rest = rest.dropFirst(digits.count)
            let unit = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(unit.count)
            parts.append(Part(numbers: numbers, unit: unit.filter { $0 != "." && $0 != "-" }))
        }
        return parts
    }

    /// Returns a text in lower case, without blanks and brackets, with signs for feet and inches.
    private static func plain(_ text: String) -> String {
        var plain = text.lowercased().filter { $0 != " " && $0 != "\u{A0}" }
        for word in about where plain.hasPrefix(word) {
            plain = String(plain.dropFirst(word.count))
            break
        }
        if let bracket = plain.firstIndex(of: "(") { plain = String(plain[..<bracket]) }
        for (words, mark) in [
            (["feet", "foot", "ft", "′", "’", "‘", "´", "`"], "'"),
            (["inches", "inch", "ins", "in", "″", "”", "“", "''"], "\""),
        ] {
            for word in words { plain = plain.replacing(word, with: mark) }
        }
        return plain
    }

    /// Returns the readings of digits with commas and points.
    private static func numbers(_ digits: Substring) -> [Double] {
        let signs = digits.filter { $0 == "." || $0 == "," }
        let groups = digits.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
        func joined(_ groups: ArraySlice<Substring>, decimals: Substring? = nil) -> Double? {
            guard let first = groups.first, (1...3).contains(first.count),
                groups.dropFirst().allSatisfy({ $0.count == 3 })
            else { return nil }
            return Double(groups.joined() + (decimals.map { "." + $0 } ?? ""))
        }
        switch signs.count {
        case 0:
            return [Double(digits)].compactMap(\.self)
        case 1:
            // ".5" and "3." are numbers; a point or comma alone is not.
            let decimal =
                groups.allSatisfy(\.isEmpty)
                ? nil : Double("0" + groups[0] + "." + groups[1] + "0")
            return [decimal, joined(groups[...])].compactMap(\.self)
        default:
            let isOneSign = Set(signs).count == 1
            let isLastOther = Set(signs.dropLast()).count == 1 && signs.last != signs.first
            if isOneSign { return [joined(groups[...])].compactMap(\.self) }
            guard isLastOther, let decimals = groups.last else { return [] }
            return [joined(groups.dropLast(), decimals: decimals)].compactMap(\.self)
        }
    }
}
