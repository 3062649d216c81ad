// Tests that every place with Waypost's version has the same one.

import ArgumentParser
import Foundation
import Geo
import RouteAPI
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import RouteCLI

@Suite struct VersionTests {
    @Test func `the program, the changelog and what the server writes have one version`()
        async throws
    {
        let version = ProductVersion.current
        #expect(Waypost.configuration.version == version)
        let changes = try String(
            contentsOf: Sample.package.appendingPathComponent("CHANGELOG.md"), encoding: .utf8)
        let newest = try #require(changes.split(separator: "\n").first { $0.hasPrefix("## ") })
        #expect(newest.hasPrefix("## \(version)"), "\(newest)")
        try await SampleService.run { layer in
            func body(_ path: String) async throws -> String {
                let url = try #require(URL(string: path, relativeTo: layer))
                let (data, response) = try await URLSession.shared.data(from: url)
                let head = try #require(response as? HTTPURLResponse)
                #expect(head.statusCode == 200, "\(path)")
                #expect(head.value(forHTTPHeaderField: "Server") == "Waypost/\(version)", "\(path)")
                return String(decoding: data, as: UTF8.self)
            }
            let description = try JSONValue.parse(try await body("/openapi.json"))
            #expect(description["info"]?["version"] == .string(version))
            for page in ["/arcgis/rest/services?f=html", "/map"] {
                let named = try await body(page).matches(of: /Waypost (\d+(?:\.\d+)+)/)
                #expect(!named.isEmpty, "\(page) has no version")
                #expect(named.allSatisfy { $0.output.1 == version }, "\(page)")
            }
        }
    }
}
