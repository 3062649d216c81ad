// Tests database URLs, and messages about them.

import PostgreSQL
import Testing

@Suite struct PostgresAddressTests {
    private func pool(_ url: String) throws -> PostgresPool {
        try PostgresPool(url: url, maximumConnections: 1, applicationName: "test")
    }

    @Test func `a URL is shown without its password and its settings`() throws {
        let pool = try pool("postgres://ann:s%3Acret@db.example:5433/routing?connect_timeout=1")
        #expect(pool.description == "postgres://ann@db.example:5433/routing")
        #expect(try self.pool("postgresql:///routing").description == "postgres:///routing")
    }

    @Test(arguments: [
        "postgres://ann:s3%ZZcret@db.example/routing", "postgres://ann:s3cret@[::1/routing",
        "postgresql://db.example/routing?password=s3cret&nonsense=1", "mysql://s3cret@db.example/",
        "s3cret",
    ])
    func `a URL that cannot be read is refused without its password`(url: String) {
        let error = #expect(throws: PostgresError.self) { try pool(url) }
        #expect(error?.description.contains("cret") == false)
    }

    @Test func `a server that is not there is named without the password`() throws {
        // A service's port that no machine uses.
        let pool = try pool("postgres://ann:s3cret@127.0.0.1:1/routing")
        let error = #expect(throws: PostgresError.self) {
            try pool.withConnection { _ = try $0.query("SELECT 1") }
        }
        #expect(error?.isConnectionLost == true)
        #expect(error?.message.contains("postgres://ann@127.0.0.1:1/routing") == true)
        #expect(error?.message.contains("s3cret") == false)
    }

    @Test func `a URL is distinguished from a path`() {
        #expect(PostgresPool.isURL("postgres://db/routing"))
        #expect(PostgresPool.isURL("POSTGRESQL:///routing"))
        #expect(!PostgresPool.isURL("postgres"))
        #expect(!PostgresPool.isURL("/var/lib/postgres://"))
    }
}
