// Tests a lane: turns, deadlines, and independence of other lanes.

import Fixtures
import Foundation
@testable import ServiceTransport
import Synchronization
import Testing

@Suite struct LaneTests {
    /// Work that holds a thread until released.
    private final class Gate: Sendable {
        private let isOpen = Atomic(false)
        private let entered = Atomic(0)

        var count: Int { entered.load(ordering: .sequentiallyConsistent) }

        func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }

        func pass() {
            entered.add(1, ordering: .sequentiallyConsistent)
            while !isOpen.load(ordering: .sequentiallyConsistent) {
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    @Test func `one caller never holds all threads`() async throws {
        let lane = Lane(Lane.Bounds(running: 2, runningOfOneCaller: 1, waiting: 100))
        let gate = Gate()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<20 {
                group.addTask { try await lane.run(for: "greedy") { gate.pass() } }
            }
            try await eventually { gate.count == 1 && lane.load.waiting == 19 }
            // Returns while all other work waits.
            try await lane.run(for: "other") {}
            #expect(gate.count == 1)
            gate.open()
            try await group.waitForAll()
        }
        #expect(gate.count == 20)
        try await eventually { lane.load == (0, 0) }
    }

    @Test func `waiting work is refused at its deadline, although no thread becomes free`()
        async throws
    {
        let lane = Lane(Lane.Bounds(running: 1, waiting: 10, waitingSeconds: 0.05))
        let gate = Gate()
        let holding = Task { try await lane.run(for: "a") { gate.pass() } }
        try await eventually { gate.count == 1 }
        await #expect(throws: LaneRefusal.timedOut) { try await lane.run(for: "b") {} }
        #expect(lane.load == (1, 0))
        gate.open()
        try await holding.value
        try await lane.run(for: "b") {}
    }

    @Test func `waiting work leaves with its task`() async throws {
        let lane = Lane(Lane.Bounds(running: 1, waiting: 10))
        let gate = Gate()
        let holding = Task { try await lane.run(for: "a") { gate.pass() } }
        try await eventually { gate.count == 1 }
        let waiting = Task { try await lane.run(for: "b") {} }
        try await eventually { lane.load.waiting == 1 }
        waiting.cancel()
        await #expect(throws: LaneRefusal.cancelled) { try await waiting.value }
        gate.open()
        try await holding.value
    }

    @Test func `work past its time limit is counted`() async throws {
        let lane = Lane(Lane.Bounds(running: 1, waiting: 10))
        let gate = Gate()
        let hanging = Task {
            try await lane.run(WorkOrder(WorkTicket(), limitSeconds: 0.01)) { gate.pass() }
        }
        try await eventually { lane.overdueCount(after: .zero) == 1 }
        #expect(lane.overdueCount() == 0)
        gate.open()
        try await hanging.value
        try await eventually { lane.overdueCount(after: .zero) == 0 }
    }

    @Test func `an edit of one store does not wait for that of another`() async throws {
        let lanes = Lanes()
        let gate = Gate()
        let locked = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<12 {
                    group.addTask {
                        try await lanes.edits(of: "a.gpkg").run(for: "ann") { gate.pass() }
                    }
                }
                try await group.waitForAll()
            }
        }
        // A lane counts work as running before its thread enters the gate.
        try await eventually { gate.count == 1 && lanes.edits(of: "a.gpkg").load == (1, 11) }
        try await lanes.edits(of: "b.gpkg").run(for: "ann") {}
        #expect(gate.count == 1)
        gate.open()
        try await locked.value
    }

    @Test func `no lane waits for another`() async throws {
        let lanes = Lanes()
        let gate = Gate()
        let holding = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<40 {
                    group.addTask {
                        // On a busy machine some wait past their deadline.
                        do {
                            try await lanes.jobs.run(for: "\(number)") { gate.pass() }
                        } catch {
                            #expect(error as? LaneRefusal == .timedOut)
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await eventually { lanes.jobs.load.waiting > 30 }
        for lane in [
            lanes.bodies, lanes.passwords, lanes.streams, lanes.layers, lanes.standing, lanes.feeds,
            lanes.hosts,
            lanes.fetched, lanes.upkeep,
        ] {
            try await lane.run(for: "ann") {}
        }
        gate.open()
        try await holding.value
    }

    /// A ticket that kept its work would keep the request's network in memory.
    @Test func `work that is done is not kept, by the lane or by its ticket`() async throws {
        final class Network: Sendable {}
        let lane = Lane(Lane.Bounds(running: 1, waiting: 10))
        let ticket = WorkTicket()
        weak var kept: Network?
        do {
            let network = Network()
            kept = network
            try await lane.run(WorkOrder(ticket)) { withExtendedLifetime(network) {} }
        }
        for _ in 0..<1_000 where kept != nil { try await Task.sleep(for: .milliseconds(2)) }
        #expect(kept == nil)
        withExtendedLifetime(ticket) {}
    }

    @Test func `stopping refuses what waits and returns when what runs has ended`() async throws {
        let lanes = Lanes()
        let gate = Gate()
        let running = Task { try await lanes.jobs.run(for: "a") { gate.pass() } }
        let service = Task { try await lanes.run() }
        try await eventually { gate.count == 1 }
        service.cancel()
        try await eventually { lanes.jobs.isOverloaded }
        await #expect(throws: LaneRefusal.closed) { try await lanes.jobs.run(for: "b") {} }
        gate.open()
        try await running.value
        try await service.value
    }
}
