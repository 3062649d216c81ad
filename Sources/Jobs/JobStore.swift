// The interface of stores of jobs. SQLiteJobStore implements it with files, PostgresJobStore with a
// database that several machines share.

/// A queue of jobs with their inputs, messages and results, which outlives its process.
///
/// Several workers in several processes may share a store. What a call has acknowledged survives a
/// killed process. Calls block the thread for some milliseconds: a server makes them on threads for
/// that purpose, never on an event loop.
///
/// ```swift
/// let job = try store.submit(JobSubmission(owner: "user ann", task: "FindRoutes", input: form))
/// // in a worker:
/// if let taken = try store.take(by: "worker 1", leaseSeconds: 30) {
///     // … with store.heartbeat(taken.lease) every few seconds
///     _ = try store.finish(taken.lease, .succeeded, results: results)
/// }
/// ```
///
/// The holder of a job may divide it into parts (``divide(_:_:)``). Any worker does these then,
/// each under a lease of its own, and the holder of the job ends it with what they made. A worker
/// that dies loses the part that it does, and what others did stays.
///
/// A worker acts under a lease. A call under a lease that expired and was given to another worker,
/// or whose job was deleted, changes nothing and answers ``JobHeartbeat/lost``.
package protocol JobStore: WatchableJobs {
    /// The limits.
    var limits: JobLimits { get }

    /// The folder or the database, as messages show it: without passwords.
    var place: String { get }

    // MARK: Owners

    /// Stores a job.
    ///
    /// - Returns: The id of the new job, or of the one that the owner submitted before under the
    ///   same key.
    /// - Throws: ``JobStoreError/full(_:)`` beyond a limit, ``JobStoreError/keyReused(_:)`` when
    ///   the key was used for another job.
    func submit(_ submission: JobSubmission) throws(JobStoreError) -> SubmittedJob

    /// A job; `nil` for an id that the store does not know, or does not remember.
    func job(_ id: JobID) throws(JobStoreError) -> JobRecord?

    /// The input of a job; `nil` when it was removed.
    func input(of id: JobID) throws(JobStoreError) -> [UInt8]?

    /// The results of a job in the order in which the worker named them.
    func results(of id: JobID) throws(JobStoreError) -> [JobResult]

    /// Bytes of a result.
    ///
    /// - Parameters:
    ///   - name: Its name, in any case.
    ///   - bytes: The range of bytes; it is cut at the end of the content.
    /// - Returns: `nil` when the job has no result of that name.
    func content(
        of id: JobID, named name: String, in bytes: Range<Int>
    ) throws(JobStoreError) -> [UInt8]?

    /// Jobs of an owner, newest first, without removed ones.
    ///
    /// - Parameter number: The number of the job that the last page ended before; `nil` for the
    ///   first page.
    func jobs(
        of owner: String, before number: Int64?, limit: Int
    ) throws(JobStoreError) -> JobListing

    /// Cancels a job: at once if no worker holds it, else as soon as the worker stops. A finished
    /// job stays as it is.
    ///
    /// - Returns: The state after the call; `nil` for an unknown id.
    func cancel(_ id: JobID) throws(JobStoreError) -> JobState?

    /// Removes a job with its input and its results. The worker that holds it loses it.
    ///
    /// - Returns: Whether the store knew the job.
    func delete(_ id: JobID) throws(JobStoreError) -> Bool

    // MARK: Workers

    /// Takes the next job: of the highest priority; among equals of the owner with the fewest
    /// running jobs, then of the owner whose turn is the longest ago, then the oldest.
    ///
    /// Where no job waits, it takes a part of a divided job: of the highest priority; among equals
    /// of the job whose parts the fewest workers do, then of the oldest.
    ///
    /// Jobs and parts whose leases have expired wait again before that.
    ///
    /// - Parameters:
    ///   - worker: A name for messages.
    ///   - leaseSeconds: The time until the job is given to another worker, unless the lease is
    ///     renewed.
    ///   - others: Jobs whose parts are not taken.
    func take(
        by worker: String, leaseSeconds: Double, exceptPartsOf others: Set<JobID>
    ) throws(JobStoreError) -> TakenJob?

    /// Renews a lease.
    ///
    /// - Parameter progress: How far the work is; `nil` leaves it as it was.
    func heartbeat(
        _ lease: JobLease, leaseSeconds: Double, progress: JobProgress?
    ) throws(JobStoreError) -> JobHeartbeat

    /// Divides a job into parts that other workers may do. What was divided before, by an attempt
    /// that ended, stays so, with the parts that are done.
    ///
    /// - Parameter lease: That of the job.
    /// - Returns: The division that holds; `nil` when the lease was lost.
    func divide(
        _ lease: JobLease, _ division: JobDivision
    ) throws(JobStoreError) -> JobDivision?

    /// Takes the first part of a job that is not done and that no other worker does.
    ///
    /// - Parameters:
    ///   - isHelper: Whether the worker does not hold the job: jobs that wait go before further
    ///     parts then.
    func takePart(
        of job: JobID, by worker: String, leaseSeconds: Double, isHelper: Bool
    ) throws(JobStoreError) -> JobPartOffer

    /// Stores a part of the work and its messages, and ends the lease of the part. A later attempt
    /// at the job has it.
    ///
    /// Messages are shown when those of all parts before it are: their order is that of the parts,
    /// whichever was done first. A text that the job has already is not repeated.
    ///
    /// - Parameters:
    ///   - part: The part, in a form that the worker knows.
    ///   - lease: That of the part.
    func addPart(
        _ part: [UInt8], messages: [JobMessage], _ lease: JobLease
    ) throws(JobStoreError) -> JobHeartbeat

    /// A part that was stored.
    ///
    /// - Returns: `nil` when the part of this number, counted from 0, is not stored.
    func part(_ number: Int, of id: JobID) throws(JobStoreError) -> [UInt8]?

    /// Appends messages.
    func add(_ messages: [JobMessage], _ lease: JobLease) throws(JobStoreError) -> JobHeartbeat

    /// A place for the content of a result while it is made, so that it need not be held.
    func makeDraft(
        named name: String, contentType: String, _ lease: JobLease
    ) throws(JobStoreError) -> any JobResultDraft

    /// Ends a job with its results. All of it is stored, or nothing.
    ///
    /// - Parameter results: The results in order; also those of a cancelled job, of what was done.
    /// - Returns: Whether the job ended so: not, when the lease was lost.
    func finish(
        _ lease: JobLease, _ outcome: JobOutcome, messages: [JobMessage],
        results: [any JobResultDraft]
    ) throws(JobStoreError) -> Bool

    /// Gives a job or a part back unfinished, for another worker; it does not count as an attempt.
    func release(_ lease: JobLease) throws(JobStoreError)

    // MARK: Upkeep

    /// Removes finished jobs after their retention, and what killed processes left behind.
    ///
    /// - Returns: The number of jobs that were removed.
    func sweep() throws(JobStoreError) -> Int

    /// The number of jobs that wait and that run.
    func load() throws(JobStoreError) -> JobLoad

    /// Blocks the thread until there may be a job to take, or until some time has passed.
    func awaitWork(upTo seconds: Double)

    /// Ends every ``awaitWork(upTo:)`` of this process.
    func wakeWorkers()
}

extension JobStore {
    /// Takes the next job, or a part of any divided one.
    package func take(
        by worker: String, leaseSeconds: Double
    ) throws(JobStoreError) -> TakenJob? {
        try take(by: worker, leaseSeconds: leaseSeconds, exceptPartsOf: [])
    }
}

/// What clients watch of the jobs of a store.
package protocol WatchableJobs: Sendable {
    /// The jobs of some ids that the store knows, in no particular order, in one look.
    func watched(_ ids: [JobID]) throws(JobStoreError) -> [WatchedJob]

    /// Messages of a job in their order.
    ///
    /// - Parameter number: The number of the last message that is left out; 0 for none.
    func messages(
        of id: JobID, after number: Int, limit: Int
    ) throws(JobStoreError) -> [NumberedMessage]
}

/// A stored job.
package struct SubmittedJob: Hashable, Sendable {
    /// Its id.
    package var id: JobID
    /// Its state.
    package var state: JobState
    /// Whether it was stored now; else the owner submitted it before under the same key.
    package var isNew: Bool

    /// Makes the answer to a submission.
    package init(id: JobID, state: JobState, isNew: Bool) {
        self.id = id
        self.state = state
        self.isNew = isNew
    }
}

/// A job that a client watches.
package struct WatchedJob: Hashable, Sendable {
    /// The job.
    package var record: JobRecord
    /// The number of its messages.
    package var messageCount: Int

    /// Makes a look at a job.
    package init(record: JobRecord, messageCount: Int) {
        self.record = record
        self.messageCount = messageCount
    }
}

/// What a worker is to do next.
package enum JobHeartbeat: Hashable, Sendable {
    /// Go on.
    case proceed
    /// Stop soon: the owner has cancelled the job.
    case cancel
    /// Stop at once: the job is not this worker's any more.
    case lost
}

/// The content of a result while it is made.
package protocol JobResultDraft: AnyObject, Sendable {
    /// The result so far.
    var result: JobResult { get }

    /// Appends bytes.
    func append(_ bytes: [UInt8]) throws(JobStoreError)

    /// Drops the content, when it is not needed. Further calls do nothing.
    func discard()
}

/// The number of jobs of a store.
package struct JobLoad: Hashable, Sendable {
    /// Jobs that wait for a worker.
    package var waiting: Int
    /// Jobs that workers hold.
    package var running: Int

    /// Makes the numbers.
    package init(waiting: Int, running: Int) {
        self.waiting = waiting
        self.running = running
    }
}

/// Why a store did not do what was asked.
package enum JobStoreError: Error, Hashable, Sendable {
    /// A limit of the store.
    package struct Limit: Hashable, Sendable {
        /// What is limited.
        package var what: String
        /// The limit.
        package var allowed: Int
        /// Seconds after which it makes sense to try again; `nil` when trying again does not help.
        package var retrySeconds: Int?

        /// Describes a limit.
        package init(what: String, allowed: Int, retrySeconds: Int?) {
            self.what = what
            self.allowed = allowed
            self.retrySeconds = retrySeconds
        }
    }

    /// A limit is reached.
    case full(Limit)
    /// The key of a submission was used for another job.
    case keyReused(String)
    /// The store cannot be read or written; for the log, not for callers.
    case unavailable(String)
}

extension JobStoreError: CustomStringConvertible {
    /// A sentence.
    package var description: String {
        switch self {
        case .full(let limit): "\(limit.what): at most \(limit.allowed) are accepted"
        case .keyReused(let key): "the key \"\(key)\" was used for another job"
        case .unavailable(let reason): "the store of jobs failed: \(reason)"
        }
    }
}
