// Tests network files that are replaced or written into under a running server.

import Fixtures
import Foundation
import Geo
import Hummingbird
import Preparation
import NetworkBuilder
@testable import PublishedServices
import RouteAPI
import RouteTesting
import ServerTesting
import ServiceLifecycle
import Testing

@testable import RouteService

@Suite struct NetworkWatchTests {
    private let files = TestFiles()

    /// Replaces a file by another one.
    private func replace(_ name: String, _ text: String) throws {
        let path = files.path(name)
        try FileManager.default.removeItem(atPath: path)
        _ = try files.write(name, text)
    }

    @Test func `a new file counts when two looks have found it, and once`() throws {
        let path = try files.write("network", "old")
        let open = try #require(NetworkFileVersion(path: path))
        var looks = NetworkFileLooks()
        func look() -> [String] { looks.changed([(path, open)]) }
        #expect(look() == [] && look() == [])
        // A hard link keeps the old file, so the new one gets another inode number.
        try FileManager.default.linkItem(atPath: path, toPath: files.path("kept"))
        try replace("network", "new, in part")
        #expect(look() == [], "it may still be written")
        try replace("network", "new, all of it")
        #expect(look() == [])
        #expect(look() == [path])
        #expect(look() == [] && look() == [], "a version that was refused is not tried again")
        try FileManager.default.removeItem(atPath: path)
        #expect(look() == [] && look() == [], "a file that is gone changes nothing")
        _ = try files.write("network", "newer")
        #expect(look() == [])
        #expect(look() == [path])
    }

    @Test func `networks stay open while their files are the same`() throws {
        let path = try files.write("network", "old")
        try FileManager.default.linkItem(atPath: path, toPath: files.path("kept"))
        var opened: [SwappedNetwork] = []
        func opener(keeping known: [String: OpenNetwork]) -> NetworkOpener {
            NetworkOpener(keeping: known) { path in
                let text = try String(contentsOfFile: path, encoding: .utf8)
                let network = SwappedNetwork(text, fileVersion: NetworkFileVersion(path: path))
                opened.append(network)
                return network
            }
        }
        var first = opener(keeping: [:])
        let network = try first.network(at: path) as? SwappedNetwork
        _ = try first.network(at: path)
        #expect(opened.count == 1)
        var second = opener(keeping: first.networks)
        #expect(try second.network(at: path) as? SwappedNetwork === network)
        #expect(opened.count == 1)
        // The new file has the same content, so the network stays open under the file's new
        // version.
        try replace("network", "old")
        var third = opener(keeping: second.networks)
        #expect(try third.network(at: path) as? SwappedNetwork === network)
        #expect(opened.count == 2)
        #expect(third.networks[path]?.version == NetworkFileVersion(path: path))
        network?.modify()
        var fourth = opener(keeping: third.networks)
        #expect(try fourth.network(at: path) as? SwappedNetwork !== network)
        try replace("network", "new")
        var fifth = opener(keeping: fourth.networks)
        #expect(try fifth.network(at: path).layerDescription.fingerprint == "new")
    }

    @Test func `a watch asks every network for programs that wait, and ends quietly`()
        async throws
    {
        let network = SwappedNetwork("old")
        let watch = NetworkWatch(
            published: PublishedCatalog(NetworkSequence.catalog(network)), logger: .silent,
            interval: .milliseconds(1))
        let running = Task { try await watch.run() }
        try await eventually { network.admitted > 2 }
        running.cancel()
        try await running.value
    }

    @Test func `networks of running jobs are watched until they end`() {
        let old = SwappedNetwork("old")
        let published = PublishedCatalog(NetworkSequence.catalog(old))
        func used() -> [String] { published.earlierInUse.map(\.description.fingerprint) }
        withExtendedLifetime(published.current.layers) {
            published.replace(with: NetworkSequence.catalog(SwappedNetwork("new")))
            #expect(used() == ["old"])
        }
        #expect(used() == [])
    }

    // MARK: Real files

    /// A street whose end lies at this latitude, to distinguish versions.
    private func streets(_ latitude: String) throws -> String {
        try files.write(
            "streets.osm",
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <osm version="0.6">
              <node id="1" version="1" lat="43.730" lon="7.410"/>
              <node id="2" version="1" lat="\(latitude)" lon="7.410"/>
              <way id="10" version="1">
                <nd ref="1"/><nd ref="2"/>
                <tag k="highway" v="residential"/><tag k="name" v="Rue du Port"/>
              </way>
            </osm>
            """)
    }

    private func build(_ latitude: String) async throws {
        _ = try await BuildPipeline.run(
            inputs: [try streets(latitude)], output: files.path("port"))
    }

    /// A server over the network that checks its file often.
    private func server() throws -> some ApplicationProtocol {
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: files.path("port"))], analyses: .all)
        configuration.logger = .silent
        configuration.watchInterval = .milliseconds(10)
        return try buildApplication(configuration: configuration)
    }

    private static let solve =
        "/arcgis/rest/services/port/NAServer/Route/solve?f=json&stops=7.41,43.7302;7.41,43.7308"

    private func fingerprint(_ client: TestClient) async throws -> String {
        let answer = try await client.execute(uri: Self.solve, method: .get).json()
        return try #require(answer["network"]?["fingerprint"]?.string, "\(answer.text)")
    }

    /// Polls until the fingerprint differs from `old`.
    private func next(
        after old: String, _ client: TestClient
    ) async throws -> String {
        for _ in 0..<5_000 {
            let found = try await fingerprint(client)
            if found != old { return found }
            try await Task.sleep(for: .milliseconds(5))
        }
        return old
    }

    @Test func `a network that is built again is swapped in, and no request fails`() async throws {
        try await build("43.731")
        try await server().test { client in
            let first = try await fingerprint(client)
            try await build("43.732")
            let second = try await next(after: first, client)
            #expect(second != first)
            try await build("43.731")
            #expect(try await next(after: second, client) == first)
        }
    }

    @Test func `a program that writes into the served file changes no answer`() async throws {
        try await build("43.731")
        let path = "\(files.path("port"))/network.waypost"
        let bytes = try Data(contentsOf: URL(fileURLWithPath: path))
        try await server().test { client in
            let first = try await fingerprint(client)
            #expect(chmod(path, 0o644) == 0)
            // Waits until the watch has admitted the writer.
            var writer: Int32 = -1
            for _ in 0..<5_000 where writer < 0 {
                writer = open(path, O_WRONLY | O_NONBLOCK | O_TRUNC | O_CLOEXEC)
                if writer < 0 { try await Task.sleep(for: .milliseconds(5)) }
            }
            try #require(writer >= 0)
            #expect(ftruncate(writer, 0) == 0)
            for _ in 0..<20 {
                #expect(try await fingerprint(client) == first)
                try await Task.sleep(for: .milliseconds(5))
            }
            #expect(
                bytes.withUnsafeBytes { write(writer, $0.baseAddress, $0.count / 2) }
                    == bytes.count / 2)
            #expect(close(writer) == 0)
            for _ in 0..<20 {
                #expect(try await fingerprint(client) == first)
                try await Task.sleep(for: .milliseconds(5))
            }
            // In the end the server serves the valid file.
            try await build("43.732")
            #expect(try await next(after: first, client) != first)
        }
    }
}
