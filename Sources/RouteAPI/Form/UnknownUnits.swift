// Notes on words for an unknown unit, which clients send as a setting's default.

import Geo

/// Finds unknown units that a default replaces, and names the default.
enum UnknownUnits {
    /// Both families of units have such a word.
    private static let words = ["esriUnknownUnits", NetworkUnit.unknown.rawValue]

    /// Whether a word means an unknown unit.
    static func isUnknown(_ word: String) -> Bool {
        words.contains { $0.lowercased() == word.lowercased() }
    }

    /// Returns a sentence for each sent parameter whose unit is unknown.
    static func notes(
        on form: FormParameters, of sent: [ParameterDeclaration]
    ) -> [RouteRequestError.Fault] {
        sent.compactMap { parameter in
            guard let text = form.text(parameter.name) else { return nil }
            switch parameter.kind {
            case .word(let words) where areUnits(words) && isUnknown(text):
                return note(on: text, of: parameter.name, default: "the layer's unit")
            case .json(.travelMode), .json(.locateSettings):
                // Searches the text first, because parsing it again is rarely needed.
                let folded = text.lowercased()
                guard let word = words.first(where: { folded.contains("\"\($0.lowercased())\"") })
                else {
                    return nil
                }
                return note(on: word, of: parameter.name, default: "meters")
            default: return nil
            }
        }
    }

    /// Whether an enumeration's words are units.
    static func areUnits(_ words: [String]) -> Bool {
        words.contains(NetworkUnit.meters.rawValue) || words.contains(MapUnit.meters.rawValue)
    }

    private static func note(
        on word: String, of parameter: String, default unit: String
    ) -> RouteRequestError.Fault {
        .init(
            parameter: parameter,
            text: "Parameter \"\(parameter)\": \(word.quoted) is not a unit and was ignored; name "
                + "one, or leave it out for \(unit).")
    }
}
