// A job as its store knows it.

/// A job as its store keeps it, without input, messages and results.
///
/// Records are snapshots: read the job again to see changes.
package struct JobRecord: Hashable, Sendable {
    package var id: JobID
    /// Numbers jobs in the order they were submitted.
    package var number: Int64
    /// The owner's unique text.
    package var owner: String
    /// The task's name.
    package var task: String
    /// What the job must be done with; see ``JobSubmission/pin``.
    package var pin: String
    /// Jobs of a higher priority are taken first.
    package var priority: Int
    package var state: JobState
    /// How far the work is; `nil` unless a worker holds the job.
    package var progress: JobProgress?
    /// How often workers have taken the job since its last part was stored.
    package var attempts: Int
    /// The number of stored parts.
    package var finishedParts: Int
    /// How the job is divided; `nil` while it is in one piece.
    package var division: JobDivision?
    /// When it was submitted, in milliseconds since 1970.
    package var submittedAt: Int64
    /// When a worker first took it, in milliseconds since 1970.
    package var startedAt: Int64?
    /// When it ended, in milliseconds since 1970.
    package var endedAt: Int64?

    package init(
        id: JobID, number: Int64, owner: String, task: String, pin: String, priority: Int,
        state: JobState, progress: JobProgress? = nil, attempts: Int = 0, finishedParts: Int = 0,
        division: JobDivision? = nil, submittedAt: Int64, startedAt: Int64? = nil,
        endedAt: Int64? = nil
    ) {
        self.id = id
        self.number = number
        self.owner = owner
        self.task = task
        self.pin = pin
        self.priority = priority
        self.state = state
        self.progress = progress?.counting(finishedParts, of: division)
        self.attempts = attempts
        self.finishedParts = finishedParts
        self.division = division
        self.submittedAt = submittedAt
        self.startedAt = startedAt
        self.endedAt = endedAt
    }
}
