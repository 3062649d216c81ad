// Reads posted speed limits in every form mappers write, and knows statutory limits.

import RoadNetwork

/// The countries that a definition takes roads with limits in miles per hour to be in, by the side
/// that traffic keeps to; codes in lower case.
struct MilesCountries: Hashable, Sendable {
    var right: String
    var left: String
}

/// Reads posted speed limits.
struct SpeedLimitReader: Sendable {
    /// Limits written as words (`none`, `walk`, `de:urban`, `urban`), in lower case, with their
    /// km/h.
    var named: [String: Double] = [:]
    /// Statutory limits in km/h by country (lower case) and kind: `urban`, `rural`, `motorway`, …
    var countries: [String: [String: Double]] = [:]
    /// Keys whose values begin with a country: `DE:urban`.
    var countryKeys: [String] = []
    /// Returns what a word means in a region, else in its country, else anywhere.
    private func statutory(_ region: String, _ word: String) -> Double? {
        countries[region]?[word] ?? countries[String(region.prefix { $0 != "-" })]?[word]
            ?? named[word]
    }

    /// What stands before the number of a zone without its country.
    private static let zone = "zone"

    /// The countries whose signs show miles per hour, by driving side; `nil` to tell none by that.
    var miles: MilesCountries?
    /// Keys of the limit shown in answers; the first that states one counts.
    var keys: [String] = []
    /// Values that mean there is no limit, in lower case.
    var unlimited: Set<String> = []
    /// The roads on which these values count; elsewhere they only say that no limit is signed.
    var unlimitedRoads = TagCondition.always
    /// Plausible limits in km/h; others are mistakes and not used.
    var plausible: ClosedRange<Double> = 0...1000
    /// Plausible limits on some roads; the first matching condition decides.
    var plausibleOn: [Rule<ClosedRange<Double>>] = []
    /// Keys whose unused values the report lists.
    var checkedKeys: [String] = []
    /// Words, in lower case, that state no speed and are no mistakes, such as `signals`.
    var unstated: Set<String> = []

    /// Returns the limit of one direction in whole km/h, at most 255; 0 if it is unknown or there
    /// is no limit.
    func limit(for tags: TagSet, _ direction: LineDirection) -> UInt8 {
        limit(under: keys, for: tags, direction)
    }

    func limit(under keys: [String], for tags: TagSet, _ direction: LineDirection) -> UInt8 {
        for key in keys {
            guard let text = text(under: key, of: tags, direction),
                let limit = posted(text, on: tags)
            else { continue }
            return isUnlimited(text) ? 0 : UInt8(min(max(limit.rounded(), 1), 255))
        }
        return 0
    }

    /// The suffix of keys whose value has one part per lane.
    static let laneSuffix = ":lanes"

    /// Returns what a key says of one direction. If only its lanes have limits, that is the
    /// greatest of them; `nil` if a lane has none, since nobody knows what holds there.
    func text(under key: String, of tags: TagSet, _ direction: LineDirection) -> String? {
        if let text = tags.value(key, direction) { return text }
        guard let lanes = tags.value(key + Self.laneSuffix, direction) else { return nil }
        let parts = lanes.split(separator: "|", omittingEmptySubsequences: false).map(String.init)
        let limits = parts.compactMap { posted($0, on: tags) }
        guard limits.count == parts.count else { return nil }
        return zip(limits, parts).max { $0.0 < $1.0 }?.1
    }

    /// Reads a posted limit in km/h; `nil` if it is implausible on a road with these tags.
    ///
    /// Of several values (`50;30`), the first plausible one counts.
    func posted(_ text: String, on tags: TagSet) -> Double? {
        if isUnlimited(text), !unlimitedRoads.holds(for: tags) { return nil }
        let plausible = plausibleOn.firstValue(for: tags) ?? plausible
        return Self.parts(of: text).lazy.compactMap(reading).first { plausible.contains($0) }
    }

    /// Returns tags that cannot be read, or with a limit that is not used, as `key=value`.
    func implausible(in tags: TagSet) -> [String] {
        checkedKeys.flatMap { key in [key] + LineDirection.allCases.map { key + $0.suffix } }
            .compactMap { key in
                guard let text = tags[key], posted(text, on: tags) == nil, !isUnstated(text)
                else { return nil }
                return "\(key)=\(text)"
            }
    }

    /// Whether a value that a key has under a condition is unreadable or implausible.
    ///
    /// `none` is not: it says that another limit ends, though it is no limit to go by.
    func isMistake(_ text: String, of key: String, on tags: TagSet) -> Bool {
        checkedKeys.contains(LineDirection.plainKey(key).key) && posted(text, on: tags) == nil
            && !isUnlimited(text) && !isUnstated(text)
    }

    /// Whether all parts of a value are words that state no speed.
    private func isUnstated(_ text: String) -> Bool {
        text.lowercased().split { $0 == ";" || $0 == "|" }.allSatisfy { part in
            unstated.contains(part.filter { $0 != " " })
        }
    }

    private func isUnlimited(_ text: String) -> Bool {
        unlimited.contains(text.filter { $0 != " " }.lowercased())
    }

    /// Reads a posted limit in km/h as written; `nil` for other values (`signals`, `variable`,
    /// unknown words, and numbers after what is no country, such as `survey:20`).
    ///
    /// Understands `50`, `50 km/h`, `30 mph`, `10 knots`, words of ``named``, `DE:urban` (with its
    /// country or region, otherwise only the part after the colon), `DE:zone:30`, `FR:30`,
    /// `GB:zone20` (in the country's unit), `zone:30`, and the first part of a list (`50;30`,
    /// `50,30`).
    func kilometersPerHour(_ text: String) -> Double? {
        Self.parts(of: text).first.flatMap(reading)
    }

    private func reading(_ part: String) -> Double? {
        let word = part.filter { $0 != " " }.lowercased()
        if let limit = named[word] { return limit }
        if let (number, unit) = Measure.numberAndUnit(part) {
            return Self.kilometersPerHour(number, unit)
        }
        if word.hasPrefix(Self.zone) {
            let rest = word.dropFirst(Self.zone.count).drop { $0 == ":" }
            return Measure.numberAndUnit(String(rest)).flatMap { Self.kilometersPerHour($0, $1) }
        }
        guard let colon = word.firstIndex(of: ":") else { return nil }
        let kind = word[word.index(after: colon)...]
        if let limit = statutory(String(word[..<colon]), String(kind)) { return limit }
        // `US:CA:urban` is also written for `US-CA:urban`.
        if let last = kind.lastIndex(of: ":"),
            let limit = statutory(
                "\(word[..<colon])-\(kind[..<last])", String(kind[kind.index(after: last)...]))
        {
            return limit
        }
        guard let country = Self.countryCode(of: word[..<colon]),
            let (number, unit) = Measure.numberAndUnit(String(kind.drop { !$0.isNumber }))
        else { return nil }
        let isInMiles = unit.isEmpty && Self.countriesWithMiles.contains(country)
        return Self.kilometersPerHour(number, isInMiles ? "mph" : unit)
    }

    /// The countries whose signs show miles per hour, by ISO 3166 code in lower case, and `uk`.
    private static let countriesWithMiles: Set<String> = [
        "gb", "uk", "im", "je", "gg", "us", "pr", "gu", "vi", "as", "mp", "ag", "ai", "bs", "bz",
        "dm", "fk", "gd", "kn", "ky", "lc", "lr", "ms", "sh", "tc", "vc", "vg", "ws",
    ]

    /// Returns the country of a code in lower case, which may name a region: `be` of `be-vlg`;
    /// `nil` for other words.
    private static func countryCode(of word: some StringProtocol) -> String? {
        let code = word.prefix { $0 != "-" }
        guard code.count == 2, code.allSatisfy({ $0.isASCII && $0.isLetter }) else { return nil }
        return String(code)
    }

    /// Returns the country named by a way's tags, in lower case; may be empty.
    func country(of tags: TagSet) -> String {
        for key in countryKeys {
            guard let text = tags.value(key, nil), let colon = text.firstIndex(of: ":") else {
                continue
            }
            let country = text[..<colon].lowercased()
            guard Self.countryCode(of: country) != nil else { continue }
            return country
        }
        return ""
    }

    /// Whether a way's limit is in miles per hour; `nil` without a limit in numbers.
    func isInMiles(_ tags: TagSet) -> Bool? {
        keys.lazy.compactMap { tags[$0].flatMap(Measure.numberAndUnit) }.first.map { _, unit in
            Self.isMilesPerHour(unit)
        }
    }

    private static func isMilesPerHour(_ unit: String) -> Bool {
        ["mph", "mp/h", "mi/h"].contains(unit)
    }

    /// Returns the statutory limit in km/h of a road without a posted limit; `nil` if unknown.
    func statutory(in country: String, _ roadClass: RoadClass, isBuiltUp: Bool) -> Double? {
        guard let limits = countries[country] ?? countries[String(country.prefix { $0 != "-" })]
        else { return nil }
        switch roadClass {
        case .motorway: return limits["motorway"]
        // Trunk roads in towns have signs, and are seldom as slow as streets.
        case .trunk: return isBuiltUp ? nil : limits["trunk"] ?? limits["rural"]
        case .livingStreet: return limits["living_street"]
        case .ferry: return nil
        default: return limits[isBuiltUp ? "urban" : "rural"]
        }
    }

    /// Splits a list. A comma is decimal only before a single digit, since no sign has hundredths.
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
        case "", "km/h", "km/hr", "kmh", "kph", "kmph", "км/ч": return number
        case _ where isMilesPerHour(unit): return number * 1.609_344
        case "knots", "knot", "kn": return number * 1.852
        default: return nil
        }
    }
}
