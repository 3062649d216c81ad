// Jobs as their store keeps them: submission, state, messages, results, leases and parts.

/// A job to be stored: who wants what done with which input.
package struct JobSubmission: Hashable, Sendable {
    /// A text unique to the owner, such as `user ann`. Limits and turns are counted by it.
    package var owner: String
    /// The task's name, which the worker understands.
    package var task: String
    /// The input, in a form that the worker understands.
    package var input: [UInt8]
    /// What the job must be done with, such as a network's fingerprint. The worker checks it.
    package var pin: String
    /// Jobs of a higher priority are taken first.
    package var priority: Int
    /// A key chosen by the owner. Submitting the same job again under it stores nothing new.
    package var key: String?

    package init(
        owner: String, task: String, input: [UInt8], pin: String = "", priority: Int = 0,
        key: String? = nil
    ) {
        self.owner = owner
        self.task = task
        self.input = input
        self.pin = pin
        self.priority = priority
        self.key = key
    }
}

/// How far a job's work is.
package struct JobProgress: Hashable, Sendable {
    /// The stage's name.
    package var title: String
    /// The number of finished items.
    package var done: Int
    /// The total number of items, or 0 if it is unknown.
    package var count: Int
    /// What an item is, such as `routes`.
    package var unit: String

    package init(_ title: String, done: Int, of count: Int, unit: String) {
        self.title = title
        self.done = done
        self.count = count
        self.unit = unit
    }

    /// The finished share in whole percent, 0 to 100; `nil` if the total is unknown.
    package var percent: Int? {
        guard count > 0 else { return nil }
        return Int((100 * Double(min(max(done, 0), count)) / Double(count)).rounded(.down))
    }
}

extension JobProgress {
    /// Counts the parts other workers have stored, if the job is divided.
    fileprivate func counting(_ parts: Int, of division: JobDivision?) -> JobProgress {
        guard let division, count == division.count else { return self }
        var progress = self
        progress.done = max(done, parts)
        return progress
    }
}

/// How serious a job's message is.
package enum JobMessageKind: String, CaseIterable, Hashable, Sendable {
    case informative
    case warning
    case error
}

/// A sentence that a job's owner reads.
package struct JobMessage: Hashable, Sendable {
    package var kind: JobMessageKind
    /// A full sentence.
    package var text: String

    package init(_ kind: JobMessageKind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// A message with its place in the job's log.
package struct NumberedMessage: Hashable, Sendable {
    /// The position among the job's messages, from 1.
    package var number: Int
    package var message: JobMessage

    package init(number: Int, message: JobMessage) {
        self.number = number
        self.message = message
    }
}

/// Describes a job's result. Read its content with ``JobStore/content(of:named:in:)``.
package struct JobResult: Hashable, Sendable {
    /// The name, unique within the job regardless of case.
    package var name: String
    /// The content's media type.
    package var contentType: String
    /// The content's size in bytes.
    package var byteCount: Int

    package init(name: String, contentType: String, byteCount: Int) {
        self.name = name
        self.contentType = contentType
        self.byteCount = byteCount
    }
}

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

/// How a job is divided so that several workers can share it.
package struct JobDivision: Hashable, Sendable {
    /// The number of parts.
    package var count: Int
    /// Identifies how the parts were made, in a form that workers understand. A worker does parts
    /// only if it would divide the job the same way.
    package var origin: String

    package init(count: Int, origin: String) {
        self.count = count
        self.origin = origin
    }
}

/// What a worker gets when it asks for a part.
package enum JobPartOffer: Hashable, Sendable {
    /// A part to do now.
    case taken(JobLease)
    /// Nothing now: other workers hold the remaining parts, or other jobs go first.
    case busy
    /// All parts are stored.
    case finished
    /// The job must stop or is over.
    case stopped(JobHeartbeat)
}

/// A page of an owner's jobs, newest first.
package struct JobListing: Hashable, Sendable {
    package var jobs: [JobRecord]
    /// Pass this to ``JobStore/jobs(of:before:limit:)`` for the next page; `nil` on the last page.
    package var next: Int64?

    package init(jobs: [JobRecord], next: Int64?) {
        self.jobs = jobs
        self.next = next
    }
}

/// A worker's right to a job or one of its parts.
///
/// The right ends when the lease expires and another worker takes the job. Leases are numbered, so
/// a store recognizes calls under an old one and refuses them: a worker that was only slow can do
/// no harm.
package struct JobLease: Hashable, Sendable {
    package var job: JobID
    /// The worker's name.
    package var worker: String
    /// Each new lease on the same job or part gets a higher number.
    package var number: Int
    /// The part's number from 0; `nil` for a lease on the whole job.
    package var part: Int?

    package init(job: JobID, worker: String, number: Int, part: Int? = nil) {
        self.job = job
        self.worker = worker
        self.number = number
        self.part = part
    }
}

/// A job as a worker receives it: the whole job, or one part of another worker's job.
package struct TakenJob: Hashable, Sendable {
    /// The worker's right to it.
    package var lease: JobLease
    package var record: JobRecord
    /// The input, as the owner submitted it.
    package var input: [UInt8]

    package init(lease: JobLease, record: JobRecord, input: [UInt8]) {
        self.lease = lease
        self.record = record
        self.input = input
    }
}
