// The interface of job stores. SQLiteJobStore keeps jobs in files, PostgresJobStore in a database
// that several machines share.

/// A queue of jobs with their inputs, messages and results. It outlives its process.
///
/// Use a store for work that takes longer than a request should: a server submits the request and
/// answers at once, workers do it, and the caller reads the result later. Several workers in
/// several processes may share a store. Once a call has returned, what it stored survives a killed
/// process. Calls block the thread for some milliseconds, so call them from threads kept for that
/// purpose, never from an event loop.
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
/// **Leases.** A worker acts under a lease and renews it with each heartbeat. If it dies, the lease
/// expires and another worker takes the job. A call under a lost lease, or for a deleted job,
/// changes nothing and returns ``JobHeartbeat/lost``; the worker must then stop.
///
/// **Parts.** The worker that holds a job may divide it (``divide(_:_:)``). Any worker then does
/// parts, each under its own lease, and the holder ends the job with what they made. If a worker
/// dies, only its present part is lost.
///
/// **Fairness.** Owners take turns within a priority, so one owner with a thousand jobs delays
/// another by one job. ``JobLimits`` bounds what an owner and all owners together may store.
///
/// ``SQLiteJobStore`` implements the protocol with a folder and ``PostgresJobStore`` with a
/// database; ``openJobStore(at:limits:clock:)`` chooses. The same tests run over both.
/// ``JobRunner`` is the worker's side; RouteService submits, lists and cancels.
package protocol JobStore: WatchableJobs {
    var limits: JobLimits { get }

    /// The folder or database for use in messages, without passwords.
    var place: String { get }

    // MARK: Owners

    /// Stores a job.
    ///
    /// - Returns: The new job's id, or the id of an earlier job submitted by the owner under the
    ///   same key.
    /// - Throws: ``JobStoreError/full(_:)`` if a limit is reached, ``JobStoreError/keyReused(_:)``
    ///   if the key was used for another job.
    func submit(_ submission: JobSubmission) throws(JobStoreError) -> SubmittedJob

    /// Finds a job. Returns `nil` if the store does not know the id, or has forgotten it.
    func job(_ id: JobID) throws(JobStoreError) -> JobRecord?

    /// Reads a job's input. Returns `nil` if the job was removed.
    func input(of id: JobID) throws(JobStoreError) -> [UInt8]?

    /// Lists a job's results in the order the worker gave them.
    func results(of id: JobID) throws(JobStoreError) -> [JobResult]

    /// Reads bytes of a result.
    ///
    /// - Parameters:
    ///   - name: The result's name, in any case.
    ///   - bytes: The range to read. It is cut at the content's end.
    /// - Returns: `nil` if the job has no result with this name.
    func content(
        of id: JobID, named name: String, in bytes: Range<Int>
    ) throws(JobStoreError) -> [UInt8]?

    /// Lists an owner's jobs, newest first, without removed ones.
    ///
    /// - Parameter number: The number at which the last page ended; `nil` for the first page.
    func jobs(
        of owner: String, before number: Int64?, limit: Int
    ) throws(JobStoreError) -> JobListing

    /// Cancels a job: at once if no worker holds it, otherwise when the worker stops. A finished
    /// job stays as it is.
    ///
    /// - Returns: The state after the call; `nil` if the id is unknown.
    func cancel(_ id: JobID) throws(JobStoreError) -> JobState?

    /// Deletes a job with its input and results. A worker that holds it loses it.
    ///
    /// - Returns: Whether the store knew the job.
    func delete(_ id: JobID) throws(JobStoreError) -> Bool

    // MARK: Workers

    /// Takes the next job, or else a part of a divided job.
    ///
    /// Jobs go by priority. Among equals, the owner with the fewest running jobs goes first, then
    /// the owner whose last turn is longest ago, then the oldest job. Parts go by priority too,
    /// then to the job on whose parts the fewest workers are busy, then to the oldest. Before it
    /// chooses, the call puts jobs and parts with expired leases back in the queue.
    ///
    /// - Parameters:
    ///   - worker: A name for messages.
    ///   - leaseSeconds: If you do not renew the lease within this time, another worker may take
    ///     the job.
    ///   - others: Jobs whose parts are not taken.
    func take(
        by worker: String, leaseSeconds: Double, exceptPartsOf others: Set<JobID>
    ) throws(JobStoreError) -> TakenJob?

    /// Renews a lease. Call it every few seconds while you work.
    ///
    /// - Parameter progress: How far the work is; `nil` leaves the stored progress unchanged.
    func heartbeat(
        _ lease: JobLease, leaseSeconds: Double, progress: JobProgress?
    ) throws(JobStoreError) -> JobHeartbeat

    /// Divides a job into parts that other workers may do. If an earlier attempt has already
    /// divided the job, that division stays, with its finished parts.
    ///
    /// - Parameter lease: The job's lease.
    /// - Returns: The division in force; `nil` if the lease is lost.
    func divide(
        _ lease: JobLease, _ division: JobDivision
    ) throws(JobStoreError) -> JobDivision?

    /// Takes the first part of a job that is neither stored nor held by another worker.
    ///
    /// - Parameters:
    ///   - isHelper: Whether another worker holds the job. Waiting jobs then go before further
    ///     parts.
    func takePart(
        of job: JobID, by worker: String, leaseSeconds: Double, isHelper: Bool
    ) throws(JobStoreError) -> JobPartOffer

    /// Stores a part and its messages and ends the part's lease. Later attempts at the job find the
    /// part.
    ///
    /// Messages appear once all earlier parts are stored, so they are in the order of the parts,
    /// whichever was done first. A text that the job already has is not repeated.
    ///
    /// - Parameters:
    ///   - part: The part's content, in a form that the worker understands.
    ///   - lease: The part's lease.
    func addPart(
        _ part: [UInt8], messages: [JobMessage], _ lease: JobLease
    ) throws(JobStoreError) -> JobHeartbeat

    /// Reads a stored part by its number from 0. Returns `nil` if it is not stored.
    func part(_ number: Int, of id: JobID) throws(JobStoreError) -> [UInt8]?

    func add(_ messages: [JobMessage], _ lease: JobLease) throws(JobStoreError) -> JobHeartbeat

    /// Makes a place to write a result piece by piece, without holding all of it in memory.
    func makeDraft(
        named name: String, contentType: String, _ lease: JobLease
    ) throws(JobStoreError) -> any JobResultDraft

    /// Ends a job with its results. Stores everything or nothing.
    ///
    /// - Parameter results: The results in order. A cancelled job may have results too, for the
    ///   finished part of its work.
    /// - Returns: `false` if the lease was lost, so that the job did not end this way.
    func finish(
        _ lease: JobLease, _ outcome: JobOutcome, messages: [JobMessage],
        results: [any JobResultDraft]
    ) throws(JobStoreError) -> Bool

    /// Gives a job or part back unfinished, for another worker. This does not count as an attempt.
    func release(_ lease: JobLease) throws(JobStoreError)

    // MARK: Upkeep

    /// Removes finished jobs whose retention has ended, and files that killed processes left
    /// behind.
    ///
    /// - Returns: How many jobs were removed.
    func sweep() throws(JobStoreError) -> Int

    /// Counts the jobs by state, without the removed ones.
    func census() throws(JobStoreError) -> JobCensus

    /// Blocks the thread until there may be a job to take, or until the time has passed.
    func awaitWork(upTo seconds: Double)

    /// Ends every ``awaitWork(upTo:)`` in this process.
    func wakeWorkers()
}

extension JobStore {
    /// Takes the next job, or a part of any divided job.
    package func take(
        by worker: String, leaseSeconds: Double
    ) throws(JobStoreError) -> TakenJob? {
        try take(by: worker, leaseSeconds: leaseSeconds, exceptPartsOf: [])
    }
}

/// What clients need to watch jobs as they change.
package protocol WatchableJobs: Sendable {
    /// Reads the known jobs among some ids in one query, in no particular order.
    func watched(_ ids: [JobID]) throws(JobStoreError) -> [WatchedJob]

    /// Reads a job's messages in order.
    ///
    /// - Parameter number: Skips messages up to this number; 0 for none.
    func messages(
        of id: JobID, after number: Int, limit: Int
    ) throws(JobStoreError) -> [NumberedMessage]
}

/// A store's answer to a submission.
package struct SubmittedJob: Hashable, Sendable {
    package var id: JobID
    package var state: JobState
    /// Whether it was stored now. If not, the owner submitted it earlier under the same key.
    package var isNew: Bool

    package init(id: JobID, state: JobState, isNew: Bool) {
        self.id = id
        self.state = state
        self.isNew = isNew
    }
}

/// A job as a watching client sees it.
package struct WatchedJob: Hashable, Sendable {
    package var record: JobRecord
    /// How many messages the job has.
    package var messageCount: Int

    package init(record: JobRecord, messageCount: Int) {
        self.record = record
        self.messageCount = messageCount
    }
}

/// What a worker must do next.
package enum JobHeartbeat: Hashable, Sendable {
    /// Go on.
    case proceed
    /// Stop soon: the owner has cancelled the job.
    case cancel
    /// Stop at once: this worker no longer holds the job.
    case lost
}

/// A result's content while it is being written.
package protocol JobResultDraft: AnyObject, Sendable {
    /// The result's name, type and size so far.
    var result: JobResult { get }

    func append(_ bytes: [UInt8]) throws(JobStoreError)

    /// Drops the content if it is not needed. Further calls do nothing.
    func discard()
}

/// How many jobs a store holds.
package struct JobLoad: Hashable, Sendable {
    /// Jobs waiting for a worker.
    package var waiting: Int
    /// Jobs that workers hold.
    package var running: Int

    package init(waiting: Int, running: Int) {
        self.waiting = waiting
        self.running = running
    }
}
