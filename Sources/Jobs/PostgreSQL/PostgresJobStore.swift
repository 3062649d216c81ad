// Start here for the store in a database that several machines share. What owners ask is here, what
// workers do is in PostgresJobStore+Workers.swift.

import Foundation
import PostgreSQL
import Synchronization

/// A store of jobs in a database of PostgreSQL, shared by any number of servers and workers.
///
/// It keeps the promises of ``SQLiteJobStore`` with the clock of the database, so that the clocks
/// of the machines do not matter. A job is taken with `FOR NO KEY UPDATE SKIP LOCKED`: workers do
/// not wait for each other. What is submitted wakes the workers of all processes (`LISTEN`).
///
/// A database that is restarted is waited for: for a moment in the calls of owners, for a quarter
/// of a minute in those that end or store work, so that no work is lost. After that, and for takes
/// and heartbeats at once, a call throws ``JobStoreError/unavailable(_:)``. Of the limits, those of
/// one owner are exact; those of all jobs and bytes may be exceeded by the submissions of the same
/// moment.
package final class PostgresJobStore: JobStore {
    package let limits: JobLimits
    package var place: String { pool.description }
    let pool: PostgresPool
    let signal = WorkSignal()
    /// The channel that wakes the workers.
    let channel: String
    /// A number of the schema, for the names of locks.
    private let schema: Int64
    private let clock: JobClock?
    private let listener = Mutex<WorkListener?>(nil)

    /// Seconds for which the end of a job waits for a database that is restarted: less than a
    /// lease.
    static let workerPatience = 15.0
    private static let ownerPatience = 0.5
    /// How long a statement waits for rows and tables that others have locked.
    private static let lockSeconds = 4.0
    private static let statementSeconds = 30.0

    /// Opens a store, and makes its tables where there are none.
    ///
    /// - Parameters:
    ///   - url: The URL of the database, `postgres://user@host/database`. The tables are in the
    ///     first schema of the search path (`?options=-csearch_path%3DNAME`).
    ///   - clock: Replaces the clock of the database, for tests.
    ///   - maximumConnections: The connections that are in use at once, without the one that
    ///     listens.
    /// - Throws: ``JobStoreError/unavailable(_:)`` when the database cannot be used, or its jobs
    ///   were written by a later version.
    package init(
        url: String, limits: JobLimits = JobLimits(), clock: JobClock? = nil,
        maximumConnections: Int = 8
    ) throws(JobStoreError) {
        self.limits = limits
        self.clock = clock
        do {
            pool = try PostgresPool(
                url: url, maximumConnections: maximumConnections, applicationName: "waypost jobs",
                statementSeconds: Self.statementSeconds, lockSeconds: Self.lockSeconds,
                waitSeconds: Self.lockSeconds)
        } catch {
            throw .unavailable("\(error)")
        }
        do {
            schema = try pool.withConnection { try PostgresJobSchema.prepare($0) }
        } catch let error as UnusableDatabase {
            throw .unavailable("\(pool.description): \(error)")
        } catch {
            throw .unavailable("\(error)")
        }
        channel = "waypost_jobs_\(schema)"
    }

    deinit { listener.withLock { $0?.stop() } }

    // MARK: - Transactions

    /// Runs a transaction; again after a conflict, and after the end of a connection.
    ///
    /// - Parameters:
    ///   - patience: Seconds for which a lost connection is not a failure.
    ///   - body: Receives whether an attempt before may have been committed, whose answer was lost.
    func write<Value>(
        patience: Double = ownerPatience, _ body: (PostgresConnection, Bool) throws -> Value
    ) throws(JobStoreError) -> Value {
        do { return try attempt(patience: patience, body) } catch { throw Self.failure(error) }
    }

    /// As ``write(patience:_:)``, with the errors of `body` as they are.
    func attempt<Value>(
        patience: Double, _ body: (PostgresConnection, Bool) throws -> Value
    ) throws -> Value {
        let end = ContinuousClock.now + .seconds(patience)
        var isRepeated = false
        var conflicts = 0
        while true {
            do {
                return try pool.withConnection { connection in
                    try connection.transaction { try body(connection, isRepeated) }
                }
            } catch let error as PostgresError {
                if error.isRetryable, conflicts < 10 {
                    conflicts += 1
                    continue
                }
                // Workers wait longer for a lock: they have work to lose.
                if error.isLockTimeout, patience > Self.ownerPatience, .now < end { continue }
                guard error.isConnectionLost, .now < end else { throw error }
                isRepeated = isRepeated || error.isOutcomeUnknown
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    /// Runs one statement that only reads, or that may be run twice.
    func rows(
        _ sql: String, _ parameters: [PostgresValue], patience: Double = ownerPatience
    ) throws(JobStoreError) -> PostgresRows {
        let end = ContinuousClock.now + .seconds(patience)
        do {
            while true {
                do {
                    return try pool.withConnection { try $0.query(sql, parameters) }
                } catch let error as PostgresError where error.isConnectionLost && .now < end {
                    Thread.sleep(forTimeInterval: 0.1)
                }
            }
        } catch {
            throw Self.failure(error)
        }
    }

    static func failure(_ error: any Error) -> JobStoreError {
        error as? JobStoreError ?? .unavailable("\(error)")
    }

    /// The milliseconds since 1970, as an expression that the parameter of a number may replace.
    static func now(_ parameter: Int) -> String {
        "coalesce($\(parameter)::bigint, "
            + "(extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
    }

    /// The parameter of ``now(_:)``.
    var time: PostgresValue { clock.map { .integer($0.now()) } ?? .null }

    /// Keeps other transactions from the same work until the end of this one.
    func lock(_ work: String, _ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.query(
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
            [.stored("waypost job \(schema) \(work)")])
    }

    /// As ``lock(_:_:)``, without waiting.
    ///
    /// - Returns: Whether no other transaction does the work.
    func tryLock(_ work: String, _ connection: PostgresConnection) throws(PostgresError) -> Bool {
        try connection.query(
            "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))",
            [.stored("waypost job \(schema) \(work)")]
        ).first?.bool(0) ?? false
    }

    /// Wakes the workers of all processes when the transaction is committed.
    func notify(_ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.query("SELECT pg_notify($1, '')", [.text(channel)])
    }

    // MARK: - Owners

    package func submit(_ submission: JobSubmission) throws(JobStoreError) -> SubmittedJob {
        try limits.checkInput(bytes: submission.input.count)
        let id = JobID.random()
        let job = try write { connection, isRepeated in
            try self.lock("owner \(submission.owner)", connection)
            if isRepeated, let stored = try PostgresJobRow.find(id, connection) {
                return SubmittedJob(id: id, state: stored.record.state, isNew: true)
            }
            if let known = try self.known(submission, connection) { return known }
            try self.admit(submission, connection)
            try self.removeOldest(of: submission.owner, connection)
            try self.insert(submission, as: id, connection)
            try self.notify(connection)
            return SubmittedJob(id: id, state: .submitted, isNew: true)
        }
        if job.isNew { signal.raise() }
        return job
    }

    package func job(_ id: JobID) throws(JobStoreError) -> JobRecord? {
        try rows(
            "SELECT \(PostgresJobRow.columns) FROM waypost_jobs WHERE id = $1", [.text(id.text)]
        ).first.map { PostgresJobRow($0).record }
    }

    package func watched(_ ids: [JobID]) throws(JobStoreError) -> [WatchedJob] {
        // Ids have letters and digits alone.
        try rows(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs
            WHERE id = ANY(string_to_array($1, ','))
            """, [.text(ids.map(\.text).joined(separator: ","))]
        ).map { row in
            let row = PostgresJobRow(row)
            return WatchedJob(record: row.record, messageCount: row.messageCount)
        }
    }

    package func input(of id: JobID) throws(JobStoreError) -> [UInt8]? {
        try rows(
            """
            SELECT i.content FROM waypost_job_inputs i JOIN waypost_jobs j ON j.number = i.job
            WHERE j.id = $1
            """, [.text(id.text)]
        ).first?.bytes(0)
    }

    package func messages(
        of id: JobID, after number: Int, limit: Int
    ) throws(JobStoreError) -> [NumberedMessage] {
        try rows(
            """
            SELECT m.number, m.kind, m.text
            FROM waypost_job_messages m JOIN waypost_jobs j ON j.number = m.job
            WHERE j.id = $1 AND m.number > $2 ORDER BY m.number LIMIT $3
            """, [.text(id.text), PostgresValue(number), PostgresValue(max(0, limit))]
        ).map { row in
            NumberedMessage(
                number: Int(row.integer(0) ?? 0),
                message: JobMessage(
                    row.text(1).flatMap { JobMessageKind(rawValue: $0) } ?? .informative,
                    row.storedText(2) ?? ""))
        }
    }

    package func results(of id: JobID) throws(JobStoreError) -> [JobResult] {
        try rows(
            """
            SELECT r.name, r.content_type, r.byte_count
            FROM waypost_job_results r JOIN waypost_jobs j ON j.number = r.job
            WHERE j.id = $1 ORDER BY r.number
            """, [.text(id.text)]
        ).map { row in
            JobResult(
                name: row.storedText(0) ?? "", contentType: row.storedText(1) ?? "",
                byteCount: Int(row.integer(2) ?? 0))
        }
    }

    package func content(
        of id: JobID, named name: String, in bytes: Range<Int>
    ) throws(JobStoreError) -> [UInt8]? {
        let found = try rows(
            """
            SELECT r.job, r.number, r.byte_count
            FROM waypost_job_results r JOIN waypost_jobs j ON j.number = r.job
            WHERE j.id = $1 AND lower(r.name) = lower($2 COLLATE "C")
            """, [.text(id.text), .stored(name)])
        guard let row = found.first, let count = row.integer(2) else { return nil }
        let wanted = bytes.clamped(to: 0..<Int(count))
        guard !wanted.isEmpty else { return [] }
        let size = PostgresJobSchema.chunkBytes
        let first = wanted.lowerBound / size
        var content: [UInt8] = []
        for chunk in try rows(
            """
            SELECT content FROM waypost_job_result_chunks
            WHERE job = $1 AND result = $2 AND number BETWEEN $3 AND $4 ORDER BY number
            """,
            [
                row[0], row[1], PostgresValue(first),
                PostgresValue((wanted.upperBound - 1) / size),
            ])
        { content += chunk.bytes(0) ?? [] }
        let range = wanted.lowerBound - first * size..<wanted.upperBound - first * size
        // The job was removed between the two statements.
        guard range.upperBound <= content.count else { return nil }
        return range == content.indices ? content : Array(content[range])
    }

    package func jobs(
        of owner: String, before number: Int64?, limit: Int
    ) throws(JobStoreError) -> JobListing {
        let limit = max(1, limit)
        let found = try rows(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs
            WHERE owner = $1 AND number < $2 AND state <> 'deleted'
            ORDER BY number DESC LIMIT $3
            """,
            [.stored(owner), .integer(number ?? Int64.max), PostgresValue(limit + 1)]
        ).map { PostgresJobRow($0).record }
        let page = Array(found.prefix(limit))
        return JobListing(jobs: page, next: found.count > limit ? page.last?.number : nil)
    }

    package func cancel(_ id: JobID) throws(JobStoreError) -> JobState? {
        try write { connection, _ in
            guard let row = try PostgresJobRow.find(id, locked: true, connection) else {
                return nil
            }
            guard let next = row.record.state.after(.cancelRequested) else {
                return row.record.state
            }
            try self.set(next, of: row, connection)
            if next == .cancelled {
                try self.append([.cancelledBefore], to: row, connection)
            }
            return next
        }
    }

    package func delete(_ id: JobID) throws(JobStoreError) -> Bool {
        try write { connection, _ in
            guard let row = try PostgresJobRow.find(id, locked: true, connection) else {
                return false
            }
            try self.remove(row, connection)
            try self.forgetOldest(connection)
            return true
        }
    }

    package func load() throws(JobStoreError) -> JobLoad {
        try rows(
            """
            SELECT state, count(*) FROM waypost_jobs
            WHERE state IN ('submitted', 'waiting', 'executing', 'cancelling') GROUP BY state
            """, []
        ).reduce(into: JobLoad(waiting: 0, running: 0)) { load, row in
            guard let state = row.text(0).flatMap({ JobState(rawValue: $0) }) else { return }
            if state.isPending { load.waiting += Int(row.integer(1) ?? 0) }
            if state.isHeld { load.running += Int(row.integer(1) ?? 0) }
        }
    }

    package func awaitWork(upTo seconds: Double) {
        listener.withLock { listener in
            guard listener == nil else { return }
            listener = WorkListener(pool: pool, channel: channel, signal: signal)
        }
        signal.wait(upTo: seconds)
    }

    package func wakeWorkers() { signal.raise() }
}
