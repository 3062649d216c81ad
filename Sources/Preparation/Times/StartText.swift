// A time as a user writes it: now, a number or a text.

package import Geo

/// A start as a user writes it, such as in `--start-time` or `--time`.
package enum StartText: Hashable, Sendable {
    case now
    /// Epoch milliseconds, as in the contract.
    case number(Int64)
    case written(WrittenTime)

    /// Parses the text. Returns `nil` if it is not a time.
    package init?(_ text: String) {
        if text.lowercased() == "now" {
            self = .now
        } else if let number = Int64(text), text.first != "0" || number == 0 && text.count == 1 {
            switch TimeReader.reading(Double(number)) {
            case .milliseconds?: self = .number(number)
            case .written(let time)?: self = .written(time)
            case nil: return nil
            }
        } else if let time = TimeText(text)?.time(nil) {
            self = .written(time)
        } else {
            return nil
        }
    }

    /// Whether its value depends on a time zone.
    package var needsZone: Bool {
        switch self {
        case .now, .number, .written(.instant): false
        case .written: true
        }
    }
}
