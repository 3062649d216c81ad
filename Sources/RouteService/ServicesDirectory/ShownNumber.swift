// Numbers and times as a person reads them.

import Geo

/// Writes numbers for people.
enum ShownNumber {
    /// A number with up to three decimals.
    static func text(_ number: Double) -> String {
        let thousandths = (number * 1_000).rounded()
        let isWhole = thousandths.magnitude < 1e15 && Int(thousandths) % 1_000 == 0
        return isWhole ? String(Int(thousandths) / 1_000) : String(thousandths / 1_000)
    }

    /// A whole number with its digits in threes.
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return (number < 0 ? "-" : "") + String(digits)
    }

    /// Minutes, as hours and minutes where there are hours.
    static func minutes(_ minutes: Double) -> String {
        guard minutes >= 60, minutes < 1e9 else { return "\(tenths(minutes)) min" }
        let whole = Int(minutes.rounded())
        return "\(whole / 60) h \(whole % 60) min"
    }

    /// A length in a unit, as precisely as one wants to read it.
    static func length(_ length: Double, _ unit: String) -> String {
        length > 0 && length < 1 ? "\(text(length)) \(unit)" : "\(tenths(length)) \(unit)"
    }

    private static func tenths(_ number: Double) -> String {
        text((number * 10).rounded() / 10)
    }

    /// Hours and minutes on a local clock.
    static func clock(_ milliseconds: Int64) -> String {
        String(ISODateTime.text(milliseconds).dropFirst(11).prefix(5))
    }

    /// A time; on local clocks it has no zone.
    static func time(_ milliseconds: Int64, isUTC: Bool) -> String {
        let text = ISODateTime.text(milliseconds).replacing("T", with: " ")
        return isUTC ? text.replacing("Z", with: " UTC") : text.replacing("Z", with: "")
    }
}
