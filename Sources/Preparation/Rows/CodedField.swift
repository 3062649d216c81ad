// Fields whose numbers stand for words.

import Geo

/// A field whose numbers stand for words: ArcGIS's tables show the words, and exports to CSV and
/// Excel may hold them in place of the numbers.
struct CodedField: Sendable {
    let name: String
    let words: [String]

    /// How vehicles arrive and leave; ``CurbApproach`` has the codes.
    static let curbApproach = CodedField(
        name: "CurbApproach",
        words: [
            "Either side of vehicle", "Right side of vehicle", "Left side of vehicle", "No U-turn",
        ])

    /// What a location is; ``LocationType`` has the codes.
    static let locationType = CodedField(
        name: "LocationType", words: ["Stop", "Waypoint", "Break"])

    /// What a barrier does.
    static let barrierType = CodedField(
        name: "BarrierType", words: ["Restriction", "Scaled cost", "Added cost"])

    /// The side of the digitized direction on which a place lies.
    static let sideOfEdge = CodedField(
        name: "SideOfEdge", words: ["Both sides", "Right side", "Left side"])

    /// Returns the code of a text; `nil` for other words. Case, blanks and hyphens do not count,
    /// and you may leave out the end: `right`, `Right Side`, `esriNARightSideOfVehicle`.
    func code(of text: String) -> Int? {
        var given = Self.letters(text)
        if given.hasPrefix("esrina") { given.removeFirst("esrina".count) }
        guard given.count >= 4 else { return nil }
        return words.firstIndex { Self.letters($0).hasPrefix(given) }
    }

    private static func letters(_ text: String) -> String {
        text.lowercased().filter { $0.isASCII && $0.isLetter }
    }
}

extension FeatureFields {
    /// Returns a coded field's number, sent as such or as its word; `nil` for null.
    ///
    /// - Throws: An error naming the field and what it may be.
    func code(
        _ field: CodedField, _ feature: Feature, upTo last: Int
    ) throws(FieldError) -> Int? {
        guard let text = word(field.name, feature) else {
            return try integer(field.name, feature, in: 0...last)
        }
        guard let code = field.code(of: text), code <= last else {
            let words = field.words.prefix(last + 1).map { "\"\($0)\"" }.joined(separator: ", ")
            throw FieldError(
                text: "\(field.name) is \"\(text.excerpt())\"; it must be a number from 0 to "
                    + "\(last), or one of \(words)")
        }
        return code
    }
}
