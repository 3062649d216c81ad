// Tests the order of trivial solves on one event loop.

import NIOCore
import NIOPosix
@testable import ServiceTransport
import Synchronization
import Testing

@Suite struct EventLoopSchedulerTests {
    private final class Journal: Sendable {
        let haveAsked = Atomic(false)
        let begun = Mutex<[Int]>([])
    }

    /// Lets all clients ask in one turn of the loop, in the order of `lastTurns`, and returns their
    /// positions in the order served.
    private func order(
        of lastTurns: [UInt64], callers: [String] = [], _ scheduler: EventLoopScheduler
    ) async throws -> [Int] {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let executor = EventLoopTaskExecutor(loop: group.next())
        let journal = Journal()
        let clients = lastTurns.map { lastTurn in
            let client = ClientPresence()
            client.lastTurn = lastTurn
            return client
        }
        await withTaskGroup { tasks in
            // Blocks the loop until all have asked, so it sees them together.
            group.next().execute { while !journal.haveAsked.load(ordering: .acquiring) {} }
            for (place, client) in clients.enumerated() {
                tasks.addTask(executorPreference: executor) {
                    await scheduler.waitForTurn(
                        of: client, for: callers.isEmpty ? "" : callers[place])
                    journal.begun.withLock { $0.append(place) }
                }
            }
            journal.haveAsked.store(true, ordering: .releasing)
        }
        try await group.shutdownGracefully()
        #expect(Set(clients.map(\.lastTurn)).count == clients.count)
        return journal.begun.withLock { $0 }
    }

    @Test func `whose last answer is longest ago is next`() async throws {
        #expect(try await order(of: [7, 9, 4, 0], EventLoopScheduler()) == [3, 2, 0, 1])
        #expect(try await order(of: [0], EventLoopScheduler()) == [0])
    }

    /// New connections go first. A caller used to gain from this by opening many.
    @Test func `callers take turns, whatever the number of their connections`() async throws {
        let order = try await order(
            of: [0, 0, 0, 5, 6], callers: ["storm", "storm", "storm", "ann", "bob"],
            EventLoopScheduler())
        #expect(order.prefix(3) == [0, 3, 4])
        #expect(Set(order.suffix(2)) == [1, 2])
    }

    @Test func `a client without a connection does not wait`() async {
        await EventLoopScheduler().waitForTurn(of: nil)
        await EventLoopScheduler().waitForTurn(of: ClientPresence())
    }
}
