// Tests cancelling tables from another thread, counted in searches rather than measured by a clock.

import DataStructures
import Dispatch
import Foundation
import RoadNetwork
import RouteTesting
import RoutingEngine
import Synchronization
import Testing

/// Counts the searches it admits, and waits at a given one until another thread cancels the table.
private final class CountedSearches: SearchMonitor {
    private let isCalledOff = Atomic(false)
    private let begun = Atomic(0)
    private let begunThen = Atomic(0)
    /// The search to wait at, counted from 1; 0 for none.
    private let waiting: Int
    private let isReached = DispatchSemaphore(value: 0)
    private let mayGoOn = DispatchSemaphore(value: 0)

    init(waitingAt number: Int = 0) { waiting = number }

    /// The number of searches begun.
    var count: Int { begun.load(ordering: .sequentiallyConsistent) }

    var shouldStop: Bool {
        if isCalledOff.load(ordering: .sequentiallyConsistent) { return true }
        if begun.add(1, ordering: .sequentiallyConsistent).newValue == waiting {
            isReached.signal()
            mayGoOn.wait()
        }
        return false
    }

    /// The number of searches begun when the table was cancelled.
    var countThen: Int { begunThen.load(ordering: .sequentiallyConsistent) }

    /// Cancels the table in the middle of the waiting search.
    func callOff() {
        isReached.wait()
        isCalledOff.store(true, ordering: .sequentiallyConsistent)
        begunThen.store(count, ordering: .sequentiallyConsistent)
        mayGoOn.signal()
    }
}

struct TableCancelTests {
    private static let places = 240
    private static let stripe = 4

    /// A table large enough for all threads.
    private struct Drawn {
        let engine: LegEngine
        let costs: RequestCosts
        let sources: [[SearchOrigin]]
        let targets: [[SearchDestination]]

        init() throws {
            let network = try RandomNetwork(nodes: 300, meanDegree: 3, seed: 11).dataset
            var generator = SeededGenerator(11)
            let requests = (0..<TableCancelTests.places).map { _ in
                RandomRequest(on: network, &generator)
            }
            var key = requests[0].key.prohibiting(TestNetwork.oneway)
            key.family = 0
            engine = LegEngine(network: network)
            costs = RequestCosts(
                network: network, metric: engine.metric(for: key), barriers: BarrierSet(),
                attribute: 0)
            sources = requests.map(\.origins)
            targets = requests.map(\.destinations)
        }

        /// The rows passed on, and whether the table was finished.
        func run(_ monitor: some SearchMonitor) -> (rows: Int, isDone: Bool) {
            var rows = 0
            let isDone = engine.withRouter(costs, by: .customized) { router in
                router.stripes(
                    of: TableCancelTests.stripe, from: sources, to: targets, summing: [],
                    monitor: monitor
                ) { _, found in rows += found.sourceCount }
            }
            return (rows, isDone)
        }
    }

    @Test func `every search of a table asks first whether to go on`() throws {
        let monitor = CountedSearches()
        let found = try Drawn().run(monitor)
        #expect(found.isDone && found.rows == Self.places)
        #expect(monitor.count >= 2 * Self.places)
    }

    @Test func `after a table is cancelled each thread ends its search and begins no other`()
        throws
    {
        let drawn = try Drawn()
        // Create the metric before counting searches.
        _ = drawn.run(NeverStops())
        let threads = max(1, ProcessInfo.processInfo.activeProcessorCount)
        // During the labelling of targets, and in the second round after a first row was used.
        for number in [Self.places / 2, Self.places + threads * Self.stripe + 1] {
            let monitor = CountedSearches(waitingAt: number)
            Thread.detachNewThread { monitor.callOff() }
            let found = drawn.run(monitor)
            #expect(!found.isDone)
            let isFirstRowUsed = number > Self.places
            #expect((found.rows > 0) == isFirstRowUsed)
            #expect(found.rows < 2 * threads * Self.stripe)
            let (then, all) = (monitor.countThen, monitor.count)
            #expect(then >= number && all - then <= threads, "\(then), then \(all) searches")
        }
    }
}
