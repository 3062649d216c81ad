// Start here for the store in files: a SQLite database and a folder beside it. What owners ask is
// here, what workers do is in SQLiteJobStore+Workers.swift.

import Foundation
import GRDB
import SystemResources

/// A job store in a folder.
///
///     FOLDER/jobs.sqlite     the jobs, in WAL mode; every commit is on the disk when it returns
///     FOLDER/files/          large inputs and results
///
/// Several processes on one machine may use the same folder. Use ``PostgresJobStore`` if they run
/// on several machines.
///
/// **Durability.** Every commit is on disk when the call returns. A large input or result is
/// written to a file first, and the file gets its final name before the transaction that refers to
/// it. A process killed in between leaves a file without a reference, which ``sweep()`` removes.
///
/// **Locks.** SQLite has one writer. A call retries while another process writes: calls from owners
/// for 4 s, calls that store a worker's results for 15 s. Looking for work takes no write lock
/// unless there is some.
///
/// **Moved files.** If `jobs.sqlite` is removed or replaced while it is open, every call throws,
/// because no other program would see what it stored.
package final class SQLiteJobStore: JobStore {
    package let limits: JobLimits
    package let place: String
    let files: JobFiles
    let clock: JobClock
    let signal = WorkSignal()
    private let pool: DatabasePool
    private let path: String
    /// The file that is open, to notice if another takes its place.
    private let identity: FileIdentity?

    /// How many ids one statement takes as parameters.
    private static let idsOfStatement = 500
    /// How many seconds one attempt waits for another process's lock. Meanwhile other threads of
    /// this process wait for the connection.
    private static let busySeconds = 0.25
    /// For how many seconds owners' calls retry, and workers' calls, which have work to lose.
    private static let ownerPatience = 4.0
    static let workerPatience = 15.0

    /// Opens a store, and creates it if there is none.
    ///
    /// - Throws: ``JobStoreError/unavailable(_:)`` if the folder cannot be used, or a later version
    ///   wrote it.
    package init(
        folder: String, limits: JobLimits = JobLimits(), clock: JobClock = .system
    ) throws(JobStoreError) {
        self.limits = limits
        place = folder
        self.clock = clock
        let url = URL(fileURLWithPath: folder, isDirectory: true)
        do {
            // Only its owner can read a new folder and the database in it.
            try Folder.make(folder, mode: 0o700)
            files = try JobFiles(folder: url.appendingPathComponent("files", isDirectory: true))
            path = url.appendingPathComponent("jobs.sqlite").path
            pool = try Self.open(path)
            identity = FileIdentity(path: path)
        } catch let error as FileWriteError {
            throw .unavailable(error.description)
        } catch {
            throw .unavailable("\(folder): \(error)")
        }
    }

    private static func open(_ path: String) throws -> DatabasePool {
        var configuration = Configuration()
        configuration.busyMode = .timeout(busySeconds)
        configuration.maximumReaderCount = 4
        configuration.prepareDatabase { database in
            // A returned commit must survive a power cut. WAL alone promises only the order of
            // commits.
            try database.execute(sql: "PRAGMA synchronous = FULL")
        }
        let pool = try DatabasePool(path: path, configuration: configuration)
        let migrator = JobSchema.migrator
        try attempt(workerPatience) {
            guard try !pool.read({ try migrator.hasBeenSuperseded($0) }) else {
                throw LaterVersion()
            }
            try migrator.migrate(pool)
        }
        return pool
    }

    private struct LaterVersion: Error, CustomStringConvertible {
        let description =
            "the jobs were written by a later version of Waypost; use that version, or another "
            + "folder"
    }

    /// Runs a transaction. Repeats it while another process has locked the database.
    ///
    /// - Parameter patience: For how many seconds to retry.
    func write<Value>(
        patience: Double = ownerPatience, _ body: (Database) throws -> Value
    ) throws(JobStoreError) -> Value {
        try requireFile()
        let value: Value
        do { value = try Self.attempt(patience) { try pool.write(body) } } catch {
            throw Self.failure(error)
        }
        // What was stored must be in the file that the path still names.
        try requireFile()
        return value
    }

    /// Reads a consistent state of the database.
    func read<Value>(_ body: (Database) throws -> Value) throws(JobStoreError) -> Value {
        try requireFile()
        do { return try Self.attempt(Self.ownerPatience) { try pool.read(body) } } catch {
            throw Self.failure(error)
        }
    }

    private static func attempt<Value>(
        _ patience: Double, _ call: () throws -> Value
    ) throws -> Value {
        let end = ContinuousClock.now + .seconds(patience)
        while true {
            do { return try call() } catch {
                let isLocked = (error as? DatabaseError)?.resultCode == .SQLITE_BUSY
                guard isLocked, .now < end else { throw error }
            }
        }
    }

    /// Throws if the database file was removed or replaced. This process would write jobs into a
    /// file that no other program finds.
    private func requireFile() throws(JobStoreError) {
        guard let identity, !identity.isSameFile(as: FileIdentity(path: path)) else { return }
        throw .unavailable(
            "\(place): its database jobs.sqlite was removed or replaced while it was open; put it "
                + "back, or start the process again to use the new one")
    }

    private static func failure(_ error: any Error) -> JobStoreError {
        error as? JobStoreError ?? .unavailable("\(error)")
    }

    // MARK: - Owners

    package func submit(_ submission: JobSubmission) throws(JobStoreError) -> SubmittedJob {
        try limits.checkInput(bytes: submission.input.count)
        let id = JobID.random()
        let isInline = submission.input.count <= JobFiles.inlineBytes
        let file = isInline ? nil : "\(id).input"
        if let file {
            do { try files.write(submission.input, as: file) } catch {
                throw .unavailable("\(error)")
            }
        }
        var removed: [String] = []
        do throws(JobStoreError) {
            let job = try write { database in
                if let known = try self.known(submission, in: database) { return known }
                try self.admit(submission, to: database)
                removed = try self.removeOldest(of: submission.owner, from: database)
                try self.insert(submission, as: id, inputFile: file, into: database)
                return SubmittedJob(id: id, state: .submitted, isNew: true)
            }
            removed.forEach(files.remove)
            if !job.isNew, let file { files.remove(file) }
            if job.isNew { signal.raise() }
            return job
        } catch {
            if let file { files.remove(file) }
            throw error
        }
    }

    package func job(_ id: JobID) throws(JobStoreError) -> JobRecord? {
        try read { try JobRow.find(id, in: $0)?.record }
    }

    package func watched(_ ids: [JobID]) throws(JobStoreError) -> [WatchedJob] {
        try read { database in
            var found: [WatchedJob] = []
            for start in stride(from: 0, to: ids.count, by: Self.idsOfStatement) {
                let some = ids[start..<min(start + Self.idsOfStatement, ids.count)]
                let marks = repeatElement("?", count: some.count).joined(separator: ",")
                found += try Row.fetchAll(
                    database, sql: "SELECT \(JobRow.columns) FROM jobs WHERE id IN (\(marks))",
                    arguments: StatementArguments(some.map(\.text))
                ).map { row in
                    let row = JobRow(row)
                    return WatchedJob(record: row.record, messageCount: row.messageCount)
                }
            }
            return found
        }
    }

    package func input(of id: JobID) throws(JobStoreError) -> [UInt8]? {
        guard let row = try read({ try JobRow.find(id, in: $0) }) else { return nil }
        return try content(row.input, file: row.inputFile)
    }

    package func messages(
        of id: JobID, after number: Int, limit: Int
    ) throws(JobStoreError) -> [NumberedMessage] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT m.number, m.kind, m.text FROM messages m JOIN jobs j ON j.number = m.job
                    WHERE j.id = ? AND m.number > ? ORDER BY m.number LIMIT ?
                    """, arguments: [id.text, number, max(0, limit)]
            ).map { row in
                NumberedMessage(
                    number: row[0],
                    message: JobMessage(
                        JobMessageKind(rawValue: row[1]) ?? .informative, row[2]))
            }
        }
    }

    package func results(of id: JobID) throws(JobStoreError) -> [JobResult] {
        try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT r.name, r.contentType, r.byteCount
                    FROM results r JOIN jobs j ON j.number = r.job
                    WHERE j.id = ? ORDER BY r.number
                    """, arguments: [id.text]
            ).map { JobResult(name: $0[0], contentType: $0[1], byteCount: $0[2]) }
        }
    }

    package func content(
        of id: JobID, named name: String, in bytes: Range<Int>
    ) throws(JobStoreError) -> [UInt8]? {
        let found = try read { database in
            try Row.fetchOne(
                database,
                sql: """
                    SELECT r.content, r.file FROM results r JOIN jobs j ON j.number = r.job
                    WHERE j.id = ? AND r.name = ?
                    """, arguments: [id.text, name]
            ).map { row -> (Data?, String?) in (row[0], row[1]) }
        }
        guard let (content, file) = found else { return nil }
        if let file {
            do { return try files.read(file, in: bytes) } catch { throw .unavailable("\(error)") }
        }
        let held = [UInt8](content ?? Data())
        return Array(held[bytes.clamped(to: held.indices)])
    }

    package func jobs(
        of owner: String, before number: Int64?, limit: Int
    ) throws(JobStoreError) -> JobListing {
        let limit = max(1, limit)
        let rows = try read { database in
            try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM jobs WHERE owner = ? AND number < ? AND state <> 'deleted'
                    ORDER BY number DESC LIMIT ?
                    """, arguments: [owner, number ?? Int64.max, limit + 1])
        }.map { JobRow($0).record }
        let page = Array(rows.prefix(limit))
        return JobListing(jobs: page, next: rows.count > limit ? page.last?.number : nil)
    }

    package func cancel(_ id: JobID) throws(JobStoreError) -> JobState? {
        try write { database in
            guard let row = try JobRow.find(id, in: database) else { return nil }
            guard let next = row.record.state.after(.cancelRequested) else {
                return row.record.state
            }
            try self.set(next, of: row, in: database)
            if next == .cancelled {
                try self.append([.cancelledBefore], to: row, in: database)
            }
            return next
        }
    }

    package func delete(_ id: JobID) throws(JobStoreError) -> Bool {
        var removed: [String] = []
        let isKnown = try write { database in
            guard let row = try JobRow.find(id, in: database) else { return false }
            removed = try self.remove(row, from: database)
            try self.forgetOldest(in: database)
            return true
        }
        removed.forEach(files.remove)
        return isKnown
    }

    package func census() throws(JobStoreError) -> JobCensus {
        let now = clock.now()
        let states = JobState.counted.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try read { database in
            // Ended jobs are counted by the index alone.
            let counts = try Row.fetchAll(
                database,
                sql: """
                    SELECT state, COUNT(*), MIN(CASE
                        WHEN state IN ('submitted', 'waiting', 'executing', 'cancelling')
                        THEN submittedAt END) FROM jobs
                    WHERE state IN (\(states)) GROUP BY state
                    """)
            return counts.reduce(into: JobCensus()) { census, row in
                guard let state = JobState(rawValue: row[0]) else { return }
                let oldest: Int64? = row[2]
                census.add(state, count: row[1], ageMilliseconds: oldest.map { now - $0 } ?? 0)
            }
        }
    }

    package func awaitWork(upTo seconds: Double) { signal.wait(upTo: seconds) }

    package func wakeWorkers() { signal.raise() }

    // MARK: - Shared with the workers' part

    /// Reads content from a row or from a file.
    func content(_ held: Data?, file: String?) throws(JobStoreError) -> [UInt8]? {
        guard let file else { return held.map { [UInt8]($0) } }
        do { return try files.read(file) } catch { throw .unavailable("\(error)") }
    }
}
