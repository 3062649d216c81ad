// Numbers with units as mappers write them: speeds, durations.

/// Reads measures from tag values.
enum Measure {
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

    private static func positive(_ value: Double) -> Double? { value > 0 ? value : nil }
}
