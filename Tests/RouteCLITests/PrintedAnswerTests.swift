// Compares answers printed in README and Documentation with the program's, on the sample data.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

@testable import RouteCLI

@Suite struct PrintedAnswerTests {
    /// A request printed on a page: the fields of `curl -d`.
    private func fields(of block: String) -> [String: String] {
        var fields: [String: String] = [:]
        for match in block.matches(of: /-d '([A-Za-z]+)=([^']*)'|-d ([A-Za-z]+)=(\S+)/) {
            let name = match.output.1 ?? match.output.3 ?? ""
            fields[String(name)] = String(match.output.2 ?? match.output.4 ?? "")
        }
        fields["f"] = nil
        return fields
    }

    /// A page's code blocks, in order.
    private func blocks(of page: String) throws -> [String] {
        let path = Sample.package.appendingPathComponent(page)
        let text = try String(contentsOf: path, encoding: .utf8)
        return text.split(separator: "\n```").enumerated().filter { $0.offset % 2 == 1 }
            .map { String($0.element) }
    }

    private func answer(
        _ operation: String, _ fields: [String: String], of layer: URL
    ) async throws -> JSONValue {
        try await RouteTask(url: layer).answer(of: operation, fields: fields).json
    }

    @Test func `the answer in the README is the answer`() async throws {
        let blocks = try blocks(of: "README.md")
        let place = try #require(blocks.firstIndex { $0.hasPrefix("json") })
        let printed = try JSONValue.parse(String(blocks[place].dropFirst("json".count)))
        let request = fields(of: blocks[place - 1])
        #expect(request.count == 4, "\(request.keys.sorted())")
        try await SampleService.run { layer in
            let found = try await answer("solve", request, of: layer)
            func steps(_ value: JSONValue) -> [String] {
                value["directions"]?.array?.first?["features"]?.array?.map(\.text) ?? []
            }
            // Each step separately, so a failure shows which one differs.
            #expect(steps(printed).count == steps(found).count)
            for (shown, right) in zip(steps(printed), steps(found)) { #expect(shown == right) }
            for key in ["messages", "network"] { #expect(printed[key] == found[key], "\(key)") }
            #expect(
                printed["directions"]?.array?.first?["summary"]
                    == found["directions"]?.array?.first?["summary"])
            #expect(printed.object?.keys == found.object?.keys)
        }
    }

    @Test func `the example of matching loses no position`() async throws {
        let block = try #require(
            try blocks(of: "Documentation/Server.md").first { $0.contains("$LAYER/match") })
        try await SampleService.run { layer in
            let found = try await answer("match", fields(of: block), of: layer)
            let points = try #require(found["tracePoints"]?["features"]?.array)
            #expect(points.count == 2)
            #expect(points.allSatisfy { ($0["attributes"]?["Status"]?.integer ?? 9) <= 1 })
            #expect(found["traceGaps"]?["features"]?.array?.isEmpty == true)
        }
    }
}
