// Divided jobs: workers other than the holder take, renew and store parts.

import PostgreSQL

extension PostgresJobStore {
    /// Passes job ids as one parameter. This is safe because ids consist of letters and digits.
    static func list(_ jobs: Set<JobID>) -> PostgresValue {
        .text(jobs.map(\.text).joined(separator: ","))
    }

    /// Selects parts that a worker may take from other workers' jobs. $1 is the time, $2 the jobs
    /// to leave out.
    static let openParts = """
        SELECT p.job FROM waypost_job_open_parts p JOIN waypost_jobs j ON j.number = p.job
        WHERE p.lease_end < \(now(1)) AND j.state = 'executing'
            AND j.id <> ALL (string_to_array($2, ','))
        """

    package func divide(
        _ lease: JobLease, _ division: JobDivision
    ) throws(JobStoreError) -> JobDivision? {
        let held = try write(patience: Self.workerPatience) { connection, _ -> JobDivision? in
            guard let row = try PostgresJobRow.held(under: lease, connection) else { return nil }
            if let known = row.record.division { return known }
            // An earlier version of Waypost may have stored parts.
            try self.removeParts(of: row, connection)
            let job = PostgresValue.integer(row.record.number)
            _ = try connection.query(
                """
                UPDATE waypost_jobs SET part_count = $2, part_origin = $3, finished_parts = 0
                WHERE number = $1
                """, [job, PostgresValue(division.count), .stored(division.origin)])
            _ = try connection.query(
                """
                INSERT INTO waypost_job_open_parts (job, number)
                SELECT $1, n FROM generate_series(0, $2::bigint - 1) n
                """, [job, PostgresValue(division.count)])
            try self.notify(connection)
            return division
        }
        if held != nil { signal.raise() }
        return held
    }

    package func takePart(
        of job: JobID, by worker: String, leaseSeconds: Double, isHelper: Bool
    ) throws(JobStoreError) -> JobPartOffer {
        try write(patience: Self.workerPatience) { connection, _ in
            guard let row = try PostgresJobRow.find(job, connection),
                row.record.division != nil, !row.record.state.isTerminal
            else { return .stopped(.lost) }
            if row.record.state == .cancelling { return .stopped(.cancel) }
            let found = try connection.query(
                """
                SELECT EXISTS (SELECT 1 FROM waypost_job_open_parts WHERE job = $1),
                    EXISTS (SELECT 1 FROM waypost_jobs WHERE state IN ('submitted', 'waiting'))
                """, [.integer(row.record.number)]
            ).first
            if found?.bool(0) != true { return .finished }
            if isHelper, found?.bool(1) == true { return .busy }
            let part = try connection.query(
                """
                SELECT number FROM waypost_job_open_parts
                WHERE job = $1 AND lease_end < \(Self.now(2)) AND attempts < $3
                ORDER BY number LIMIT 1 FOR NO KEY UPDATE SKIP LOCKED
                """, [.integer(row.record.number), time, PostgresValue(limits.attempts)]
            ).first?.integer(0)
            guard let part else { return .busy }
            return try self.take(part, of: row, by: worker, leaseSeconds, connection)
                .map { .taken($0) } ?? .busy
        }
    }

    /// Takes a part of another worker's job.
    func takeNextPart(
        by worker: String, leaseSeconds: Double, except others: Set<JobID>,
        _ connection: PostgresConnection
    ) throws(PostgresError) -> TakenJob? {
        let found = try connection.query(
            """
            SELECT p.job, p.number FROM waypost_job_open_parts p
            JOIN waypost_jobs j ON j.number = p.job
            WHERE p.lease_end < \(Self.now(1)) AND j.state = 'executing'
                AND j.id <> ALL (string_to_array($2, ','))
            ORDER BY j.priority DESC,
                (SELECT count(*) FROM waypost_job_open_parts o
                    WHERE o.job = p.job AND o.lease_end >= \(Self.now(1))),
                p.job, p.number
            LIMIT 1 FOR NO KEY UPDATE OF p SKIP LOCKED
            """, [time, Self.list(others)]
        ).first
        guard let found, let part = found.integer(1) else { return nil }
        let row = try connection.query(
            "SELECT \(PostgresJobRow.columns) FROM waypost_jobs WHERE number = $1", [found[0]]
        ).first.map { PostgresJobRow($0) }
        guard let row,
            let lease = try take(part, of: row, by: worker, leaseSeconds, connection)
        else { return nil }
        return TakenJob(
            lease: lease, record: row.record, input: try input(of: row, connection))
    }

    private func take(
        _ part: Int64, of row: PostgresJobRow, by worker: String, _ leaseSeconds: Double,
        _ connection: PostgresConnection
    ) throws(PostgresError) -> JobLease? {
        try connection.query(
            """
            UPDATE waypost_job_open_parts SET worker = $3,
                lease_end = \(Self.now(5)) + $4, lease = lease + 1, attempts = attempts + 1
            WHERE job = $1 AND number = $2 RETURNING lease
            """,
            [
                .integer(row.record.number), .integer(part), .stored(worker),
                .integer(Int64(leaseSeconds * 1_000)), time,
            ]
        ).first?.integer(0).map { lease in
            JobLease(job: row.record.id, worker: worker, number: Int(lease), part: Int(part))
        }
    }

    /// Ends jobs with a part on which too many workers died.
    func giveUpParts(_ connection: PostgresConnection) throws(PostgresError) {
        let rows = try connection.query(
            """
            SELECT \(PostgresJobRow.columns) FROM waypost_jobs
            WHERE state IN ('executing', 'cancelling') AND number IN (
                SELECT job FROM waypost_job_open_parts
                WHERE lease_end < \(Self.now(1)) AND attempts >= $2)
            ORDER BY number FOR NO KEY UPDATE SKIP LOCKED
            """, [time, PostgresValue(limits.attempts)])
        for row in rows.map({ PostgresJobRow($0) }) {
            guard let next = row.record.state.after(.givenUp) else { continue }
            try set(next, of: row, connection)
            if next == .failed {
                try append([.givenUp(attempts: limits.attempts)], to: row, connection)
            }
        }
    }

    func renewPart(
        _ lease: JobLease, leaseSeconds: Double
    ) throws(JobStoreError) -> JobHeartbeat {
        let state = try rows(
            """
            UPDATE waypost_job_open_parts p SET lease_end = \(Self.now(6)) + $5
            FROM waypost_jobs j
            WHERE j.id = $1 AND p.job = j.number AND p.number = $2 AND p.lease = $3
                AND p.worker = $4
            RETURNING j.state
            """, values(of: lease) + [.integer(Int64(leaseSeconds * 1_000)), time], patience: 0
        ).first?.text(0)
        guard let state else { return .lost }
        return state == JobState.cancelling.rawValue ? .cancel : .proceed
    }

    /// A part's lease as parameters 1 to 4.
    private func values(of lease: JobLease) -> [PostgresValue] {
        [
            .text(lease.job.text), PostgresValue(lease.part ?? -1), PostgresValue(lease.number),
            .stored(lease.worker),
        ]
    }

    func releasePart(_ lease: JobLease) throws(JobStoreError) {
        let isOpen = try write(patience: 2) { connection, _ in
            let released = try connection.query(
                """
                UPDATE waypost_job_open_parts p SET lease_end = 0, worker = NULL,
                    attempts = greatest(p.attempts - 1, 0)
                FROM waypost_jobs j
                WHERE j.id = $1 AND p.job = j.number AND p.number = $2 AND p.lease = $3
                    AND p.worker = $4
                RETURNING p.job
                """, self.values(of: lease)
            ).first
            if released != nil { try self.notify(connection) }
            return released != nil
        }
        if isOpen { signal.raise() }
    }

    package func addPart(
        _ part: [UInt8], messages: [JobMessage], _ lease: JobLease
    ) throws(JobStoreError) -> JobHeartbeat {
        guard let number = lease.part else {
            preconditionFailure("a part is stored under the lease of a part")
        }
        return try write(patience: Self.workerPatience) { connection, isRepeated in
            guard let row = try PostgresJobRow.find(lease.job, locked: true, connection),
                !row.record.state.isTerminal
            else { return .lost }
            let job = PostgresValue.integer(row.record.number)
            let held = try connection.query(
                """
                DELETE FROM waypost_job_open_parts p USING waypost_jobs j
                WHERE j.id = $1 AND p.job = j.number AND p.number = $2 AND p.lease = $3
                    AND p.worker = $4
                RETURNING p.job
                """, self.values(of: lease)
            ).first
            guard held != nil else {
                // The part was stored, but the answer was lost with the connection.
                let isStored = try isRepeated && self.isStored(number, of: row, connection)
                return isStored ? row.heartbeat : .lost
            }
            _ = try connection.query(
                "INSERT INTO waypost_job_parts (job, number, content) VALUES ($1, $2, $3)",
                [job, PostgresValue(number), .bytes(part)])
            // A stored part is progress, so attempts are counted anew.
            _ = try connection.query(
                """
                UPDATE waypost_jobs SET finished_parts = finished_parts + 1, attempts = 0
                WHERE number = $1
                """, [job])
            for (place, message) in messages.prefix(self.limits.messages).enumerated() {
                _ = try connection.query(
                    """
                    INSERT INTO waypost_job_part_messages (job, part, number, kind, text)
                    VALUES ($1, $2, $3, $4, $5)
                    """,
                    [
                        job, PostgresValue(number), PostgresValue(place),
                        .text(message.kind.rawValue), .stored(message.text),
                    ])
            }
            if number == row.shownParts { try self.show(row, connection) }
            return row.heartbeat
        }
    }

    private func isStored(
        _ part: Int, of row: PostgresJobRow, _ connection: PostgresConnection
    ) throws(PostgresError) -> Bool {
        try connection.query(
            "SELECT 1 FROM waypost_job_parts WHERE job = $1 AND number = $2",
            [.integer(row.record.number), PostgresValue(part)]
        ).first != nil
    }

    /// Shows messages up to the first part that is not done.
    private func show(
        _ row: PostgresJobRow, _ connection: PostgresConnection
    ) throws(PostgresError) {
        let job = PostgresValue.integer(row.record.number)
        let shown = try connection.query(
            """
            UPDATE waypost_jobs SET shown_parts = coalesce((
                SELECT min(number) FROM waypost_job_open_parts WHERE job = $1), part_count)
            WHERE number = $1 RETURNING shown_parts
            """, [job]
        ).first?.integer(0)
        guard let shown else { return }
        let messages = try connection.query(
            """
            SELECT kind, text FROM waypost_job_part_messages WHERE job = $1 AND part < $2
            ORDER BY part, number
            """, [job, .integer(shown)]
        ).map { row in
            JobMessage(
                row.text(0).flatMap { JobMessageKind(rawValue: $0) } ?? .informative,
                row.storedText(1) ?? "")
        }
        guard !messages.isEmpty else { return }
        var seen = Set(
            try connection.query(
                "SELECT text FROM waypost_job_messages WHERE job = $1", [job]
            ).map { $0.storedText(0) ?? "" })
        try append(
            messages.filter { seen.insert($0.text).inserted }, to: row, connection,
            isEnd: false)
        _ = try connection.query(
            "DELETE FROM waypost_job_part_messages WHERE job = $1 AND part < $2",
            [job, .integer(shown)])
    }

    package func part(_ number: Int, of id: JobID) throws(JobStoreError) -> [UInt8]? {
        try rows(
            """
            SELECT p.content FROM waypost_job_parts p JOIN waypost_jobs j ON j.number = p.job
            WHERE j.id = $1 AND p.number = $2
            """, [.text(id.text), PostgresValue(number)], patience: Self.workerPatience
        ).first?.bytes(0)
    }
}
