// Tests traffic feeds posted by users with the right to, and feeds read from files and addresses.

import AccessControl
import DefinitionFiles
import Fixtures
import Foundation
import Geo
import HTTPTypes
import Hummingbird
import LiveTraffic
import Logging
@testable import OpenAPI
import Preparation
@testable import PublishedServices
import RouteAPI
import RouteTesting
import ServerTesting
import ServiceDefinitions
@testable import ServiceTransport
import Synchronization
import Testing

@testable import RouteService

/// A layer over two drawn streets, OSM ways 1 and 2.
private func streets() throws -> NetworkLayer {
    var sketch = NetworkSketch("a---b---c")
    sketch.road("abc", seconds: 10)
    return NetworkLayer(network: try sketch.build(), analyses: .all)
}

private let path = "/arcgis/rest/services/Harbor/NAServer/Route/traffic"
private let feed = "way,speed_kmh,closed\n1,20,\n2,,true\n9,30,\n"

/// Collects log messages, apart from those about requests.
final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    var all: [String] { lines.withLock(\.self) }

    var logger: Logger {
        Logger(label: "test") { _ in Handler(lines: self) }
    }

    private struct Handler: LogHandler {
        let lines: LogLines
        var metadata: Logger.Metadata = [:]
        var logLevel = Logger.Level.notice

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.lines.withLock { $0.append("\(event.level): \(event.message)") }
        }
    }
}

/// A catalog with a layer that accepts traffic from some users, and another layer.
@Suite struct TrafficEndpointTests {
    private func catalog(senders: Set<String>? = ["ann"]) throws -> ServiceCatalog {
        var access = ServiceAccess()
        access.trafficSenders = senders
        return ServiceCatalog([
            PublishedLayer(service: "Harbor", access: access, answering: try streets()),
            PublishedLayer(service: "Depot", answering: FakeLayer()),
        ])
    }

    /// Runs `body` with a server that has users.
    private func withServer(
        _ catalog: ServiceCatalog,
        _ body: @escaping @Sendable (TestClient) async throws -> Void
    ) async throws {
        let files = TestFiles()
        try await makeSecuredServer(catalog, files: files).test { try await body($0) }
    }

    @Test func `a feed needs the token of a user with the right`() async throws {
        try await withServer(try catalog()) { client in
            let body = "f=json&rows=\(feed.percentEncoded)"
            #expect(try await client.post(path, body).errorCode() == 499)
            let ben = try await client.token("ben", "battery+staple")
            #expect(try await client.post(path, "\(body)&token=\(ben)").errorCode() == 403)
            #expect(try await client.post(path, "\(body)&token=nonsense").errorCode() == 498)
            let ann = try await client.token()
            let answer = try await client.post(path, "\(body)&token=\(ann)").json()
            #expect(answer["rowsUsed"]?.integer == 2)
            #expect(answer["rowsRefused"]?.integer == 1)
            #expect(answer["refused"]?.array?.first?["row"]?.integer == 4)
            #expect(answer["edgesWithSpeed"]?.integer == 2)
            #expect(answer["closedEdges"]?.integer == 2)
            #expect(answer["rowsCapped"]?.integer == 0)
            #expect(answer["unchanged"]?.bool == false)
            let status = try await client.execute(uri: "\(path)?f=json", method: .get).json()
            #expect(status["trafficSnapshot"] == answer["trafficSnapshot"])
            #expect(status["source"]?.string == "request of ann")
            #expect(status["hasLapsed"]?.bool == false)
            #expect(status["acceptsTraffic"]?.bool == true)
        }
    }

    @Test func `a feed may be the body itself`() async throws {
        try await withServer(try catalog()) { client in
            let token = try await client.token()
            for (type, body) in [
                ("text/csv", feed),
                (
                    "application/geo+json",
                    """
                    {"type":"FeatureCollection","features":[{"type":"Feature",
                    "properties":{"v":20},"geometry":{"type":"Point",
                    "coordinates":[10.0003,50]}}]}
                    """
                ),
            ] {
                let answer = try await client.execute(
                    uri: "\(path)?f=json&mapping=%7B%22speed%22:%22v%22%7D", method: .post,
                    headers: [.contentType: type, .authorization: "Bearer \(token)"],
                    body: ByteBuffer(string: body))
                #expect(try answer.json()["rowsUsed"]?.integer ?? 0 > 0, "\(answer.text)")
            }
            let refused = try await client.execute(
                uri: FixturePath.solve, method: .post, headers: [.contentType: "text/csv"],
                body: ByteBuffer(string: feed))
            #expect(refused.status == .unsupportedMediaType)
        }
    }

    @Test func `changes keep what they do not name`() async throws {
        try await withServer(try catalog()) { client in
            let token = try await client.token()
            func send(_ rows: String, _ more: String = "") async throws -> JSONValue {
                try await client.post(
                    path, "f=json&token=\(token)&rows=\(rows.percentEncoded)\(more)"
                ).json()
            }
            _ = try await send("way,speed_kmh\n1,20\n")
            let both = try await send("way,speed_kmh\n2,30\n", "&updateMode=changes")
            #expect(both["edgesWithSpeed"]?.integer == 4)
            let one = try await send("way,speed_kmh\n2,\n", "&updateMode=changes")
            #expect(one["edgesWithSpeed"]?.integer == 2)
            #expect(try await send("x", "&updateMode=some")["error"]?["code"]?.integer == 400)
        }
    }

    @Test func `wrong requests are refused with what would work`() async throws {
        try await withServer(try catalog()) { client in
            let token = try await client.token()
            for (body, expected) in [
                ("", "rows"), ("rows=1,2,3&features={}", "cannot be combined"),
                ("rows=way,speed_kmh%0A7,5%0A", "OSM way 7"), ("features={", "ends in the middle"),
                ("rows=1,2,3&mapping={", "mapping"), ("url=http://x.example/a.csv", "featureHosts"),
            ] {
                let answer = try await client.post(path, "f=json&token=\(token)&\(body)")
                let details = try answer.json()["error"]?["details"]?.array?.first?.string ?? ""
                #expect(details.contains(expected), "\(body): \(answer.text)")
            }
            let depot = path.replacing("Harbor", with: "Depot")
            #expect(try await client.post(depot, "f=json&rows=1,2,3").errorCode() == 400)
        }
    }

    @Test func `a feed may be fetched from an address on a host that the service allows`()
        async throws
    {
        let network = try streets()
        var configuration = network.configuration
        configuration.privateFeatureHosts = ["127.0.0.1"]
        var access = ServiceAccess()
        access.trafficSenders = ["ann"]
        let catalog = ServiceCatalog([
            PublishedLayer(
                service: "Harbor", access: access,
                answering: network.layer(under: configuration))
        ])
        let router = Router()
        router.get("speeds") { _, _ in feed }
        try await Application(router: router).test { host in
            let port = host.port
            try await withServer(catalog) { client in
                let token = try await client.token()
                func send(_ page: String) async throws -> JSONValue {
                    let address = "http://127.0.0.1:\(port)/\(page)"
                    return try await client.post(
                        path, "f=json&token=\(token)&url=\(address.percentEncoded)"
                    ).json()
                }
                let answer = try await send("speeds")
                #expect(answer["rowsUsed"]?.integer == 2, "\(answer.text)")
                #expect(answer["rowsRefused"]?.integer == 1)
                #expect(answer["closedEdges"]?.integer == 2)
                let failure = try await send("none")["error"]
                #expect(failure?["code"]?.integer == 400)
                let details = failure?["details"]?.array?.first?.string ?? ""
                #expect(details.contains("could not be fetched from 127.0.0.1"), "\(details)")
                let status = try await client.execute(uri: "\(path)?f=json", method: .get).json()
                #expect(status["trafficSnapshot"] == answer["trafficSnapshot"])
                #expect(status["source"]?.string == "request of ann")
            }
        }
    }

    @Test func `a service that names no user takes no traffic`() async throws {
        try await withServer(try catalog(senders: nil)) { client in
            let token = try await client.token()
            let answer = try await client.post(path, "f=json&token=\(token)&rows=1,2,3")
            #expect(try answer.errorCode() == 400)
            let page = try await client.execute(uri: path, method: .get).text
            #expect(page.contains("No feed has stated"))
            #expect(!page.contains("<textarea"))
        }
    }

    @Test func `the page shows what is in force, and has a form`() async throws {
        try await withServer(try catalog()) { client in
            let token = try await client.token()
            _ = try await client.post(
                path, "f=json&token=\(token)&rows=\(feed.percentEncoded)")
            let page = try await client.execute(uri: path, method: .get).text
            #expect(page.contains("request of ann"))
            #expect(page.contains("OSM way 9 is not in the network"))
            for field in TrafficField.all {
                #expect(page.contains("name=\"\(field.name)\""), "\(field.name)")
            }
            let layer = try await client.execute(
                uri: "/arcgis/rest/services/Harbor/NAServer/Route", method: .get
            ).text
            #expect(layer.contains("Route/traffic"))
        }
    }

    @Test func `the description of the server has the path and both answers`() throws {
        let document = try JSONValue.parse(
            OpenAPIDocument(DescribedServer(catalog: try catalog(), hasTokens: true)).json(
                pretty: false))
        let post = try #require(document["paths"]?[path]?["post"])
        #expect(post["requestBody"]?["content"]?["text/csv"] != nil)
        #expect(document["components"]?["schemas"]?["TrafficReceipt"] != nil)
        let form = post["requestBody"]?["content"]?["application/x-www-form-urlencoded"]
        let described = form?["schema"]?["properties"]?.object?.members.map(\.key) ?? []
        for field in TrafficField.all {
            #expect(described.contains(field.name), "\(field.name)")
        }
        #expect(document["paths"]?[path.replacing("Harbor", with: "Depot")] == nil)
    }
}

@Suite struct TrafficWatchTests {
    private func watch(
        _ declaration: TrafficDeclaration, _ log: LogLines,
        source: any FeatureDownloading = WebDownload()
    ) throws -> (TrafficWatch, TrafficIntake) {
        let layer = PublishedLayer(
            service: "Harbor", traffic: declaration, answering: try streets())
        let registry = TrafficRegistry()
        let watch = TrafficWatch(
            published: PublishedCatalog(ServiceCatalog([layer])), registry: registry,
            fetches: FetchGate(), logger: log.logger, source: source)
        return (watch, try #require(registry.intake(of: layer)))
    }

    @Test func `a file is read when two looks find the same, and each version once`() async throws {
        let files = TestFiles()
        let file = try files.write("speeds.csv", "way,speed_kmh\n1,20\n")
        let log = LogLines()
        var declaration = TrafficDeclaration(.file(file))
        declaration.intervalSeconds = 0
        let (watch, intake) = try watch(declaration, log)
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        await watch.look(&feeds)
        #expect(intake.status.receipt == nil)
        for _ in 0..<3 { await watch.look(&feeds) }
        let first = try #require(intake.status.receipt)
        #expect(log.all == ["notice: live traffic is in force"])

        _ = try files.write("speeds.csv", "way,speed_kmh\n1,")
        for _ in 0..<3 { await watch.look(&feeds) }
        #expect(intake.status.receipt == first, "half a line is not read at once")
        for _ in 0..<6 { await watch.look(&feeds) }
        _ = try files.write("speeds.csv", "nothing of the kind\n")
        for _ in 0..<6 { await watch.look(&feeds) }
        #expect(intake.status.failure != nil)
        #expect(log.all.count == 2, "one message for a change: \(log.all)")
        _ = try files.write("speeds.csv", "way,speed_kmh\n1,25\n")
        for _ in 0..<4 { await watch.look(&feeds) }
        #expect(intake.status.failure == nil)
        #expect(log.all.last == "notice: the traffic feed is used again")
    }

    @Test func `a worker begins with what its sources state`() async throws {
        let files = TestFiles()
        let file = try files.write("speeds.csv", "way,speed_kmh\n1,20\n")
        let log = LogLines()
        let (made, intake) = try watch(TrafficDeclaration(.file(file)), log)
        var watch = made
        watch.interval = .milliseconds(1)
        await watch.begin()
        #expect(intake.status.receipt?.usedCount == 1)
        var feeds = watch.begun
        for _ in 0..<3 { await watch.look(&feeds) }
        #expect(log.all == ["notice: live traffic is in force"])
    }

    @Test func `a file that is missing is said once`() async throws {
        let log = LogLines()
        var declaration = TrafficDeclaration(.file("/nowhere/speeds.csv"))
        declaration.intervalSeconds = 0
        let (watch, intake) = try watch(declaration, log)
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        for _ in 0..<4 { await watch.look(&feeds) }
        #expect(
            log.all == [
                "error: the traffic feed cannot be used; routes have no live speeds"
            ])
        #expect(intake.status.failure?.reason.contains("there is no file") == true)
    }

    /// Answers every address with the same bytes.
    private struct FixedAnswer: FeatureDownloading {
        let text: String

        func download(
            _ url: URL, allowsPrivate: Bool, within lease: FetchLease
        ) async throws -> [UInt8] {
            try lease.take(text.utf8.count)
            return Array(text.utf8)
        }
    }

    @Test func `an address is read on allowed hosts alone`() async throws {
        let log = LogLines()
        let answer = FixedAnswer(text: "way,speed_kmh\n1,20\n")
        var open = TrafficDeclaration(argument: "http://feeds.example/speeds.csv")
        open.intervalSeconds = 0
        let (watch, intake) = try watch(open, log, source: answer)
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        for _ in 0..<3 { await watch.look(&feeds) }
        #expect(intake.status.receipt?.usedCount == 1)
        #expect(log.all.count == 1)

        var closed = TrafficDeclaration(.url("http://feeds.example/speeds.csv"))
        closed.intervalSeconds = 0
        let (other, otherIntake) = try self.watch(closed, log, source: answer)
        feeds = [:]
        for _ in 0..<3 { await other.look(&feeds) }
        #expect(otherIntake.status.receipt == nil)
        #expect(otherIntake.status.failure?.reason.contains("featureHosts") == true)
    }

    /// A catalog with a layer over streets in a row, OSM ways numbered from 1.
    private func catalog(
        _ drawing: String, _ declaration: TrafficDeclaration
    ) throws -> ServiceCatalog {
        var sketch = NetworkSketch(drawing)
        sketch.road(drawing.filter(\.isLetter), seconds: 10)
        let network = NetworkLayer(network: try sketch.build(), analyses: .all)
        return ServiceCatalog([
            PublishedLayer(service: "Harbor", traffic: declaration, answering: network)
        ])
    }

    @Test(arguments: [false, true])
    func `after a swap the same feed closes a street that only the new network has`(
        isAddress: Bool
    ) async throws {
        let files = TestFiles()
        let text = "way,speed_kmh,closed\n1,20,\n2,,true\n"
        let file = try files.write("feed.csv", text)
        var declaration = TrafficDeclaration(
            argument: isAddress ? "http://feeds.example/feed.csv" : file)
        declaration.intervalSeconds = 3_600
        let before = try catalog("a---b", declaration)
        let after = try catalog("a---b---c", declaration)
        let (published, registry) = (PublishedCatalog(before), TrafficRegistry())
        let watch = TrafficWatch(
            published: published, registry: registry, fetches: FetchGate(), logger: .silent,
            source: FixedAnswer(text: text))
        var feeds: [ObjectIdentifier: WatchedFeed] = [:]
        for _ in 0..<2 { await watch.look(&feeds) }
        let old = try #require(registry.intake(of: before.layers[0])?.status.receipt)
        #expect(old.refused.count == 1)
        #expect(old.closedEdgeCount == 0)

        registry.carry(from: before, to: after, .silent)
        published.replace(with: after)
        registry.retain(after)
        await watch.look(&feeds)
        let intake = try #require(registry.intake(of: after.layers[0]))
        let new = try #require(intake.status.receipt)
        #expect(new.closedEdgeCount == 2)
        #expect(new.refused.count == 0)
        #expect(new.made == old.made)
        for _ in 0..<3 { await watch.look(&feeds) }
        #expect(intake.status.receipt == new)
    }

    @Test func `one message for each change of a source's state`() {
        var health = FeedHealth()
        #expect(health.handle(.failed("a")) == .failing("a"))
        #expect(health.handle(.failed("b")) == nil)
        #expect(health.handle(.used) == .began)
        #expect(health.handle(.used) == nil)
        #expect(health.handle(.failed("c")) == .failing("c"))
        #expect(health.handle(.lapsed) == .lapsed)
        #expect(health.handle(.lapsed) == nil)
        #expect(health.handle(.unchanged) == nil)
        #expect(health.handle(.used) == .recovered)
    }

    @Test func `a version counts after two looks, and once`() {
        var looks = FeedFileLooks<Int>()
        let read = [1, 1, 1, 2, 3, 3].map { version in
            let isRead = looks.look(version)
            if isRead { looks.settle() }
            return isRead
        }
        #expect(read == [false, true, false, false, false, true])
        let absent = looks.look(nil)
        looks.forget()
        let (first, second) = (looks.look(3), looks.look(3))
        #expect([absent, first, second] == [false, false, true])
    }

    @Test func `the traffic of a layer is carried to the network in its place`() throws {
        let (old, new) = (try streets(), try streets())
        func catalog(_ layer: NetworkLayer) -> ServiceCatalog {
            ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        }
        let registry = TrafficRegistry()
        let (before, after) = (catalog(old), catalog(new))
        let intake = try #require(registry.intake(of: before.layers[0]))
        _ = try intake.take(Array(feed.utf8), from: "test")
        registry.carry(from: before, to: after, .silent)
        let carried = try #require(registry.intake(of: after.layers[0]))
        #expect(carried !== intake)
        #expect(carried.status.rowCount == 2)
        #expect(carried.status.receipt?.closedEdgeCount == 2)
        registry.retain(after)
        #expect(registry.intake(of: before.layers[0]) !== intake)
    }
}

/// A definition read from text, and its problems.
@Suite struct TrafficDefinitionTests {
    private func read(_ text: String) -> (definition: ServiceDefinition?, problems: [String]) {
        let problems = ProblemList(file: "harbor.service.yaml")
        let definition = ServiceDefinition.parse(
            "service: Harbor\nnetwork: harbor\n\(text)",
            folder: URL(fileURLWithPath: "/services/"), problems)
        return (definition, problems.problems.map(\.description))
    }

    @Test func `a definition names a file, its interval, mode, lapse and mapping`() throws {
        let (definition, problems) = read(
            """
            access:
              traffic: [feeder]
            traffic:
              file: speeds.csv
              interval: 30 s
              lapse: 10 min
              mode: changes
              mapping: { closed: status=closed }
            """)
        let found = try #require(definition, "\(problems)")
        #expect(found.access.trafficSenders == ["feeder"])
        #expect(found.access.needsUsers)
        let traffic = try #require(found.traffic)
        #expect(traffic.source == .file("/services/speeds.csv"))
        #expect(traffic.intervalSeconds == 30)
        #expect(traffic.lapseSeconds == 600)
        #expect(traffic.mode == .changes)
        #expect(traffic.settings.lapseMilliseconds == 600_000)
    }

    @Test(arguments: [
        ("file: a\n  url: http://b/c", "cannot be combined"), ("url: ftp://a/b", "http or https"),
        ("interval: soon", "a duration"), ("lapse: 2 d", "a duration"), ("mode: some", "some"),
        ("mapping: { velocity: v }", "velocity"), ("files: a", "unknown key"),
    ])
    func `wrong declarations are named with their line`(body: String, expected: String) {
        let (_, problems) = read("traffic:\n  \(body)\n")
        #expect(problems.first?.contains(expected) == true, "\(problems)")
    }

    @Test func `an address is on a host that the definition allows`() {
        let declaration = TrafficDeclaration(.url("https://feeds.example/a.csv"))
        var configuration = FakeLayer.description.configuration
        #expect(declaration.problem(in: configuration)?.contains("feeds.example") == true)
        configuration.featureHosts = ["feeds.example"]
        #expect(declaration.problem(in: configuration) == nil)
    }
}
