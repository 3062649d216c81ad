// Tests runners: jobs done by threads, stopped, given back and resumed.

import DataStructures
import Foundation
import Jobs
import Logging
import Synchronization
import Testing

@Suite struct JobRunnerTests {
    private let places = JobPlaces()

    /// Runs a closure as its work.
    private struct Worker: JobWorker {
        let body: @Sendable (TakenJob, JobControl) throws -> JobEnd

        func work(on job: TakenJob, _ control: JobControl) -> JobEnd {
            do { return try body(job, control) } catch {
                return .ended(
                    .failed, messages: [JobMessage(.error, "\(error)")], results: [])
            }
        }
    }

    private func runner(
        _ store: any JobStore, threads: Int = 1, maximumSeconds: Double = 3_600,
        _ body: @escaping @Sendable (TakenJob, JobControl) throws -> JobEnd
    ) -> JobRunner {
        var settings = JobRunner.Settings()
        settings.threads = threads
        settings.beatSeconds = 0.02
        settings.lookSeconds = 0.05
        settings.maximumSeconds = maximumSeconds
        settings.niceness = 0
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return JobRunner(
            store: store, worker: Worker(body: body), settings: settings, logger: logger)
    }

    /// Waits for a condition, for half a minute at most.
    private func until(_ condition: () throws -> Bool) async throws {
        let end = ContinuousClock.now + .seconds(30)
        while try !condition() {
            try #require(ContinuousClock.now < end, "the condition is not met")
            try await Task.sleep(for: .milliseconds(5))
        }
    }

    @Test(arguments: StoreKind.available)
    func `a runner does what is submitted`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        let store = try place.open()
        let runner = runner(store) { job, control in
            try control.add([JobMessage(.informative, "at work")])
            let draft = try control.makeDraft(named: "echo", contentType: "text/plain")
            try draft.append(job.input)
            return .ended(.succeeded, messages: [], results: [draft])
        }
        runner.start()
        let ids = try (0..<20).map { try store.submit("input \($0)") }
        try await until { try store.load() == JobLoad(waiting: 0, running: 0) }
        await runner.stop()
        for (number, id) in ids.enumerated() {
            #expect(try store.job(id)?.state == .succeeded)
            #expect(
                try store.content(of: id, named: "echo", in: 0..<99)
                    == Array("input \(number)".utf8))
        }
    }

    @Test(arguments: StoreKind.available)
    func `two runners share the jobs of one store, each once`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        let (first, second) = (try place.open(), try place.open())
        let done = Mutex<[String: [String]]>([:])
        let runners = [("first", first), ("second", second)].map { name, store in
            runner(store, threads: 2) { job, _ in
                let input = String(decoding: job.input, as: UTF8.self)
                done.withLock { $0[input, default: []].append(name) }
                return .ended(.succeeded, messages: [], results: [])
            }
        }
        for number in 0..<60 { _ = try first.submit("\(number)") }
        runners.forEach { $0.start() }
        try await until { try first.load() == JobLoad(waiting: 0, running: 0) }
        for runner in runners { await runner.stop() }
        let counts = done.withLock { $0 }
        #expect(counts.count == 60)
        #expect(counts.values.allSatisfy { $0.count == 1 })
    }

    @Test(arguments: StoreKind.available)
    func `a cancelled job stops and keeps what is done`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        let store = try place.open()
        let runner = runner(store) { job, control in
            control.report(JobProgress("Routes", done: 1, of: 9, unit: "routes"))
            while control.stopReason == nil { Thread.sleep(forTimeInterval: 0.002) }
            let draft = try control.makeDraft(named: "part", contentType: "text/plain")
            try draft.append([7])
            return .ended(.cancelled, messages: [], results: [draft])
        }
        runner.start()
        let id = try store.submit("a")
        try await until { try store.job(id)?.progress?.done == 1 }
        #expect(try store.cancel(id) == .cancelling)
        try await until { try store.job(id)?.state == .cancelled }
        await runner.stop()
        #expect(try store.content(of: id, named: "part", in: 0..<9) == [7])
    }

    @Test(arguments: StoreKind.available)
    func `a job that takes too long is stopped`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        let store = try place.open()
        let runner = runner(store, maximumSeconds: 0.05) { _, control in
            while control.stopReason == nil { Thread.sleep(forTimeInterval: 0.002) }
            return control.stopReason == .timedOut
                ? .ended(.timedOut, messages: [], results: []) : .released
        }
        runner.start()
        let id = try store.submit("a")
        try await until { try store.job(id)?.state.isTerminal == true }
        await runner.stop()
        #expect(try store.job(id)?.state == .timedOut)
    }

    @Test(arguments: StoreKind.available)
    func `a runner that stops gives its jobs back, and another goes on`(kind: StoreKind)
        async throws
    {
        let place = try places.make(kind)
        let store = try place.open()
        let reached = Atomic(0)
        let first = runner(store) { job, control in
            _ = try control.divide(JobDivision(count: 2, origin: ""))
            for part in [1, 2] as [UInt8] {
                _ = try control.takePart()
                try control.addPart([part])
            }
            reached.store(1, ordering: .sequentiallyConsistent)
            while control.stopReason == nil { Thread.sleep(forTimeInterval: 0.002) }
            return .released
        }
        first.start()
        let id = try store.submit("a")
        try await until { reached.load(ordering: .sequentiallyConsistent) == 1 }
        await first.stop()
        #expect(try store.job(id)?.state == .waiting)
        let second = runner(store) { job, control in
            #expect(job.record.finishedParts == 2)
            let draft = try control.makeDraft(named: "all", contentType: "text/plain")
            for part in 0..<2 { try draft.append(control.part(part) ?? []) }
            return .ended(.succeeded, messages: [], results: [draft])
        }
        second.start()
        try await until { try store.job(id)?.state == .succeeded }
        await second.stop()
        #expect(try store.content(of: id, named: "all", in: 0..<9) == [1, 2])
    }

    @Test(arguments: StoreKind.available)
    func `a deleted job is stopped`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        let store = try place.open()
        let wasLost = Atomic(false)
        let runner = runner(store) { _, control in
            while control.stopReason == nil { Thread.sleep(forTimeInterval: 0.002) }
            wasLost.store(control.stopReason == .lost, ordering: .sequentiallyConsistent)
            return .released
        }
        runner.start()
        let id = try store.submit("a")
        try await until { try store.job(id)?.state == .executing }
        #expect(try store.delete(id))
        try await until { wasLost.load(ordering: .sequentiallyConsistent) }
        await runner.stop()
        #expect(try store.job(id)?.state == .deleted)
    }

    @Test(arguments: StoreKind.available)
    func `work that fails is a failed job with its message`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        struct Trouble: Error {}
        let store = try place.open()
        let runner = runner(store) { _, _ in throw Trouble() }
        runner.start()
        let id = try store.submit("a")
        try await until { try store.job(id)?.state == .failed }
        await runner.stop()
        #expect(try store.messages(of: id, after: 0, limit: 9).map(\.message.kind) == [.error])
    }

    @Test(arguments: StoreKind.available)
    func `stopping without work is immediate, and twice is harmless`(kind: StoreKind) async throws {
        let place = try places.make(kind)
        let runner = runner(try place.open()) { _, _ in .released }
        runner.start()
        runner.start()
        await runner.stop()
        await runner.stop()
    }

    @Test(arguments: StoreKind.available)
    func `a control passes its stop to a handler that comes late`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let control = JobControl(
            JobLease(job: .random(), worker: "w", number: 1), of: store)
        let stops = Mutex<[JobStop]>([])
        control.onStop { stop in stops.withLock { $0.append(stop) } }
        control.stop(.timedOut)
        control.stop(.cancelled)
        control.onStop { stop in stops.withLock { $0.append(stop) } }
        #expect(stops.withLock { $0 } == [.timedOut, .timedOut])
        control.stop(.lost)
        #expect(control.stopReason == .lost)
    }
}
