// Tests the queue: bounds, order, cancelling, shutting down.

import DataStructures
import Fixtures
import Foundation
import Preparation
@testable import ServiceTransport
import Synchronization
import Testing

@Suite struct SolveQueueTests {
    /// Seconds that no test takes, however busy the machine.
    private static let ample = 1e6

    /// A solve that runs until released or stopped.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)
        let entered = Atomic(0)

        func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }

        func wait(_ control: SolveControl) throws {
            entered.add(1, ordering: .sequentiallyConsistent)
            while !isOpen.load(ordering: .sequentiallyConsistent) {
                try control.check()
                Thread.sleep(forTimeInterval: 0.001)
            }
        }

        func hasEntered(_ count: Int) -> Bool {
            entered.load(ordering: .sequentiallyConsistent) >= count
        }
    }

    /// The order in which solves ran.
    private final class Journal: Sendable {
        private let noted = Mutex<[Int]>([])
        var places: [Int] { noted.withLock { $0 } }
        func note(_ place: Int) { noted.withLock { $0.append(place) } }
    }

    private func queue(
        running: Int, waiting: Int, waitingSeconds: Double = Self.ample
    ) -> SolveQueue {
        SolveQueue(
            bounds: .init(running: running, waiting: waiting, waitingSeconds: waitingSeconds))
    }

    /// Runs `body` with a queue, then shuts it down.
    private func withQueue(
        _ queue: SolveQueue, _ body: (SolveQueue) async throws -> Void
    ) async throws {
        let service = Task { try await queue.run() }
        do { try await body(queue) } catch {
            service.cancel()
            try await service.value
            throw error
        }
        service.cancel()
        try await service.value
    }

    @Test func `one solve does not hold up another`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 2, waiting: 0)) { queue in
            let slow = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            let quick = try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                _ in 42
            }
            #expect(quick == 42)
            gate.open()
            try await slow.value
        }
    }

    @Test func `what is more than runs and waits is refused at once`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            let running = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            let waiting = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { queue.load == (1, 1) }
            await #expect(throws: LaneRefusal.overloaded) {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) { _ in
                }
            }
            gate.open()
            try await running.value
            try await waiting.value
            try await eventually { queue.load == (0, 0) }
        }
    }

    @Test func `what waits holds no more bytes than the bounds allow`() async throws {
        let gate = Gate()
        let bounds = SolveQueue.Bounds(running: 1, waiting: 3, waitingBytes: 100)
        try await withQueue(SolveQueue(bounds: bounds)) { queue in
            let running = Task {
                try await queue.run(
                    WorkOrder(WorkTicket(), bytes: 900), timeLimitSeconds: Self.ample
                ) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            let waiting = Task {
                try await queue.run(
                    WorkOrder(WorkTicket(), bytes: 60), timeLimitSeconds: Self.ample
                ) { _ in }
            }
            try await eventually { queue.load == (1, 1) }
            await #expect(throws: LaneRefusal.overloaded) {
                try await queue.run(
                    WorkOrder(WorkTicket(), bytes: 41), timeLimitSeconds: Self.ample
                ) { _ in }
            }
            let small = Task {
                try await queue.run(
                    WorkOrder(WorkTicket(), bytes: 40), timeLimitSeconds: Self.ample
                ) { _ in }
            }
            try await eventually { queue.load == (1, 2) }
            gate.open()
            try await running.value
            try await waiting.value
            try await small.value
        }
    }

    /// The waiting solves by caller, and the order in which they run, each when the one before it
    /// ends.
    @Test(arguments: [
        (Array(repeating: "a", count: 20), Array(0..<20)),
        (
            // Ten from a, three from b, then one from c.
            Array(repeating: "a", count: 10) + ["b", "b", "b", "c"],
            [0, 10, 13, 1, 11, 2, 12, 3, 4, 5, 6, 7, 8, 9]
        ),
    ])
    func `waiting solves are taken in turn, one caller after the other`(
        callers: [String], order: [Int]
    ) async throws {
        let gate = Gate()
        let journal = Journal()
        try await withQueue(queue(running: 1, waiting: 20)) { queue in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask {
                    try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                        try gate.wait($0)
                    }
                }
                try await eventually { gate.hasEntered(1) }
                for (place, caller) in callers.enumerated() {
                    let ask = WorkOrder(WorkTicket(), caller: caller)
                    group.addTask {
                        try await queue.run(ask, timeLimitSeconds: Self.ample) { _ in
                            journal.note(place)
                        }
                    }
                    try await eventually { queue.load.waiting == place + 1 }
                }
                gate.open()
                try await group.waitForAll()
            }
        }
        #expect(journal.places == order)
    }

    @Test func `a solve that waits gives its place up when it is cancelled`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            let running = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            let ticket = WorkTicket()
            let waiting = Task {
                try await queue.run(WorkOrder(ticket), timeLimitSeconds: Self.ample) { _ in }
            }
            try await eventually { queue.load.waiting == 1 }
            ticket.cancel(.clientClosed)
            await #expect(throws: LaneRefusal.cancelled) { try await waiting.value }
            #expect(queue.load == (1, 0))
            gate.open()
            try await running.value
        }
    }

    @Test func `a solve that runs stops when it is cancelled, and frees its thread`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 0)) { queue in
            let ticket = WorkTicket()
            let running = Task {
                try await queue.run(WorkOrder(ticket), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            ticket.cancel(.clientClosed)
            await #expect(throws: (any Error).self) { try await running.value }
            try await eventually { queue.load == (0, 0) }
            try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) { _ in }
        }
    }

    @Test func `a solve is tried inline however many run`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            let tried = queue.runInline(seconds: Self.ample) { _ in queue.load }
            #expect(try tried?.get() ?? (0, 0) == (1, 0))
            #expect(queue.load == (0, 0))
            let running = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            #expect(try queue.runInline(seconds: Self.ample) { _ in 42 }?.get() == 42)
            gate.open()
            try await running.value
        }
    }

    @Test func `light solves pass by heavy ones that run and wait`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 4)) { queue in
            let heavy = (0..<3).map { _ in
                Task {
                    try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                        try gate.wait($0)
                    }
                }
            }
            try await eventually { queue.load == (1, 2) }
            for place in 0..<10 {
                let light = try await queue.runLight(
                    WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample
                ) { _ in place }
                #expect(light == place)
            }
            // A thread counts as running for a moment after its answer arrives.
            try await eventually { queue.load == (1, 2) }
            gate.open()
            for task in heavy { try await task.value }
        }
    }

    @Test func `a light solve that is not goes on among the heavy ones`() async throws {
        let queue = SolveQueue(bounds: .init(running: 1, waiting: 0), lightSeconds: 0.001)
        try await withQueue(queue) { queue in
            let outcome: Void? = try await queue.runLight(
                WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample
            ) { control in
                while !control.shouldStop { Thread.sleep(forTimeInterval: 0.001) }
                try control.check()
            }
            #expect(outcome == nil)
            // A cancelled one is not started again.
            let ticket = WorkTicket()
            await #expect(throws: (any Error).self) {
                try await queue.runLight(
                    WorkOrder(ticket), timeLimitSeconds: Self.ample
                ) { control in
                    ticket.cancel(.clientClosed)
                    while !control.shouldStop { Thread.sleep(forTimeInterval: 0.001) }
                    try control.check()
                }
            }
        }
    }

    @Test func `one caller does not fill the queue`() async throws {
        let gate = Gate()
        let bounds = SolveQueue.Bounds(running: 1, waiting: 4, ofOneCaller: 2)
        try await withQueue(SolveQueue(bounds: bounds)) { queue in
            let tasks = (0..<2).map { _ in
                Task {
                    try await queue.run(
                        WorkOrder(WorkTicket(), caller: "a"), timeLimitSeconds: Self.ample
                    ) { try gate.wait($0) }
                }
            }
            try await eventually { queue.load == (1, 1) }
            await #expect(throws: LaneRefusal.callerOverloaded(allowed: 2)) {
                try await queue.run(
                    WorkOrder(WorkTicket(), caller: "a"), timeLimitSeconds: Self.ample
                ) { _ in }
            }
            let other = Task {
                try await queue.run(
                    WorkOrder(WorkTicket(), caller: "b"), timeLimitSeconds: Self.ample
                ) { _ in 42 }
            }
            try await eventually { queue.load == (1, 2) }
            gate.open()
            #expect(try await other.value == 42)
            for task in tasks { try await task.value }
            // Finished work is no longer counted.
            try await queue.run(
                WorkOrder(WorkTicket(), caller: "a"), timeLimitSeconds: Self.ample
            ) { _ in }
        }
    }

    @Test func `a queue without room says that it is overloaded`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            #expect(!queue.isOverloaded)
            let tasks = (0..<2).map { _ in
                Task {
                    try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                        try gate.wait($0)
                    }
                }
            }
            try await eventually { queue.isOverloaded }
            gate.open()
            for task in tasks { try await task.value }
            try await eventually { !queue.isOverloaded }
        }
    }

    @Test func `the outcome of a trial that took too long is not taken, whatever it is`()
        async throws
    {
        try await withQueue(queue(running: 1, waiting: 0)) { queue in
            let answered = queue.runInline(seconds: 0.001) { control in
                while !control.shouldStop { Thread.sleep(forTimeInterval: 0.001) }
            }
            #expect(answered == nil)
            let failed = queue.runInline(seconds: Self.ample) { try $0.beginLongWork() }
            #expect(failed == nil)
            let wrong = queue.runInline(seconds: Self.ample) { _ in
                throw LaneRefusal.cancelled
            }
            #expect(throws: LaneRefusal.cancelled) { try wrong?.get() }
        }
    }

    @Test func `a closed queue tries nothing`() async throws {
        try await withQueue(queue(running: 1, waiting: 0)) { queue in
            queue.drain(graceSeconds: 0)
            let closed = queue.runInline(seconds: Self.ample) { _ in Issue.record("it is closed") }
            #expect(closed == nil)
        }
    }

    @Test func `a solve cancelled before it began never begins`() async throws {
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            let ticket = WorkTicket()
            ticket.cancel(.clientClosed)
            await #expect(throws: LaneRefusal.cancelled) {
                try await queue.run(WorkOrder(ticket), timeLimitSeconds: Self.ample) { _ in
                    Issue.record("the solve began")
                }
            }
        }
    }

    @Test func `the time limit counts from the start of the solve`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            await #expect(throws: (any Error).self) {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: 0.01) {
                    try gate.wait($0)
                }
            }
        }
    }

    @Test func `a solve that waited too long is refused in place of started`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1, waitingSeconds: 0)) { queue in
            // It may also be refused because a thread is slow to take it; either reason will do.
            await #expect(throws: LaneRefusal.timedOut) {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) { _ in
                    gate.open()
                }
            }
        }
    }

    @Test func `a queue that is drained refuses, then stops what runs`() async throws {
        let gate = Gate()
        try await withQueue(queue(running: 1, waiting: 1)) { queue in
            let running = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) {
                    try gate.wait($0)
                }
            }
            try await eventually { gate.hasEntered(1) }
            let waiting = Task {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) { _ in
                }
            }
            try await eventually { queue.load.waiting == 1 }
            queue.drain(graceSeconds: 0)
            await #expect(throws: LaneRefusal.closed) { try await waiting.value }
            await #expect(throws: (any Error).self) { try await running.value }
            await #expect(throws: LaneRefusal.closed) {
                try await queue.run(WorkOrder(WorkTicket()), timeLimitSeconds: Self.ample) { _ in
                }
            }
        }
    }

    @Test(arguments: UInt64(0)..<20)
    func `many solves cancelled at random leave an empty queue`(seed: UInt64) async throws {
        try await withQueue(queue(running: 2, waiting: 8)) { queue in
            await withTaskGroup(of: Void.self) { group in
                var random = SeededGenerator(seed)
                for _ in 0..<60 {
                    let isCancelled = random.chance(0.5)
                    let ticket = WorkTicket()
                    group.addTask {
                        do {
                            try await queue.run(WorkOrder(ticket), timeLimitSeconds: Self.ample) {
                                control in
                                for _ in 0..<20 {
                                    try control.check()
                                    Thread.sleep(forTimeInterval: 0.0001)
                                }
                            }
                        } catch is LaneRefusal {
                            return
                        } catch {
                            #expect(ticket.isCancelled, "seed \(seed): \(error)")
                        }
                    }
                    if isCancelled { group.addTask { ticket.cancel(.clientClosed) } }
                }
            }
            try await eventually { queue.load == (0, 0) }
        }
    }
}
