// Names of tables and columns in SQL text.

extension String {
    /// The name as an identifier of SQL: in double quotes, its own quotes doubled.
    ///
    /// Identifiers are the only text that enters a statement, and they come from the schema of the
    /// file alone; values of callers are bound.
    var sqlName: String {
        var name = "\""
        for scalar in unicodeScalars {
            // Not characters: a quote with an accent behind it is one character, yet a quote.
            if scalar == "\"" { name.unicodeScalars.append(scalar) }
            name.unicodeScalars.append(scalar)
        }
        return name + "\""
    }
}
