// Chooses the store for a place: a folder or a database.

import PostgreSQL

/// Opens the job store at a place, and creates it if there is none.
///
/// ```swift
/// let store = try openJobStore(at: "postgres://waypost@db.example/jobs")
/// ```
///
/// - Parameters:
///   - place: A folder, or a database URL that begins with `postgres://`.
///   - clock: Replaces the clock in tests. By default a folder uses the system's clock and a
///     database its own.
/// - Throws: ``JobStoreError/unavailable(_:)``.
package func openJobStore(
    at place: String, limits: JobLimits = JobLimits(), clock: JobClock? = nil
) throws(JobStoreError) -> any JobStore {
    guard isJobDatabase(place) else {
        return try SQLiteJobStore(folder: place, limits: limits, clock: clock ?? .system)
    }
    return try PostgresJobStore(url: place, limits: limits, clock: clock)
}

/// Whether jobs are in a database rather than a folder.
package func isJobDatabase(_ place: String) -> Bool { PostgresPool.isURL(place) }
