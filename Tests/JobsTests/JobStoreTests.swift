// What a store of jobs promises to owners and to workers.

import DataStructures
import Foundation
import Jobs
import Testing

@Suite struct JobStoreTests {
    private let folder = JobFolder()

    @Test func `a new folder is readable for its owner alone`() throws {
        _ = try folder.open()
        for path in [folder.path, "\(folder.path)/files"] {
            let attributes = try FileManager.default.attributesOfItem(atPath: path)
            #expect(attributes[.posixPermissions] as? Int == 0o700)
        }
    }

    @Test func `a job is stored with its input and waits`() throws {
        let store = try folder.open()
        let id = try store.submit("hello")
        let job = try #require(try store.job(id))
        #expect(job.state == .submitted)
        #expect(job.owner == "ann")
        #expect(job.submittedAt == folder.time.clock.now())
        #expect(job.startedAt == nil)
        #expect(try store.input(of: id) == Array("hello".utf8))
        #expect(try store.load() == JobLoad(waiting: 1, running: 0))
        #expect(try store.job(.random()) == nil)
    }

    @Test func `a job runs from submission to its results`() throws {
        let store = try folder.open()
        let id = try store.submit("hello")
        let job = try #require(try store.take())
        #expect(job.record.id == id)
        #expect(job.input == Array("hello".utf8))
        #expect(try store.job(id)?.state == .executing)
        let progress = JobProgress("Routes", done: 1, of: 2, unit: "routes")
        #expect(
            try store.heartbeat(job.lease, leaseSeconds: 30, progress: progress) == .proceed)
        #expect(try store.job(id)?.progress == progress)
        #expect(
            try store.add(
                [JobMessage(.warning, "one"), JobMessage(.informative, "two")],
                job.lease) == .proceed)
        folder.time.advance(seconds: 5)
        #expect(
            try store.finish(
                job.lease, .succeeded, [("Output_Routes", [1, 2, 3]), ("Solve_Succeeded", [4])],
                messages: [JobMessage(.informative, "done")]))
        let ended = try #require(try store.job(id))
        #expect(ended.state == .succeeded)
        #expect(ended.endedAt == ended.submittedAt + 5_000)
        #expect(ended.progress == nil)
        #expect(
            try store.messages(of: id, after: 0, limit: 10).map(\.message.text)
                == ["one", "two", "done"])
        #expect(try store.messages(of: id, after: 1, limit: 1).map(\.number) == [2])
        #expect(try store.results(of: id).map(\.name) == ["Output_Routes", "Solve_Succeeded"])
        #expect(try store.results(of: id).map(\.byteCount) == [3, 1])
        #expect(try store.content(of: id, named: "output_routes", in: 0..<9) == [1, 2, 3])
        #expect(try store.content(of: id, named: "Output_Routes", in: 1..<2) == [2])
        #expect(try store.content(of: id, named: "Output_Stops", in: 0..<9) == nil)
        #expect(try store.take() == nil)
    }

    @Test func `large inputs and results are files, read in pieces`() throws {
        let store = try folder.open()
        let large = (0..<200_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let id = try store.submit(JobSubmission(owner: "ann", task: "t", input: large)).id
        #expect(folder.files == ["\(id).input"])
        let job = try #require(try store.take())
        #expect(job.input == large)
        let draft = try store.makeDraft(named: "r", contentType: "application/json", job.lease)
        for start in stride(from: 0, to: large.count, by: 7_001) {
            try draft.append(Array(large[start..<min(start + 7_001, large.count)]))
        }
        #expect(draft.result.byteCount == large.count)
        #expect(try store.finish(job.lease, .succeeded, messages: [], results: [draft]))
        #expect(try store.content(of: id, named: "r", in: 0..<(1 << 30)) == large)
        #expect(try store.content(of: id, named: "r", in: 199_999..<300_000) == [large[199_999]])
        #expect(try store.content(of: id, named: "r", in: 500_000..<500_001) == [])
        #expect(folder.files.count == 2)
        #expect(try store.delete(id))
        #expect(folder.files.isEmpty)
    }

    @Test func `a draft that is dropped leaves no file`() throws {
        let store = try folder.open()
        _ = try store.submit("a")
        let job = try #require(try store.take())
        var draft: (any JobResultDraft)? = try store.makeDraft(
            named: "r", contentType: "text/plain", job.lease)
        try draft?.append([UInt8](repeating: 1, count: 100_000))
        #expect(folder.files.count == 1)
        draft = nil
        #expect(folder.files.isEmpty)
    }

    @Test func `a job submitted twice under a key is stored once`() throws {
        let store = try folder.open()
        let job = JobSubmission(owner: "ann", task: "t", input: [1], key: "today")
        let first = try store.submit(job)
        let second = try store.submit(job)
        #expect(first.isNew && !second.isNew)
        #expect(first.id == second.id)
        // Keys are an owner's own.
        #expect(
            try store.submit(JobSubmission(owner: "bob", task: "t", input: [1], key: "today"))
                .isNew)
        #expect(throws: JobStoreError.keyReused("today")) {
            try store.submit(JobSubmission(owner: "ann", task: "t", input: [2], key: "today"))
        }
        #expect(try store.load().waiting == 2)
    }

    @Test func `a large job submitted twice under a key leaves one file`() throws {
        let store = try folder.open()
        let large = [UInt8](repeating: 7, count: 100_000)
        let job = JobSubmission(owner: "ann", task: "t", input: large, key: "k")
        #expect(try store.submit(job).id == store.submit(job).id)
        #expect(folder.files.count == 1)
    }

    // MARK: - Leases

    @Test func `a lease keeps others from a job until it expires`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        let first = try #require(try store.take("first"))
        #expect(try store.take("second") == nil)
        folder.time.advance(seconds: 29)
        #expect(try store.heartbeat(first.lease, leaseSeconds: 30, progress: nil) == .proceed)
        folder.time.advance(seconds: 29)
        #expect(try store.take("second") == nil)
        folder.time.advance(seconds: 2)
        let second = try #require(try store.take("second"))
        #expect(second.record.id == id)
        #expect(second.record.attempts == 2)
        #expect(second.lease.number > first.lease.number)
    }

    @Test func `a worker that lost its lease changes nothing`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        let first = try #require(try store.take("w"))
        folder.time.advance(seconds: 31)
        let second = try #require(try store.take("w"))
        #expect(try store.heartbeat(first.lease, leaseSeconds: 30, progress: nil) == .lost)
        #expect(try store.add([JobMessage(.error, "late")], first.lease) == .lost)
        #expect(try store.addPart([1], at: 0, messages: [], first.lease) == .lost)
        try store.release(first.lease)
        #expect(try !store.finish(first.lease, .failed, [("r", [1])]))
        #expect(try store.job(id)?.state == .executing)
        #expect(try store.finish(second.lease, .succeeded, [("r", [2])]))
        #expect(try !store.finish(first.lease, .failed, [("r", [1])]))
        #expect(try store.job(id)?.state == .succeeded)
        #expect(try store.content(of: id, named: "r", in: 0..<9) == [2])
        #expect(try store.messages(of: id, after: 0, limit: 9).isEmpty)
    }

    @Test func `large results of a worker that lost its lease leave no files`() throws {
        let store = try folder.open()
        _ = try store.submit("a")
        let first = try #require(try store.take())
        folder.time.advance(seconds: 31)
        _ = try #require(try store.take())
        #expect(
            try !store.finish(
                first.lease, .succeeded, [("r", [UInt8](repeating: 1, count: 100_000))]))
        #expect(folder.files.isEmpty)
    }

    @Test func `a job that ends its workers is given up`() throws {
        let store = try folder.open { $0.attempts = 3 }
        let id = try store.submit("a")
        for attempt in 1...3 {
            #expect(try store.take()?.record.attempts == attempt)
            folder.time.advance(seconds: 31)
        }
        #expect(try store.take() == nil)
        #expect(try store.job(id)?.state == .failed)
        let text = try store.messages(of: id, after: 0, limit: 9).first?.message.text
        #expect(text?.contains("3 times") == true)
    }

    @Test func `a job that goes on is not given up`() throws {
        let store = try folder.open { $0.attempts = 2 }
        let id = try store.submit("a")
        for part in 0..<6 {
            let job = try #require(try store.take())
            #expect(job.record.finishedParts == part)
            #expect(
                try store.addPart(
                    [UInt8(part)], at: part, messages: [JobMessage(.informative, "part")],
                    job.lease) == .proceed)
            folder.time.advance(seconds: 31)
        }
        #expect(try store.part(3, of: id) == [3])
        #expect(try store.part(6, of: id) == nil)
        #expect(try store.messages(of: id, after: 0, limit: 99).count == 6)
        #expect(try store.job(id)?.state.isTerminal == false)
    }

    @Test func `a job that is given back waits without an attempt`() throws {
        let store = try folder.open { $0.attempts = 1 }
        let id = try store.submit("a")
        for _ in 0..<4 {
            let job = try #require(try store.take())
            try store.release(job.lease)
            #expect(try store.job(id)?.state == .waiting)
        }
        #expect(try store.job(id)?.attempts == 0)
    }

    // MARK: - Cancel and delete

    @Test func `a job that has not begun is cancelled at once`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        #expect(try store.cancel(id) == .cancelled)
        #expect(try store.take() == nil)
        #expect(try store.messages(of: id, after: 0, limit: 9).count == 1)
    }

    @Test func `a running job is cancelled by its worker and keeps what is done`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        let job = try #require(try store.take())
        #expect(try store.cancel(id) == .cancelling)
        #expect(try store.cancel(id) == .cancelling)
        #expect(try store.heartbeat(job.lease, leaseSeconds: 30, progress: nil) == .cancel)
        #expect(try store.finish(job.lease, .cancelled, [("r", [1])]))
        #expect(try store.job(id)?.state == .cancelled)
        #expect(try store.content(of: id, named: "r", in: 0..<9) == [1])
    }

    @Test func `a cancelled job whose worker died is cancelled`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        _ = try #require(try store.take())
        _ = try store.cancel(id)
        folder.time.advance(seconds: 31)
        #expect(try store.take() == nil)
        #expect(try store.job(id)?.state == .cancelled)
    }

    @Test func `cancelling a finished job changes nothing`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        let job = try #require(try store.take())
        _ = try store.finish(job.lease)
        #expect(try store.cancel(id) == .succeeded)
        #expect(try store.cancel(.random()) == nil)
    }

    @Test func `a deleted job is gone but remembered`() throws {
        let store = try folder.open()
        let id = try store.submit("a")
        let job = try #require(try store.take())
        #expect(try store.delete(id))
        #expect(try store.job(id)?.state == .deleted)
        #expect(try store.input(of: id) == nil)
        #expect(try store.heartbeat(job.lease, leaseSeconds: 30, progress: nil) == .lost)
        #expect(try !store.finish(job.lease, .succeeded, [("r", [1])]))
        #expect(try store.results(of: id).isEmpty)
        #expect(try store.jobs(of: "ann", before: nil, limit: 9).jobs.isEmpty)
        #expect(try !store.delete(.random()))
    }

    @Test func `finished jobs are removed after their time, then forgotten`() throws {
        let store = try folder.open {
            $0.keptSeconds = 100
            $0.rememberedSeconds = 50
        }
        let done = try store.submit("a")
        _ = try store.finish(#require(try store.take()).lease, .succeeded, [("r", [1])])
        let waiting = try store.submit("b")
        folder.time.advance(seconds: 99)
        #expect(try store.sweep() == 0)
        folder.time.advance(seconds: 2)
        #expect(try store.sweep() == 1)
        #expect(try store.job(done)?.state == .deleted)
        #expect(try store.job(waiting)?.state.isPending == true)
        folder.time.advance(seconds: 51)
        #expect(try store.sweep() == 0)
        #expect(try store.job(done) == nil)
    }

    // MARK: - Order and limits

    @Test func `jobs of a higher priority come first, then the older`() throws {
        let store = try folder.open()
        let ids = try [0, 5, 0, 5].map { try store.submit("a", priority: $0) }
        let taken = try (0..<4).map { _ in
            let job = try #require(try store.take())
            _ = try store.finish(job.lease)
            return job.record.id
        }
        #expect(taken == [ids[1], ids[3], ids[0], ids[2]])
    }

    @Test func `owners take turns`() throws {
        let store = try folder.open()
        for number in 0..<6 { _ = try store.submit("a\(number)", of: "ann") }
        for number in 0..<2 { _ = try store.submit("b\(number)", of: "bob") }
        _ = try store.submit("c0", of: "cem")
        var order: [String] = []
        while let job = try store.take() {
            order.append(String(decoding: job.input, as: UTF8.self))
            _ = try store.finish(job.lease)
        }
        #expect(order == ["a0", "b0", "c0", "a1", "b1", "a2", "a3", "a4", "a5"])
    }

    @Test func `an owner with running jobs waits for those without`() throws {
        let store = try folder.open()
        for _ in 0..<3 { _ = try store.submit("a", of: "ann") }
        _ = try #require(try store.take())
        _ = try store.submit("b", of: "bob")
        #expect(try store.take()?.record.owner == "bob")
        #expect(try store.take()?.record.owner == "ann")
    }

    @Test func `an owner runs no more jobs than allowed`() throws {
        let store = try folder.open { $0.runningOfOneOwner = 1 }
        for _ in 0..<2 { _ = try store.submit("a") }
        let job = try #require(try store.take())
        #expect(try store.take() == nil)
        _ = try store.finish(job.lease)
        #expect(try store.take() != nil)
    }

    @Test func `a full queue refuses with a time to wait`() throws {
        let store = try folder.open {
            $0.pending = 3
            $0.pendingOfOneOwner = 2
            $0.inputBytes = 10
        }
        for _ in 0..<2 { _ = try store.submit("a") }
        let ofOwner = try #require(throws: JobStoreError.self) { try store.submit("a") }
        guard case .full(let limit) = ofOwner else {
            Issue.record("\(ofOwner)")
            return
        }
        #expect(limit.allowed == 2)
        #expect(limit.retrySeconds != nil)
        _ = try store.submit("b", of: "bob")
        #expect(throws: JobStoreError.self) { try store.submit("c", of: "cem") }
        _ = try store.finish(#require(try store.take()).lease)
        _ = try store.submit("c", of: "cem")
        #expect(throws: JobStoreError.self) { try store.submit("longer than ten", of: "dan") }
    }

    @Test func `the oldest finished jobs of an owner make room`() throws {
        let store = try folder.open { $0.storedOfOneOwner = 3 }
        var ids: [JobID] = []
        for _ in 0..<5 {
            ids.append(try store.submit("a"))
            _ = try store.finish(#require(try store.take()).lease)
        }
        let kept = try store.jobs(of: "ann", before: nil, limit: 10).jobs.map(\.id)
        #expect(kept == ids.suffix(3).reversed())
    }

    @Test func `jobs are listed by owner, newest first, in pages`() throws {
        let store = try folder.open()
        let ids = try (0..<7).map { _ in try store.submit("a") }
        _ = try store.submit("b", of: "bob")
        var listed: [JobID] = []
        var next: Int64?
        repeat {
            let page = try store.jobs(of: "ann", before: next, limit: 3)
            #expect(page.jobs.count <= 3)
            listed += page.jobs.map(\.id)
            next = page.next
        } while next != nil
        #expect(listed == ids.reversed())
    }

    @Test func `messages are bounded, but not the last ones`() throws {
        let store = try folder.open {
            $0.messages = 4
            $0.messageBytes = 40
        }
        let id = try store.submit("a")
        let job = try #require(try store.take())
        for number in 0..<9 {
            _ = try store.add([JobMessage(.informative, "message \(number)")], job.lease)
        }
        let long = String(repeating: "é", count: 1_000)
        _ = try store.finish(job.lease, .failed, messages: [JobMessage(.error, long)])
        let texts = try store.messages(of: id, after: 0, limit: 99).map(\.message.text)
        #expect(texts.count == 5)
        #expect(texts[3].contains("left out"))
        #expect(texts[4].utf8.count <= 44)
    }

    @Test func `two stores share one folder`() throws {
        let (first, second) = (try folder.open(), try folder.open())
        let id = try first.submit("a")
        let job = try #require(try second.take())
        #expect(job.record.id == id)
        #expect(try first.take() == nil)
        #expect(try first.cancel(id) == .cancelling)
        #expect(try second.heartbeat(job.lease, leaseSeconds: 30, progress: nil) == .cancel)
    }

    @Test func `a folder of a later version is refused`() throws {
        let blocked = JobFolder()
        try FileManager.default.createDirectory(
            atPath: blocked.path, withIntermediateDirectories: true)
        try Data("no database".utf8).write(
            to: URL(fileURLWithPath: "\(blocked.path)/jobs.sqlite"))
        #expect(throws: JobStoreError.self) { _ = try blocked.open() }
    }
}
