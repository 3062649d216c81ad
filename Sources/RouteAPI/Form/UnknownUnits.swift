// Notes on the words for an unknown unit, which clients send as the default of a setting.

import Geo

/// Finds unknown units that are replaced by a default, and names the default.
enum UnknownUnits {
    /// The words of both families.
    private static let words = ["esriUnknownUnits", NetworkUnit.unknown.rawValue]

    /// Whether a word is that of an unknown unit.
    static func isUnknown(_ word: String) -> Bool {
        words.contains { $0.lowercased() == word.lowercased() }
    }

    /// A sentence for each parameter, of those that the form may have, whose unit is unknown.
    static func notes(
        on form: FormParameters, of sent: [ParameterDeclaration]
    ) -> [RouteRequestError.Fault] {
        sent.compactMap { parameter in
            guard let text = form.text(parameter.name) else { return nil }
            switch parameter.kind {
            case .word(let words) where areUnits(words) && isUnknown(text):
                return note(on: text, of: parameter.name, default: "the layer's unit")
            case .json(.travelMode), .json(.locateSettings):
                // Reads only those values again that may have such a word.
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

    /// Whether the words of an enumeration are units.
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
