// `/metrics`: its form, and its counts after requests.

import Fixtures
import Foundation
import Geo
import HTTPTypes
import NIOCore
import Preparation
@testable import PublishedServices
import RoadNetwork
import RouteAPI
import RouteTesting
import RoutingEngine
import ServerTesting
import Testing

@testable import Jobs
@testable import RouteService

@Suite struct MetricsTests {
    /// A page of measurements, read back by the format's rules.
    private struct Page {
        var values: [String: Double] = [:]
        var kinds: [String: String] = [:]

        init(_ text: String) throws {
            #expect(text.hasSuffix("\n"))
            var family = ""
            for line in text.split(separator: "\n") {
                if let match = line.wholeMatch(of: /# (HELP|TYPE) ([a-z_]+) (.+)/) {
                    family = String(match.output.2)
                    if match.output.1 == "TYPE" { kinds[family] = String(match.output.3) }
                    continue
                }
                let match = try #require(
                    line.wholeMatch(
                        of: /([a-z_]+)(\{[a-z]+="[^"]*"(?:,[a-z]+="[^"]*")*\})? ([-+.0-9eE]+|\+Inf)/
                    ),
                    "\(line)")
                let name = String(match.output.1)
                // Values follow their family's head.
                #expect(
                    [family, "\(family)_bucket", "\(family)_sum", "\(family)_count"].contains(name))
                let key = name + (match.output.2 ?? "")
                #expect(values[key] == nil, "\(key) is written twice")
                let value: Double = try #require(Double(match.output.3))
                values[key] = value
            }
        }
    }

    private func page(_ client: TestClient) async throws -> Page {
        let response = try await client.execute(uri: "/metrics", method: .get)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        return try Page(String(buffer: response.body))
    }

    @Test func `requests are counted by operation, status and code, with their times`()
        async throws
    {
        try await makeServer().test { client in
            let layer = "/arcgis/rest/services/Harbor/NAServer/Route"
            for form in ["f=json&stops=1,2;3,4", "f=json&stops=1,2;3,4", "f=json&nonsense"] {
                _ = try await client.execute(
                    uri: "\(layer)/solve", method: .post, headers: formHeaders,
                    body: ByteBuffer(string: form))
            }
            _ = try await client.execute(uri: "/nowhere", method: .get)
            let page = try await page(client)
            let solves = page.values.filter {
                $0.key.hasPrefix("waypost_requests_total{operation=\"solve\"")
            }
            #expect(solves.values.reduce(0, +) == 3, "\(page.values.keys.sorted())")
            #expect(
                page.values[
                    "waypost_requests_total{operation=\"other\",status=\"404\",code=\"404\"}"]
                    == 1)
            let name = "waypost_request_duration_seconds"
            #expect(page.kinds[name] == "histogram")
            #expect(page.values["\(name)_count{operation=\"solve\"}"] == 3)
            #expect(page.values["\(name)_bucket{operation=\"solve\",le=\"+Inf\"}"] == 3)
            let buckets = RequestCounts.bounds.compactMap {
                page.values["\(name)_bucket{operation=\"solve\",le=\"\($0)\"}"]
            }
            #expect(buckets.count == RequestCounts.bounds.count)
            #expect(zip(buckets, buckets.dropFirst()).allSatisfy { $0 <= $1 })
            #expect(page.values["waypost_ready"] == 1)
            #expect(page.values["waypost_layers"] == 2)
            // A thread answers first and is free after that.
            var running = page.values["waypost_solves_running"]
            for _ in 0..<1_000 where running != 0 {
                await Task.yield()
                running = try await self.page(client).values["waypost_solves_running"]
            }
            #expect(running == 0)
            #expect(page.values.keys.count { $0.hasPrefix("waypost_network_info{") } == 2)
        }
    }

    @Test func `legs are counted by the mechanism that found them`() async throws {
        var sketch = NetworkSketch("a---b---c")
        sketch.road("abc", seconds: 10)
        let layer = NetworkLayer(network: try sketch.build(), analyses: .all)
        let files = TestFiles()
        let server = try makeServer(
            ServiceCatalog([PublishedLayer(service: "Harbor", answering: layer)])
        ) { $0.jobs = files.path("jobs") }
        let stops = [sketch.place("a"), sketch.place("b"), sketch.place("c")]
            .map { "\($0.x),\($0.y)" }.joined(separator: ";")
        try await server.test { client in
            let none = try await page(client)
            #expect(none.kinds["waypost_solves_total"] == "counter")
            #expect(!none.values.keys.contains { $0.hasPrefix("waypost_solves_total") })
            for _ in 0..<2 {
                let answer = try await client.post(FixturePath.solve, "f=json&stops=\(stops)")
                #expect(try answer.errorCode() == nil, "\(answer.text)")
            }
            func legs(_ page: Page) -> Double {
                page.values.filter { $0.key.hasPrefix("waypost_legs_total{") }.values
                    .reduce(0, +)
            }
            func solves(_ page: Page) -> Double {
                page.values.filter { $0.key.hasPrefix("waypost_solves_total{") }.values
                    .reduce(0, +)
            }
            let asked = try await page(client)
            // Two legs each, and each request has a mechanism or two.
            #expect(legs(asked) >= 4 && solves(asked) >= 2, "\(asked.values)")
            let job = try await client.submit(JobPath.solve, "stops=\(stops)")
            #expect(try await client.ended(job)["jobStatus"] == "esriJobSucceeded")
            let later = try await page(client)
            #expect(legs(later) >= legs(asked) + 2)
        }
    }

    @Test func `jobs are counted by state, with the age of the oldest`() {
        var writer = JobCensus()
        #expect(writer.groups.isEmpty)
        writer = JobCensus.counting([
            (.submitted, 2, 9_000), (.waiting, 1, 12_500), (.executing, 1, 3_000),
            (.succeeded, 7, 99_000),
        ])
        let text = ServerMetrics(
            requests: RequestCounts().snapshot, solves: [:], jobs: .init(census: writer),
            health: .idle, catalog: fixtureCatalog()
        ).text
        for line in [
            "waypost_job_store_up 1", "waypost_jobs{state=\"submitted\"} 2",
            "waypost_jobs{state=\"waiting\"} 1", "waypost_jobs{state=\"executing\"} 1",
            "waypost_jobs{state=\"succeeded\"} 7", "waypost_jobs{state=\"failed\"} 0",
            "waypost_job_oldest_age_seconds{state=\"waiting\"} 12.5",
            "waypost_job_oldest_age_seconds{state=\"running\"} 3.0",
        ] {
            #expect(text.contains("\(line)\n"), "\(line)")
        }
        #expect(!text.contains("deleted"))
        let silent = ServerMetrics(
            requests: RequestCounts().snapshot, solves: [:], jobs: .init(census: nil),
            health: .idle, catalog: fixtureCatalog()
        ).text
        #expect(silent.contains("waypost_job_store_up 0\n"))
        #expect(!silent.contains("waypost_jobs"))
    }

    @Test func `a server with jobs counts them, and one without has no such family`() async throws {
        let files = TestFiles()
        try await makeJobServer(FakeLayer(.answer(routeAnswer())), files: files).test {
            client in
            let job = try await client.submit(JobPath.solve, FixturePath.twoStops)
            #expect(try await client.ended(job)["jobStatus"] == "esriJobSucceeded")
            let page = try await page(client)
            #expect(page.values["waypost_job_store_up"] == 1)
            #expect(page.values["waypost_jobs{state=\"succeeded\"}"] == 1)
            #expect(page.values["waypost_job_oldest_age_seconds{state=\"waiting\"}"] == 0)
        }
        try await makeServer().test { client in
            let page = try await page(client)
            #expect(page.kinds["waypost_jobs"] == nil)
        }
    }

    @Test func `a store is asked at most every few seconds, also if it does not answer`()
        async throws
    {
        struct Silent: Error {}
        let counting = JobCounting()
        let start = ContinuousClock.now
        var asked = 0
        for (seconds, isNew) in [(0.0, true), (1, false), (4.9, false), (5.1, true), (6, false)] {
            let before = asked
            let census = await counting.count(at: start + .seconds(seconds)) {
                asked += 1
                throw Silent()
            }
            #expect(census == nil)
            #expect(asked - before == (isNew ? 1 : 0), "\(seconds)")
        }
        let found = await counting.count(at: start + .seconds(11)) { JobCensus() }
        #expect(found == JobCensus())
        let kept = await counting.count(at: start + .seconds(12)) { throw Silent() }
        #expect(kept == JobCensus())
    }

    /// A layer whose network has a date, a file, both or neither.
    private struct DatedLayer: RouteAnswering {
        var layerDescription = FakeLayer.description
        var fileVersion: NetworkFileVersion?
        let operations: [AnalysisOperation] = []

        init(milliseconds: Int64, file: String?) {
            layerDescription.buildTime = milliseconds
            fileVersion = file.flatMap { NetworkFileVersion(path: $0) }
        }

        func answer(
            _ request: AnalysisRequest, control: SolveControl,
            passingRowsTo rows: (any AnswerRowReceiver)?
        ) throws(RouteRequestError) -> AnalysisResult { AnalysisResult() }
    }

    @Test func `a network is as old as its data, or else as its file`() throws {
        let files = TestFiles()
        let file = try files.write("network", "bytes")
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_700_000_000)], ofItemAtPath: file)
        let layers: [(name: String, milliseconds: Int64, file: String?)] = [
            ("Dated", 1_600_000_000_500, file), ("InMemory", 1_600_000_000_500, nil),
            ("Undated", 0, file), ("Drawn", 0, nil), ("Future", 1_900_000_000_000, file),
        ]
        let metrics = ServerMetrics(
            requests: RequestCounts().snapshot, solves: [:], jobs: nil, health: .idle,
            catalog: ServiceCatalog(
                layers.map {
                    PublishedLayer(
                        service: "Harbor", layer: $0.name,
                        answering: DatedLayer(milliseconds: $0.milliseconds, file: $0.file))
                }), now: 1_700_000_100)
        let values = try Page(metrics.text).values
        func age(_ name: String) -> Double? {
            values["waypost_network_age_seconds{layer=\"\(FixturePath.service)/\(name)\"}"]
        }
        #expect(age("Dated") == 100_000_099.5)
        #expect(age("InMemory") == age("Dated"))
        #expect(age("Undated") == 100)
        #expect(age("Drawn") == nil)
        // A clock that is wrong makes no negative age.
        #expect(age("Future") == 0)
    }

    @Test func `queue, caches, memory and the age of traffic have their values`() throws {
        var sketch = NetworkSketch("a---b")
        sketch.road("ab", seconds: 10)
        let layer = NetworkLayer(network: try sketch.build(), analyses: .all)
        let quiet = NetworkLayer(network: try sketch.build(), analyses: .all)
        layer.traffic.publish(
            TrafficSnapshot(
                speeds: sketch.edges(along: "ab").map {
                    EdgeSpeed(edge: $0, kilometersPerHour: 30)
                },
                closures: [], made: layer.traffic.now() - 40_000, on: layer.network))
        let busy = Health(
            question: .readiness, layerCount: 2, unavailableCount: 0,
            load: (running: 3, waiting: 5),
            bodies: (bodies: 7, bytes: 11), isOverloaded: false, overdueCount: 13,
            metrics: MetricUse(hits: 17, misses: 19, evictions: 23, bytes: 29, pinnedBytes: 31))
        let text = ServerMetrics(
            requests: RequestCounts().snapshot, solves: [:], jobs: nil, health: busy,
            catalog: ServiceCatalog([
                PublishedLayer(service: "Harbor", layer: "Busy", answering: layer),
                PublishedLayer(service: "Harbor", layer: "Quiet", answering: quiet),
            ])
        ).text
        for line in [
            "waypost_solves_running 3", "waypost_solves_waiting 5", "waypost_request_bodies 7",
            "waypost_request_body_bytes 11", "waypost_overdue 13", "waypost_metric_hits_total 17",
            "waypost_metric_misses_total 19", "waypost_metric_evictions_total 23",
            "waypost_cached_metric_bytes 29", "waypost_pinned_metric_bytes 31",
        ] {
            #expect(text.contains("\(line)\n"), "\(line)")
        }
        let values = try Page(text).values
        let ages = values.filter { $0.key.hasPrefix("waypost_traffic_age_seconds") }
        let label = "{layer=\"\(FixturePath.service)/Busy\"}"
        #expect(Array(ages.keys) == ["waypost_traffic_age_seconds\(label)"])
        #expect(ages.values.allSatisfy { $0 >= 40 && $0 < 4_000 }, "\(ages)")
        // A process that runs Swift holds more than a megabyte.
        #expect(try #require(values["process_resident_memory_bytes"]) > 1_048_576)
    }

    @Test func `times fall into every class that is long enough`() {
        let counts = RequestCounts()
        for seconds in [0.0005, 0.001, 0.0011, 29, 31] {
            counts.count(.init(operation: "solve", status: 200, code: 0), seconds: seconds)
        }
        let times = counts.snapshot.times["solve"]
        #expect(times?.counts.first == 2)
        #expect(times?.counts[1] == 3)
        #expect(times?.counts.last == 4)
        #expect(times?.count == 5)
    }

    @Test func `quotes and line ends in labels are escaped`() {
        var text = PrometheusText()
        text.family("a", .gauge, "b")
        text.value("a", 1, labels: [("c", "d\"e\\f\ng")])
        #expect(text.text == "# HELP a b\n# TYPE a gauge\na{c=\"d\\\"e\\\\f\\ng\"} 1\n")
    }

    @Test func `the dashboard asks for measurements that the server has`() async throws {
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../Documentation/grafana.json")
        let dashboard = try JSONValue.parse(Data(contentsOf: file))
        let panels = try #require(dashboard["panels"]?.array)
        #expect(Set(panels.compactMap { $0["id"]?.integer }).count == panels.count)
        let questions = panels.flatMap { $0["targets"]?.array ?? [] }.compactMap {
            $0["expr"]?.string
        }
        #expect(questions.count >= panels.count)
        let asked = questions.flatMap { question in
            question.matches(of: /(?:waypost|process)_[a-z_]+/).map { String($0.output) }
        }
        let files = TestFiles()
        try await makeJobServer(files: files).test { client in
            let families = try await page(client).kinds.keys
            for name in asked {
                let family = name.hasSuffix("_bucket") ? String(name.dropLast(7)) : name
                #expect(families.contains(family), "\(name)")
            }
        }
    }
}

extension JobCensus {
    fileprivate static func counting(
        _ groups: [(state: JobState, count: Int, milliseconds: Int64)]
    ) -> JobCensus {
        var census = JobCensus()
        for group in groups {
            census.add(group.state, count: group.count, ageMilliseconds: group.milliseconds)
        }
        return census
    }
}

extension Health {
    /// A server with nothing to do.
    fileprivate static var idle: Health {
        Health(
            question: .readiness, layerCount: 2, unavailableCount: 0, load: (0, 0), bodies: (0, 0),
            isOverloaded: false, overdueCount: 0, metrics: MetricUse())
    }
}
