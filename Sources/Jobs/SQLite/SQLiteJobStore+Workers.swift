// The workers' side of a store in files: take, renew, store parts, end; and upkeep.

import Foundation
import GRDB

extension SQLiteJobStore {
    package func take(
        by worker: String, leaseSeconds: Double, exceptPartsOf others: Set<JobID>
    ) throws(JobStoreError) -> TakenJob? {
        // Lowered before the query: if a job is submitted later, it raises the signal again.
        signal.lower()
        let now = clock.now()
        // Most calls find nothing. They take no write lock.
        let mayHaveWork = try read { database in
            try Bool.fetchOne(
                database,
                sql: """
                    SELECT EXISTS (SELECT 1 FROM jobs WHERE state IN ('submitted', 'waiting'))
                    OR EXISTS (SELECT 1 FROM jobs
                        WHERE state IN ('executing', 'cancelling') AND leaseEnd < ?)
                    """, arguments: [now]) ?? false
                || Self.nextPart(except: others, at: now, in: database) != nil
        }
        guard mayHaveWork else { return nil }
        let end = now + Int64(leaseSeconds * 1_000)
        let taken = try write { database -> (JobRow, JobLease)? in
            try self.expireLeases(at: now, in: database)
            if let row = try self.takeNext(by: worker, at: now, leaseEnd: end, in: database) {
                return (
                    row, JobLease(job: row.record.id, worker: worker, number: row.lease)
                )
            }
            guard let part = try Self.nextPart(except: others, at: now, in: database) else {
                return nil
            }
            return try self.take(part, by: worker, leaseEnd: end, in: database)
        }
        guard let (row, lease) = taken else { return nil }
        // Other threads may find more.
        signal.raise()
        guard let input = try content(row.input, file: row.inputFile) else { return nil }
        return TakenJob(lease: lease, record: row.record, input: input)
    }

    /// Puts the jobs of dead workers back in the queue.
    private func expireLeases(at now: Int64, in database: Database) throws {
        let expired = try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM jobs WHERE state IN ('executing', 'cancelling') AND leaseEnd < ?
                """, arguments: [now])
        for row in expired.map({ JobRow($0) }) {
            let isGivenUp = row.record.attempts >= limits.attempts
            guard let next = row.record.state.after(isGivenUp ? .givenUp : .leaseLost) else {
                continue
            }
            try set(next, of: row, in: database)
            if next == .failed {
                try append(
                    [.givenUp(attempts: row.record.attempts)], to: row, in: database)
            }
        }
        try giveUpParts(at: now, in: database)
    }

    private func takeNext(
        by worker: String, at now: Int64, leaseEnd: Int64, in database: Database
    ) throws -> JobRow? {
        let found = try Int64.fetchOne(
            database,
            sql: """
                WITH busy AS (
                    SELECT owner, COUNT(*) AS jobs FROM jobs
                    WHERE state IN ('executing', 'cancelling') GROUP BY owner)
                SELECT j.number FROM jobs j
                LEFT JOIN busy b ON b.owner = j.owner LEFT JOIN turns t ON t.owner = j.owner
                WHERE j.state IN ('submitted', 'waiting') AND COALESCE(b.jobs, 0) < ?
                ORDER BY j.priority DESC, COALESCE(b.jobs, 0), COALESCE(t.turn, 0), j.number
                LIMIT 1
                """, arguments: [limits.runningOfOneOwner])
        guard let number = found else { return nil }
        try database.execute(
            sql: """
                UPDATE jobs SET state = 'executing', worker = ?, leaseEnd = ?, lease = lease + 1,
                    attempts = attempts + 1, startedAt = COALESCE(startedAt, ?) WHERE number = ?
                """, arguments: [worker, leaseEnd, now, number])
        try database.execute(sql: "UPDATE jobs SET state = 'waiting' WHERE state = 'submitted'")
        try database.execute(
            sql: """
                INSERT INTO turns (owner, turn)
                SELECT owner, (SELECT COALESCE(MAX(turn), 0) + 1 FROM turns) FROM jobs
                WHERE number = ? ON CONFLICT (owner) DO UPDATE SET turn = excluded.turn
                """, arguments: [number])
        return try Row.fetchOne(
            database, sql: "SELECT * FROM jobs WHERE number = ?", arguments: [number]
        ).map { JobRow($0) }
    }

    package func heartbeat(
        _ lease: JobLease, leaseSeconds: Double, progress: JobProgress?
    ) throws(JobStoreError) -> JobHeartbeat {
        let end = clock.now() + Int64(leaseSeconds * 1_000)
        if lease.part != nil { return try renewPart(lease, leaseEnd: end) }
        return try write { database in
            guard let row = try JobRow.held(under: lease, in: database) else { return .lost }
            try database.execute(
                sql: "UPDATE jobs SET leaseEnd = ? WHERE number = ?",
                arguments: [end, row.record.number])
            if let progress, progress != row.record.progress {
                try database.execute(
                    sql: """
                        UPDATE jobs SET stage = ?, stageDone = ?, stageCount = ?, stageUnit = ?
                        WHERE number = ?
                        """,
                    arguments: [
                        progress.title, progress.done, progress.count, progress.unit,
                        row.record.number,
                    ])
            }
            return row.heartbeat
        }
    }

    package func add(
        _ messages: [JobMessage], _ lease: JobLease
    ) throws(JobStoreError) -> JobHeartbeat {
        try write(patience: Self.workerPatience) { database in
            guard let row = try JobRow.held(under: lease, in: database) else { return .lost }
            try self.append(messages, to: row, in: database, isEnd: false)
            return row.heartbeat
        }
    }

    package func makeDraft(
        named name: String, contentType: String, _ lease: JobLease
    ) throws(JobStoreError) -> any JobResultDraft {
        FileResultDraft(name: name, contentType: contentType, files: files)
    }

    package func finish(
        _ lease: JobLease, _ outcome: JobOutcome, messages: [JobMessage],
        results: [any JobResultDraft]
    ) throws(JobStoreError) -> Bool {
        let sealed = try seal(results, of: lease)
        let written = sealed.compactMap { result -> String? in
            if case .file(let name) = result.place { name } else { nil }
        }
        do throws(JobStoreError) {
            let isDone = try write(patience: Self.workerPatience) { database in
                guard let row = try JobRow.held(under: lease, in: database),
                    let next = row.record.state.after(.ended(outcome))
                else { return false }
                try self.append(messages, to: row, in: database)
                try self.insert(sealed, of: row, into: database)
                try self.set(next, of: row, in: database)
                return true
            }
            if !isDone { written.forEach(files.remove) }
            // An owner at the limit may have another job waiting.
            if isDone { signal.raise() }
            return isDone
        } catch {
            written.forEach(files.remove)
            throw error
        }
    }

    /// A result with complete content.
    struct SealedResult {
        let result: JobResult
        let place: FileResultDraft.Place
    }

    /// Completes the results' content and puts their files on disk.
    private func seal(
        _ results: [any JobResultDraft], of lease: JobLease
    ) throws(JobStoreError) -> [SealedResult] {
        var sealed: [SealedResult] = []
        do {
            for (place, draft) in results.enumerated() {
                guard let own = draft as? FileResultDraft else {
                    preconditionFailure("a store ends a job with drafts that it has made")
                }
                let result = own.result
                let name = "\(lease.job).\(lease.number).\(place)"
                sealed.append(SealedResult(result: result, place: try own.seal(as: name)))
            }
            try files.synchronize()
        } catch {
            for case .file(let name) in sealed.map(\.place) { files.remove(name) }
            throw .unavailable("\(error)")
        }
        return sealed
    }

    private func insert(
        _ results: [SealedResult], of row: JobRow, into database: Database
    ) throws {
        for (place, sealed) in results.enumerated() {
            var (content, file): (Data?, String?) = (nil, nil)
            switch sealed.place {
            case .bytes(let bytes): content = Data(bytes)
            case .file(let name): file = name
            }
            try database.execute(
                sql: """
                    INSERT INTO results (job, number, name, contentType, byteCount, content, file)
                    VALUES (?, ?, ?, ?, ?, ?, ?)
                    """,
                arguments: [
                    row.record.number, place, sealed.result.name, sealed.result.contentType,
                    sealed.result.byteCount, content, file,
                ])
        }
        try database.execute(
            sql: "UPDATE jobs SET bytes = bytes + ? WHERE number = ?",
            arguments: [results.reduce(0) { $0 + $1.result.byteCount }, row.record.number])
    }

    package func release(_ lease: JobLease) throws(JobStoreError) {
        guard lease.part == nil else { return try releasePart(lease) }
        let isWaiting = try write(patience: Self.workerPatience) { database in
            guard let row = try JobRow.held(under: lease, in: database),
                let next = row.record.state.after(.released)
            else { return false }
            try self.set(next, of: row, in: database)
            try database.execute(
                sql: """
                    UPDATE jobs SET leaseEnd = NULL, worker = NULL, attempts = MAX(attempts - 1, 0)
                    WHERE number = ?
                    """, arguments: [row.record.number])
            return next == .waiting
        }
        if isWaiting { signal.raise() }
    }

    package func sweep() throws(JobStoreError) -> Int {
        let now = clock.now()
        let kept = now - Int64(limits.keptSeconds * 1_000)
        let remembered = now - Int64(limits.rememberedSeconds * 1_000)
        var removed: [String] = []
        let count = try write { database in
            let over = try Row.fetchAll(
                database,
                sql: """
                    SELECT * FROM jobs WHERE endedAt < ?
                    AND state IN ('succeeded', 'failed', 'cancelled', 'timedOut')
                    """, arguments: [kept])
            for row in over { removed += try self.remove(JobRow(row), from: database) }
            try database.execute(
                sql: "DELETE FROM jobs WHERE removedAt < ?", arguments: [remembered])
            try database.execute(
                sql: "DELETE FROM turns WHERE owner NOT IN (SELECT owner FROM jobs)")
            return over.count
        }
        removed.forEach(files.remove)
        try removeOrphans()
        return count
    }

    /// Removes files left behind by killed processes.
    private func removeOrphans() throws(JobStoreError) {
        let names: [String]
        do { names = try files.names(unusedFor: JobFiles.orphanSeconds) } catch {
            throw .unavailable("\(error)")
        }
        guard !names.isEmpty else { return }
        let used = try read { database in
            try Set(
                String.fetchAll(
                    database,
                    sql: """
                        SELECT file FROM results WHERE file IS NOT NULL
                        UNION SELECT inputFile FROM jobs WHERE inputFile IS NOT NULL
                        """))
        }
        for name in names where !used.contains(name) { files.remove(name) }
    }
}
