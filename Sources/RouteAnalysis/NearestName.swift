// The known name a misspelt one probably meant.

/// Finds the known name closest to a mistaken one.
enum NearestName {
    /// The closest of some names, or `nil` when none is close.
    ///
    /// Method: Levenshtein distance without regard to case; a third of the letters may differ.
    static func of(_ name: String, among known: [String]) -> String? {
        let wanted = Array(name.lowercased().prefix(200))
        let ranked = known.map { ($0, distance(wanted, Array($0.lowercased()))) }
        guard let best = ranked.min(by: { ($0.1, $0.0) < ($1.1, $1.0) }) else { return nil }
        return best.1 <= max(2, wanted.count / 3) ? best.0 : nil
    }

    /// A clause such as `; did you mean "Length"? Known: …`.
    static func hint(_ name: String, among known: [String]) -> String {
        let list = known.map { "\"\($0)\"" }.joined(separator: ", ")
        guard let best = of(name, among: known) else { return "Known names: \(list)." }
        return "Did you mean \"\(best)\"? Known names: \(list)."
    }

    private static func distance(_ a: [Character], _ b: [Character]) -> Int {
        var row = Array(0...b.count)
        for (i, letter) in a.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in b.enumerated() {
                let cost = min(diagonal + (letter == other ? 0 : 1), row[j] + 1, row[j + 1] + 1)
                diagonal = row[j + 1]
                row[j + 1] = cost
            }
        }
        return row[b.count]
    }
}
