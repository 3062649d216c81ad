// Numbers and times for display.

import Geo
import RouteAPI

/// Formats numbers for display.
package enum ShownNumber {
    /// Formats a number with up to three decimals.
    package static func text(_ number: Double) -> String {
        let thousandths = (number * 1_000).rounded()
        let isWhole = thousandths.magnitude < 1e15 && Int(thousandths) % 1_000 == 0
        return isWhole ? String(Int(thousandths) / 1_000) : String(thousandths / 1_000)
    }

    /// Formats a whole number with its digits in groups of three.
    package static func grouped(_ number: Int) -> String {
        var digits = Array(String(number.magnitude))
        var place = digits.count - 3
        while place > 0 {
            digits.insert(",", at: place)
            place -= 3
        }
        return (number < 0 ? "-" : "") + String(digits)
    }

    /// Formats how many rows there are.
    package static func rows(_ count: Int) -> String {
        count == 1 ? "1 row" : "\(grouped(count)) rows"
    }

    /// Formats a time; on local clocks it has no zone.
    package static func time(_ milliseconds: Int64, isUTC: Bool) -> String {
        let text = ISODateTime.text(milliseconds).replacing("T", with: " ")
        return isUTC ? text.replacing("Z", with: " UTC") : text.replacing("Z", with: "")
    }
}
