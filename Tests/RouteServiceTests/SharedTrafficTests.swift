// Tests traffic shared by servers and workers with one job store.

import AccessControl
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import LiveTraffic
import Logging
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteTesting
import ServerTesting
import Synchronization
import Testing

@testable import RouteService

private let path = "/arcgis/rest/services/Harbor/NAServer/Route/traffic"
private let routePath = "Harbor/NAServer/Route"

/// A server's traffic without the server.
private struct Server {
    let catalog: ServiceCatalog
    let shared: SharedFeeds
    let registry: TrafficRegistry
    let layer: PublishedLayer
    let intake: TrafficIntake

    init(
        _ log: any FeedLog, service: String = "Harbor", logger: Logger = .silent
    ) throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        let network = NetworkLayer(network: try sketch.build(), analyses: .all)
        layer = PublishedLayer(service: service, answering: network)
        catalog = ServiceCatalog([
            layer,
            PublishedLayer(
                service: service, layer: "ODCostMatrix",
                answering: network.layer(of: .odCostMatrix)),
        ])
        shared = SharedFeeds(log, logger)
        registry = TrafficRegistry(sharing: shared)
        intake = try #require(registry.intake(of: layer))
    }

    func take(_ text: String, _ mode: FeedMode = .changes) throws -> FeedReceipt {
        try shared.take(
            SharedFeeds.Sent(
                bytes: Array(text.utf8), mode: mode, mapping: FeedMapping(), source: "ann",
                layer: layer),
            by: intake, catalog, registry)
    }

    func look() { shared.look(catalog, registry) }
}

/// A log that fails on request.
private final class FailingLog: FeedLog {
    let isFailing = Atomic(false)
    private let log: any FeedLog

    init(_ log: any FeedLog) { self.log = log }

    var place: String { log.place }

    private func check() throws(FeedLogError) {
        if isFailing.load(ordering: .relaxed) { throw FeedLogError("the store is away") }
    }

    func numbers() throws(FeedLogError) -> [Int64] {
        try check()
        return try log.numbers()
    }

    func entry(_ number: Int64) throws(FeedLogError) -> [UInt8]? {
        try check()
        return try log.entry(number)
    }

    func append(
        _ bytes: [UInt8], as number: Int64, dropping replaced: [Int64]
    ) throws(FeedLogError) -> Bool {
        try check()
        return try log.append(bytes, as: number, dropping: replaced)
    }

    func awaitChange(upTo seconds: Double) -> Bool { log.awaitChange(upTo: seconds) }
}

@Suite struct SharedTrafficTests {
    private let files = TestFiles()

    private func log() throws -> any FeedLog { try openFeedLog(at: files.path("jobs")) }

    @Test func `what one server takes counts on the others, in one order`() throws {
        let (a, b) = (try Server(try log()), try Server(try log()))
        let first = try a.take("way,speed_kmh\n1,20\n")
        b.look()
        #expect(b.intake.status.receipt?.snapshotID == first.snapshotID)
        let second = try b.take("way,closed\n2,true\n")
        #expect(second.speedEdgeCount == 2)
        // Without a look: a server applies stored feeds before its own.
        let third = try a.take("way,speed_kmh\n1,30\n")
        #expect(third.closedEdgeCount == 2)
        b.look()
        #expect(b.intake.status.receipt?.snapshotID == third.snapshotID)
        // After a restart.
        let c = try Server(try log())
        c.look()
        #expect(c.intake.status.receipt?.snapshotID == third.snapshotID)
        #expect(c.intake.status.rowCount == b.intake.status.rowCount)
    }

    @Test func `a whole feed drops the stored ones before it`() throws {
        let log = try log()
        let a = try Server(log)
        _ = try a.take("way,speed_kmh\n1,20\n")
        _ = try a.take("way,speed_kmh\n2,20\n")
        #expect(try log.numbers() == [1, 2])
        _ = try a.take("way,speed_kmh\n1,25\n", .whole)
        #expect(try log.numbers() == [3])
        let same = try a.take("way,speed_kmh\n1,25\n", .whole)
        #expect(same.isUnchanged)
        #expect(try log.numbers() == [3], "a feed that repeats itself is not stored")
        let b = try Server(try self.log())
        b.look()
        #expect(b.intake.status.rowCount == 1)
    }

    @Test func `many feeds of changes become one entry, which says the same`() throws {
        let log = try log()
        let (a, b) = (try Server(log), try Server(log))
        b.look()
        for number in 1...(SharedFeeds.mostEntries + 10) {
            _ = try a.take("way,speed_kmh\n\(1 + number % 2),\(10 + number)\n")
            if number == 20 { b.look() }
        }
        #expect(try log.numbers().count <= SharedFeeds.mostEntries)
        let fresh = try Server(log)
        for server in [b, fresh] {
            server.look()
            #expect(
                server.intake.status.receipt?.snapshotID
                    == a.intake.status.receipt?.snapshotID)
        }
    }

    @Test func `a store that fails leaves everything as it was, and is said once`() throws {
        let log = FailingLog(try log())
        let lines = LogLines()
        let a = try Server(log, logger: lines.logger)
        let first = try a.take("way,speed_kmh\n1,20\n")
        log.isFailing.store(true, ordering: .relaxed)
        #expect(throws: SharedFeeds.Failure.self) { try a.take("way,speed_kmh\n1,30\n") }
        for _ in 0..<3 { a.look() }
        #expect(a.intake.status.receipt?.snapshotID == first.snapshotID)
        log.isFailing.store(false, ordering: .relaxed)
        a.look()
        let next = try a.take("way,speed_kmh\n1,30\n")
        #expect(next.snapshotID != first.snapshotID)
        #expect(
            lines.all == [
                "error: traffic is not shared with other servers: its store fails",
                "notice: the feeds of other servers are read again",
            ])
    }

    @Test func `entries that cannot be read are passed over`() throws {
        let log = try log()
        let a = try Server(log)
        _ = try a.take("way,speed_kmh\n1,20\n")
        #expect(try log.append(Array("nothing of the kind".utf8), as: 2, dropping: []))
        let b = try Server(log)
        b.look()
        #expect(b.intake.status.rowCount == 1)
        #expect(try b.take("way,speed_kmh\n2,20\n").speedEdgeCount == 4)
        a.look()
        #expect(a.intake.status.rowCount == 2)
    }

    @Test func `a server without the layer keeps the feed for when it has it`() throws {
        let log = try log()
        let (a, b) = (try Server(log), try Server(log, service: "Depot"))
        let receipt = try a.take("way,speed_kmh\n1,20\n")
        b.look()
        #expect(b.intake.status.receipt == nil)
        b.shared.look(a.catalog, b.registry)
        #expect(
            b.registry.intake(of: a.layer)?.status.receipt?.snapshotID == receipt.snapshotID)
    }

    @Test func `a store that was emptied is begun again`() throws {
        let log = try log()
        let (a, b) = (try Server(log), try Server(log))
        _ = try a.take("way,speed_kmh\n1,20\n")
        _ = try a.take("way,speed_kmh\n1,30\n")
        b.look()
        try FileManager.default.removeItem(atPath: files.path("jobs") + "/traffic")
        let next = try a.take("way,speed_kmh\n2,25\n")
        #expect(try log.numbers() == [1])
        b.look()
        #expect(b.intake.status.receipt?.snapshotID == next.snapshotID)
    }

    /// A catalog whose layer accepts traffic from ann.
    private func catalog() throws -> ServiceCatalog {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        var access = ServiceAccess()
        access.trafficSenders = ["ann"]
        return ServiceCatalog([
            PublishedLayer(
                service: "Harbor", access: access,
                answering: NetworkLayer(network: try sketch.build(), analyses: .all))
        ])
    }

    @Test func `two servers share a POST, and a job names the snapshot`() async throws {
        let jobs = files.path("jobs")
        let feed = "way,speed_kmh\n1,20\n2,20\n"
        @Sendable func server() throws -> some ApplicationProtocol {
            try makeSecuredServer(try catalog(), files: files) { configuration in
                configuration.jobs = jobs
                configuration.runningJobs = 1
            }
        }
        try await server().test { one in
            try await server().test { other in
                let token = try await one.token()
                let sent = try await one.post(
                    path, "f=json&token=\(token)&rows=\(feed.percentEncoded)"
                ).json()
                let id = try #require(sent["trafficSnapshot"]?.string, "\(sent.text)")
                var found: String?
                for _ in 0..<2_000 where found != id {
                    found = try await other.json(path)["trafficSnapshot"]?.string
                    if found != id { try await Task.sleep(for: .milliseconds(10)) }
                }
                #expect(found == id)
                let job = try await other.submit(
                    JobPath.solve, "stops=10.0001,50;10.0009,50&returnDirections=false")
                let ended = try await other.ended(job)
                #expect(ended["jobStatus"] == "esriJobSucceeded", "\(ended.text)")
                #expect(ended.text.contains("traffic snapshot \(id)"), "\(ended.text)")
            }
        }
    }
}
