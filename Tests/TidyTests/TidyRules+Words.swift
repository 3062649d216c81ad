// The rule for names: use the glossary's terms.

extension TidyRules {
    /// If the glossary replaces a word by a term, no type and no function has the word in its name.
    static func termsInNames(_ file: SourceFile, _ glossary: Glossary) -> [Finding] {
        guard file.path.hasPrefix("Sources/") else { return [] }
        let declared =
            file.outline.types.map { ($0.name, $0.line) }
            + file.outline.functions.map { ($0.name, $0.firstLine) }
        return declared.flatMap { (name, line) -> [Finding] in
            let words = words(of: name).map { $0.lowercased() }
            return glossary.unusedInNames.filter { words.contains($0.words) }.map { entry in
                file.finding(
                    line, "\"\(entry.shown)\" in \"\(name)\"; the glossary says \(entry.instead)")
            }
        }
    }
}
