// Writes lengths and times in the language of the directions.

/// Writes lengths, durations and times of day in a language.
///
/// A class, so entries share it instead of copying it.
package final class DirectionsMeasures: Sendable {
    private let decimalMark, groupMark, underMinute: String
    private let halves: [String]
    private let lengthPattern, clock: PhraseTemplate
    private let minutes, hours, hoursMinutes: ByNumber<PhraseTemplate>
    private let units: [String: ByNumber<String>]
    /// Whether the language is written from right to left.
    package let isRightToLeft: Bool

    private static let unitNames = ["mm", "cm", "dm", "m", "km", "in", "ft", "yd", "mi", "nmi"]

    /// - Throws: ``PhrasebookError`` if words are missing.
    init(_ reading: PhrasebookReading) throws(PhrasebookError) {
        let pack = reading.pack
        minutes = try reading.templates(pack.durations.minutes, "minutes", naming: ["minutes"])
        hours = try reading.templates(pack.durations.hours, "hours", naming: ["hours"])
        hoursMinutes = try reading.templates(
            pack.durations.hoursMinutes, "hoursMinutes", naming: ["hours", "minutes"])
        var units: [String: ByNumber<String>] = [:]
        for unit in Self.unitNames { units[unit] = try reading.words(pack.units[unit], unit) }
        self.units = units
        lengthPattern = PhraseTemplate(pack.length)
        clock = PhraseTemplate(pack.clock)
        guard pack.halves.count == 2 else {
            throw reading.fault(PhraseFault("halves must have two words"), in: "halves")
        }
        halves = pack.halves
        (decimalMark, groupMark) = (pack.decimalMark, pack.groupMark)
        underMinute = pack.durations.underMinute
        isRightToLeft = pack.direction == .rtl
    }

    /// Formats a duration, rounded to the minute.
    package func duration(milliseconds: Int64) -> String {
        if milliseconds < 60_000 { return underMinute }
        let all = Int((milliseconds + 30_000) / 60_000)
        let (hours, minutes) = all.quotientAndRemainder(dividingBy: 60)
        let template =
            hours == 0
            ? self.minutes[minutes] : minutes == 0 ? self.hours[hours] : hoursMinutes[hours]
        return template?.filled { $0 == "minutes" ? String(minutes) : String(hours) } ?? ""
    }

    /// Formats a length: with two decimals below one unit, one below a hundred, and none for a unit
    /// of at most a meter.
    ///
    /// - Parameter unit: The unit's English short name, such as `km`.
    func length(centimeters: Int64, metersPerUnit: Double, unit: String) -> String {
        let value = Double(centimeters) / 100 / metersPerUnit
        let isSmallUnit = metersPerUnit <= 1
        let decimals = isSmallUnit || value >= 100 ? 0 : value >= 1 ? 1 : 2
        return length(value, decimals: decimals, unit: unit)
    }

    /// Formats a number of units.
    ///
    /// - Parameter unit: The unit's English short name, such as `km`.
    package func length(_ value: Double, decimals: Int, unit: String) -> String {
        let scaled = (value * Self.scale(decimals)).rounded() / Self.scale(decimals)
        // A fraction takes the form that languages use for numbers in general.
        let whole = scaled == scaled.rounded() ? Int(exactly: scaled) : nil
        return lengthPattern.filled {
            $0 == "number" ? number(value, decimals: decimals) : units[unit]?[whole] ?? unit
        }
    }

    private static func scale(_ decimals: Int) -> Double {
        decimals == 0 ? 1 : decimals == 1 ? 10 : 100
    }

    /// Formats a number with at most `decimals` decimals, without trailing zeros.
    private func number(_ value: Double, decimals: Int) -> String {
        let scale = Int64(Self.scale(decimals))
        let scaled = Int64((value * Double(scale)).rounded())
        let (whole, part) = scaled.quotientAndRemainder(dividingBy: scale)
        let head = grouped(whole)
        if part == 0 { return head }
        var digits = String(part)
        while digits.count < decimals { digits = "0" + digits }
        while digits.last == "0" { digits.removeLast() }
        return head + decimalMark + digits
    }

    /// Groups digits by three. Four digits stay together, as in most languages.
    private func grouped(_ number: Int64) -> String {
        if number < 10_000 || groupMark.isEmpty { return String(number) }
        var (rest, text) = (number, "")
        while rest >= 1_000 {
            let (thousands, ones) = rest.quotientAndRemainder(dividingBy: 1_000)
            let digits = String(ones)
            text = groupMark + String(repeating: "0", count: 3 - digits.count) + digits + text
            rest = thousands
        }
        return String(rest) + text
    }

    /// Formats a local clock in epoch milliseconds as a time of day; seconds are dropped.
    package func timeOfDay(_ clock: Int64) -> String {
        let day: Int64 = 86_400_000
        let minutes = ((clock % day) + day) % day / 60_000
        let (hour, minute) = (Int(minutes / 60), Int(minutes % 60))
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        return self.clock.filled { name in
            switch name {
            case "hour12": String((hour + 11) % 12 + 1)
            case "hour24": String(hour)
            case "hour24Padded": padded(hour)
            case "minute": padded(minute)
            case "half": halves[hour < 12 ? 0 : 1]
            default: ""
            }
        }
    }
}

extension DirectionsLanguages {
    package func measures(_ tag: String) -> DirectionsMeasures { phrases(tag).measures }
}

extension PhrasebookReading {
    /// Reads one text for all numbers, or one for each plural category.
    fileprivate func words(
        _ value: LanguagePack.Entry?, _ key: String
    ) throws(PhrasebookError) -> ByNumber<String> {
        do throws(PhraseFault) {
            switch value {
            case .text(let text): return ByNumber(all: text)
            case .table(let table):
                return ByNumber(
                    try categories(of: table, pack.plural.categories), pack.plural)
            case nil: throw PhraseFault("is missing")
            }
        } catch {
            throw fault(PhraseFault("\"\(key)\" " + error.text), in: key)
        }
    }

    /// Reads the same for sentences and checks that each names all values exactly once.
    fileprivate func templates(
        _ value: LanguagePack.Entry, _ key: String, naming names: [String]
    ) throws(PhrasebookError) -> ByNumber<PhraseTemplate> {
        try words(value, key).mapping { text throws(PhrasebookError) in
            let template = PhraseTemplate(text)
            guard template.slots.map(\.name).sorted() == names else {
                throw fault(
                    PhraseFault("\"\(key)\" must name " + names.joined(separator: ", ") + " once"),
                    in: key)
            }
            return template
        }
    }
}
