// Tests feeds that wait for one network: of several whole feeds only the newest is placed.

import Fixtures
import Foundation
import LiveTraffic
import Preparation
@testable import PublishedServices
import RouteAnalysis
import RouteTesting
@testable import ServiceTransport
import Synchronization
import Testing

@testable import RouteService

@Suite struct FeedTurnTests {
    private static func layer() throws -> PublishedLayer {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        return PublishedLayer(
            service: "Harbor",
            answering: NetworkLayer(network: try sketch.build(), analyses: .all))
    }

    @Test func `of sixty whole feeds that wait the newest is placed`() async throws {
        let lanes = Lanes()
        let registry = TrafficRegistry(lanes: lanes)
        let intake = try #require(registry.intake(of: try Self.layer()))
        let order = Journal()
        let gate = try await hold(lanes.feeds)
        let finished = Journal()
        let superseded = try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<60 {
                group.addTask {
                    do {
                        try await registry.take(.whole, by: intake, for: "ann") {
                            order.note(number)
                        }
                        return false
                    } catch is TrafficRegistry.Superseded {
                        finished.note(number)
                        return true
                    }
                }
                // Send the last ones one after the other.
                if number >= 58 { try await eventually { finished.numbers.count == number } }
            }
            gate.open()
            return try await group.reduce(into: 0) { if $1 { $0 += 1 } }
        }
        #expect(superseded == 59)
        #expect(order.numbers == [59])
    }

    @Test func `changes are placed in order, and a whole feed takes the place of those before it`()
        async throws
    {
        let lanes = Lanes()
        let registry = TrafficRegistry(lanes: lanes)
        let intake = try #require(registry.intake(of: try Self.layer()))
        let other = try #require(registry.intake(of: try Self.layer()))
        let order = Journal()
        let gate = try await hold(lanes.feeds)
        let feeds: [(FeedMode, TrafficIntake)] = [
            (.changes, intake), (.changes, other), (.whole, intake), (.changes, intake),
        ]
        var waiting = 0
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, feed) in feeds.enumerated() {
                group.addTask {
                    do {
                        try await registry.take(feed.0, by: feed.1, for: "ann") {
                            order.note(number)
                        }
                    } catch is TrafficRegistry.Superseded {
                        order.note(-number - 1)
                    }
                }
                waiting += number == 2 ? 0 : 1
                let expected = waiting
                try await eventually {
                    lanes.feeds.load.waiting == expected
                        && order.numbers.count == (number >= 2 ? 1 : 0)
                }
            }
            gate.open()
            try await group.waitForAll()
        }
        #expect(order.numbers == [-1, 1, 2, 3])
    }

    /// Occupies a lane's thread until released.
    private func hold(_ lane: Lane) async throws -> Gate {
        let gate = Gate()
        Task { try await lane.run(for: "held") { gate.pass() } }
        try await eventually { lane.load.running == 1 }
        return gate
    }

    private final class Gate: Sendable {
        private let isOpen = Atomic(false)

        func open() { isOpen.store(true, ordering: .sequentiallyConsistent) }

        func pass() {
            while !isOpen.load(ordering: .sequentiallyConsistent) {
                Thread.sleep(forTimeInterval: 0.001)
            }
        }
    }

    private final class Journal: Sendable {
        private let noted = Mutex<[Int]>([])

        var numbers: [Int] { noted.withLock { $0 } }

        func note(_ number: Int) { noted.withLock { $0.append(number) } }
    }
}
