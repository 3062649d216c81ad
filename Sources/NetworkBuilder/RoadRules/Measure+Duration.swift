// Durations as mappers write them.

extension Measure {
    /// Reads a duration in seconds; `nil` if the text is none.
    ///
    /// Understands `35` (minutes), `1:30` (hours and minutes), `00:12:30`, `15 min`, `1h`,
    /// `1 h 30 min`, `1h30`, `2 days`, `90 s`, `PT1H30M`, `P1DT2H`. Takes the first part of a list
    /// (`02:30;03:30`) and the longer time of a range (`20-30 min`).
    static func seconds(_ text: String) -> Double? {
        let first = text.split { $0 == ";" || $0 == "|" }.first.map(String.init) ?? ""
        guard !hasTornNumber(first) else { return nil }
        let plain = first.filter { !$0.isWhitespace }.lowercased().replacing(",", with: ".")
        if plain.hasPrefix("p") { return isoSeconds(plain.dropFirst()) }
        let bounds = plain.split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "–" }
        guard let last = bounds.last, bounds.count <= 2, bounds.first?.isEmpty == false else {
            return nil
        }
        let found = last.contains(":") ? clockSeconds(last) : unitSeconds(last)
        return found.flatMap { $0 > 0 && $0.isFinite ? $0 : nil }
    }

    /// Whether a blank separates two digits, so they do not form one number.
    private static func hasTornNumber(_ text: String) -> Bool {
        var before: Character?
        var isBlank = false
        for character in text {
            if character.isWhitespace {
                isBlank = true
                continue
            }
            if isBlank, character.isNumber, before?.isNumber == true { return true }
            (before, isBlank) = (character, false)
        }
        return false
    }

    private static let units: [String: Double] = [
        "w": 604_800, "week": 604_800, "weeks": 604_800, "d": 86_400, "day": 86_400,
        "days": 86_400, "h": 3600, "hr": 3600, "hrs": 3600, "hour": 3600, "hours": 3600,
        "std": 3600, "m": 60, "min": 60, "mins": 60, "mn": 60, "minute": 60, "minutes": 60,
        "'": 60, "s": 1, "sec": 1, "secs": 1, "second": 1, "seconds": 1, "\"": 1,
    ]

    /// Reads `hh:mm` and `hh:mm:ss`; a unit may follow, which belongs to the first number.
    private static func clockSeconds(_ text: Substring) -> Double? {
        let digits = text.prefix { $0.isASCII && $0.isNumber || $0 == ":" || $0 == "." }
        let parts = digits.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { Double($0) }
        guard numbers.count == parts.count, (2...3).contains(numbers.count),
            numbers.dropFirst().allSatisfy({ $0 < 60 })
        else { return nil }
        var scale = 3600.0
        let word = unitWord(text.dropFirst(digits.count))
        if !word.isEmpty {
            guard let unit = units[word], unit == 3600 || unit == 60 && numbers.count == 2 else {
                return nil
            }
            scale = unit
        }
        return numbers.reduce(0) { sum, number in
            defer { scale /= 60 }
            return sum + number * scale
        }
    }

    /// Reads numbers with units in descending order. A single number without a unit counts minutes;
    /// a last one counts the unit below the one before.
    private static func unitSeconds(_ text: Substring) -> Double? {
        var rest = text
        var total = 0.0
        var last: Double?
        while !rest.isEmpty {
            let digits = rest.prefix { $0.isASCII && $0.isNumber || $0 == "." }
            guard let number = Double(digits) else { return nil }
            rest = rest.dropFirst(digits.count)
            let word = rest.prefix { !($0.isASCII && $0.isNumber) }
            rest = rest.dropFirst(word.count)
            let scale: Double
            if word.isEmpty {
                switch last {
                case nil: scale = 60
                case 86_400: scale = 3600
                case 3600: scale = 60
                case 60: scale = 1
                default: return nil
                }
            } else {
                guard let unit = units[unitWord(word)] else { return nil }
                scale = unit
            }
            if let last, scale >= last { return nil }
            last = scale
            total += number * scale
        }
        return last == nil ? nil : total
    }

    private static func unitWord(_ text: Substring) -> String {
        let word = text.filter { $0 != "." }
        for joint in ["and", "et", "und", "y", "e"] where word.hasSuffix(joint) {
            let unit = String(word.dropLast(joint.count))
            if units[unit] != nil { return unit }
        }
        return String(word)
    }

    /// Reads what follows the `P` of an ISO 8601 duration. Years count 365 days, months 30.
    private static func isoSeconds(_ text: Substring) -> Double? {
        let dates: [Character: Double] = [
            "y": 365 * 86_400, "m": 30 * 86_400, "w": 604_800, "d": 86_400,
        ]
        let times: [Character: Double] = ["h": 3600, "m": 60, "s": 1]
        var total = 0.0
        var digits = ""
        var isTime = false
        for character in text {
            if character.isASCII && character.isNumber || character == "." {
                digits.append(character)
            } else if character == "t", !isTime, digits.isEmpty {
                isTime = true
            } else {
                guard let number = Double(digits),
                    let scale = (isTime ? times : dates)[character]
                else { return nil }
                total += number * scale
                digits = ""
            }
        }
        return digits.isEmpty && total > 0 ? total : nil
    }
}
