// A schema for each test in the database named by the environment.

import Glibc
import PostgreSQL

/// A schema in the database whose URL is in the environment variable `WAYPOST_TEST_POSTGRES`,
/// dropped with this object.
///
///     @Test(.enabled(if: TestSchema.isAvailable))
///     func `…`() throws {
///         let schema = try TestSchema()
///         let store = try PostgresJobStore(url: schema.url)
///
/// `scripts/test-stores` starts a server and sets the variable.
package final class TestSchema: Sendable {
    /// The database's URL with the schema first in its search path; the server lists its
    /// connections under the schema's name.
    package let url: String
    /// The schema's name.
    package let name: String
    private let pool: PostgresPool

    /// The database's URL; `nil` if there is none for tests.
    package static let database = getenv("WAYPOST_TEST_POSTGRES").map { String(cString: $0) }

    /// Whether there is a database for tests.
    package static var isAvailable: Bool { database != nil }

    /// Creates a schema.
    package init() throws {
        guard let database = Self.database else {
            throw PostgresError("WAYPOST_TEST_POSTGRES does not name a database")
        }
        name = "test_\(UInt64.random(in: 0...UInt64.max))"
        pool = try PostgresPool(
            url: database, maximumConnections: 1, applicationName: "waypost tests")
        url =
            database + (database.contains("?") ? "&" : "?")
            + "application_name=\(name)&options=-csearch_path%3D\(name)%2Cpublic"
        try pool.withConnection { try $0.execute("CREATE SCHEMA \(name)") }
    }

    deinit {
        do {
            try pool.withConnection { try $0.execute("DROP SCHEMA \(name) CASCADE") }
        } catch {
            print("the schema \(name) remains: \(error)")
        }
    }
}
