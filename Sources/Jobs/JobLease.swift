// A worker's right to a job.

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
