// Start here for traffic that several servers share: the feeds that one of them took, in order.

import PostgreSQL

/// Feeds in the order in which servers took them, kept where all of these and their workers find
/// them. Entries are numbered from 1; those that later ones replace are dropped.
///
/// ```swift
/// let log = try openFeedLog(at: place)    // a folder, or postgres://waypost@db.example/jobs
/// let isStored = try log.append(bytes, as: 1 + (log.numbers().last ?? 0), dropping: [])
/// ```
///
/// What a call has stored survives the process. Calls block the thread.
package protocol FeedLog: Sendable {
    /// The folder or the database, as messages show it: without passwords.
    var place: String { get }

    /// The numbers of the entries, ascending. The newest entry is never dropped.
    func numbers() throws(FeedLogError) -> [Int64]

    /// The bytes of an entry; `nil` for one that was dropped.
    func entry(_ number: Int64) throws(FeedLogError) -> [UInt8]?

    /// Stores an entry behind all others, and drops some that it replaces; all of it or nothing.
    ///
    /// - Returns: Whether it was stored: not, when there is an entry of this or a higher number.
    func append(
        _ bytes: [UInt8], as number: Int64, dropping replaced: [Int64]
    ) throws(FeedLogError) -> Bool

    /// Blocks the thread until there may be a new entry, or until some time has passed. One thread
    /// calls it at a time.
    ///
    /// - Returns: Whether there may be a new entry.
    func awaitChange(upTo seconds: Double) -> Bool
}

/// Why a log cannot be read or written; for the log of the server.
package struct FeedLogError: Error, Hashable, Sendable, CustomStringConvertible {
    package var description: String

    package init(_ description: String) { self.description = description }
}

/// The log of feeds at the place of a server's jobs. It is made with its first entry.
///
/// - Parameter place: A folder, or the URL of a database, which begins with `postgres://`.
/// - Throws: ``FeedLogError`` for a text that is not such a URL.
package func openFeedLog(at place: String) throws(FeedLogError) -> any FeedLog {
    guard PostgresPool.isURL(place) else { return FolderFeedLog(folder: place + "/traffic") }
    return try PostgresFeedLog(url: place)
}
