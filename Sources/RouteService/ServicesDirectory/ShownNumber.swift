// Numbers and times for display.

import Geo
import RouteAPI

/// Formats numbers for display.
enum ShownNumber {
    /// Formats a number with up to three decimals.
    static func text(_ number: Double) -> String {
        let thousandths = (number * 1_000).rounded()
        let isWhole = thousandths.magnitude < 1e15 && Int(thousandths) % 1_000 == 0
        return isWhole ? String(Int(thousandths) / 1_000) : String(thousandths / 1_000)
    }

    /// Formats a whole number with its digits in groups of three.
    static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return (number < 0 ? "-" : "") + String(digits)
    }

    /// Formats how many rows there are.
    static func rows(_ count: Int) -> String {
        count == 1 ? "1 row" : "\(grouped(count)) rows"
    }

    /// Formats minutes: from an hour on as hours and minutes, below a minute as seconds.
    static func minutes(_ minutes: Double) -> String {
        if minutes < 1 { return "\(text((minutes * 60).rounded())) s" }
        guard minutes >= 60, minutes < 1e9 else { return "\(tenths(minutes)) min" }
        let whole = Int(minutes.rounded())
        return "\(whole / 60) h \(whole % 60) min"
    }

    /// Formats a length, rounded for display: parts of a kilometer as meters.
    static func length(_ length: Double, _ unit: NetworkUnit?) -> String {
        if unit == .kilometers, length < 1 { return "\(text((length * 1_000).rounded())) m" }
        let number = length < 1 ? text((length * 100).rounded() / 100) : tenths(length)
        return unit.map { "\(number) \($0.shortName)" } ?? number
    }

    private static func tenths(_ number: Double) -> String {
        text((number * 10).rounded() / 10)
    }

    /// Formats hours and minutes on a local clock.
    static func clock(_ milliseconds: Int64) -> String {
        String(ISODateTime.text(milliseconds).dropFirst(11).prefix(5))
    }

    /// Formats a time; on local clocks it has no zone.
    static func time(_ milliseconds: Int64, isUTC: Bool) -> String {
        let text = ISODateTime.text(milliseconds).replacing("T", with: " ")
        return isUTC ? text.replacing("Z", with: " UTC") : text.replacing("Z", with: "")
    }
}
