// Changes of rows that several calls share. They run within the caller's transaction.

import Foundation
import GRDB

extension SQLiteJobStore {
    /// Finds the job that the owner submitted earlier under the same key.
    ///
    /// - Throws: ``JobStoreError/keyReused(_:)`` if that was another job.
    func known(
        _ submission: JobSubmission, in database: Database
    ) throws -> SubmittedJob? {
        guard let key = submission.key else { return nil }
        let found = try Row.fetchOne(
            database, sql: "SELECT * FROM jobs WHERE owner = ? AND submissionKey = ?",
            arguments: [submission.owner, key])
        guard let row = found.map({ JobRow($0) }) else { return nil }
        let record = row.record
        // A removed job has kept only its key.
        if record.state != .deleted {
            let input = try content(row.input, file: row.inputFile)
            guard record.task == submission.task, record.pin == submission.pin,
                input == submission.input
            else { throw JobStoreError.keyReused(key) }
        }
        return SubmittedJob(id: record.id, state: record.state, isNew: false)
    }

    /// Checks the store's limits.
    ///
    /// - Throws: ``JobStoreError/full(_:)``.
    func admit(_ submission: JobSubmission, to database: Database) throws {
        let pending = "state IN ('submitted', 'waiting', 'executing', 'cancelling')"
        let own =
            try Int.fetchOne(
                database, sql: "SELECT COUNT(*) FROM jobs WHERE \(pending) AND owner = ?",
                arguments: [submission.owner]) ?? 0
        let all =
            try Int.fetchOne(database, sql: "SELECT COUNT(*) FROM jobs WHERE \(pending)") ?? 0
        let bytes =
            try Int.fetchOne(database, sql: "SELECT SUM(bytes) FROM jobs WHERE bytes > 0") ?? 0
        try limits.admit(own: own, all: all, bytes: bytes + submission.input.count)
    }

    /// Removes an owner's oldest finished jobs if the owner has as many as are kept.
    ///
    /// - Returns: Files to remove after the transaction.
    func removeOldest(of owner: String, from database: Database) throws -> [String] {
        let stored =
            try Int.fetchOne(
                database,
                sql: "SELECT COUNT(*) FROM jobs WHERE owner = ? AND state <> 'deleted'",
                arguments: [owner]) ?? 0
        guard stored >= limits.storedOfOneOwner else { return [] }
        // Repeats the index's condition, so that SQLite uses the index without removed jobs.
        let files = try Row.fetchAll(
            database,
            sql: """
                SELECT * FROM jobs WHERE owner = ? AND state <> 'deleted'
                AND state IN ('succeeded', 'failed', 'cancelled', 'timedOut')
                ORDER BY number LIMIT ?
                """, arguments: [owner, stored - limits.storedOfOneOwner + 1]
        ).flatMap { try remove(JobRow($0), from: database) }
        try forgetOldest(in: database)
        return files
    }

    /// Forgets the oldest removed jobs beyond the limit.
    func forgetOldest(in database: Database) throws {
        let last = try Int64.fetchOne(
            database,
            sql: """
                SELECT removedAt FROM jobs WHERE removedAt IS NOT NULL
                ORDER BY removedAt DESC LIMIT 1 OFFSET ?
                """, arguments: [limits.remembered])
        guard let last else { return }
        try database.execute(
            sql: "DELETE FROM jobs WHERE removedAt <= ?", arguments: [last])
    }

    func insert(
        _ submission: JobSubmission, as id: JobID, inputFile: String?, into database: Database
    ) throws {
        try database.execute(
            sql: """
                INSERT INTO jobs (id, owner, task, pin, priority, submissionKey, state, input,
                    inputFile, bytes, submittedAt) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """,
            arguments: [
                id.text, submission.owner, submission.task, submission.pin, submission.priority,
                submission.key, JobState.submitted.rawValue,
                inputFile == nil ? Data(submission.input) : nil, inputFile,
                submission.input.count, clock.now(),
            ])
    }

    /// Sets a job's state. If the job ends, clears what only unfinished jobs have.
    func set(_ state: JobState, of row: JobRow, in database: Database) throws {
        if state.isTerminal {
            try database.execute(
                sql: """
                    UPDATE jobs SET state = ?, endedAt = ?, leaseEnd = NULL, worker = NULL,
                        stage = NULL WHERE number = ?
                    """, arguments: [state.rawValue, clock.now(), row.record.number])
            try removeParts(of: row, from: database)
        } else {
            try database.execute(
                sql: "UPDATE jobs SET state = ? WHERE number = ?",
                arguments: [state.rawValue, row.record.number])
        }
    }

    /// Removes a job's finished and open parts.
    func removeParts(of row: JobRow, from database: Database) throws {
        for table in ["parts", "openParts", "partMessages"] {
            try database.execute(
                sql: "DELETE FROM \(table) WHERE job = ?", arguments: [row.record.number])
        }
    }

    /// Appends messages up to the limit. If some are left out, the last stored message says so.
    ///
    /// - Parameter isEnd: Whether these are the job's last messages, which are never left out.
    func append(
        _ messages: [JobMessage], to row: JobRow, in database: Database, isEnd: Bool = true
    ) throws {
        var count = row.messageCount
        for message in limits.stored(messages, after: count, isEnd: isEnd) {
            count += 1
            try database.execute(
                sql: "INSERT INTO messages (job, number, kind, text) VALUES (?, ?, ?, ?)",
                arguments: [row.record.number, count, message.kind.rawValue, message.text])
        }
        guard count != row.messageCount else { return }
        try database.execute(
            sql: "UPDATE jobs SET messageCount = ? WHERE number = ?",
            arguments: [count, row.record.number])
    }

    /// Removes a job but remembers its id.
    ///
    /// - Returns: Files to remove after the transaction.
    func remove(_ row: JobRow, from database: Database) throws -> [String] {
        guard row.record.state.after(.deleteRequested) == .deleted else { return [] }
        let number = row.record.number
        let files = try String.fetchAll(
            database, sql: "SELECT file FROM results WHERE job = ? AND file IS NOT NULL",
            arguments: [number])
        try removeParts(of: row, from: database)
        for table in ["messages", "results"] {
            try database.execute(sql: "DELETE FROM \(table) WHERE job = ?", arguments: [number])
        }
        let now = clock.now()
        try database.execute(
            sql: """
                UPDATE jobs SET state = 'deleted', input = NULL, inputFile = NULL, bytes = 0,
                    stage = NULL, worker = NULL, leaseEnd = NULL, messageCount = 0,
                    endedAt = COALESCE(endedAt, ?), removedAt = ? WHERE number = ?
                """, arguments: [now, now, number])
        return files + [row.inputFile].compactMap { $0 }
    }
}
