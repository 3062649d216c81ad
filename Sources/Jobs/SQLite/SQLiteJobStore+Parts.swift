// Divided jobs: workers other than the holder take, renew and store parts.

import Foundation
import GRDB

extension SQLiteJobStore {
    /// A part that a worker may take.
    struct OpenPart {
        let job: Int64
        let number: Int
    }

    package func divide(
        _ lease: JobLease, _ division: JobDivision
    ) throws(JobStoreError) -> JobDivision? {
        let held = try write(patience: Self.workerPatience) { database -> JobDivision? in
            guard let row = try JobRow.held(under: lease, in: database) else { return nil }
            if let known = row.record.division { return known }
            // An earlier version of Waypost may have stored parts.
            try self.removeParts(of: row, from: database)
            try database.execute(
                sql: """
                    UPDATE jobs SET partCount = ?, partOrigin = ?, finishedParts = 0
                    WHERE number = ?
                    """, arguments: [division.count, division.origin, row.record.number])
            try database.execute(
                sql: """
                    WITH RECURSIVE numbers (n) AS (
                        SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n + 1 < ?)
                    INSERT INTO openParts (job, number) SELECT ?, n FROM numbers
                    """, arguments: [division.count, row.record.number])
            return division
        }
        if held != nil { signal.raise() }
        return held
    }

    package func takePart(
        of job: JobID, by worker: String, leaseSeconds: Double, isHelper: Bool
    ) throws(JobStoreError) -> JobPartOffer {
        let now = clock.now()
        let found = try read { try self.offer(of: job, at: now, isHelper, in: $0) }
        guard case .part = found else { return found.offer }
        return try write(patience: Self.workerPatience) { database in
            let found = try self.offer(of: job, at: now, isHelper, in: database)
            guard case .part(let part) = found else { return found.offer }
            let end = now + Int64(leaseSeconds * 1_000)
            return try self.take(part, by: worker, leaseEnd: end, in: database)
                .map { .taken($0.1) } ?? .busy
        }
    }

    /// What a worker finds when it asks for a part.
    private enum Found {
        case part(OpenPart)
        case none(JobPartOffer)

        var offer: JobPartOffer {
            if case .none(let offer) = self { offer } else { .busy }
        }
    }

    private func offer(
        of job: JobID, at now: Int64, _ isHelper: Bool, in database: Database
    ) throws -> Found {
        guard let row = try JobRow.find(job, in: database), row.record.division != nil,
            !row.record.state.isTerminal
        else { return .none(.stopped(.lost)) }
        if row.record.state == .cancelling { return .none(.stopped(.cancel)) }
        let number = row.record.number
        let open = try Int.fetchOne(
            database, sql: "SELECT COUNT(*) FROM openParts WHERE job = ?", arguments: [number])
        if open == 0 { return .none(.finished) }
        if isHelper {
            let othersWait = try Bool.fetchOne(
                database,
                sql: "SELECT EXISTS (SELECT 1 FROM jobs WHERE state IN ('submitted', 'waiting'))")
            if othersWait == true { return .none(.busy) }
        }
        let part = try Int.fetchOne(
            database,
            sql: """
                SELECT number FROM openParts WHERE job = ? AND leaseEnd < ? AND attempts < ?
                ORDER BY number LIMIT 1
                """, arguments: [number, now, limits.attempts])
        return part.map { .part(OpenPart(job: number, number: $0)) } ?? .none(.busy)
    }

    /// Finds the next part of any job that a worker holds.
    static func nextPart(
        except others: Set<JobID>, at now: Int64, in database: Database
    ) throws -> OpenPart? {
        let marks = repeatElement("?", count: others.count).joined(separator: ",")
        return try Row.fetchOne(
            database,
            sql: """
                SELECT p.job, MIN(p.number) FROM openParts p JOIN jobs j ON j.number = p.job
                WHERE p.leaseEnd < ? AND j.state = 'executing' AND j.id NOT IN (\(marks))
                GROUP BY p.job
                ORDER BY j.priority DESC,
                    (SELECT COUNT(*) FROM openParts o WHERE o.job = p.job AND o.leaseEnd >= ?),
                    p.job
                LIMIT 1
                """,
            arguments: StatementArguments([now] as [any DatabaseValueConvertible])
                + StatementArguments(others.map(\.text)) + StatementArguments([now])
        ).map { OpenPart(job: $0[0], number: $0[1]) }
    }

    func take(
        _ part: OpenPart, by worker: String, leaseEnd: Int64, in database: Database
    ) throws -> (JobRow, JobLease)? {
        try database.execute(
            sql: """
                UPDATE openParts SET worker = ?, leaseEnd = ?, lease = lease + 1,
                    attempts = attempts + 1
                WHERE job = ? AND number = ?
                """, arguments: [worker, leaseEnd, part.job, part.number])
        let lease = try Int.fetchOne(
            database, sql: "SELECT lease FROM openParts WHERE job = ? AND number = ?",
            arguments: [part.job, part.number])
        let row = try Row.fetchOne(
            database, sql: "SELECT * FROM jobs WHERE number = ?", arguments: [part.job]
        ).map { JobRow($0) }
        guard let row, let lease else { return nil }
        return (
            row,
            JobLease(job: row.record.id, worker: worker, number: lease, part: part.number)
        )
    }

    /// Ends jobs with a part on which too many workers died.
    func giveUpParts(at now: Int64, in database: Database) throws {
        let rows = try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM jobs WHERE state IN ('executing', 'cancelling') AND number IN (
                    SELECT job FROM openParts WHERE leaseEnd < ? AND attempts >= ?)
                """, arguments: [now, limits.attempts])
        for row in rows.map({ JobRow($0) }) {
            guard let next = row.record.state.after(.givenUp) else { continue }
            try set(next, of: row, in: database)
            if next == .failed {
                try append([.givenUp(attempts: limits.attempts)], to: row, in: database)
            }
        }
    }

    /// Finds the job's row if the worker still holds the part.
    private func row(_ lease: JobLease, in database: Database) throws -> JobRow? {
        guard let row = try JobRow.find(lease.job, in: database), !row.record.state.isTerminal
        else { return nil }
        let isHeld = try Bool.fetchOne(
            database,
            sql: """
                SELECT EXISTS (SELECT 1 FROM openParts
                    WHERE job = ? AND number = ? AND lease = ? AND worker = ?)
                """, arguments: [row.record.number, lease.part, lease.number, lease.worker])
        return isHeld == true ? row : nil
    }

    func renewPart(
        _ lease: JobLease, leaseEnd: Int64
    ) throws(JobStoreError) -> JobHeartbeat {
        try write { database in
            guard let row = try self.row(lease, in: database) else { return .lost }
            try database.execute(
                sql: "UPDATE openParts SET leaseEnd = ? WHERE job = ? AND number = ?",
                arguments: [leaseEnd, row.record.number, lease.part])
            return row.heartbeat
        }
    }

    func releasePart(_ lease: JobLease) throws(JobStoreError) {
        let isOpen = try write(patience: Self.workerPatience) { database in
            guard let row = try self.row(lease, in: database) else { return false }
            try database.execute(
                sql: """
                    UPDATE openParts SET leaseEnd = 0, worker = NULL,
                        attempts = MAX(attempts - 1, 0) WHERE job = ? AND number = ?
                    """, arguments: [row.record.number, lease.part])
            return true
        }
        if isOpen { signal.raise() }
    }

    package func addPart(
        _ part: [UInt8], messages: [JobMessage], _ lease: JobLease
    ) throws(JobStoreError) -> JobHeartbeat {
        guard let number = lease.part else {
            preconditionFailure("a part is stored under the lease of a part")
        }
        return try write(patience: Self.workerPatience) { database in
            guard let row = try self.row(lease, in: database) else { return .lost }
            let job = row.record.number
            try database.execute(
                sql: "INSERT INTO parts (job, number, content) VALUES (?, ?, ?)",
                arguments: [job, number, Data(part)])
            try database.execute(
                sql: "DELETE FROM openParts WHERE job = ? AND number = ?",
                arguments: [job, number])
            // A stored part is progress, so attempts are counted anew.
            try database.execute(
                sql: """
                    UPDATE jobs SET finishedParts = finishedParts + 1, attempts = 0
                    WHERE number = ?
                    """, arguments: [job])
            for (place, message) in messages.prefix(limits.messages).enumerated() {
                try database.execute(
                    sql: """
                        INSERT INTO partMessages (job, part, number, kind, text)
                        VALUES (?, ?, ?, ?, ?)
                        """,
                    arguments: [job, number, place, message.kind.rawValue, message.text])
            }
            if number == row.shownParts { try self.show(row, in: database) }
            return row.heartbeat
        }
    }

    /// Shows messages up to the first part that is not done.
    private func show(_ row: JobRow, in database: Database) throws {
        let job = row.record.number
        let open = try Int.fetchOne(
            database, sql: "SELECT MIN(number) FROM openParts WHERE job = ?", arguments: [job])
        let shown = open ?? row.record.division?.count ?? 0
        let messages = try Row.fetchAll(
            database,
            sql: """
                SELECT kind, text FROM partMessages WHERE job = ? AND part < ?
                ORDER BY part, number
                """, arguments: [job, shown]
        ).map { JobMessage(JobMessageKind(rawValue: $0[0]) ?? .informative, $0[1]) }
        try database.execute(
            sql: "UPDATE jobs SET shownParts = ? WHERE number = ?", arguments: [shown, job])
        guard !messages.isEmpty else { return }
        var seen = Set(
            try String.fetchAll(
                database, sql: "SELECT text FROM messages WHERE job = ?", arguments: [job]))
        try append(
            messages.filter { seen.insert($0.text).inserted }, to: row, in: database,
            isEnd: false)
        try database.execute(
            sql: "DELETE FROM partMessages WHERE job = ? AND part < ?", arguments: [job, shown])
    }

    package func part(_ number: Int, of id: JobID) throws(JobStoreError) -> [UInt8]? {
        try read { database in
            try Data.fetchOne(
                database,
                sql: """
                    SELECT p.content FROM parts p JOIN jobs j ON j.number = p.job
                    WHERE j.id = ? AND p.number = ?
                    """, arguments: [id.text, number]
            ).map { [UInt8]($0) }
        }
    }
}
