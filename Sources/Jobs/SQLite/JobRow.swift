// A row of the jobs table.

import Foundation
import GRDB

struct JobRow {
    let record: JobRecord
    let input: Data?
    let inputFile: String?
    let key: String?
    /// The last lease's number.
    let lease: Int
    let worker: String?
    let messageCount: Int
    /// How many of the first parts already show their messages in the job.
    let shownParts: Int

    /// All columns except the input, which may be large.
    static let columns = """
        id, number, owner, task, pin, priority, submissionKey, state, inputFile, lease, worker,
        attempts, finishedParts, messageCount, stage, stageDone, stageCount, stageUnit,
        submittedAt, startedAt, endedAt, partCount, partOrigin, shownParts
        """

    /// Reads a row with all columns, or with ``columns`` only.
    init(_ row: Row) {
        // Only this store writes ids and states, so others cannot occur.
        guard let id = JobID(row["id"]), let state = JobState(rawValue: row["state"]) else {
            preconditionFailure("a row of jobs must have the id and the state of a job")
        }
        let title: String? = row["stage"]
        let count: Int? = row["partCount"]
        record = JobRecord(
            id: id, number: row["number"], owner: row["owner"], task: row["task"],
            pin: row["pin"], priority: row["priority"], state: state,
            progress: title.map { title in
                JobProgress(
                    title, done: row["stageDone"], of: row["stageCount"], unit: row["stageUnit"])
            },
            attempts: row["attempts"], finishedParts: row["finishedParts"],
            division: count.map { JobDivision(count: $0, origin: row["partOrigin"] ?? "") },
            submittedAt: row["submittedAt"], startedAt: row["startedAt"], endedAt: row["endedAt"])
        // Missing where many rows are read.
        input = row.hasColumn("input") ? row["input"] : nil
        inputFile = row["inputFile"]
        key = row["submissionKey"]
        lease = row["lease"]
        worker = row["worker"]
        messageCount = row["messageCount"]
        shownParts = row["shownParts"]
    }

    static func find(_ id: JobID, in database: Database) throws -> JobRow? {
        try Row.fetchOne(
            database, sql: "SELECT * FROM jobs WHERE id = ?", arguments: [id.text]
        ).map { JobRow($0) }
    }

    /// Finds a job's row if the lease still holds, so that its worker may act. A part's lease gives
    /// no right to the job.
    static func held(under lease: JobLease, in database: Database) throws -> JobRow? {
        guard lease.part == nil, let row = try find(lease.job, in: database),
            row.record.state.isHeld,
            row.lease == lease.number, row.worker == lease.worker
        else { return nil }
        return row
    }

    /// What the job's worker must do.
    var heartbeat: JobHeartbeat { record.state == .cancelling ? .cancel : .proceed }
}
