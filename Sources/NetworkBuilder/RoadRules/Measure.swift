// Numbers with units as mappers write them. Durations are in `Measure+Duration`.

/// Reads measures from tag values.
enum Measure {
    /// Splits `30 mph` into the number and its unit in lower case; accepts a decimal comma.
    static func numberAndUnit(_ text: String) -> (number: Double, unit: String)? {
        let trimmed = text.drop { $0 == " " }
        let digits = trimmed.prefix { $0.isASCII && ($0.isNumber || $0 == "." || $0 == ",") }
        let decimal = digits.map { $0 == "," ? "." : $0 }
        guard let number = Double(String(decimal)), number.isFinite else { return nil }
        let unit = trimmed.dropFirst(digits.count).filter { $0 != " " }.lowercased()
        return (number, unit)
    }
}
