// Compiles the example in the documentation of the pool, word for word.

import PostgreSQL
import Testing

struct DocumentationExamples {
    /// The example of `PostgresPool`, compiled but not run, since it needs a database of its own.
    private func townCount() throws -> Int64? {
        let pool = try PostgresPool(
            url: "postgres://waypost@db.example/routing", maximumConnections: 8,
            applicationName: "waypost")
        let count = try pool.withConnection {
            try $0.query("SELECT count(*) FROM towns").first?.integer(0)
        }
        return count
    }
}
