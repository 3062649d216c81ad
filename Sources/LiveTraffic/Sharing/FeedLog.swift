// Start here for traffic that several servers share: a log with the feeds that any of them took.

import PostgreSQL

/// A log that shares traffic feeds between servers and their workers.
///
/// ```swift
/// let log = try openFeedLog(at: place)    // a folder, or postgres://waypost@db.example/jobs
/// let isStored = try log.append(bytes, as: 1 + (log.numbers().last ?? 0), dropping: [])
/// ```
///
/// A server appends each feed it takes; the others read new entries and put them in force in the
/// same order. Entries are numbered from 1. When later entries replace an entry, it is dropped.
/// ``SharedFeed`` is the form in which feeds are stored.
///
/// If two servers append at once, the later one gets `false`: it must first take up the other's
/// entry and then try the next number.
///
/// Once a call has stored an entry, it survives the process. Calls block the thread.
package protocol FeedLog: Sendable {
    /// The folder or database for use in messages, without passwords.
    var place: String { get }

    /// Lists the entries' numbers, ascending. The newest entry is never dropped.
    func numbers() throws(FeedLogError) -> [Int64]

    /// Reads an entry. Returns `nil` if it was dropped.
    func entry(_ number: Int64) throws(FeedLogError) -> [UInt8]?

    /// Stores an entry after all others and drops the entries it replaces. Does both or neither.
    ///
    /// - Returns: `false` if the log already has this number or a higher one; then nothing is
    ///   stored.
    func append(
        _ bytes: [UInt8], as number: Int64, dropping replaced: [Int64]
    ) throws(FeedLogError) -> Bool

    /// Blocks the thread until there may be a new entry, or until the time has passed. Call it from
    /// one thread at a time.
    ///
    /// - Returns: Whether there may be a new entry.
    func awaitChange(upTo seconds: Double) -> Bool
}

/// Why the log cannot be read or written; meant for the server's log.
package struct FeedLogError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}

/// Opens the log of feeds that belongs to a server's jobs. It is created with its first entry.
///
/// - Parameter place: A folder, or a database URL that begins with `postgres://`.
/// - Throws: ``FeedLogError`` if the URL is malformed.
package func openFeedLog(at place: String) throws(FeedLogError) -> any FeedLog {
    guard PostgresPool.isURL(place) else { return FolderFeedLog(folder: place + "/traffic") }
    return try PostgresFeedLog(url: place)
}
