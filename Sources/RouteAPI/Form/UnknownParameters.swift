// Notes on unknown fields; most are misspelled.

import DataStructures

/// Finds fields that would silently be ignored, and the names they resemble.
package struct UnknownParameters: Sendable {
    /// Fields that belong to the protocol or bypass caches.
    static let accepted: Set<String> = [
        "f", "token", "callback", "referer", "_ts", "dojo.preventcache", "apikey",
    ]

    /// The names that the operation reads.
    private let names: [String]
    /// All names and aliases in lower case.
    private let known: Set<String>

    /// Prepares to find fields unknown to an operation.
    init(of parameters: [ParameterDeclaration]) {
        names = parameters.map(\.name)
        known = Set(parameters.flatMap(\.names).map { $0.lowercased() })
    }

    private static let mostNotes = 20

    /// Names with one meaning in different operations.
    private static let namesakes = [
        ["startTime", "timeOfDay"], ["startTimeIsUTC", "timeOfDayIsUTC"],
        ["returnRoutes", "returnCFRoutes"],
        ["defaultTargetFacilityCount", "defaultTargetDestinationCount"],
    ]

    /// Returns the operation's name for what a name in lower case says elsewhere, or else the
    /// nearest one.
    private func meant(by folded: String) -> String? {
        let group = Self.namesakes.first { $0.contains { $0.lowercased() == folded } } ?? []
        return group.first { known.contains($0.lowercased()) }
            ?? NearestName.of(folded, among: names)
    }

    /// Returns a sentence for each field without an effect.
    func notes(on form: FormParameters) -> [RouteRequestError.Fault] {
        var notes: [RouteRequestError.Fault] = []
        for field in form.fields where notes.count < Self.mostNotes {
            let folded = field.name.lowercased()
            if folded.isEmpty || known.contains(folded) || Self.accepted.contains(folded) {
                continue
            }
            let hint = meant(by: folded).map { "; did you mean \"\($0)\"?" } ?? "."
            notes.append(
                .init(
                    parameter: field.name,
                    text: "Parameter \(field.name.quoted) is not known and was ignored\(hint)"))
        }
        return notes
    }
}
