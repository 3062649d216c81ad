// Tests what remains of jobs after their process is killed.

import DataStructures
import Foundation
import Glibc
import Jobs
import Testing

@Suite struct JobRecoveryTests {
    private let places = JobPlaces()

    @Test(arguments: StoreKind.available)
    func `what was acknowledged is there after the process was killed`(
        kind: StoreKind
    ) async throws {
        let folder = try places.make(kind)
        let path = folder.location
        await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
            let store = try openJobStore(at: path)
            for number in 0..<10 {
                _ = try store.submit(
                    JobSubmission(
                        owner: "ann", task: "t",
                        input: [UInt8](repeating: UInt8(number), count: number * 10_000),
                        key: "\(number)"))
            }
            guard let done = try store.take(by: "w", leaseSeconds: 30),
                let begun = try store.take(by: "w", leaseSeconds: 30)
            else { return }
            let draft = try store.makeDraft(named: "r", contentType: "text/plain", done.lease)
            try draft.append([UInt8](repeating: 9, count: 100_000))
            _ = try store.finish(done.lease, .succeeded, messages: [], results: [draft])
            _ = try store.divide(begun.lease, JobDivision(count: 2, origin: "o"))
            let offer = try store.takePart(
                of: begun.record.id, by: "w", leaseSeconds: 30, isHelper: false)
            guard case .taken(let part) = offer else { return }
            _ = try store.addPart([5], messages: [], part)
            let unfinished = try store.makeDraft(
                named: "r", contentType: "text/plain", begun.lease)
            try unfinished.append([UInt8](repeating: 8, count: 100_000))
            kill(getpid(), SIGKILL)
        }
        let store = try openJobStore(at: path)
        let jobs = try store.jobs(of: "ann", before: nil, limit: 99).jobs
        #expect(jobs.count == 10)
        let done = try #require(jobs.first { $0.state == .succeeded })
        #expect(
            try store.content(of: done.id, named: "r", in: 0..<(1 << 20))
                == [UInt8](repeating: 9, count: 100_000))
        let begun = try #require(jobs.first { $0.state == .executing })
        #expect(begun.finishedParts == 1)
        #expect(try store.part(0, of: begun.id) == [5])
        for job in jobs where job.state.isPending {
            #expect(try store.input(of: job.id)?.count ?? 0 >= 0)
        }
        // The killed process's draft stays until a sweep finds it old.
        #expect(kind != .folder || folder.files.contains { $0.hasPrefix("draft-") })
    }

    @Test func `files that nothing refers to are removed when they are old`() throws {
        let folder = try places.make(.folder)
        let store = try folder.open()
        let id = try store.submit(
            JobSubmission(
                owner: "ann", task: "t", input: [UInt8](repeating: 1, count: 100_000))
        ).id
        let names = ["draft-1", "j0.1.0", "\(id).input"]
        for name in names.prefix(2) {
            try Data([1]).write(to: URL(fileURLWithPath: "\(folder.location)/files/\(name)"))
        }
        #expect(try store.sweep() == 0)
        #expect(folder.files.count == 3)
        for name in names {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -7_200)],
                ofItemAtPath: "\(folder.location)/files/\(name)")
        }
        #expect(try store.sweep() == 0)
        #expect(folder.files == ["\(id).input"])
    }

    /// Does jobs in steps drawn at random, and is killed three times in between without giving back
    /// what it holds.
    @Test(arguments: StoreKind.available, UInt64(0)..<4)
    func `all jobs finish exactly once with three kills in between`(
        kind: StoreKind, seed: UInt64
    ) throws {
        let folder = try places.make(kind)
        var random = SeededGenerator(seed)
        let count = 120
        var store = try folder.open()
        var waiting: [TakenJob] = []
        var ended: [JobID: Int] = [:]
        let ids = try (0..<count).map { try store.submit("\($0)", of: "owner \($0 % 3)") }
        var kills = 0
        while ended.count < count {
            if kills < 3, ended.count >= (kills + 1) * count / 5 {
                kills += 1
                // Another process: it never renews the leases of this one.
                store = try folder.open()
                let lost = waiting
                waiting = []
                folder.time.advance(seconds: 31)
                while let job = try store.take() {
                    waiting.append(job)
                    if waiting.count == 4 { break }
                }
                // What the killed process still held does not count.
                for job in lost where !waiting.contains(where: { $0.record.id == job.record.id }) {
                    #expect(try !store.finish(job.lease), "seed \(seed)")
                }
            } else if waiting.count < 4, let job = try store.take() {
                waiting.append(job)
            } else if let place = waiting.indices.randomElement(using: &random) {
                let job = waiting.remove(at: place)
                if try store.finish(job.lease) { ended[job.record.id, default: 0] += 1 }
            }
        }
        #expect(kills == 3)
        #expect(Set(ended.keys) == Set(ids))
        #expect(ended.values.allSatisfy { $0 == 1 }, "seed \(seed)")
        for id in ids { #expect(try store.job(id)?.state == .succeeded, "seed \(seed)") }
    }

    /// Does a thousand jobs in processes, three of which a signal kills midway.
    @Test(arguments: StoreKind.available)
    func `a thousand jobs finish exactly once though three processes are killed`(
        kind: StoreKind
    ) async throws {
        let path = try places.make(kind).location
        let ids = try await onThread {
            let store = try openJobStore(at: path)
            return Set(
                try (0..<1_000).map { number in
                    try store.submit(
                        JobSubmission(
                            owner: "owner \(number % 7)", task: "t", input: [UInt8(number % 256)])
                    ).id
                })
        }
        for _ in 0..<3 {
            await #expect(processExitsWith: .signal(SIGKILL)) { [path = path as String] in
                var limits = JobLimits()
                limits.pendingOfOneOwner = 2_000
                let store = try openJobStore(at: path, limits: limits)
                for number in 0... {
                    guard let job = try store.take(by: "killed", leaseSeconds: 0.2) else {
                        // Jobs of the previous process: their leases end soon.
                        usleep(50_000)
                        continue
                    }
                    if number >= 250 { kill(getpid(), SIGKILL) }
                    let draft = try store.makeDraft(
                        named: "r", contentType: "text/plain", job.lease)
                    try draft.append(job.input)
                    _ = try store.finish(job.lease, .succeeded, messages: [], results: [draft])
                }
            }
        }
        try await onThread {
            let store = try openJobStore(at: path)
            while try store.load() != JobLoad(waiting: 0, running: 0) {
                guard let job = try store.take(by: "last", leaseSeconds: 30) else {
                    usleep(20_000)
                    continue
                }
                let draft = try store.makeDraft(
                    named: "r", contentType: "text/plain", job.lease)
                try draft.append(job.input)
                #expect(
                    try store.finish(job.lease, .succeeded, messages: [], results: [draft]))
            }
            for id in ids {
                let job = try #require(try store.job(id))
                #expect(job.state == .succeeded)
                #expect(try store.results(of: id).count == 1)
                #expect(
                    try store.content(of: id, named: "r", in: 0..<9) == store.input(of: id))
            }
        }
    }
}
