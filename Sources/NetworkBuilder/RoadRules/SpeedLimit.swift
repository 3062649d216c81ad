// Posted speed limits in every form that mappers write.

/// Reads posted speed limits.
struct SpeedLimitReader: Sendable {
    /// Limits that are written as words (`none`, `walk`, `de:urban`, `urban`), lower case, in km/h.
    var named: [String: Double] = [:]
    /// The keys of the limit that answers show; the first that states one counts.
    var keys: [String] = []
    /// Values that mean that there is no limit, lower case.
    var unlimited: Set<String> = []

    /// The limit of one direction of a way in whole km/h, at most 255; 0 where none is known or
    /// there is none.
    func limit(for tags: TagSet, _ direction: LineDirection) -> UInt8 {
        for key in keys {
            guard let text = tags.value(key, direction) else { continue }
            if unlimited.contains(text.lowercased()) { return 0 }
            guard let limit = kilometersPerHour(text) else { continue }
            return UInt8(min(max(limit.rounded(), 1), 255))
        }
        return 0
    }

    /// A posted limit in km/h, or `nil` for what is not a limit (`signals`, `variable`, words
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
