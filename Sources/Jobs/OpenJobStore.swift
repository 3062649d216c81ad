// Which store there is at a place: a folder, or a database.

import PostgreSQL

/// Opens the store of jobs at a place, and makes it where there is none.
///
/// ```swift
/// let store = try openJobStore(at: "postgres://waypost@db.example/jobs")
/// ```
///
/// - Parameters:
///   - place: A folder, or the URL of a database, which begins with `postgres://`.
///   - clock: Replaces the clock of the store, for tests: that of the system for a folder, of the
///     database for a database.
/// - Throws: ``JobStoreError/unavailable(_:)``.
package func openJobStore(
    at place: String, limits: JobLimits = JobLimits(), clock: JobClock? = nil
) throws(JobStoreError) -> any JobStore {
    guard isJobDatabase(place) else {
        return try SQLiteJobStore(folder: place, limits: limits, clock: clock ?? .system)
    }
    return try PostgresJobStore(url: place, limits: limits, clock: clock)
}

/// Whether the place of jobs is a database rather than a folder.
package func isJobDatabase(_ place: String) -> Bool { PostgresPool.isURL(place) }
