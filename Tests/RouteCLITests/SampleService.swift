// The sample town's service over HTTP, for tests of what a newcomer sees.

import Foundation
import RouteService
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@testable import RouteCLI

/// The sample service, as `scripts/demo` publishes it.
enum SampleService {
    /// Runs `body` with the URL of the service's route layer.
    ///
    /// - Parameters:
    ///   - network: The network's folder; by default the sample's.
    ///   - phrases: An operator's phrase files, by language tag.
    ///   - hasJobs: Whether the server takes jobs.
    ///   - more: Further services' definitions, by the names of their files.
    ///   - users: The file of the users.
    static func run(
        network: String? = nil, phrases: [String: String] = [:], hasJobs: Bool = false,
        more: [String: String] = [:], users: String? = nil, _ body: (URL) async throws -> Void
    ) async throws {
        let source = Sample.package.appendingPathComponent("ServiceDefinitions")
        let folder = Sample.path("definitions-\(UUID().uuidString)")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let sample = try await Sample.network()
        for kind in ["monaco", "monaco-closest", "monaco-matrix"] {
            let name = "\(kind).service.yaml"
            let text =
                try String(
                    contentsOf: source.appendingPathComponent(name), encoding: .utf8
                ).replacing("../demo-output/monaco", with: network ?? sample)
                + (phrases.isEmpty ? "" : "directions: { phrases: phrases }\n")
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        for (name, text) in more {
            try text.write(toFile: "\(folder)/\(name)", atomically: true, encoding: .utf8)
        }
        if !phrases.isEmpty {
            try FileManager.default.createDirectory(
                atPath: "\(folder)/phrases", withIntermediateDirectories: false)
        }
        for (tag, text) in phrases {
            try text.write(
                toFile: "\(folder)/phrases/\(tag).json", atomically: true, encoding: .utf8)
        }
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        var configuration = RouteServiceConfiguration.definitions(folder: folder, analyses: .all)
        configuration.port = 0
        if hasJobs { configuration.jobs = Sample.path("jobs-\(UUID().uuidString)") }
        configuration.usersPath = users
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        try await body(
            try #require(
                URL(
                    string:
                        "http://127.0.0.1:\(port)/arcgis/rest/services/Monaco/NAServer/Route")))
    }

    /// The page at a path beside the route layer, with query fields.
    ///
    /// - Parameter languages: The browser's Accept-Language header.
    static func page(
        _ path: String, of layer: URL, _ fields: [String: String], accepting languages: String = ""
    ) async throws -> String {
        var parts = try #require(
            URLComponents(
                url: layer.deletingLastPathComponent().appendingPathComponent(path),
                resolvingAgainstBaseURL: false))
        parts.queryItems =
            [URLQueryItem(name: "f", value: "html")]
            + fields.sorted { $0.key < $1.key }.map { URLQueryItem(name: $0.key, value: $0.value) }
        var request = URLRequest(url: try #require(parts.url))
        if !languages.isEmpty {
            request.setValue(languages, forHTTPHeaderField: "Accept-Language")
        }
        let (data, _) = try await URLSession.shared.data(for: request)
        return String(decoding: data, as: UTF8.self)
    }
}
