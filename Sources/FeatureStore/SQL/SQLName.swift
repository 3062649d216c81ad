// Table and column names in SQL.

extension String {
    /// The name as an SQL identifier, in double quotes with its own quotes doubled.
    ///
    /// Identifiers are the only text that enters a statement, and they come only from the file's
    /// schema; callers' values are bound.
    var sqlName: String {
        var name = "\""
        for scalar in unicodeScalars {
            // Scalars, not characters: a quote followed by a combining accent is one character, but
            // still a quote.
            if scalar == "\"" { name.unicodeScalars.append(scalar) }
            name.unicodeScalars.append(scalar)
        }
        return name + "\""
    }
}
