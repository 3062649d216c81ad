// The URL of a database, and the text that messages may show for it.

import CPQ

/// A database URL.
struct PostgresAddress: Sendable {
    /// The full URL, with its password if it has one.
    let url: String
    /// The URL without passwords and settings, for messages.
    let description: String
    /// Texts that are removed from every message, such as passwords.
    private let secrets: [String]

    /// Reads `postgres://user:password@host:port/database?…`, or the same with `postgresql://`.
    ///
    /// If the URL leaves something out, libpq looks it up as for any other program: in the
    /// environment (`PGHOST`, `PGUSER`, `PGPASSWORD` and so on), in `~/.pgpass` and in the service
    /// file.
    init(_ url: String) throws(PostgresError) {
        guard Self.isURL(url) else {
            throw PostgresError(
                "this is no URL of a PostgreSQL database: it must begin with postgres:// or "
                    + "postgresql://")
        }
        guard url.utf8.count <= 4_096, !url.utf8.contains(0) else {
            throw PostgresError("the URL of a database has at most 4096 bytes")
        }
        var reason: UnsafeMutablePointer<CChar>?
        guard let options = PQconninfoParse(url, &reason) else {
            defer { PQfreemem(reason) }
            // libpq's reason quotes parts of the URL, perhaps the password.
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

    /// Returns whether a text begins with `postgres://` or `postgresql://`.
    static func isURL(_ text: String) -> Bool {
        let folded = text.prefix(13).lowercased()
        return folded.hasPrefix("postgres://") || folded.hasPrefix("postgresql://")
    }

    /// Puts a message from libpq on one line and hides passwords in it.
    func shown(_ message: String) -> String {
        secrets.reduce(Self.line(message)) { $0.replacing($1, with: "…") }
    }

    private static func line(_ message: String) -> String {
        message.split(whereSeparator: \.isNewline).joined(separator: " ")
    }
}
