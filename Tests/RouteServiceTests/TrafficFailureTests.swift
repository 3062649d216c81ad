// Tests feeds that stop, lie, repeat, arrive torn or are hostile: the last good snapshot stays
// until it lapses, and the log has one message for each change.

import AccessControl
import Foundation
import LiveTraffic
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteTesting
import RoutingEngine
import ServiceDefinitions
@testable import ServiceTransport
import Synchronization
import Testing

@testable import RouteService

/// Answers with what the test last set.
private final class ScriptedFeed: FeatureDownloading {
    private let answer = Mutex<Result<[UInt8], FetchProblem>>(.success([]))

    func set(_ text: String) { answer.withLock { $0 = .success(Array(text.utf8)) } }

    func fail(_ text: String) { answer.withLock { $0 = .failure(FetchProblem(text: text)) } }

    func download(
        _ url: URL, allowsPrivate: Bool, within lease: FetchLease
    ) async throws -> [UInt8] {
        let bytes = try answer.withLock(\.self).get()
        try lease.take(bytes.count)
        return bytes
    }
}

/// A watched feed on two streets, with a clock.
private struct Scene {
    let feed = ScriptedFeed()
    let log = LogLines()
    let network: NetworkLayer
    let intake: TrafficIntake
    private let time: SetTime
    private let watch: TrafficWatch

    private final class SetTime: Sendable {
        let value = Mutex<Int64>(1_795_417_200_000)
    }

    init() throws {
        let time = SetTime()
        self.time = time
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        network = NetworkLayer(
            network: try sketch.build(), analyses: .all, now: { time.value.withLock(\.self) })
        var declaration = TrafficDeclaration(argument: "http://feeds.example/speeds.csv")
        declaration.intervalSeconds = 0
        let layer = PublishedLayer(service: "Harbor", traffic: declaration, answering: network)
        let registry = TrafficRegistry()
        watch = TrafficWatch(
            published: PublishedCatalog(ServiceCatalog([layer])), registry: registry,
            fetches: FetchGate(), logger: log.logger, source: feed)
        intake = try #require(registry.intake(of: layer))
    }

    /// Lets minutes pass, looking at the feed once in each.
    func pass(
        minutes: Int, _ feeds: inout [ObjectIdentifier: WatchedFeed]
    ) async {
        for _ in 0..<minutes {
            time.value.withLock { $0 += 60_000 }
            await watch.look(&feeds)
        }
    }

    /// The id of the current snapshot, if it has speeds.
    var live: String? {
        network.traffic.current.flatMap { snapshot in
            snapshot.hasSpeeds(at: network.traffic.now()) ? snapshot.id : nil
        }
    }
}

@Suite struct TrafficFailureTests {
    private static let began = "notice: live traffic is in force"
    private static let failing =
        "error: the traffic feed cannot be used; its last snapshot stays until it lapses"
    private static let lapsed =
        "warning: the live speeds have lapsed; routes have none until the feed states new ones"
    private static let recovered = "notice: the traffic feed is used again"

    private static let good = "way,speed_kmh\n1,20\n"

    /// An unusable feed with a name for the test's argument list.
    struct Bad: CustomTestStringConvertible {
        let testDescription: String
        let text: String

        init(_ name: String, _ text: String) { (testDescription, self.text) = (name, text) }
    }

    @Test(arguments: [
        Bad("nothing", ""), Bad("blank lines", "\n\n\n"), Bad("a page", "<html>503</html>"),
        Bad("two cells", "1,2"), Bad("no text", "\0\0\0\0"),
        Bad("other streets", "way,speed_kmh\n77,20\n78,20\n"),
        Bad("too fast", "way,speed_kmh\n1,301\n"), Bad("negative", "way,speed_kmh\n1,-5\n"),
        Bad("no number", "way,speed_kmh\n1,nan\n"), Bad("no answer", "way,closed\n1,perhaps\n"),
        Bad("torn JSON", "{\"type\":\"FeatureCollection\",\"features\":[{\"type\":\"Feature\","),
        Bad("an open quote", "way,speed_kmh\n\"1,20\n"),
        Bad(
            "an end before its beginning",
            "way,speed_kmh,valid_from,valid_to\n"
                + "1,20,2026-11-23T10:00:00Z,2026-11-23T09:00:00Z\n"),
        Bad("deep", String(repeating: "[", count: 100_000)),
        Bad("wide", String(repeating: "a,", count: 100_000)),
    ])
    func `what cannot be used leaves the last snapshot until it lapses`(bad: Bad) async throws {
        let scene = try Scene()
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        scene.feed.set(Self.good)
        await scene.pass(minutes: 1, &feeds)
        let id = try #require(scene.live)
        scene.feed.set(bad.text)
        await scene.pass(minutes: 14, &feeds)
        #expect(scene.live == id)
        #expect(scene.intake.status.failure != nil)
        #expect(scene.log.all == [Self.began, Self.failing])
        await scene.pass(minutes: 20, &feeds)
        #expect(scene.live == nil)
        #expect(scene.network.traffic.current?.id == id)
        #expect(scene.log.all == [Self.began, Self.failing, Self.lapsed])
        scene.feed.set("way,speed_kmh\n1,25\n")
        await scene.pass(minutes: 2, &feeds)
        #expect(scene.live != nil)
        #expect(scene.intake.status.failure == nil)
        #expect(scene.log.all == [Self.began, Self.failing, Self.lapsed, Self.recovered])
    }

    @Test func `a feed that repeats itself lapses, and is used when it says something new`()
        async throws
    {
        let scene = try Scene()
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        scene.feed.set(Self.good)
        await scene.pass(minutes: 15, &feeds)
        #expect(scene.live != nil)
        #expect(scene.log.all == [Self.began])
        await scene.pass(minutes: 10, &feeds)
        #expect(scene.live == nil)
        #expect(scene.log.all == [Self.began, Self.lapsed])
        scene.feed.set(Self.good + "2,30\n")
        await scene.pass(minutes: 3, &feeds)
        #expect(scene.live != nil)
        #expect(scene.log.all == [Self.began, Self.lapsed, Self.recovered])
    }

    @Test func `closures outlast the speeds of a feed that stops`() async throws {
        let scene = try Scene()
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        scene.feed.set("way,speed_kmh,closed\n1,20,\n2,,true\n")
        await scene.pass(minutes: 1, &feeds)
        scene.feed.fail("the host does not answer")
        await scene.pass(minutes: 60, &feeds)
        let snapshot = try #require(scene.network.traffic.current)
        let now = scene.network.traffic.now()
        #expect(!snapshot.hasSpeeds(at: now))
        #expect((0..<4).count { snapshot.isClosed($0, at: now) } == 2)
        #expect(scene.intake.status.failure?.reason.contains("does not answer") == true)
        #expect(scene.log.all == [Self.began, Self.failing, Self.lapsed])
    }

    @Test func `reasons that change are one failure`() async throws {
        let scene = try Scene()
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        for number in 0..<6 {
            if number % 2 == 0 { scene.feed.fail("reason \(number)") } else { scene.feed.set("x") }
            await scene.pass(minutes: 1, &feeds)
        }
        #expect(
            scene.log.all == [
                "error: the traffic feed cannot be used; routes have no live speeds"
            ])
        #expect(scene.intake.status.failure != nil)
        #expect(scene.network.traffic.current == nil)
    }

    @Test func `a feed whose rows are wrong in part is used in part`() async throws {
        let scene = try Scene()
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        scene.feed.set("way,speed_kmh\n1,0.000001\n2,1e9\n2,-1\n2\nx,1\n,,,\n")
        await scene.pass(minutes: 1, &feeds)
        let receipt = try #require(scene.intake.status.receipt)
        #expect(receipt.usedCount >= 1)
        #expect(receipt.refused.count >= 3)
        #expect(receipt.refused.rows.allSatisfy { !$0.reason.isEmpty })
        // The slowest speed gives a cost that searches can add.
        let live = try #require(scene.network.traffic.current)
            .liveEdges(at: scene.network.traffic.now())
        let costs = live.edges.compactMap { live.costs?.cost(of: $0, column: 0) }
        #expect(costs.allSatisfy { $0 >= 1 && $0 <= 1 << 30 })
        #expect(scene.log.all == [Self.began])
    }
}
