// Tests stores that another process has locked, or that remember many removed jobs.

import Foundation
import GRDB
import Jobs
import PostgreSQL
import Testing

@Suite struct LockedStoreTests {
    private let places = JobPlaces()

    @Test func `a folder that another process has locked is refused after a few seconds`() throws {
        let place = try places.make(.folder)
        let store = try place.open()
        let id = try store.submit("before")
        let other = try DatabaseQueue(path: "\(place.location)/jobs.sqlite")
        try other.inDatabase { database in
            try database.execute(sql: "BEGIN IMMEDIATE")
            let start = ContinuousClock.now
            #expect(throws: JobStoreError.self) { try store.submit("during") }
            let waited = ContinuousClock.now - start
            #expect(waited > .seconds(3) && waited < .seconds(8), "\(waited)")
            // Readers do not wait for writers.
            #expect(try store.job(id)?.state == .submitted)
            try database.execute(sql: "COMMIT")
        }
        _ = try store.submit("after")
    }

    @Test(.enabled(if: StoreKind.available.contains(.database)))
    func `a table that another session has locked is refused after a few seconds`() throws {
        let place = try places.make(.database)
        let store = try place.open()
        let id = try store.submit("before")
        let other = try PostgresPool(
            url: place.location, maximumConnections: 1, applicationName: "test")
        try other.withConnection { connection in
            try connection.transaction {
                try connection.execute("LOCK TABLE waypost_jobs IN ACCESS EXCLUSIVE MODE")
                let start = ContinuousClock.now
                #expect(throws: JobStoreError.self) { try store.submit("during") }
                #expect(throws: JobStoreError.self) { try store.job(id) }
                let waited = ContinuousClock.now - start
                #expect(waited > .seconds(6) && waited < .seconds(16), "\(waited)")
            }
        }
        _ = try store.submit("after")
    }

    /// Each submission used to count all of its owner's jobs, and the bytes of all jobs.
    @Test func `a submission reads no row of a removed job`() throws {
        let place = try places.make(.folder)
        let store = try place.open()
        _ = try store.submit("one")
        let database = try DatabaseQueue(path: "\(place.location)/jobs.sqlite")
        let plans = try database.read { database in
            try [
                "SELECT SUM(bytes) FROM jobs WHERE bytes > 0",
                "SELECT COUNT(*) FROM jobs WHERE owner = 'ann' AND state <> 'deleted'",
                """
                SELECT removedAt FROM jobs WHERE removedAt IS NOT NULL
                ORDER BY removedAt DESC LIMIT 1 OFFSET 20000
                """,
            ].map { sql in
                try Row.fetchAll(database, sql: "EXPLAIN QUERY PLAN \(sql)")
                    .map { $0["detail"] as String }.joined(separator: "; ")
            }
        }
        for (plan, index) in zip(plans, ["jobsByBytes", "jobsStored", "jobsRemoved"]) {
            #expect(plan.contains("USING COVERING INDEX \(index)"), "\(plan)")
        }
    }
}
