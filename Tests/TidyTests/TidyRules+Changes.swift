// The rule for the list of changes: a merge left no halves of its entries, and none twice.

extension TidyRules {
    static let changesPage = "CHANGELOG.md"

    /// Two entries that begin with so many equal words are taken for the same one.
    static let wordsOfAnEntry = 6

    /// An entry of the list of changes, its lines joined.
    private struct Entry {
        var line: Int
        var text: Substring
    }

    /// Below its first heading the page has headings, entries (`- …`) and the indented lines that
    /// go on with one. No line of these begins a new sentence in its middle, every entry ends with
    /// a period, and none stands twice.
    static func damagedChanges(in text: String) -> [Finding] {
        var findings: [Finding] = []
        func report(_ line: Int, _ problem: String) {
            findings.append(Finding(path: changesPage, line: line, problem: problem))
        }
        var entries: [Entry] = []
        var isInList = false
        var last: Substring = ""
        for (offset, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
            .enumerated()
        {
            defer { last = line }
            if line.hasPrefix("#") {
                isInList = isInList || line.hasPrefix("## ")
            } else if !isInList || line.isEmpty {
                continue
            } else if line.hasPrefix("- ") {
                entries.append(Entry(line: offset + 1, text: line.dropFirst(2)))
            } else if line.hasPrefix("  "), !last.isEmpty, !last.hasPrefix("#"),
                let entry = entries.indices.last
            {
                let begins = line.first { $0 != " " }
                if last.hasSuffix("."), begins?.isLowercase == true {
                    report(offset + 1, "half a sentence behind a period; delete or join it")
                }
                entries[entry].text += " " + line.drop { $0 == " " }
            } else {
                report(offset + 1, "begins neither with \"- \" nor \"#\", and goes on with nothing")
            }
        }
        var known: [[String]: Int] = [:]
        for entry in entries {
            if !entry.text.hasSuffix(".") {
                report(entry.line, "the entry that begins here ends without a period")
            }
            let words = entry.text.lowercased().split { !$0.isLetter && !$0.isNumber }
            let key = words.prefix(wordsOfAnEntry).map(String.init)
            if let first = known.updateValue(entry.line, forKey: key) {
                report(entry.line, "begins as the entry of line \(first) does; keep one of them")
            }
        }
        return findings.sorted { $0.line < $1.line }
    }
}
