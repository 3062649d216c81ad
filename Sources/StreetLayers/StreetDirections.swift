// Which way vehicles may drive, in the codes of many layers.

import Geo

/// Reads a column of directions.
///
/// Codes name a direction: `F` or `FT` with the line, `T` or `TF` against it, `B` both, `N` none.
/// Other columns say yes or no, as `T` and `F` may, too: they are codes only if the column has
/// another code beside them.
struct StreetDirections {
    /// Whether the column has codes.
    let hasCodes: Bool

    /// Whether a column with this value has codes.
    static func isCode(_ value: AttributeValue) -> Bool {
        guard case .string(let text) = value else { return false }
        return ["b", "n", "ft", "tf"].contains(text.trimmingBlanks.lowercased())
    }

    /// Adds the tags for a row's direction.
    func add(_ text: String, to tags: inout [String: String]) {
        switch text.lowercased() {
        case "ft", "forward", "with", "same direction", "sens direct": tags["oneway"] = "yes"
        case "tf", "backward", "against", "reverse", "-1", "opposite direction", "sens inverse":
            tags["oneway"] = "-1"
        case "b", "both", "false", "no", "0", "both directions", "double sens", "sans objet":
            tags["oneway"] = "no"
        case "f": tags["oneway"] = hasCodes ? "yes" : "no"
        case "t": tags["oneway"] = hasCodes ? "-1" : "yes"
        case "n" where hasCodes: tags["motor_vehicle"] = "no"
        case "true", "yes", "y", "1": tags["oneway"] = "yes"
        default: tags["oneway"] = text
        }
    }
}
