// Start here for the store in a database that several machines share. What owners ask is here, what
// workers do is in PostgresJobStore+Workers.swift.

import Foundation
import PostgreSQL
import Synchronization

/// A job store in a PostgreSQL database, shared by any number of servers and workers.
///
/// Use it if servers or workers run on several machines; ``SQLiteJobStore`` serves one machine and
/// needs no database. Both keep the same promises. Leases and times follow the database's clock, so
/// the machines' clocks do not matter.
///
/// **Taking.** A job is taken with `FOR NO KEY UPDATE SKIP LOCKED`, so workers do not wait for each
/// other. A submission wakes the workers of all processes (`LISTEN`, see ``WorkListener``); if the
/// notification is missed, they look once a second.
///
/// **Outages.** If the database restarts, calls from owners retry for half a second, and calls that
/// end or store work for 15 s, so that no work is lost. Takes and heartbeats do not retry. After
/// that, a call throws ``JobStoreError/unavailable(_:)``. If a connection breaks during COMMIT, the
/// transaction runs again and first checks whether it was committed.
///
/// **Limits.** The limits on one owner are exact. The limits on all jobs and all bytes may be
/// exceeded by submissions at the same moment.
package final class PostgresJobStore: JobStore {
    package let limits: JobLimits
    package var place: String { pool.description }
    let pool: PostgresPool
    let signal = WorkSignal()
    /// The channel for waking workers.
    let channel: String
    /// Identifies the schema in the names of locks.
    private let schema: Int64
    private let clock: JobClock?
    private let listener = Mutex<WorkListener?>(nil)

    /// For how many seconds a call that stores work waits for a restarting database: less than a
    /// lease.
    static let workerPatience = 15.0
    private static let ownerPatience = 0.5
    /// How many seconds a statement waits for locked rows and tables.
    private static let lockSeconds = 4.0
    private static let statementSeconds = 30.0

    /// Opens a store and creates its tables if there are none.
    ///
    /// - Parameters:
    ///   - url: The database's URL, `postgres://user@host/database`. The tables are in the first
    ///     schema of the search path (`?options=-csearch_path%3DNAME`).
    ///   - clock: Replaces the database's clock in tests.
    ///   - maximumConnections: How many connections may be in use at once. Listening for work takes
    ///     another one.
    /// - Throws: ``JobStoreError/unavailable(_:)`` if the database cannot be used, or a later
    ///   version wrote its jobs.
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

    /// Runs a transaction. Repeats it after a conflict or a lost connection.
    ///
    /// - Parameters:
    ///   - patience: How many seconds to wait for a connection.
    ///   - body: Called with `true` if an earlier attempt may have been committed although its
    ///     answer was lost.
    func write<Value>(
        patience: Double = ownerPatience, _ body: (PostgresConnection, Bool) throws -> Value
    ) throws(JobStoreError) -> Value {
        do { return try attempt(patience: patience, body) } catch { throw Self.failure(error) }
    }

    /// Like ``write(patience:_:)``, but throws the errors of `body` unchanged.
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
                // Workers wait longer for a lock, because they have work to lose.
                if error.isLockTimeout, patience > Self.ownerPatience, .now < end { continue }
                guard error.isConnectionLost, .now < end else { throw error }
                isRepeated = isRepeated || error.isOutcomeUnknown
                Thread.sleep(forTimeInterval: 0.1)
            }
        }
    }

    /// Runs one statement that only reads or may safely run twice.
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

    /// An SQL expression for the milliseconds since 1970. The numbered parameter overrides it
    /// unless it is NULL.
    static func now(_ parameter: Int) -> String {
        "coalesce($\(parameter)::bigint, "
            + "(extract(epoch FROM clock_timestamp()) * 1000)::bigint)"
    }

    /// The value for the parameter in ``now(_:)``.
    var time: PostgresValue { clock.map { .integer($0.now()) } ?? .null }

    /// Keeps other transactions from the same work until this one ends.
    func lock(_ work: String, _ connection: PostgresConnection) throws(PostgresError) {
        _ = try connection.query(
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
            [.stored("waypost job \(schema) \(work)")])
    }

    /// Like ``lock(_:_:)``, but does not wait.
    ///
    /// - Returns: `false` if another transaction is doing the work.
    func tryLock(_ work: String, _ connection: PostgresConnection) throws(PostgresError) -> Bool {
        try connection.query(
            "SELECT pg_try_advisory_xact_lock(hashtextextended($1, 0))",
            [.stored("waypost job \(schema) \(work)")]
        ).first?.bool(0) ?? false
    }

    /// Wakes the workers of all processes once the transaction is committed.
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
        // Safe to join: ids consist of letters and digits.
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

    package func census() throws(JobStoreError) -> JobCensus {
        let states = JobState.counted.map { "'\($0.rawValue)'" }.joined(separator: ", ")
        return try rows(
            """
            SELECT state, count(*), \(Self.now(1)) - min(submitted_at) FILTER (
                WHERE state IN ('submitted', 'waiting', 'executing', 'cancelling'))
            FROM waypost_jobs WHERE state IN (\(states)) GROUP BY state
            """, [time]
        ).reduce(into: JobCensus()) { census, row in
            guard let state = row.text(0).flatMap({ JobState(rawValue: $0) }) else { return }
            census.add(
                state, count: Int(row.integer(1) ?? 0), ageMilliseconds: row.integer(2) ?? 0)
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
