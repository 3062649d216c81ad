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
