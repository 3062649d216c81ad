// Tests work that takes O(n) in the network's size: stopping it, refusing it, waiting for it.

import DataStructures
import Dispatch
import RoadNetwork
import RouteTesting
import RoutingEngine
import Synchronization
import Testing

/// A monitor that stops after a number of calls.
private final class StopsAfter: SearchMonitor {
    private let questions = Atomic(0)
    private let most: Int

    init(_ most: Int) { self.most = most }

    var shouldStop: Bool { questions.add(1, ordering: .relaxed).newValue > most }
}

/// A monitor that admits searches but no long work.
private struct AdmitsSearchesOnly: SearchMonitor {
    var shouldStop: Bool { false }
    var admitsLongWork: Bool { false }
}

struct LongWorkTests {
    private struct Drawn {
        let network: NetworkDataset
        var request: RandomRequest

        init(nodes: Int = 300) throws {
            network = try RandomNetwork(nodes: nodes, meanDegree: 3, seed: 11).dataset
            var generator = SeededGenerator(11)
            repeat {
                request = RandomRequest(on: network, &generator)
            } while request.barriers.segments.isEmpty || request.destinations.isEmpty
            request.key.family = 0
            request.key = request.key.prohibiting(TestNetwork.oneway)
        }

        func costs(_ engine: LegEngine) -> RequestCosts {
            RequestCosts(
                network: network, metric: engine.metric(for: request.key),
                barriers: request.barriers, attribute: 0)
        }
    }

    @Test func `a customization stops wherever it is asked to, and is made anew from nothing`()
        throws
    {
        let drawn = try Drawn()
        let hierarchy = try #require(Hierarchy(drawn.network, family: 0))
        let metric = Metric(key: drawn.request.key, network: drawn.network)
        var questions = 0
        while CustomizedMetric(hierarchy, metric, threads: 2, monitor: StopsAfter(questions)) == nil
        {
            questions += 1
            try #require(questions < 100)
        }
        #expect(questions >= 3)
        let cache = MetricCache(network: drawn.network)
        #expect(cache.customized(metric, hierarchy, monitor: StopsAfter(0)) == nil)
        #expect(!cache.isCustomized(metric))
        #expect(cache.customized(metric, hierarchy, monitor: NeverStops()) != nil)
        #expect(cache.customized(metric, hierarchy, monitor: StopsAfter(0)) != nil)
    }

    @Test(arguments: [LegEngine.Method.quickest, .customized])
    func `where long work is not admitted nothing is customized, and the search says so`(
        method: LegEngine.Method
    ) throws {
        let drawn = try Drawn()
        let engine = LegEngine(network: drawn.network)
        let costs = drawn.costs(engine)
        func find(_ monitor: some SearchMonitor) -> [UInt32?]? {
            engine.withRouter(costs, by: method, monitor: monitor) { router in
                router.find(
                    from: drawn.request.origins, to: drawn.request.destinations, monitor: monitor
                )?.map { $0?.cost }
            }
        }
        func table(_ monitor: some SearchMonitor) -> LegTable? {
            let (sources, targets) = ([drawn.request.origins], [drawn.request.destinations])
            return engine.withRouter(costs, by: method, monitor: monitor) { router in
                router.table(from: sources, to: targets, summing: [1], monitor: monitor)
            }
        }
        #expect(find(AdmitsSearchesOnly()) == nil)
        #expect(table(AdmitsSearchesOnly()) == nil)
        #expect(engine.backlog == 0)
        let answered = try #require(find(NeverStops()))
        _ = try #require(table(NeverStops()))
        #expect(find(AdmitsSearchesOnly()) == answered)
    }

    @Test func `a metric is not made where long work is not admitted`() throws {
        let drawn = try Drawn()
        let engine = LegEngine(network: drawn.network)
        #expect(engine.metric(for: drawn.request.key, monitor: AdmitsSearchesOnly()) == nil)
        let made = engine.metric(for: drawn.request.key)
        #expect(engine.metric(for: drawn.request.key, monitor: AdmitsSearchesOnly()) === made)
    }

    @Test func `a thread that waits for another one's work stops when it is asked to`() throws {
        let lock = InterruptibleLock()
        let (begun, done) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        DispatchQueue.global().async {
            _ = lock.withLock(NeverStops()) { () -> Int? in
                begun.signal()
                done.wait()
                return 1
            }
        }
        begun.wait()
        #expect(lock.withLock(StopsAfter(1)) { 2 } == nil)
        #expect(lock.withLock(AdmitsSearchesOnly()) { 3 } == nil)
        done.signal()
        #expect(lock.withLock(NeverStops()) { 4 } == 4)
    }

    @Test func `a gap that is certain without a search is none that the oracle crosses`() throws {
        var (certain, gaps) = (0, 0)
        for seed in UInt64(0)..<60 {
            let found = try gapsOfNetwork(seed)
            certain += found.certain
            gaps += found.all
        }
        // Barriers, or the ends of the query, cause the others.
        #expect(gaps > 200 && certain * 4 > gaps, "\(certain) of \(gaps)")
    }

    private func gapsOfNetwork(_ seed: UInt64) throws -> (certain: Int, all: Int) {
        var generator = SeededGenerator(seed &+ 420_000)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 4...40, using: &generator),
            meanDegree: Double.random(in: 1.2...2.6, using: &generator), seed: seed)
        let network = drawn.dataset
        let engine = LegEngine(network: network)
        var (certain, gaps) = (0, 0)
        for _ in 0..<20 {
            let request = RandomRequest(on: network, &generator)
            let costs = RequestCosts(
                network: network, metric: engine.metric(for: request.key),
                barriers: request.barriers, attribute: 0)
            let reference = ReferenceRouter(
                network: network, prohibitions: drawn.prohibitions, key: request.key,
                barriers: request.barriers, attribute: 0)
            let found = reference.costs(from: request.origins, to: request.destinations)
            let isCertain = engine.isDisconnected(
                costs, from: request.origins, to: request.destinations)
            gaps += found.allSatisfy { $0 == nil } ? 1 : 0
            certain += isCertain ? 1 : 0
            if isCertain { #expect(found.allSatisfy { $0 == nil }, "\(request)") }
        }
        return (certain, gaps)
    }
}
