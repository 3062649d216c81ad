// Tests job stores in a database: tables made concurrently, notifications, no database.

import DataStructures
import Dispatch
import Foundation
import Jobs
import PostgreSQL
import StoreTesting
import Synchronization
import Testing

@Suite struct UnreachableDatabaseTests {
    @Test func `a database that is not there is named without its password`() throws {
        let error = #expect(throws: JobStoreError.self) {
            try PostgresJobStore(url: "postgres://ann:s3cret@127.0.0.1:1/jobs")
        }
        #expect(error?.description.contains("127.0.0.1:1/jobs") == true)
        #expect(error?.description.contains("s3cret") == false)
        #expect(throws: JobStoreError.self) { try PostgresJobStore(url: "jobs") }
    }
}

/// Skipped without a database; with one, the suites of this target use it as they use a folder.
@Suite(.enabled(if: TestSchema.isAvailable)) struct DatabaseTests {
    private let schema: TestSchema

    init() throws { schema = try TestSchema() }

    @Test func `tables are made once though several processes begin at once`() async throws {
        let url = schema.url
        let stores = Mutex<[PostgresJobStore]>([])
        try await onThread {
            DispatchQueue.concurrentPerform(iterations: 4) { _ in
                do {
                    let store = try PostgresJobStore(url: url, maximumConnections: 1)
                    stores.withLock { $0.append(store) }
                } catch {
                    Issue.record(error)
                }
            }
        }
        let opened = stores.withLock { $0 }
        let first = try #require(opened.first)
        let id = try first.submit("a")
        for store in opened { #expect(try store.job(id)?.state == .submitted) }
    }

    @Test func `jobs of a later version are refused`() throws {
        _ = try PostgresJobStore(url: schema.url)
        let pool = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "test")
        try pool.withConnection {
            try $0.execute("INSERT INTO waypost_job_schema (version) VALUES (99)")
        }
        let error = #expect(throws: JobStoreError.self) { try PostgresJobStore(url: schema.url) }
        #expect(error?.description.contains("later version") == true)
    }

    @Test func `the tables of version 1 are changed, with the jobs that are in them`() throws {
        let id = try PostgresJobStore(url: schema.url).submit("a")
        let pool = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "test")
        try pool.withConnection {
            try $0.execute(
                """
                DROP TABLE waypost_job_open_parts, waypost_job_part_messages;
                ALTER TABLE waypost_jobs DROP COLUMN part_count, DROP COLUMN part_origin,
                    DROP COLUMN shown_parts;
                UPDATE waypost_job_schema SET version = 1;
                UPDATE waypost_jobs SET finished_parts = 1;
                INSERT INTO waypost_job_parts SELECT number, 0, 'old' FROM waypost_jobs;
                """)
        }
        for _ in 0..<2 {
            let store = try PostgresJobStore(url: schema.url)
            #expect(try store.job(id)?.state == .submitted)
        }
        let store = try PostgresJobStore(url: schema.url)
        let taken = try #require(try store.take())
        #expect(taken.record.finishedParts == 1 && taken.record.division == nil)
        // Parts made by an earlier version do not fit new ones, so they are done again.
        #expect(try store.divide(taken.lease, JobDivision(count: 2, origin: "")) != nil)
        #expect(try store.part(0, of: id) == nil)
        #expect(try store.job(id)?.finishedParts == 0)
    }

    @Test(arguments: [
        ("UPDATE ON waypost_jobs", "UPDATE on waypost_jobs"),
        ("DELETE ON waypost_job_parts", "DELETE on waypost_job_parts"),
        ("USAGE ON SEQUENCE waypost_job_turn", "USAGE on the sequence waypost_job_turn"),
    ])
    func `an account that could accept jobs and not end them is refused`(
        right: String, words: String
    ) throws {
        _ = try PostgresJobStore(url: schema.url)
        let account = "waypost_\(UInt32.random(in: 0...UInt32.max))"
        let pool = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "test")
        try pool.withConnection {
            try $0.execute(
                """
                CREATE ROLE \(account);
                GRANT USAGE ON SCHEMA \(schema.name) TO \(account);
                GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA \(schema.name)
                  TO \(account);
                GRANT USAGE ON ALL SEQUENCES IN SCHEMA \(schema.name) TO \(account);
                """)
        }
        defer {
            do {
                try pool.withConnection {
                    try $0.execute("DROP OWNED BY \(account); DROP ROLE \(account)")
                }
            } catch {
                print("the role \(account) stays: \(error)")
            }
        }
        // As this account, whichever user the tests log in as.
        let url = schema.url.replacing("options=", with: "options=-crole%3D\(account)%20")
        _ = try PostgresJobStore(url: url).submit("a")
        try pool.withConnection { try $0.execute("REVOKE \(right) FROM \(account)") }
        let error = #expect(throws: JobStoreError.self) { try PostgresJobStore(url: url) }
        #expect(error?.description.contains(words) == true, "\(error?.description ?? "")")
        #expect(error?.description.contains("GRANT SELECT") == true)
    }

    @Test func `a database that only reads is refused`() throws {
        _ = try PostgresJobStore(url: schema.url)
        let url = schema.url.replacing(
            "options=", with: "options=-cdefault_transaction_read_only%3Don%20")
        let error = #expect(throws: JobStoreError.self) { try PostgresJobStore(url: url) }
        #expect(error?.description.contains("read-only") == true, "\(error?.description ?? "")")
    }

    @Test func `leases end by the clock of the database`() throws {
        let store = try PostgresJobStore(url: schema.url)
        let id = try store.submit("a")
        let now = Int64(Date().timeIntervalSince1970 * 1_000)
        #expect(abs((try store.job(id)?.submittedAt ?? 0) - now) < 60_000)
        let first = try #require(try store.take(by: "first", leaseSeconds: -1))
        let second = try #require(try store.take(by: "second", leaseSeconds: 60))
        #expect(second.lease.number > first.lease.number)
        #expect(try store.take(by: "third", leaseSeconds: 60) == nil)
    }

    @Test func `what another process submits wakes a worker`() async throws {
        let url = schema.url
        let store = try PostgresJobStore(url: url)
        let other = try PostgresJobStore(url: url)
        let seconds = try await onThread {
            // The first wait ends when the connection listens.
            store.awaitWork(upTo: 60)
            _ = try store.take(by: "w", leaseSeconds: 30)
            DispatchQueue.global().asyncAfter(deadline: .now() + 0.05) {
                do { _ = try other.submit("a") } catch { Issue.record(error) }
            }
            let start = ContinuousClock.now
            store.awaitWork(upTo: 60)
            return (ContinuousClock.now - start) / .seconds(1)
        }
        #expect(seconds < 30)
    }

    @Test func `workers that take at once take different jobs`() async throws {
        let store = try PostgresJobStore(url: schema.url)
        for number in 0..<60 { _ = try store.submit("\(number)", of: "owner \(number % 3)") }
        let taken = Mutex<[JobID]>([])
        try await onThread {
            DispatchQueue.concurrentPerform(iterations: 2) { worker in
                do {
                    while let job = try store.take(by: "\(worker)", leaseSeconds: 60) {
                        taken.withLock { $0.append(job.record.id) }
                    }
                } catch {
                    Issue.record(error)
                }
            }
        }
        let ids = taken.withLock { $0 }
        #expect(ids.count == 60)
        #expect(Set(ids).count == 60)
    }

    @Test func `results are stored in pieces, and nothing is left of removed jobs`() throws {
        let store = try PostgresJobStore(url: schema.url)
        let id = try store.submit("a")
        let job = try #require(try store.take())
        var random = SeededGenerator(7)
        let content = (0..<3_000_000).map { _ in UInt8.random(in: 0...255, using: &random) }
        let draft = try store.makeDraft(named: "r", contentType: "text/plain", job.lease)
        for start in stride(from: 0, to: content.count, by: 70_001) {
            try draft.append(Array(content[start..<min(start + 70_001, content.count)]))
        }
        #expect(try store.finish(job.lease, .succeeded, messages: [], results: [draft]))
        #expect(try store.content(of: id, named: "R", in: 0..<Int.max) == content)
        for range in [0..<1, 1_048_575..<1_048_577, 1_048_576..<2_097_152, 2_999_999..<9_000_000] {
            #expect(
                try store.content(of: id, named: "r", in: range)
                    == Array(content[range.clamped(to: content.indices)]))
        }
        #expect(try store.delete(id))
        #expect(try store.content(of: id, named: "r", in: 0..<1) == nil)
        let pool = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "test")
        let left = try pool.withConnection {
            try $0.query(
                """
                SELECT (SELECT count(*) FROM waypost_job_result_chunks)
                    + (SELECT count(*) FROM waypost_job_inputs)
                """
            ).first?.integer(0)
        }
        #expect(left == 0)
    }

    @Test func `calls go on after the server has ended every connection`() throws {
        let store = try PostgresJobStore(url: schema.url)
        let id = try store.submit("a")
        let job = try #require(try store.take())
        let pool = try PostgresPool(
            url: schema.url, maximumConnections: 1, applicationName: "test")
        func endConnections() throws {
            try pool.withConnection {
                _ = try $0.query(
                    """
                    SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
                    WHERE application_name = $1 AND pid <> pg_backend_pid()
                    """, [.text(schema.name)])
            }
        }
        try endConnections()
        #expect(try store.add([JobMessage(.informative, "one")], job.lease) == .proceed)
        try endConnections()
        #expect(try store.finish(job.lease, .succeeded, [("r", [1])]))
        try endConnections()
        #expect(try store.job(id)?.state == .succeeded)
        #expect(try store.messages(of: id, after: 0, limit: 9).count == 1)
    }
}
