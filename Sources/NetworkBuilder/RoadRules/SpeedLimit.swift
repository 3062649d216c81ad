// Posted speed limits in every form that mappers write.

/// Reads posted speed limits.
struct SpeedLimitReader: Sendable {
    /// Limits that are written as words (`none`, `walk`, `de:urban`, `urban`), lower case, in km/h.
    var named: [String: Double] = [:]

    /// A posted limit in km/h, or `nil` for what is no limit (`signals`, `variable`, words
    /// unknown).
    ///
    /// Understood are `50`, `50 km/h`, `30 mph`, `10 knots`, words of ``named``, `DE:urban` (with
    /// the country, else the part after the colon alone), `DE:zone:30`, `FR:30`, and the first part
    /// of a list (`50;30`).
    func kilometersPerHour(_ text: String) -> Double? {
        let first = text.split(separator: ";").first.map(String.init) ?? text
        let word = first.filter { $0 != " " }.lowercased()
        if let limit = named[word] { return limit }
        if let (number, unit) = Measure.numberAndUnit(first) {
            return Self.kilometersPerHour(number, unit)
        }
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let kind = word[word.index(after: colon)...]
        if let limit = named[String(kind)] { return limit }
        let digits = kind.drop { !$0.isNumber }
        return Double(digits).flatMap { Self.kilometersPerHour($0, "") }
    }

    private static func kilometersPerHour(_ number: Double, _ unit: String) -> Double? {
        guard number > 0, number <= 1000 else { return nil }
        switch unit {
        case "", "km/h", "kmh", "kph": return number
        case "mph": return number * 1.609_344
        case "knots", "knot", "kn": return number * 1.852
        default: return nil
        }
    }
}
