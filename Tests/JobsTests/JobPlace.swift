// Job stores removed after a test, and an adjustable clock.

import Dispatch
import Foundation
import Jobs
import StoreTesting
import Synchronization

/// A clock that advances only on request.
final class SetClock: Sendable {
    private let milliseconds = Mutex<Int64>(1_700_000_000_000)

    var clock: JobClock { JobClock { [self] in milliseconds.withLock { $0 } } }

    func advance(seconds: Double) { milliseconds.withLock { $0 += Int64(seconds * 1_000) } }
}

/// Where a job store is.
enum StoreKind: String, CaseIterable, Sendable {
    case folder
    /// In the database named by `WAYPOST_TEST_POSTGRES`.
    case database

    /// The kinds available here.
    static var available: [StoreKind] { TestSchema.isAvailable ? allCases : [.folder] }
}

/// A place for jobs, removed with this object.
final class JobPlace: Sendable {
    /// The folder or the URL.
    let location: String
    let time = SetClock()
    private let schema: TestSchema?

    init(_ kind: StoreKind = .folder) throws {
        switch kind {
        case .folder:
            schema = nil
            location =
                FileManager.default.temporaryDirectory
                .appendingPathComponent("jobs-\(UUID().uuidString)").path
        case .database:
            let made = try TestSchema()
            schema = made
            location = made.url
        }
    }

    deinit {
        guard schema == nil else { return }
        do {
            try FileManager.default.removeItem(atPath: location)
        } catch CocoaError.fileNoSuchFile {
            return
        } catch {
            print("\(location) remains: \(error)")
        }
    }

    /// Opens the store as another process would.
    func open(_ change: (inout JobLimits) -> Void = { _ in }) throws -> any JobStore {
        var limits = JobLimits()
        change(&limits)
        return try openJobStore(at: location, limits: limits, clock: time.clock)
    }

    /// The names of the files beside a folder's database.
    var files: [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: "\(location)/files"))?.sorted() ?? []
    }
}

/// Places removed with this object: as a property of a suite, it keeps them for its test.
final class JobPlaces: Sendable {
    private let places = Mutex<[JobPlace]>([])

    func make(_ kind: StoreKind) throws -> JobPlace {
        let place = try JobPlace(kind)
        places.withLock { $0.append(place) }
        return place
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

    /// Takes the next part of a job.
    func takePart(
        _ job: JobID, _ worker: String = "w", isHelper: Bool = false
    ) throws -> JobPartOffer {
        try takePart(of: job, by: worker, leaseSeconds: 30, isHelper: isHelper)
    }

    /// Takes a job for half a minute.
    func take(_ worker: String = "w") throws -> TakenJob? {
        try take(by: worker, leaseSeconds: 30)
    }
}

extension JobPartOffer {
    /// The lease of the part taken, if one was.
    var lease: JobLease? {
        if case .taken(let lease) = self { lease } else { nil }
    }
}

/// Runs blocking work on a thread that no other test needs.
func onThread<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue.global().async { continuation.resume(with: Result { try work() }) }
    }
}
