// Why a database cannot hold jobs or shared feeds.

/// A database that cannot hold jobs.
public struct InvalidJobDatabase: Error, Hashable, Sendable, CustomStringConvertible {
    /// Why it cannot hold jobs, with the database's URL but without its password.
    public var reason: String

    /// The reason and what to do.
    public var description: String {
        "The database cannot hold the jobs: \(reason). Name one that this account can create "
            + "tables in, as postgres://user@host:port/database, with the password in PGPASSWORD "
            + "or ~/.pgpass; and check that its server runs."
    }
}
