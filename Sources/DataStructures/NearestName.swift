// Finds the known name nearest to an unknown one.

/// Finds the closest among several names.
package enum NearestName {
    /// Longer names are not typing mistakes; comparing them would only cost time.
    static let mostBytes = 200

    /// Returns the candidate with the fewest edits from `name` if it could be a typing mistake.
    ///
    /// Letter case does not count. A candidate is close enough if the edits are at most two or a
    /// third of the name's length, and fewer than its letters.
    package static func of(_ name: String, among candidates: [String]) -> String? {
        guard name.utf8.count <= mostBytes else { return nil }
        let allowed = min(max(2, name.count / 3), name.count - 1)
        return
            candidates
            .map { (edits: edits(from: name.lowercased(), to: $0.lowercased()), name: $0) }
            .filter { $0.edits <= allowed }
            .min { ($0.edits, $0.name) < ($1.edits, $1.name) }?
            .name
    }

    /// Returns a clause for messages: the closest name, or all names if none is close.
    package static func hint(for name: String, among candidates: [String]) -> String {
        if let nearest = of(name, among: candidates) { return "did you mean \"\(nearest)\"?" }
        guard !candidates.isEmpty else { return "there are none" }
        return "there are: \(candidates.joined(separator: ", "))"
    }

    /// Returns a question to follow a clause that has listed all candidates; empty if none is
    /// close.
    ///
    /// A name that ends a candidate, such as `miles` in `esriNAUMiles`, counts as close.
    package static func question(for name: String, among candidates: [String]) -> String {
        guard !name.isEmpty, let nearest = of(name, among: candidates) ?? end(name, of: candidates)
        else { return "" }
        return "; did you mean \"\(nearest)\"?"
    }

    /// Returns the shortest candidate that ends with a name of three letters or more, ignoring
    /// case.
    private static func end(_ name: String, of candidates: [String]) -> String? {
        guard name.count >= 3 else { return nil }
        return candidates.filter { $0.lowercased().hasSuffix(name.lowercased()) }
            .min { ($0.count, $0) < ($1.count, $1) }
    }

    /// Returns sentences for messages: the closest name if there is one, then all names.
    package static func sentences(for name: String, among candidates: [String]) -> String {
        let list = candidates.map { "\"\($0)\"" }.joined(separator: ", ")
        guard let nearest = of(name, among: candidates) else { return "Known names: \(list)." }
        return "Did you mean \"\(nearest)\"? Known names: \(list)."
    }

    /// Counts the insertions, deletions, replacements and swaps of neighbors that turn one word
    /// into another.
    ///
    /// Method: Wagner and Fischer, *The String-to-String Correction Problem*, JACM 21 (1974),
    /// [doi:10.1145/321796.321811](https://doi.org/10.1145/321796.321811); swaps as in Lowrance and
    /// Wagner, *An Extension of the String-to-String Correction Problem*, JACM 22 (1975),
    /// [doi:10.1145/321879.321880](https://doi.org/10.1145/321879.321880), without edits between
    /// swapped letters.
    ///
    /// - Complexity: O(*n* · *m*) in the two lengths.
    package static func edits(from source: String, to target: String) -> Int {
        let target = Array(target)
        var (twoAbove, above, row) = ([Int](), [Int](), Array(0...target.count))
        var before: Character?
        for (depth, letter) in source.enumerated() {
            (twoAbove, above) = (above, row)
            row[0] = depth + 1
            for column in target.indices {
                let replaced = above[column] + (target[column] == letter ? 0 : 1)
                row[column + 1] = min(replaced, row[column] + 1, above[column + 1] + 1)
                if column > 0, target[column] == before, target[column - 1] == letter {
                    row[column + 1] = min(row[column + 1], twoAbove[column - 1] + 1)
                }
            }
            before = letter
        }
        return row[target.count]
    }
}
