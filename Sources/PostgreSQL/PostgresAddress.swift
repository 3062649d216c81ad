// The URL of a database, and the form of it that may be shown.

import CPQ

/// The URL of a database.
struct PostgresAddress: Sendable {
    /// The URL with everything that it contains.
    let url: String
    /// The URL without passwords and without settings.
    let description: String
    /// What no message contains.
    private let secrets: [String]

    /// Reads `postgres://user:password@host:port/database?…` or the same with `postgresql://`.
    ///
    /// What a URL leaves out is found as by other programs: in the environment (`PGHOST`, `PGUSER`,
    /// `PGPASSWORD` and so on), in `~/.pgpass` and in the service file.
    init(_ url: String) throws(PostgresError) {
        guard Self.isURL(url) else {
            throw PostgresError("the URL of a database begins with postgres:// or postgresql://")
        }
        guard url.utf8.count <= 4_096, !url.utf8.contains(0) else {
            throw PostgresError("the URL of a database has at most 4096 bytes")
        }
        var reason: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &reason) else {
            defer { PQfreemem(reason) }
            // The reason quotes parts of the URL, of which one may be the password.
            let mayHavePassword = url.contains("@") || url.contains("password")
            let text = mayHavePassword ? nil : reason.map { String(cString: $0) }
            throw PostgresError(
                "the URL of the database cannot be read: "
                    + Self.line(text ?? "check its parts, with %40 for @ and %2F for / in them"))
        }
        defer { PQconninfoFree(options) }
        var values: [String: String] = [:]
        var next = options
        while let keyword = next.pointee.keyword {
            if let value = next.pointee.val {
                values[String(cString: keyword)] = String(cString: value)
            }
            next += 1
        }
        self.url = url
        secrets = ["password", "sslpassword"].compactMap { values[$0] }.filter { !$0.isEmpty }
        description =
            "postgres://" + (values["user"].map { "\($0)@" } ?? "")
            + (values["host"] ?? values["hostaddr"] ?? "")
            + (values["port"].map { ":\($0)" } ?? "") + "/" + (values["dbname"] ?? "")
    }

    /// Whether a text has the scheme of such a URL.
    static func isURL(_ text: String) -> Bool {
        let folded = text.prefix(13).lowercased()
        return folded.hasPrefix("postgres://") || folded.hasPrefix("postgresql://")
    }

    /// A message of libpq in one line and without passwords.
    func shown(_ message: String) -> String {
        secrets.reduce(Self.line(message)) { $0.replacing($1, with: "…") }
    }

    private static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
