// Reads posted speed limits in every form that mappers write, and knows statutory limits.

import RoadNetwork

/// Reads posted speed limits.
struct SpeedLimitReader: Sendable {
    /// Limits that are written as words (`none`, `walk`, `de:urban`, `urban`), lower case, in km/h.
    var named: [String: Double] = [:]
    /// Statutory limits in km/h by country, lower case, and kind: `urban`, `rural`, `motorway`, …
    var countries: [String: [String: Double]] = [:]
    /// Values of these keys begin with a country: `DE:urban`.
    var countryKeys: [String] = []
    /// The keys of the limit that answers show; the first that states one counts.
    var keys: [String] = []
    /// Values that mean that there is no limit, lower case.
    var unlimited: Set<String> = []
    /// The values count on these roads; elsewhere they only say that no limit is signed.
    var unlimitedRoads = TagCondition.always
    /// Plausible limits in km/h; others are mistakes and not used.
    var plausible: ClosedRange<Double> = 0...1000
    /// The same on some roads; the first condition that holds counts.
    var plausibleOn: [Rule<ClosedRange<Double>>] = []
    /// The report lists unused values of these keys.
    var checkedKeys: [String] = []

    /// The limit of one direction of a way in whole km/h, at most 255; 0 where none is known or
    /// there is none.
    func limit(for tags: TagSet, _ direction: LineDirection) -> UInt8 {
        limit(under: keys, for: tags, direction)
    }

    /// The same under other keys.
    func limit(under keys: [String], for tags: TagSet, _ direction: LineDirection) -> UInt8 {
        for key in keys {
            guard let text = tags.value(key, direction), let limit = posted(text, on: tags)
            else { continue }
            return isUnlimited(text) ? 0 : UInt8(min(max(limit.rounded(), 1), 255))
        }
        return 0
    }

    /// Reads a posted limit in km/h; `nil` unless it is plausible on a road with these tags.
    ///
    /// Of several values (`50;30`), the first that is plausible counts.
    func posted(_ text: String, on tags: TagSet) -> Double? {
        if isUnlimited(text), !unlimitedRoads.holds(for: tags) { return nil }
        let plausible = plausibleOn.firstValue(for: tags) ?? plausible
        return Self.parts(of: text).lazy.compactMap(reading).first { plausible.contains($0) }
    }

    /// Tags with a number, or with no limit, that are not used: `key=value`.
    func implausible(in tags: TagSet) -> [String] {
        checkedKeys.flatMap { key in [key] + LineDirection.allCases.map { key + $0.suffix } }
            .compactMap { key in
                guard let text = tags[key], text.contains(where: \.isNumber) || isUnlimited(text),
                    posted(text, on: tags) == nil
                else { return nil }
                return "\(key)=\(text)"
            }
    }

    private func isUnlimited(_ text: String) -> Bool {
        unlimited.contains(text.filter { $0 != " " }.lowercased())
    }

    /// A posted limit in km/h as it is written, or `nil` for what is not a limit (`signals`,
    /// `variable`, words unknown).
    ///
    /// Understood are `50`, `50 km/h`, `30 mph`, `10 knots`, words of ``named``, `DE:urban` (with
    /// the country, else the part after the colon alone), `DE:zone:30`, `FR:30`, and the first part
    /// of a list (`50;30`, `50,30`).
    func kilometersPerHour(_ text: String) -> Double? {
        Self.parts(of: text).first.flatMap(reading)
    }

    private func reading(_ part: String) -> Double? {
        let word = part.filter { $0 != " " }.lowercased()
        if let limit = named[word] { return limit }
        if let (number, unit) = Measure.numberAndUnit(part) {
            return Self.kilometersPerHour(number, unit)
        }
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let kind = word[word.index(after: colon)...]
        if let limit = countries[String(word[..<colon])]?[String(kind)] ?? named[String(kind)] {
            return limit
        }
        let digits = kind.drop { !$0.isNumber }
        return Double(digits).flatMap { Self.kilometersPerHour($0, "") }
    }

    /// The country that a way's tags name, lower case; empty without any.
    func country(of tags: TagSet) -> String {
        for key in countryKeys {
            guard let text = tags.value(key, nil), let colon = text.firstIndex(of: ":") else {
                continue
            }
            let country = text[..<colon].lowercased()
            // Two letters, and perhaps a region: `be-vlg`.
            let code = country.prefix { $0 != "-" }
            guard code.count == 2, code.allSatisfy({ $0.isASCII && $0.isLetter }) else { continue }
            return country
        }
        return ""
    }

    /// The statutory limit in km/h of a road without a posted limit; `nil` if unknown.
    func statutory(in country: String, _ roadClass: RoadClass, isBuiltUp: Bool) -> Double? {
        guard let limits = countries[country] ?? countries[String(country.prefix { $0 != "-" })]
        else { return nil }
        switch roadClass {
        case .motorway: return limits["motorway"]
        // In towns, trunk roads have signs, and are seldom as slow as streets.
        case .trunk: return isBuiltUp ? nil : limits["trunk"] ?? limits["rural"]
        case .livingStreet: return limits["living_street"]
        case .ferry: return nil
        default: return limits[isBuiltUp ? "urban" : "rural"]
        }
    }

    /// Splits a list. A comma belongs to a number only before a single digit: no sign limits a
    /// speed to hundredths.
    private static func parts(of text: String) -> [String] {
        guard text.contains(where: { $0 == ";" || $0 == "|" || $0 == "," }) else { return [text] }
        var parts = [""]
        let characters = Array(text)
        for (place, character) in characters.enumerated() {
            let digits = characters[(place + 1)...].prefix { $0.isASCII && $0.isNumber }.count
            if character == ";" || character == "|" || character == "," && digits != 1 {
                parts.append("")
            } else {
                parts[parts.count - 1].append(character)
            }
        }
        return parts.filter { !$0.allSatisfy(\.isWhitespace) }
    }

    private static func kilometersPerHour(_ number: Double, _ unit: String) -> Double? {
        guard number > 0, number <= 1000 else { return nil }
        switch unit {
        case "", "km/h", "kmh", "kph", "kmph": return number
        case "mph", "mp/h", "mi/h": return number * 1.609_344
        case "knots", "knot", "kn": return number * 1.852
        default: return nil
        }
    }
}
