// Tests divided jobs: any worker does their parts, each once.

import DataStructures
import Foundation
import Jobs
import StoreTesting
import Synchronization
import Testing

@Suite struct JobPartTests {
    private let places = JobPlaces()

    /// A divided job with its holder.
    private func divided(
        _ store: any JobStore, _ count: Int = 3
    ) throws -> (id: JobID, lease: JobLease) {
        let id = try store.submit("day")
        let taken = try #require(try store.take("holder"))
        let division = JobDivision(count: count, origin: "rows")
        #expect(try store.divide(taken.lease, division) == division)
        return (id, taken.lease)
    }

    @Test(arguments: StoreKind.available)
    func `workers without a job take parts of a divided one`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let (id, _) = try divided(store)
        let first = try #require(try store.takePart(id, "holder").lease)
        let helper = try #require(try store.take("helper"))
        #expect(helper.lease == JobLease(job: id, worker: "helper", number: 1, part: 1))
        #expect(helper.input == Array("day".utf8))
        #expect(helper.record.division == JobDivision(count: 3, origin: "rows"))
        #expect(try store.takePart(id, "helper", isHelper: true).lease?.part == 2)
        // Nothing is left to take, but not all is done.
        #expect(try store.take("third") == nil)
        #expect(try store.takePart(id, "holder") == .busy)
        #expect(first.part == 0)
        #expect(try store.load() == JobLoad(waiting: 0, running: 1))
    }

    @Test(arguments: StoreKind.available)
    func `messages are in the order of the parts, each text once`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let (id, _) = try divided(store)
        let leases = try (0..<3).map { _ in try #require(try store.takePart(id).lease) }
        func texts() throws -> [String] {
            try store.messages(of: id, after: 0, limit: 99).map(\.message.text)
        }
        func add(_ part: Int, _ texts: String...) throws {
            let heartbeat = try store.addPart(
                [UInt8(part)], messages: texts.map { JobMessage(.warning, $0) }, leases[part])
            #expect(heartbeat == .proceed)
        }
        try add(2, "of 2", "of all")
        #expect(try texts().isEmpty)
        try add(0, "of 0", "of all")
        #expect(try texts() == ["of 0", "of all"])
        #expect(try store.job(id)?.finishedParts == 2)
        try add(1, "of 1")
        #expect(try texts() == ["of 0", "of all", "of 1", "of 2"])
        #expect(try store.takePart(id) == .finished)
        #expect(try (0..<3).map { try store.part($0, of: id) } == [[0], [1], [2]])
    }

    @Test(arguments: StoreKind.available)
    func `the progress counts the parts of all workers`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let (id, lease) = try divided(store)
        let progress = JobProgress("Finding routes", done: 0, of: 3, unit: "routes")
        #expect(try store.heartbeat(lease, leaseSeconds: 30, progress: progress) == .proceed)
        let helper = try #require(try store.take("helper"))
        #expect(try store.addPart([1], messages: [], helper.lease) == .proceed)
        #expect(try store.job(id)?.progress?.done == 1)
        #expect(try store.watched([id]).first?.record.progress?.percent == 33)
    }

    @Test(arguments: StoreKind.available)
    func `a worker that dies loses its part alone`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let (id, lease) = try divided(store)
        let dead = try #require(try store.take("dead"))
        let done = try #require(try store.takePart(id, "holder").lease)
        #expect(try store.addPart([1], messages: [], done) == .proceed)
        place.time.advance(seconds: 20)
        #expect(try store.heartbeat(lease, leaseSeconds: 30, progress: nil) == .proceed)
        place.time.advance(seconds: 20)
        let other = try #require(try store.take("other"))
        #expect(other.lease == JobLease(job: id, worker: "other", number: 2, part: 0))
        // The dead worker's part is not stored, since another worker does it now.
        #expect(try store.heartbeat(dead.lease, leaseSeconds: 30, progress: nil) == .lost)
        #expect(try store.addPart([9], messages: [], dead.lease) == .lost)
        #expect(try store.addPart([0], messages: [], other.lease) == .proceed)
        #expect(try store.part(0, of: id) == [0])
        #expect(try store.job(id)?.state == .executing)
    }

    @Test(arguments: StoreKind.available)
    func `parts stay when the holder of the job dies, and those in progress go on`(
        kind: StoreKind
    ) throws {
        let place = try places.make(kind)
        let store = try place.open()
        let (id, _) = try divided(store)
        let helper = try #require(try store.take("helper"))
        place.time.advance(seconds: 20)
        #expect(try store.heartbeat(helper.lease, leaseSeconds: 30, progress: nil) == .proceed)
        place.time.advance(seconds: 20)
        let next = try #require(try store.take("next"))
        #expect(next.record.id == id && next.lease.part == nil)
        let held = try store.divide(next.lease, JobDivision(count: 5, origin: "other"))
        #expect(held == JobDivision(count: 3, origin: "rows"))
        #expect(try store.addPart([0], messages: [], helper.lease) == .proceed)
        for part in 1..<3 {
            let lease = try #require(try store.takePart(id, "next").lease)
            #expect(lease.part == part)
            #expect(try store.addPart([UInt8(part)], messages: [], lease) == .proceed)
        }
        #expect(try store.takePart(id, "next") == .finished)
        #expect(try store.finish(next.lease, .succeeded, [("r", [1])]))
        #expect(try store.part(0, of: id) == nil)
    }

    @Test(arguments: StoreKind.available)
    func `jobs that wait go before further parts`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let (id, _) = try divided(store)
        let helper = try #require(try store.take("helper"))
        let other = try store.submit("b", of: "bob")
        #expect(try store.addPart([1], messages: [], helper.lease) == .proceed)
        #expect(try store.takePart(id, "helper", isHelper: true) == .busy)
        #expect(try store.take("helper")?.record.id == other)
        // The holder continues its job.
        #expect(try store.takePart(id, "holder").lease?.part == 1)
    }

    @Test(arguments: StoreKind.available)
    func `a job is cancelled and deleted with its parts`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let (id, lease) = try divided(store)
        let helper = try #require(try store.take("helper"))
        #expect(try store.cancel(id) == .cancelling)
        #expect(try store.heartbeat(helper.lease, leaseSeconds: 30, progress: nil) == .cancel)
        #expect(try store.takePart(id, "helper", isHelper: true) == .stopped(.cancel))
        // Earlier results count.
        #expect(try store.addPart([1], messages: [], helper.lease) == .cancel)
        #expect(try store.finish(lease, .cancelled))
        #expect(try store.takePart(id, "helper", isHelper: true) == .stopped(.lost))

        let (second, _) = try divided(store)
        let other = try #require(try store.take("helper"))
        #expect(try store.delete(second))
        #expect(try store.heartbeat(other.lease, leaseSeconds: 30, progress: nil) == .lost)
        #expect(try store.addPart([1], messages: [], other.lease) == .lost)
        #expect(try store.part(0, of: second) == nil)
        #expect(try store.take("helper") == nil)
    }

    @Test(arguments: StoreKind.available)
    func `the lease of a part gives no right to its job`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let id = try store.submit("a")
        let holder = try #require(try store.take("w"))
        #expect(try store.divide(holder.lease, JobDivision(count: 2, origin: "")) != nil)
        // The worker and the lease number belong to the job.
        let part = try #require(try store.take("w"))
        #expect(part.lease.number == holder.lease.number)
        #expect(try store.add([JobMessage(.error, "no")], part.lease) == .lost)
        #expect(try !store.finish(part.lease, .failed))
        try store.release(part.lease)
        #expect(try store.job(id)?.state == .executing)
        // Given back, it is taken again, still at its first attempt.
        #expect(try store.take("x")?.lease.part == 0)
    }

    @Test(arguments: StoreKind.available)
    func `a part that ends its workers ends the job`(kind: StoreKind) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.attempts = 2 }
        let (id, lease) = try divided(store)
        for _ in 0..<2 {
            #expect(try store.take("helper")?.lease.part == 0)
            // The holder does others meanwhile.
            let other = try #require(try store.takePart(id, "holder").lease)
            #expect(other.part != 0)
            #expect(try store.addPart([1], messages: [], other) == .proceed)
            place.time.advance(seconds: 20)
            #expect(try store.heartbeat(lease, leaseSeconds: 30, progress: nil) == .proceed)
            place.time.advance(seconds: 20)
        }
        #expect(try store.take("helper") == nil)
        #expect(try store.job(id)?.state == .failed)
        #expect(try store.heartbeat(lease, leaseSeconds: 30, progress: nil) == .lost)
    }

    @Test(arguments: StoreKind.available)
    func `parts that a worker cannot do are not offered to it`(kind: StoreKind) throws {
        let store = try places.make(kind).open()
        let (id, _) = try divided(store)
        let others: Set<JobID> = [id, .random()]
        #expect(try store.take(by: "w", leaseSeconds: 30, exceptPartsOf: others) == nil)
        #expect(try store.take("w")?.lease.part == 0)
    }

    /// Workers die at random over one store, and still each part is stored once.
    @Test(arguments: StoreKind.available, UInt64(0)..<4)
    func `workers that die at random do every part once`(kind: StoreKind, seed: UInt64) throws {
        let place = try places.make(kind)
        let store = try place.open { $0.attempts = 1_000 }
        var random = SeededGenerator(seed)
        let id = try store.submit("day")
        let count = 12
        var stored: [Int: Int] = [:]
        var held: [JobLease] = []
        var holder: JobLease?
        for _ in 0..<2_000 where try store.job(id)?.state.isTerminal == false {
            switch Int.random(in: 0..<6, using: &random) {
            case 0, 1:
                guard let taken = try store.take("worker \(held.count)") else { break }
                if taken.lease.part == nil {
                    holder = taken.lease
                    _ = try store.divide(taken.lease, JobDivision(count: count, origin: ""))
                } else {
                    held.append(taken.lease)
                }
            case 2:
                if let lease = try store.takePart(id, "w", isHelper: true).lease {
                    held.append(lease)
                }
            case 3, 4:
                guard let lease = held.randomElement(using: &random) else { break }
                held.removeAll { $0 == lease }
                let part = try #require(lease.part)
                if try store.addPart([UInt8(part)], messages: [], lease) == .proceed {
                    stored[part, default: 0] += 1
                }
            default:
                // All die, or one gives its part back.
                if random.chance(0.3) {
                    place.time.advance(seconds: 31)
                } else if let lease = held.popLast() {
                    try store.release(lease)
                }
            }
            guard let holder else { continue }
            switch try store.takePart(id) {
            case .taken(let lease): held.append(lease)
            case .finished: _ = try store.finish(holder, .succeeded, [("r", [1])])
            case .busy, .stopped: break
            }
        }
        #expect(try store.job(id)?.state == .succeeded, "seed \(seed)")
        #expect(stored == Dictionary(uniqueKeysWithValues: (0..<count).map { ($0, 1) }))
    }
}
