// Numbers with units as mappers write them: heights, weights, durations.

/// Reads measures from tag values.
enum Measure {
    /// A length in centimeters: `3.5`, `3.5 m`, `350 cm`, `11'6"`, `11 ft 6 in`; `nil` for words
    /// and for anything that is not a positive length.
    static func centimeters(_ text: String) -> UInt32? {
        if let imperial = feetAndInches(text) { return quantity(imperial * 30.48) }
        guard let (number, unit) = numberAndUnit(text) else { return nil }
        switch unit {
        case "", "m", "meter", "meters", "metre", "metres": return quantity(number * 100)
        case "cm": return quantity(number)
        case "mm": return quantity(number / 10)
        case "km": return quantity(number * 100_000)
        case "mi": return quantity(number * 160_934.4)
        default: return nil
        }
    }

    /// A mass in kilograms: `7.5`, `7.5 t`, `3500 kg`, `8000 lbs`, `5 st` (short tons).
    static func kilograms(_ text: String) -> UInt32? {
        guard let (number, unit) = numberAndUnit(text) else { return nil }
        switch unit {
        case "", "t", "ton", "tons", "tonne", "tonnes": return quantity(number * 1000)
        case "kg": return quantity(number)
        case "lb", "lbs": return quantity(number * 0.453_592_37)
        case "st": return quantity(number * 907.184_74)
        case "lt": return quantity(number * 1016.046_908_8)
        case "cwt": return quantity(number * 50.802_345_44)
        default: return nil
        }
    }

    /// A duration in seconds: `35` (minutes), `1:30` (hours and minutes), `00:12:30`, `PT1H30M`.
    static func seconds(_ text: String) -> Double? {
        if text.hasPrefix("P") { return isoSeconds(text) }
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, numbers.allSatisfy({ $0 >= 0 && $0.isFinite }) else {
            return nil
        }
        switch numbers.count {
        case 1: return positive(numbers[0] * 60)
        case 2: return positive(numbers[0] * 3600 + numbers[1] * 60)
        case 3: return positive(numbers[0] * 3600 + numbers[1] * 60 + numbers[2])
        default: return nil
        }
    }

    /// Splits `30 mph` into the number and its unit in lower case; a decimal comma is understood.
    static func numberAndUnit(_ text: String) -> (number: Double, unit: String)? {
        let trimmed = text.drop { $0 == " " }
        let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let decimal = digits.map { $0 == "," ? "." : $0 }
        guard let number = Double(String(decimal)), number.isFinite else { return nil }
        let unit = trimmed.dropFirst(digits.count).filter { $0 != " " }.lowercased()
        return (number, unit)
    }

    private static func feetAndInches(_ text: String) -> Double? {
        let plain = text.lowercased().filter { $0 != " " }
            .replacing("feet", with: "'").replacing("ft", with: "'")
            .replacing("′", with: "'").replacing("’", with: "'")
            .replacing("inches", with: "\"").replacing("in", with: "\"")
            .replacing("″", with: "\"").replacing("”", with: "\"").replacing("''", with: "\"")
        guard let mark = plain.firstIndex(where: { $0 == "'" || $0 == "\"" }) else { return nil }
        if plain[mark] == "\"" { return Double(plain[..<mark]).map { $0 / 12 } }
        guard let feet = Double(plain[..<mark]) else { return nil }
        let rest = plain[plain.index(after: mark)...].filter { $0 != "\"" && $0 != "-" }
        if rest.isEmpty { return feet }
        guard let inches = Double(rest) else { return nil }
        return feet + inches / 12
    }

    /// Hours, minutes and seconds of an ISO 8601 duration; days count 24 hours.
    private static func isoSeconds(_ text: String) -> Double? {
        var total = 0.0
        var digits = ""
        var isTime = false
        for character in text.dropFirst() {
            switch (character, isTime) {
            case ("0"..."9", _), (".", _): digits.append(character)
            case ("T", false): isTime = true
            case ("D", false), ("H", true), ("M", true), ("S", true):
                guard let number = Double(digits) else { return nil }
                let scale: [Character: Double] = ["D": 86_400, "H": 3600, "M": 60, "S": 1]
                total += number * (scale[character] ?? 0)
                digits = ""
            default: return nil
            }
        }
        return digits.isEmpty ? positive(total) : nil
    }

    private static func quantity(_ value: Double) -> UInt32? {
        value > 0 && value < 1e9 ? UInt32(max(1, value.rounded())) : nil
    }

    private static func positive(_ value: Double) -> Double? { value > 0 ? value : nil }
}
