// A job as its store has it: what was submitted, its outcome, and its messages and results.

/// A job to be stored.
package struct JobSubmission: Hashable, Sendable {
    /// The owner, by a text that is different for every owner.
    package var owner: String
    /// The task to be done, by a name that the worker knows.
    package var task: String
    /// The input, in a form that the worker knows.
    package var input: [UInt8]
    /// What the job is done with, such as the fingerprint of a network; checked by the worker.
    package var pin: String
    /// Jobs of a higher priority are taken first.
    package var priority: Int
    /// A key chosen by the owner: the same job submitted twice under one key is stored once.
    package var key: String?

    /// Describes a job.
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

/// How far the work of a job is.
package struct JobProgress: Hashable, Sendable {
    /// The name of the stage.
    package var title: String
    /// The number of items that are done.
    package var done: Int
    /// The number of all items; 0 when it is not known.
    package var count: Int
    /// The unit of the items, such as `routes`.
    package var unit: String

    /// Makes a progress.
    package init(_ title: String, done: Int, of count: Int, unit: String) {
        self.title = title
        self.done = done
        self.count = count
        self.unit = unit
    }

    /// The share that is done, in percent from 0 to 100; `nil` when it is not known.
    package var percent: Int? {
        guard count > 0 else { return nil }
        return Int((100 * Double(min(max(done, 0), count)) / Double(count)).rounded(.down))
    }
}

extension JobProgress {
    /// The progress of a divided job: workers beside the one that states it have done parts too.
    fileprivate func counting(_ parts: Int, of division: JobDivision?) -> JobProgress {
        guard let division, count == division.count else { return self }
        var progress = self
        progress.done = max(done, parts)
        return progress
    }
}

/// The severity of a message of a job.
package enum JobMessageKind: String, CaseIterable, Hashable, Sendable {
    /// Information.
    case informative
    /// A warning.
    case warning
    /// An error.
    case error
}

/// A message of a job.
package struct JobMessage: Hashable, Sendable {
    /// The severity.
    package var kind: JobMessageKind
    /// A sentence.
    package var text: String

    /// Makes a message.
    package init(_ kind: JobMessageKind, _ text: String) {
        self.kind = kind
        self.text = text
    }
}

/// A stored message.
package struct NumberedMessage: Hashable, Sendable {
    /// The position among the messages of its job, from 1.
    package var number: Int
    /// The message.
    package var message: JobMessage

    /// Makes a stored message.
    package init(number: Int, message: JobMessage) {
        self.number = number
        self.message = message
    }
}

/// A result of a job, without its content.
package struct JobResult: Hashable, Sendable {
    /// The name, unique within the job in any case of letters.
    package var name: String
    /// The media type of the content.
    package var contentType: String
    /// The number of bytes of the content.
    package var byteCount: Int

    /// Describes a result.
    package init(name: String, contentType: String, byteCount: Int) {
        self.name = name
        self.contentType = contentType
        self.byteCount = byteCount
    }
}

/// A job as its store has it.
package struct JobRecord: Hashable, Sendable {
    /// The id.
    package var id: JobID
    /// The number of its submission: later jobs have higher ones.
    package var number: Int64
    /// The owner.
    package var owner: String
    /// The task.
    package var task: String
    /// What the job is done with.
    package var pin: String
    /// The priority.
    package var priority: Int
    /// The state.
    package var state: JobState
    /// How far the work is; only while a worker holds the job.
    package var progress: JobProgress?
    /// How often a worker has taken it since its last part was stored.
    package var attempts: Int
    /// The number of parts that are done and stored.
    package var finishedParts: Int
    /// What the job is divided into; `nil` while it is in one piece.
    package var division: JobDivision?
    /// Milliseconds since 1970 at which it was submitted.
    package var submittedAt: Int64
    /// Milliseconds since 1970 at which a worker first took it.
    package var startedAt: Int64?
    /// Milliseconds since 1970 at which it ended.
    package var endedAt: Int64?

    /// Makes a record.
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

/// What the work of a job is divided into, so that several workers do it.
package struct JobDivision: Hashable, Sendable {
    /// The number of parts.
    package var count: Int
    /// What the parts are made of, in a form that workers know: only workers that would divide the
    /// job alike do its parts.
    package var origin: String

    /// Describes a division.
    package init(count: Int, origin: String) {
        self.count = count
        self.origin = origin
    }
}

/// What a worker finds that asks for a part of a job.
package enum JobPartOffer: Hashable, Sendable {
    /// A part that it does now.
    case taken(JobLease)
    /// Other workers do the parts that are left, or other jobs are to be done first.
    case busy
    /// All parts are done.
    case finished
    /// The job is to stop, or is over.
    case stopped(JobHeartbeat)
}

/// Some jobs of an owner, newest first.
package struct JobListing: Hashable, Sendable {
    /// The jobs.
    package var jobs: [JobRecord]
    /// Where the next page begins (``JobStore/jobs(of:before:limit:)``); `nil` on the last one.
    package var next: Int64?

    /// Makes a page.
    package init(jobs: [JobRecord], next: Int64?) {
        self.jobs = jobs
        self.next = next
    }
}

/// The right of a worker to a job or to a part of it, until the lease expires or it is taken again.
package struct JobLease: Hashable, Sendable {
    /// The job.
    package var job: JobID
    /// The worker.
    package var worker: String
    /// The number of the lease, which later leases of the same job or part exceed.
    package var number: Int
    /// The part that it is for; `nil` for the whole job.
    package var part: Int?

    /// Makes a lease.
    package init(job: JobID, worker: String, number: Int, part: Int? = nil) {
        self.job = job
        self.worker = worker
        self.number = number
        self.part = part
    }
}

/// A job that a worker has taken, or a job of another worker that it takes a part of.
package struct TakenJob: Hashable, Sendable {
    /// The right to it.
    package var lease: JobLease
    /// The job.
    package var record: JobRecord
    /// Its input.
    package var input: [UInt8]

    /// Makes a taken job.
    package init(lease: JobLease, record: JobRecord, input: [UInt8]) {
        self.lease = lease
        self.record = record
        self.input = input
    }
}
