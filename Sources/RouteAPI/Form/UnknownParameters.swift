// Notes on unknown fields, most often misspelled ones.

import DataStructures

/// Finds fields that would be ignored silently, with the names that they resemble.
package struct UnknownParameters: Sendable {
    /// Fields of the protocol, and those by which clients bypass caches.
    static let accepted: Set<String> = [
        "f", "token", "callback", "referer", "_ts", "dojo.preventcache", "apikey",
    ]

    /// The names that the operation reads.
    private let names: [String]
    /// The same under every name and in lower case.
    private let known: Set<String>

    /// Prepares the notes for the parameters of an operation.
    init(of parameters: [ParameterDeclaration]) {
        names = parameters.map(\.name)
        known = Set(parameters.flatMap(\.names).map { $0.lowercased() })
    }

    /// The greatest number of notes.
    private static let mostNotes = 20

    /// A sentence for each field that has no effect.
    func notes(on form: FormParameters) -> [RouteRequestError.Fault] {
        var notes: [RouteRequestError.Fault] = []
        for field in form.fields where notes.count < Self.mostNotes {
            let folded = field.name.lowercased()
            if folded.isEmpty || known.contains(folded) || Self.accepted.contains(folded) {
                continue
            }
            let hint =
                NearestName.of(folded, among: names).map { "; did you mean \"\($0)\"?" } ?? "."
            notes.append(
                .init(
                    parameter: field.name,
                    text: "Parameter \(field.name.quoted) is not known and was ignored\(hint)"))
        }
        return notes
    }
}
