// A folder for a store of jobs that is removed after a test, and a clock that tests set.

import Dispatch
import Foundation
import Jobs
import Synchronization

/// A clock that moves when a test says so.
final class SetClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_700_000_000_000)

    var clock: JobClock { JobClock { [self] in milliseconds.withLock { $0 } } }

    func advance(seconds: Double) { milliseconds.withLock { $0 += Int64(seconds * 1_000) } }
}

/// A folder of jobs, removed with this object.
final class JobFolder: Sendable {
    let path: String
    let time = SetClock()

    init() {
        path =
            FileManager.default.temporaryDirectory
            .appendingPathComponent("jobs-\(UUID().uuidString)").path
    }

    deinit {
        do { try FileManager.default.removeItem(atPath: path) } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            print("\(path) remains: \(error)")
        }
    }

    /// Opens the store, as another process would.
    func open(_ change: (inout JobLimits) -> Void = { _ in }) throws -> SQLiteJobStore {
        var limits = JobLimits()
        change(&limits)
        return try SQLiteJobStore(folder: path, limits: limits, clock: time.clock)
    }

    /// The names of the files beside the database.
    var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/files"))?.sorted() ?? []
    }
}

extension JobStore {
    /// Ends a job with results of text.
    func finish(
        _ lease: JobLease, _ outcome: JobOutcome = .succeeded, _ results: [(String, [UInt8])] = [],
        messages: [JobMessage] = []
    ) throws -> Bool {
        var drafts: [any JobResultDraft] = []
        for (name, content) in results {
            let draft = try makeDraft(named: name, contentType: "text/plain", lease)
            try draft.append(content)
            drafts.append(draft)
        }
        return try finish(lease, outcome, messages: messages, results: drafts)
    }

    /// Stores a job with a text as its input.
    func submit(_ text: String, of owner: String = "ann", priority: Int = 0) throws -> JobID {
        try submit(
            JobSubmission(
                owner: owner, task: "test", input: Array(text.utf8), priority: priority)
        ).id
    }

    /// Takes a job for half a minute.
    func take(_ worker: String = "w") throws -> TakenJob? {
        try take(by: worker, leaseSeconds: 30)
    }
}

/// Runs work that blocks on a thread that no other test waits for.
func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
}
