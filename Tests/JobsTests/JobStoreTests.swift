// Tests what a job store guarantees to owners and to workers.

import DataStructures
import Foundation
import Jobs
import Testing

@Suite struct JobStoreTests {
    private let places = JobPlaces()

    @Test(arguments: StoreKind.available)
    func `a job is stored with its input and waits`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("hello")
        let job = try #require(try store.job(id))
        #expect(job.state == .submitted)
        #expect(job.owner == "ann")
        #expect(job.submittedAt == place.time.clock.now())
        #expect(job.startedAt == nil)
        #expect(try store.input(of: id) == Array("hello".utf8))
        #expect(try store.load() == JobLoad(waiting: 1, running: 0))
        #expect(try store.job(.random()) == nil)
    }

    @Test(arguments: StoreKind.available)
    func `a job runs from submission to its results`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
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
        place.time.advance(seconds: 5)
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

    @Test(arguments: StoreKind.available)
    func `jobs are counted by state, and the oldest of those that wait or run has its age`(
        kind: StoreKind
    ) throws {
        let place = try places.make(kind)
        let store = try place.open()
        #expect(try store.census() == JobCensus())
        _ = try store.submit("old")
        let taken = try #require(try store.take())
        place.time.advance(seconds: 5)
        let ended = try store.submit("ended")
        _ = try store.cancel(ended)
        let removed = try store.submit("removed")
        #expect(try store.delete(removed))
        _ = try store.submit("new")
        place.time.advance(seconds: 2)
        let census = try store.census()
        let running = census.group(where: \.isHeld)
        let waiting = census.group(where: \.isPending)
        #expect(running.count == 1 && running.oldestSeconds == 7)
        #expect(waiting.count == 1 && waiting.oldestSeconds == 2)
        #expect(census.groups[.cancelled]?.count == 1)
        #expect(census.groups[.cancelled]?.oldestSeconds == 0)
        #expect(census.groups[.deleted] == nil)
        try store.release(taken.lease)
        #expect(try store.census().group(where: \.isPending).oldestSeconds == 7)
    }

    @Test(arguments: StoreKind.available)
    func `many jobs are watched in one look`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let ids = try (0..<700).map { try store.submit("job \($0)") }
        let taken = try #require(try store.take())
        _ = try store.add([JobMessage(.warning, "one")], taken.lease)
        let watched = try store.watched(ids + [.random()])
        #expect(Set(watched.map(\.record.id)) == Set(ids))
        let held = watched.filter { $0.record.state == .executing }
        #expect(held.map(\.record.id) == [taken.record.id])
        #expect(held.map(\.messageCount) == [1])
        #expect(try store.watched([]).isEmpty)
    }

    @Test(arguments: StoreKind.available)
    func `of removed jobs the latest are remembered`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.remembered = 3 }
        let ids = try (0..<6).map { number in
            place.time.advance(seconds: 1)
            let id = try store.submit("job \(number)")
            #expect(try store.delete(id))
            return id
        }
        #expect(
            try ids.map { try store.job($0) != nil } == [false, false, false, true, true, true])
    }

    @Test(arguments: StoreKind.available)
    func `the jobs that make room are remembered within the same bound`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open {
            $0.remembered = 2
            $0.storedOfOneOwner = 1
        }
        let ids = try (0..<6).map { number in
            place.time.advance(seconds: 1)
            let id = try store.submit("job \(number)")
            _ = try store.cancel(id)
            return id
        }
        let states = try ids.map { try store.job($0)?.state }
        #expect(states == [nil, nil, nil, .deleted, .deleted, .cancelled])
    }

    @Test(arguments: StoreKind.available)
    func `a job submitted twice under a key is stored once`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let job = JobSubmission(owner: "ann", task: "t", input: [1], key: "today")
        let first = try store.submit(job)
        let second = try store.submit(job)
        #expect(first.isNew && !second.isNew)
        #expect(first.id == second.id)
        // Keys are separate for each owner.
        #expect(
            try store.submit(JobSubmission(owner: "bob", task: "t", input: [1], key: "today"))
                .isNew)
        #expect(throws: JobStoreError.keyReused("today")) {
            try store.submit(JobSubmission(owner: "ann", task: "t", input: [2], key: "today"))
        }
        #expect(try store.load().waiting == 2)
    }

    // MARK: - Leases

    @Test(arguments: StoreKind.available)
    func `a lease keeps others from a job until it expires`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("a")
        let first = try #require(try store.take("first"))
        #expect(try store.take("second") == nil)
        place.time.advance(seconds: 29)
        #expect(try store.heartbeat(first.lease, leaseSeconds: 30, progress: nil) == .proceed)
        place.time.advance(seconds: 29)
        #expect(try store.take("second") == nil)
        place.time.advance(seconds: 2)
        let second = try #require(try store.take("second"))
        #expect(second.record.id == id)
        #expect(second.record.attempts == 2)
        #expect(second.lease.number > first.lease.number)
    }

    @Test(arguments: StoreKind.available)
    func `a worker that lost its lease changes nothing`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("a")
        let first = try #require(try store.take("w"))
        place.time.advance(seconds: 31)
        let second = try #require(try store.take("w"))
        #expect(try store.heartbeat(first.lease, leaseSeconds: 30, progress: nil) == .lost)
        #expect(try store.add([JobMessage(.error, "late")], first.lease) == .lost)
        #expect(try store.divide(first.lease, JobDivision(count: 2, origin: "")) == nil)
        try store.release(first.lease)
        #expect(try !store.finish(first.lease, .failed, [("r", [1])]))
        #expect(try store.job(id)?.state == .executing)
        #expect(try store.finish(second.lease, .succeeded, [("r", [2])]))
        #expect(try !store.finish(first.lease, .failed, [("r", [1])]))
        #expect(try store.job(id)?.state == .succeeded)
        #expect(try store.content(of: id, named: "r", in: 0..<9) == [2])
        #expect(try store.messages(of: id, after: 0, limit: 9).isEmpty)
    }

    @Test(arguments: StoreKind.available)
    func `a job that ends its workers is given up`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.attempts = 3 }
        let id = try store.submit("a")
        for attempt in 1...3 {
            #expect(try store.take()?.record.attempts == attempt)
            place.time.advance(seconds: 31)
        }
        #expect(try store.take() == nil)
        #expect(try store.job(id)?.state == .failed)
        let text = try store.messages(of: id, after: 0, limit: 9).first?.message.text
        #expect(text?.contains("3 times") == true)
    }

    @Test(arguments: StoreKind.available)
    func `a job that goes on is not given up`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.attempts = 2 }
        let id = try store.submit("a")
        for part in 0..<6 {
            let job = try #require(try store.take())
            #expect(job.record.finishedParts == part)
            #expect(try store.divide(job.lease, JobDivision(count: 9, origin: ""))?.count == 9)
            let lease = try #require(try store.takePart(id).lease)
            #expect(
                try store.addPart(
                    [UInt8(part)], messages: [JobMessage(.informative, "part \(part)")], lease)
                    == .proceed)
            place.time.advance(seconds: 31)
        }
        #expect(try store.part(3, of: id) == [3])
        #expect(try store.part(6, of: id) == nil)
        #expect(try store.messages(of: id, after: 0, limit: 99).count == 6)
        #expect(try store.job(id)?.state.isTerminal == false)
    }

    @Test(arguments: StoreKind.available)
    func `a job that is given back waits without an attempt`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.attempts = 1 }
        let id = try store.submit("a")
        for _ in 0..<4 {
            let job = try #require(try store.take())
            try store.release(job.lease)
            #expect(try store.job(id)?.state == .waiting)
        }
        #expect(try store.job(id)?.attempts == 0)
    }

    // MARK: - Cancel and delete

    @Test(arguments: StoreKind.available)
    func `a job that has not begun is cancelled at once`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("a")
        #expect(try store.cancel(id) == .cancelled)
        #expect(try store.take() == nil)
        #expect(try store.messages(of: id, after: 0, limit: 9).count == 1)
    }

    @Test(arguments: StoreKind.available)
    func `a running job is cancelled by its worker and keeps what is done`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("a")
        let job = try #require(try store.take())
        #expect(try store.cancel(id) == .cancelling)
        #expect(try store.cancel(id) == .cancelling)
        #expect(try store.heartbeat(job.lease, leaseSeconds: 30, progress: nil) == .cancel)
        #expect(try store.finish(job.lease, .cancelled, [("r", [1])]))
        #expect(try store.job(id)?.state == .cancelled)
        #expect(try store.content(of: id, named: "r", in: 0..<9) == [1])
    }

    @Test(arguments: StoreKind.available)
    func `a cancelled job whose worker died is cancelled`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("a")
        _ = try #require(try store.take())
        _ = try store.cancel(id)
        place.time.advance(seconds: 31)
        #expect(try store.take() == nil)
        #expect(try store.job(id)?.state == .cancelled)
    }

    @Test(arguments: StoreKind.available)
    func `cancelling a finished job changes nothing`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let id = try store.submit("a")
        let job = try #require(try store.take())
        _ = try store.finish(job.lease)
        #expect(try store.cancel(id) == .succeeded)
        #expect(try store.cancel(.random()) == nil)
    }

    @Test(arguments: StoreKind.available)
    func `a deleted job is gone but remembered`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
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

    @Test(arguments: StoreKind.available)
    func `finished jobs are removed after their time, then forgotten`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open {
            $0.keptSeconds = 100
            $0.rememberedSeconds = 50
        }
        let done = try store.submit("a")
        _ = try store.finish(#require(try store.take()).lease, .succeeded, [("r", [1])])
        let waiting = try store.submit("b")
        place.time.advance(seconds: 99)
        #expect(try store.sweep() == 0)
        place.time.advance(seconds: 2)
        #expect(try store.sweep() == 1)
        #expect(try store.job(done)?.state == .deleted)
        #expect(try store.job(waiting)?.state.isPending == true)
        place.time.advance(seconds: 51)
        #expect(try store.sweep() == 0)
        #expect(try store.job(done) == nil)
    }

    // MARK: - Order and limits

    @Test(arguments: StoreKind.available)
    func `jobs of a higher priority come first, then the older`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let ids = try [0, 5, 0, 5].map { try store.submit("a", priority: $0) }
        let taken = try (0..<4).map { _ in
            let job = try #require(try store.take())
            _ = try store.finish(job.lease)
            return job.record.id
        }
        #expect(taken == [ids[1], ids[3], ids[0], ids[2]])
    }

    @Test(arguments: StoreKind.available)
    func `owners take turns`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
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

    @Test(arguments: StoreKind.available)
    func `an owner with running jobs waits for those without`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        for _ in 0..<3 { _ = try store.submit("a", of: "ann") }
        _ = try #require(try store.take())
        _ = try store.submit("b", of: "bob")
        #expect(try store.take()?.record.owner == "bob")
        #expect(try store.take()?.record.owner == "ann")
    }

    @Test(arguments: StoreKind.available)
    func `an owner runs no more jobs than allowed`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.runningOfOneOwner = 1 }
        for _ in 0..<2 { _ = try store.submit("a") }
        let job = try #require(try store.take())
        #expect(try store.take() == nil)
        _ = try store.finish(job.lease)
        #expect(try store.take() != nil)
    }

    @Test(arguments: StoreKind.available)
    func `a full queue refuses with a time to wait`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open {
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

    @Test(arguments: StoreKind.available)
    func `the oldest finished jobs of an owner make room`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.storedOfOneOwner = 3 }
        var ids: [JobID] = []
        for _ in 0..<5 {
            ids.append(try store.submit("a"))
            _ = try store.finish(#require(try store.take()).lease)
        }
        let kept = try store.jobs(of: "ann", before: nil, limit: 10).jobs.map(\.id)
        #expect(kept == ids.suffix(3).reversed())
    }

    @Test(arguments: StoreKind.available)
    func `jobs are listed by owner, newest first, in pages`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
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

    @Test(arguments: StoreKind.available)
    func `messages are bounded, but not the last ones`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open {
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

    @Test(arguments: StoreKind.available)
    func `two stores share one place`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let (first, second) = (try place.open(), try place.open())
        let id = try first.submit("a")
        let job = try #require(try second.take())
        #expect(job.record.id == id)
        #expect(try first.take() == nil)
        #expect(try first.cancel(id) == .cancelling)
        #expect(try second.heartbeat(job.lease, leaseSeconds: 30, progress: nil) == .cancel)
    }

    @Test(arguments: StoreKind.available)
    func `texts keep all their characters`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        // SQLite reads texts up to U+0000, which neither headers nor user names contain.
        let odd = (kind == .folder ? "" : "\0") + "b\u{1}0\u{1}1'\"\\%_é\u{1F600}\n"
        let submission = JobSubmission(
            owner: odd, task: odd, input: Array(odd.utf8), pin: odd, key: odd)
        let id = try store.submit(submission).id
        #expect(try store.submit(submission).id == id)
        #expect(
            try store.submit(JobSubmission(owner: "a", task: odd, input: [], key: odd)).isNew)
        let job = try #require(try store.take(odd))
        #expect(job.record.owner == odd && job.record.task == odd && job.record.pin == odd)
        #expect(job.lease.worker == odd)
        let progress = JobProgress(odd, done: 1, of: 2, unit: odd)
        #expect(try store.heartbeat(job.lease, leaseSeconds: 30, progress: progress) == .proceed)
        #expect(try store.job(id)?.progress == progress)
        #expect(
            try store.finish(
                job.lease, .succeeded, [(odd, [7])], messages: [JobMessage(.warning, odd)]))
        #expect(try store.messages(of: id, after: 0, limit: 9).map(\.message.text) == [odd])
        #expect(try store.results(of: id).map(\.name) == [odd])
        #expect(try store.content(of: id, named: odd.uppercased(), in: 0..<9) == nil)
        #expect(try store.content(of: id, named: odd, in: 0..<9) == [7])
        #expect(try store.jobs(of: odd, before: nil, limit: 9).jobs.map(\.id) == [id])
    }
}
