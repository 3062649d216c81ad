// Notes on fields that no solve knows, most often misspelled ones.

import DataStructures

/// Finds fields that would be ignored silently, and says what they may have meant.
enum UnknownParameters {
    /// What belongs to the protocol, or is sent by clients to get past caches.
    static let accepted: Set<String> = [
        "f", "token", "callback", "referer", "_ts", "dojo.preventcache", "apikey",
    ]

    /// What a solve reads.
    private static let solve = SolveParameter.all.map(\.name)

    /// What a solve reads, under every name and in lower case.
    private static let known = Set(
        SolveParameter.all.flatMap { [$0.name] + $0.aliases }.map { $0.lowercased() })

    /// The greatest number of notes.
    private static let mostNotes = 20

    /// A sentence for each field that has no effect.
    static func notes(on form: FormParameters) -> [RouteRequestError.Fault] {
        var notes: [RouteRequestError.Fault] = []
        for field in form.fields where notes.count < mostNotes {
            let folded = field.name.lowercased()
            if folded.isEmpty || known.contains(folded) || accepted.contains(folded) { continue }
            let hint =
                NearestName.of(folded, among: solve).map { "; did you mean \"\($0)\"?" } ?? "."
            notes.append(
                .init(
                    parameter: field.name,
                    text: "Parameter \(field.name.quoted) is not known and was ignored\(hint)"))
        }
        return notes
    }
}
