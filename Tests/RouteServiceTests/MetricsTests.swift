// `/metrics`: its form, and its counts after requests.

import Foundation
import Geo
import HTTPTypes
import HummingbirdTesting
import NIOCore
import Testing

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

    private func page(_ client: some TestClientProtocol) async throws -> Page {
        let response = try await client.execute(uri: "/metrics", method: .get)
        #expect(response.status == .ok)
        #expect(response.headers[.contentType] == "text/plain; version=0.0.4; charset=utf-8")
        return try Page(String(buffer: response.body))
    }

    @Test func `requests are counted by operation, status and code, with their times`()
        async throws
    {
        try await makeServer().test(.router) { client in
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
        try await makeServer().test(.router) { client in
            let families = try await page(client).kinds.keys
            for name in asked {
                let family = name.hasSuffix("_bucket") ? String(name.dropLast(7)) : name
                #expect(families.contains(family), "\(name)")
            }
        }
    }
}
