// A row of the jobs table, and how texts are stored.

import PostgreSQL

struct PostgresJobRow {
    let record: JobRecord
    /// The last lease's number.
    let lease: Int
    let worker: String?
    let messageCount: Int
    /// How many of the first parts already show their messages in the job.
    let shownParts: Int

    /// The columns to select, in the order that `init` expects.
    static let columns = """
        number, id, owner, task, pin, priority, state, lease, worker, attempts, finished_parts,
        message_count, stage, stage_done, stage_count, stage_unit, submitted_at, started_at,
        ended_at, part_count, part_origin, shown_parts
        """

    /// Reads a row of ``columns``.
    init(_ row: PostgresRow) {
        // Only this store writes ids and states, so others cannot occur.
        guard let id = row.text(1).flatMap({ JobID($0) }),
            let state = row.text(6).flatMap({ JobState(rawValue: $0) })
        else { preconditionFailure("a row of jobs must have the id and the state of a job") }
        func integer(_ column: Int) -> Int { Int(row.integer(column) ?? 0) }
        record = JobRecord(
            id: id, number: row.integer(0) ?? 0, owner: row.storedText(2) ?? "",
            task: row.storedText(3) ?? "", pin: row.storedText(4) ?? "", priority: integer(5),
            state: state,
            progress: row.storedText(12).map { title in
                JobProgress(
                    title, done: integer(13), of: integer(14), unit: row.storedText(15) ?? "")
            },
            attempts: integer(9), finishedParts: integer(10),
            division: row.integer(19).map { count in
                JobDivision(count: Int(count), origin: row.storedText(20) ?? "")
            },
            submittedAt: row.integer(16) ?? 0, startedAt: row.integer(17),
            endedAt: row.integer(18))
        lease = integer(7)
        worker = row.storedText(8)
        messageCount = integer(11)
        shownParts = integer(21)
    }

    /// Finds a job's row.
    ///
    /// - Parameter isLocked: Whether to lock the row until this transaction ends.
    static func find(
        _ id: JobID, locked isLocked: Bool = false, _ connection: PostgresConnection
    ) throws(PostgresError) -> PostgresJobRow? {
        try connection.query(
            "SELECT \(columns) FROM waypost_jobs WHERE id = $1"
                + (isLocked ? " FOR NO KEY UPDATE" : ""), [.text(id.text)]
        ).first.map { PostgresJobRow($0) }
    }

    /// Finds a job's row if the lease still holds, so that its worker may act. A part's lease gives
    /// no right to the job.
    static func held(
        under lease: JobLease, locked isLocked: Bool = true, _ connection: PostgresConnection
    ) throws(PostgresError) -> PostgresJobRow? {
        guard let row = try find(lease.job, locked: isLocked, connection), row.isHeld(under: lease)
        else { return nil }
        return row
    }

    private func isHeld(under lease: JobLease) -> Bool {
        lease.part == nil && record.state.isHeld && self.lease == lease.number
            && worker == lease.worker
    }

    /// What the job's worker must do.
    var heartbeat: JobHeartbeat { record.state == .cancelling ? .cancel : .proceed }
}

extension PostgresValue {
    /// Encodes any text. PostgreSQL cannot store U+0000, so U+0001 begins an escape.
    static func stored(_ text: String) -> PostgresValue {
        guard text.utf8.contains(where: { $0 <= 1 }) else { return .text(text) }
        return .text(text.replacing("\u{1}", with: "\u{1}1").replacing("\0", with: "\u{1}0"))
    }
}

extension PostgresRow {
    /// Decodes a text stored by ``PostgresValue/stored(_:)``.
    func storedText(_ column: Int) -> String? {
        text(column).map { text in
            guard text.utf8.contains(1) else { return text }
            return text.replacing("\u{1}0", with: "\0").replacing("\u{1}1", with: "\u{1}")
        }
    }
}
