// What other dialects of SQL and other languages write, and what to write here.

/// Remedies for what a condition cannot have.
enum WhereDialect {
    private static let name = "write names plain, or in double quotes as \"name\""
    private static let text = "write texts in straight single quotes, as 'a'"
    private static let signs: [String: String] = [
        "`": name, "[": name, "]": name, "‘": text, "’": text, "“": text, "”": text, "„": text,
        "«": text, "»": text, "%": "write MOD(a, b)", ";": "leave it out", "==": "write =",
        "&": "write AND", "|": "write OR", "!": "write NOT, or <> for !=", "~": "write LIKE",
        "≠": "write <>", "≤": "write <=", "≥": "write >=", "?": "write the value itself",
        ":": "write CAST(a AS FLOAT) for a::float",
    ]
    private static let words: [String: String] = [
        "ilike": "write UPPER(a) LIKE UPPER('…')", "regexp": "write LIKE", "rlike": "write LIKE",
        "glob": "write LIKE", "similar": "write LIKE", "contains": "write a LIKE '%…%'",
        "startswith": "write a LIKE '…%'", "endswith": "write a LIKE '%…'",
        "isnull": "write IS NULL", "notnull": "write IS NOT NULL", "eq": "write =",
        "limit": "give resultRecordCount", "order": "give orderByFields, or --order-by",
    ]

    /// Returns what to write in place of a sign, behind a semicolon; nothing if that is not known.
    static func remedy(sign: String) -> String { signs[sign].map { "; \($0)" } ?? "" }

    /// Returns what to write in place of a word, behind a semicolon; nothing if that is not known.
    static func remedy(word: String) -> String {
        words[word.lowercased()].map { "; \($0)" } ?? ""
    }
}
