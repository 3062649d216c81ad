// Which way vehicles may drive, in the codes of many layers.

import Geo

/// Reads a column of directions.
///
/// Codes name a direction: `F` or `FT` with the line, `T` or `TF` against it, `B` both, `N` none.
/// Other columns say yes or no, as `T` and `F` may, too: they are codes only if the column has
/// another code beside them.
struct StreetDirections {
    private let hasCodes: Bool

    /// Looks at a column's values; `nil` if there is none.
    init(_ values: (some Sequence<AttributeValue>)?) {
        hasCodes =
            values?.contains {
                guard case .string(let text) = $0 else { return false }
                return ["b", "n", "ft", "tf"].contains(text.trimmingBlanks.lowercased())
            } ?? false
    }

    /// Adds the tags for a row's direction.
    func add(_ text: String, to tags: inout [String: String]) {
        switch text.lowercased() {
        case "ft", "forward", "with": tags["oneway"] = "yes"
        case "tf", "backward", "against", "reverse", "-1": tags["oneway"] = "-1"
        case "b", "both", "false", "no", "0": tags["oneway"] = "no"
        case "f": tags["oneway"] = hasCodes ? "yes" : "no"
        case "t": tags["oneway"] = hasCodes ? "-1" : "yes"
        case "n" where hasCodes: tags["motor_vehicle"] = "no"
        case "true", "yes", "y", "1": tags["oneway"] = "yes"
        default: tags["oneway"] = text
        }
    }
}
