// Keywords in the REST contract and their short forms in options.

import Geo
import RouteAPI

/// The keywords for an option: the contract's, with or without prefix, and short forms.
struct OptionWord {
    /// The contract's prefix, such as `esriNAU`.
    let prefix: String
    /// The contract's words.
    let words: [String]
    /// Short forms and their keywords.
    let short: KeyValuePairs<String, String>

    /// Finds the contract's keyword for an argument, ignoring case.
    ///
    /// - Throws: ``CommandFailure`` listing the accepted words.
    func resolve(_ text: String, option: String) throws -> String {
        let typed = text.lowercased()
        if let match = short.first(where: { $0.key == typed }) { return match.value }
        let match = words.first {
            $0.lowercased() == typed || $0.dropFirst(prefix.count).lowercased() == typed
        }
        if let match { return match }
        throw CommandFailure(
            .usage,
            "\(option): \"\(text)\" is not among \(short.map(\.key).joined(separator: ", "))")
    }

    static let uTurns = OptionWord(
        prefix: "esriNFSB", words: UTurnPolicy.allCases.map(\.rawValue),
        short: [
            "everywhere": UTurnPolicy.allowBacktrack.rawValue,
            "intersections": UTurnPolicy.atDeadEndsAndIntersections.rawValue,
            "dead-ends": UTurnPolicy.atDeadEndsOnly.rawValue,
            "nowhere": UTurnPolicy.noBacktrack.rawValue,
        ])

    static let lengthUnits = OptionWord(
        prefix: "esriNAU",
        words: NetworkUnit.allCases.filter { $0.meters != nil }.map(\.rawValue),
        short: [
            "km": NetworkUnit.kilometers.rawValue, "m": NetworkUnit.meters.rawValue,
            "mi": NetworkUnit.miles.rawValue, "ft": NetworkUnit.feet.rawValue,
            "yd": NetworkUnit.yards.rawValue, "nmi": NetworkUnit.nauticalMiles.rawValue,
        ])

    static let mapUnits = OptionWord(
        prefix: "esri", words: MapUnit.allCases.map(\.rawValue),
        short: [
            "m": MapUnit.meters.rawValue, "km": MapUnit.kilometers.rawValue,
            "ft": MapUnit.feet.rawValue, "mi": MapUnit.miles.rawValue,
            "yd": MapUnit.yards.rawValue, "deg": MapUnit.decimalDegrees.rawValue,
        ])

    static let outputLines = OptionWord(
        prefix: "esriNAOutputLine", words: OutputLineType.allCases.map(\.rawValue),
        short: [
            "none": OutputLineType.none.rawValue, "straight": OutputLineType.straight.rawValue,
            "shape": OutputLineType.trueShape.rawValue,
            "measured": OutputLineType.trueShapeWithMeasure.rawValue,
        ])
}
