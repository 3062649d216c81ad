// Changes of rows that several calls share. They run within the caller's transaction.

import PostgreSQL

extension PostgresJobStore {
    /// Finds the job that the owner submitted earlier under the same key.
    ///
    /// - Throws: ``JobStoreError/keyReused(_:)`` if that was another job.
    func known(
        _ submission: JobSubmission, _ connection: PostgresConnection
    ) throws -> SubmittedJob? {
        guard let key = submission.key else { return nil }
        let found = try connection.query(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs
            WHERE owner = $1 AND submission_key = $2
            """, [.stored(submission.owner), .stored(key)])
        guard let record = found.first.map({ PostgresJobRow($0).record }) else { return nil }
        // A removed job has kept only its key.
        if record.state != .deleted {
            let isSame = try connection.query(
                "SELECT content = $2 FROM waypost_job_inputs WHERE job = $1",
                [.integer(record.number), .bytes(submission.input)]
            ).first?.bool(0)
            guard record.task == submission.task, record.pin == submission.pin, isSame == true
            else { throw JobStoreError.keyReused(key) }
        }
        return SubmittedJob(id: record.id, state: record.state, isNew: false)
    }

    /// Checks the store's limits.
    ///
    /// - Throws: ``JobStoreError/full(_:)``.
    func admit(_ submission: JobSubmission, _ connection: PostgresConnection) throws {
        let found = try connection.query(
            """
            SELECT count(*) FILTER (WHERE owner = $1), count(*),
                (SELECT coalesce(sum(bytes), 0)::bigint FROM waypost_jobs WHERE bytes > 0)
            FROM waypost_jobs
            WHERE state IN ('submitted', 'waiting', 'executing', 'cancelling')
            """, [.stored(submission.owner)])
        let counts = (0..<3).map { Int(found.first?.integer($0) ?? 0) }
        try limits.admit(
            own: counts[0], all: counts[1], bytes: counts[2] + submission.input.count)
    }

    /// Removes an owner's oldest finished jobs if the owner has as many as are kept.
    func removeOldest(of owner: String, _ connection: PostgresConnection) throws(PostgresError) {
        let stored = try connection.query(
            "SELECT count(*) FROM waypost_jobs WHERE owner = $1 AND state <> 'deleted'",
            [.stored(owner)]
        ).first?.integer(0)
        let excess = Int(stored ?? 0) - limits.storedOfOneOwner
        guard excess >= 0 else { return }
        let oldest = try connection.query(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs WHERE owner = $1
            AND state <> 'deleted' AND state IN ('succeeded', 'failed', 'cancelled', 'timedOut')
            ORDER BY number LIMIT $2 FOR NO KEY UPDATE
            """, [.stored(owner), PostgresValue(excess + 1)])
        for row in oldest { try remove(PostgresJobRow(row), connection) }
        try forgetOldest(connection)
    }

    /// Forgets the oldest removed jobs beyond the limit, unless another process is doing so.
    func forgetOldest(_ connection: PostgresConnection) throws(PostgresError) {
        guard try tryLock("forget", connection) else { return }
        let last = try connection.query(
            """
            SELECT removed_at FROM waypost_jobs WHERE state = 'deleted'
            ORDER BY removed_at DESC LIMIT 1 OFFSET $1
            """, [PostgresValue(limits.remembered)]
        ).first?.integer(0)
        guard let last else { return }
        _ = try connection.query(
            "DELETE FROM waypost_jobs WHERE state = 'deleted' AND removed_at <= $1",
            [.integer(last)])
    }

    func insert(
        _ submission: JobSubmission, as id: JobID, _ connection: PostgresConnection
    ) throws(PostgresError) {
        _ = try connection.query(
            """
            WITH job AS (
                INSERT INTO waypost_jobs (id, owner, task, pin, priority, submission_key, state,
                    bytes, submitted_at)
                VALUES ($1, $2, $3, $4, $5, $6, 'submitted', $7, \(Self.now(9)))
                RETURNING number)
            INSERT INTO waypost_job_inputs (job, content) SELECT number, $8 FROM job
            """,
            [
                .text(id.text), .stored(submission.owner), .stored(submission.task),
                .stored(submission.pin), PostgresValue(submission.priority),
                submission.key.map { .stored($0) } ?? .null,
                PostgresValue(submission.input.count), .bytes(submission.input), time,
            ])
    }

    /// Sets a job's state. If the job ends, clears what only unfinished jobs have.
    func set(
        _ state: JobState, of row: PostgresJobRow, _ connection: PostgresConnection
    ) throws(PostgresError) {
        let number = PostgresValue.integer(row.record.number)
        guard state.isTerminal else {
            _ = try connection.query(
                "UPDATE waypost_jobs SET state = $1 WHERE number = $2",
                [.text(state.rawValue), number])
            return
        }
        _ = try connection.query(
            """
            UPDATE waypost_jobs SET state = $1, ended_at = \(Self.now(3)), lease_end = NULL,
                worker = NULL, stage = NULL WHERE number = $2
            """, [.text(state.rawValue), number, time])
        try removeParts(of: row, connection)
    }

    /// Removes a job's finished and open parts.
    func removeParts(
        of row: PostgresJobRow, _ connection: PostgresConnection
    ) throws(PostgresError) {
        for table in [
            "waypost_job_parts", "waypost_job_open_parts", "waypost_job_part_messages",
        ] {
            _ = try connection.query(
                "DELETE FROM \(table) WHERE job = $1", [.integer(row.record.number)])
        }
    }

    /// Appends messages up to the limit.
    ///
    /// - Parameter isEnd: Whether these are the job's last messages, which are never left out.
    func append(
        _ messages: [JobMessage], to row: PostgresJobRow, _ connection: PostgresConnection,
        isEnd: Bool = true
    ) throws(PostgresError) {
        let stored = limits.stored(messages, after: row.messageCount, isEnd: isEnd)
        guard !stored.isEmpty else { return }
        for (place, message) in stored.enumerated() {
            _ = try connection.query(
                """
                INSERT INTO waypost_job_messages (job, number, kind, text)
                VALUES ($1, $2, $3, $4)
                """,
                [
                    .integer(row.record.number), PostgresValue(row.messageCount + 1 + place),
                    .text(message.kind.rawValue), .stored(message.text),
                ])
        }
        _ = try connection.query(
            "UPDATE waypost_jobs SET message_count = $1 WHERE number = $2",
            [PostgresValue(row.messageCount + stored.count), .integer(row.record.number)])
    }

    /// Removes a job but remembers its id.
    func remove(
        _ row: PostgresJobRow, _ connection: PostgresConnection
    ) throws(PostgresError) {
        guard row.record.state.after(.deleteRequested) == .deleted else { return }
        let number = PostgresValue.integer(row.record.number)
        try removeParts(of: row, connection)
        for table in ["waypost_job_inputs", "waypost_job_messages", "waypost_job_results"] {
            _ = try connection.query("DELETE FROM \(table) WHERE job = $1", [number])
        }
        _ = try connection.query(
            """
            UPDATE waypost_jobs SET state = 'deleted', bytes = 0, stage = NULL, worker = NULL,
                lease_end = NULL, message_count = 0, removed_at = \(Self.now(2)),
                ended_at = coalesce(ended_at, \(Self.now(2))) WHERE number = $1
            """, [number, time])
    }
}
