// The workers' side of a store in a database: take, renew, store parts, end; and upkeep.

import PostgreSQL

extension PostgresJobStore {
    package func take(
        by worker: String, leaseSeconds: Double, exceptPartsOf others: Set<JobID>
    ) throws(JobStoreError) -> TakenJob? {
        // Lowered before the query: if a job is submitted later, it raises the signal again.
        signal.lower()
        // Most calls find nothing. They cost one statement that locks nothing.
        let mayHaveWork = try rows(
            """
            SELECT EXISTS (SELECT 1 FROM waypost_jobs WHERE state IN ('submitted', 'waiting'))
                OR EXISTS (SELECT 1 FROM waypost_jobs
                    WHERE state IN ('executing', 'cancelling') AND lease_end < \(Self.now(1)))
                OR EXISTS (\(Self.openParts))
            """, [time, Self.list(others)], patience: 0
        ).first?.bool(0)
        guard mayHaveWork == true else { return nil }
        let taken = try write(patience: 0) { connection, _ -> TakenJob? in
            try self.expireLeases(connection)
            let job = try self.takeNext(by: worker, leaseSeconds: leaseSeconds, connection)
            if let job { return job }
            return try self.takeNextPart(
                by: worker, leaseSeconds: leaseSeconds, except: others, connection)
        }
        // There may be more work: wake another thread.
        if taken != nil { signal.raise() }
        return taken
    }

    /// Puts the jobs of dead workers back in the queue.
    private func expireLeases(_ connection: PostgresConnection) throws(PostgresError) {
        let expired = try connection.query(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs
            WHERE state IN ('executing', 'cancelling') AND lease_end < \(Self.now(1))
            ORDER BY number FOR NO KEY UPDATE SKIP LOCKED
            """, [time])
        for row in expired.map({ PostgresJobRow($0) }) {
            let isGivenUp = row.record.attempts >= limits.attempts
            guard let next = row.record.state.after(isGivenUp ? .givenUp : .leaseLost) else {
                continue
            }
            try set(next, of: row, connection)
            if next == .failed {
                try append([.givenUp(attempts: row.record.attempts)], to: row, connection)
            }
        }
        try giveUpParts(connection)
    }

    private func takeNext(
        by worker: String, leaseSeconds: Double, _ connection: PostgresConnection
    ) throws(PostgresError) -> TakenJob? {
        // With a limit on an owner's running jobs, takes must not overlap, because the count must
        // still hold when a job is added. Without a limit they may.
        if limits.runningOfOneOwner < Int.max { try lock("take", connection) }
        let found = try connection.query(
            """
            WITH busy AS (
                SELECT owner, count(*) AS jobs FROM waypost_jobs
                WHERE state IN ('executing', 'cancelling') GROUP BY owner)
            SELECT j.number FROM waypost_jobs j
            LEFT JOIN busy b ON b.owner = j.owner
            LEFT JOIN waypost_job_turns t ON t.owner = j.owner
            WHERE j.state IN ('submitted', 'waiting') AND coalesce(b.jobs, 0) < $1
            ORDER BY j.priority DESC, coalesce(b.jobs, 0), coalesce(t.turn, 0), j.number
            LIMIT 1 FOR NO KEY UPDATE OF j SKIP LOCKED
            """, [PostgresValue(limits.runningOfOneOwner)])
        guard let number = found.first?[0] else { return nil }
        let taken = try connection.query(
            """
            UPDATE waypost_jobs SET state = 'executing', worker = $2,
                lease_end = \(Self.now(4)) + $3, lease = lease + 1, attempts = attempts + 1,
                started_at = coalesce(started_at, \(Self.now(4)))
            WHERE number = $1 RETURNING \(PostgresJobRow.columns)
            """,
            [number, .stored(worker), .integer(Int64(leaseSeconds * 1_000)), time]
        ).first.map { PostgresJobRow($0) }
        guard let taken else { return nil }
        _ = try connection.query(
            """
            UPDATE waypost_jobs SET state = 'waiting' WHERE number IN (
                SELECT number FROM waypost_jobs WHERE state = 'submitted'
                FOR NO KEY UPDATE SKIP LOCKED)
            """)
        _ = try connection.query(
            """
            INSERT INTO waypost_job_turns (owner, turn) VALUES ($1, nextval('waypost_job_turn'))
            ON CONFLICT (owner) DO UPDATE SET turn = excluded.turn
            """, [.stored(taken.record.owner)])
        return TakenJob(
            lease: JobLease(job: taken.record.id, worker: worker, number: taken.lease),
            record: taken.record, input: try input(of: taken, connection))
    }

    /// Reads the input of a job being taken.
    func input(
        of row: PostgresJobRow, _ connection: PostgresConnection
    ) throws(PostgresError) -> [UInt8] {
        try connection.query(
            "SELECT content FROM waypost_job_inputs WHERE job = $1",
            [.integer(row.record.number)]
        ).first?.bytes(0) ?? []
    }

    package func heartbeat(
        _ lease: JobLease, leaseSeconds: Double, progress: JobProgress?
    ) throws(JobStoreError) -> JobHeartbeat {
        if lease.part != nil { return try renewPart(lease, leaseSeconds: leaseSeconds) }
        let found = try rows(
            """
            UPDATE waypost_jobs SET lease_end = \(Self.now(5)) + $4,
                stage = coalesce($6, stage), stage_done = coalesce($7, stage_done),
                stage_count = coalesce($8, stage_count), stage_unit = coalesce($9, stage_unit)
            WHERE id = $1 AND lease = $2 AND worker = $3 AND state IN ('executing', 'cancelling')
            RETURNING state
            """,
            [
                .text(lease.job.text), PostgresValue(lease.number), .stored(lease.worker),
                .integer(Int64(leaseSeconds * 1_000)), time,
                progress.map { .stored($0.title) } ?? .null,
                progress.map { PostgresValue($0.done) } ?? .null,
                progress.map { PostgresValue($0.count) } ?? .null,
                progress.map { .stored($0.unit) } ?? .null,
            ], patience: 0)
        guard let state = found.first?.text(0) else { return .lost }
        return state == JobState.cancelling.rawValue ? .cancel : .proceed
    }

    package func add(
        _ messages: [JobMessage], _ lease: JobLease
    ) throws(JobStoreError) -> JobHeartbeat {
        var countBefore: Int?
        return try write(patience: Self.workerPatience) { connection, isRepeated in
            guard let row = try PostgresJobRow.held(under: lease, connection) else {
                return .lost
            }
            // Only the lease's holder adds messages, so these were stored.
            if isRepeated, let countBefore, row.messageCount > countBefore {
                return row.heartbeat
            }
            countBefore = row.messageCount
            try self.append(messages, to: row, connection, isEnd: false)
            return row.heartbeat
        }
    }

    package func makeDraft(
        named name: String, contentType: String, _ lease: JobLease
    ) throws(JobStoreError) -> any JobResultDraft {
        SpooledDraft(name: name, contentType: contentType)
    }

    package func finish(
        _ lease: JobLease, _ outcome: JobOutcome, messages: [JobMessage],
        results: [any JobResultDraft]
    ) throws(JobStoreError) -> Bool {
        let drafts = results.map { draft in
            guard let own = draft as? SpooledDraft else {
                preconditionFailure("a store ends a job with drafts that it has made")
            }
            own.seal()
            return own
        }
        let isDone: Bool
        do {
            isDone = try attempt(patience: Self.workerPatience) { connection, isRepeated in
                // The row is locked only at the end, so heartbeats go on while results are stored.
                guard
                    let row = try PostgresJobRow.held(under: lease, locked: false, connection)
                else { return try isRepeated && self.hasEnded(lease, outcome, connection) }
                try self.insert(drafts, of: row, connection)
                try self.end(lease, outcome, messages, connection)
                return true
            }
        } catch is LostLease {
            return false
        } catch {
            throw Self.failure(error)
        }
        // An owner at the limit may have another job waiting.
        if isDone { signal.raise() }
        return isDone
    }

    /// The lease ended while results were being stored. The transaction drops them.
    private struct LostLease: Error {}

    private func end(
        _ lease: JobLease, _ outcome: JobOutcome, _ messages: [JobMessage],
        _ connection: PostgresConnection
    ) throws {
        guard let row = try PostgresJobRow.held(under: lease, connection),
            let next = row.record.state.after(.ended(outcome))
        else { throw LostLease() }
        try append(messages, to: row, connection)
        try set(next, of: row, connection)
        if limits.runningOfOneOwner < Int.max { try notify(connection) }
    }

    /// Whether an earlier call whose answer was lost has ended the job under this lease.
    private func hasEnded(
        _ lease: JobLease, _ outcome: JobOutcome, _ connection: PostgresConnection
    ) throws(PostgresError) -> Bool {
        guard let row = try PostgresJobRow.find(lease.job, connection) else { return false }
        // A job's final states have the outcomes' names.
        return row.lease == lease.number && row.record.state.rawValue == outcome.rawValue
    }

    private func insert(
        _ drafts: [SpooledDraft], of row: PostgresJobRow, _ connection: PostgresConnection
    ) throws {
        let job = PostgresValue.integer(row.record.number)
        var bytes = 0
        for (place, draft) in drafts.enumerated() {
            let result = draft.result
            bytes += result.byteCount
            _ = try connection.query(
                """
                INSERT INTO waypost_job_results (job, number, name, content_type, byte_count)
                VALUES ($1, $2, $3, $4, $5)
                """,
                [
                    job, PostgresValue(place), .stored(result.name), .stored(result.contentType),
                    PostgresValue(result.byteCount),
                ])
            var number = 0
            try draft.forEachChunk(of: PostgresJobSchema.chunkBytes) { chunk in
                _ = try connection.query(
                    """
                    INSERT INTO waypost_job_result_chunks (job, result, number, content)
                    VALUES ($1, $2, $3, $4)
                    """, [job, PostgresValue(place), PostgresValue(number), .bytes(chunk)])
                number += 1
            }
        }
        guard bytes > 0 else { return }
        _ = try connection.query(
            "UPDATE waypost_jobs SET bytes = bytes + $2 WHERE number = $1",
            [job, PostgresValue(bytes)])
    }

    package func release(_ lease: JobLease) throws(JobStoreError) {
        guard lease.part == nil else { return try releasePart(lease) }
        let isWaiting = try write(patience: 2) { connection, _ in
            guard let row = try PostgresJobRow.held(under: lease, connection),
                let next = row.record.state.after(.released)
            else { return false }
            try self.set(next, of: row, connection)
            _ = try connection.query(
                """
                UPDATE waypost_jobs SET lease_end = NULL, worker = NULL,
                    attempts = greatest(attempts - 1, 0) WHERE number = $1
                """, [.integer(row.record.number)])
            if next == .waiting { try self.notify(connection) }
            return next == .waiting
        }
        if isWaiting { signal.raise() }
    }

    /// Removes finished jobs whose retention has ended. Only one process at a time does so; the
    /// others return at once.
    package func sweep() throws(JobStoreError) -> Int {
        var count = 0
        while true {
            let removed = try write { connection, _ -> Int in
                guard try self.tryLock("sweep", connection) else { return 0 }
                return try self.removeOld(connection)
            }
            count += removed
            guard removed == Self.sweptAtOnce else { return count }
        }
    }

    private static let sweptAtOnce = 200

    private func removeOld(_ connection: PostgresConnection) throws(PostgresError) -> Int {
        let over = try connection.query(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs
            WHERE ended_at < \(Self.now(1)) - $2
            AND state IN ('succeeded', 'failed', 'cancelled', 'timedOut')
            ORDER BY number LIMIT $3 FOR NO KEY UPDATE SKIP LOCKED
            """,
            [
                time, .integer(Int64(limits.keptSeconds * 1_000)),
                PostgresValue(Self.sweptAtOnce),
            ])
        for row in over { try remove(PostgresJobRow(row), connection) }
        _ = try connection.query(
            """
            DELETE FROM waypost_jobs
            WHERE state = 'deleted' AND removed_at < \(Self.now(1)) - $2
            """, [time, .integer(Int64(limits.rememberedSeconds * 1_000))])
        _ = try connection.query(
            """
            DELETE FROM waypost_job_turns t
            WHERE NOT EXISTS (SELECT 1 FROM waypost_jobs j WHERE j.owner = t.owner)
            """)
        return over.count
    }
}
