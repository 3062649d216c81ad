// Tests which networks and operations `waypost serve` serves, and where, by its options.

import ArgumentParser
import Foundation
import Preparation
import RouteAPI
import RouteService
import ServiceTransport
import Testing

@testable import RouteCLI

@Suite struct ServeOptionsTests {
    private func command(_ arguments: String...) throws -> ServeCommand {
        try #require(try Waypost.parseAsRoot(["serve"] + arguments) as? ServeCommand)
    }

    @Test func `the operations that are served are those that clients know`() {
        let served = [AnalysisOperation].all.map(\.description.name)
        #expect(served.sorted() == LayerOperation.all.map(\.name).sorted())
    }

    @Test func `several networks are served under the names of their folders, or others`() throws {
        let plain = try command("--network", "a/town", "--network", "region/")
        #expect(plain.catalog.networks.map(\.name) == ["town", "region"])
        let named = try command(
            "--network", "a/town", "--name", "Old", "--network", "b/town", "--name", "New")
        #expect(named.catalog.networks.map(\.name) == ["Old", "New"])
        #expect(named.catalog.networks.map(\.path) == ["a/town", "b/town"])
    }

    @Test(arguments: [
        (["--network", "a/town", "--network", "b/town"], "name \"town\""),
        (["--network", "a", "--network", "b", "--name", "c"], "1 times for 2 networks"),
        (["--name", "c"], "for 0 networks"),
        (["--network", "a", "--name", "b/c"], "contains /, ? or #"),
        (["--network", "a", "--definitions", "b"], "cannot be combined"),
        (["--network", "a", "--time-zone", "Nowhere/Else"], "not an IANA time zone"),
        (["--definitions", "a", "--time-zone", "Europe/Lisbon"], "--time-zone needs --network"),
        (["--network", "a", "--keep-jobs", "3"], "need --jobs"),
        (["--network", "a", "--connections-per-address", "0"], "per-address must be"),
        (["--network", "a", "--jobs", "j", "--keep-jobs", "0"], "--keep-jobs must be"),
        (["--network", "a", "--jobs", "j", "--job-threads", "0"], "--job-threads must be"),
        (["--network", "a", "--jobs", "j", "--job-lease", "1"], "--job-lease must be"),
    ])
    func `what cannot be served is reported at once`(arguments: [String], word: String) {
        do {
            _ = try Waypost.parseAsRoot(["serve"] + arguments)
            Issue.record("it was accepted")
        } catch {
            #expect(Waypost.message(for: error).contains(word))
        }
    }

    @Test func `a server without MapLibre says how to get it`() throws {
        let lack = try #require(MapOptions.lack(in: nil))
        #expect(lack.contains("scripts/setup-map") && lack.contains("--map-files"))
        #expect(MapOptions.lack(in: "/usr/share/waypost/map") == nil)
    }

    @Test func `networks are verified unless that is skipped`() throws {
        let plain = try command("--network", "a/town")
        #expect(!plain.catalog.configuration.skipsVerification)
        let skipping = try command("--network", "a/town", "--skip-verify")
        #expect(skipping.catalog.configuration.skipsVerification)
    }

    @Test func `the log has the level that is asked for, and no other word`() throws {
        let quiet = try command("--network", "town", "--log-level", "warning")
        #expect(quiet.log.logLevel == .warning)
        #expect(throws: (any Error).self) {
            try command("--network", "town", "--log-level", "loud")
        }
    }

    /// Parses `serve` with a file of options, and further arguments.
    private func command(settings: String, _ arguments: String...) throws -> ServeCommand {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString).yaml")
        try Data(settings.utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let expanded = try SettingsFile.expanded(
            ["serve", "--settings", file.path] + arguments)
        return try #require(try Waypost.parseAsRoot(expanded) as? ServeCommand)
    }

    @Test func `a file of options is the command line in front of the command line`() throws {
        let settings = """
            network: [a/town, b/region]
            port: 8080
            public-url: https://maps.example
            users: users.txt
            sharing: true
            skip-verify: false
            log-format: json
            """
        let filed = try command(settings: settings)
        #expect(filed.catalog.networks.map(\.name) == ["town", "region"])
        #expect(filed.port == 8080 && filed.access.publicURL == "https://maps.example")
        #expect(filed.access.answersSharing && !filed.catalog.skipVerify)
        #expect(filed.log.logFormat == .json && filed.log.logLevel == .info)
        let changed = try command(settings: settings, "--port", "9090", "--network", "c")
        #expect(changed.port == 9090)
        #expect(changed.catalog.networks.map(\.name) == ["town", "region", "c"])
    }

    @Test(arguments: [
        ("prot: 8080", [".yaml:1", "there is no option \"prot\"", "\"port\""]),
        ("network: a\nport: [1, 2]", [".yaml:2", "has 2 values and takes one"]),
        ("network: a\nsharing: often", [".yaml:2", "\"often\" is not one of: true, false"]),
        ("network: a\nhost: {a: b}", [".yaml:2", "one value is expected"]),
        ("settings: other.yaml", ["there is no option \"settings\""]),
        ("", ["the file is empty"]),
        ("network: a\nport: 100000", ["--port must be within"]),
    ])
    func `what is wrong in a file of options is named with its line`(
        settings: String, words: [String]
    ) throws {
        do {
            _ = try command(settings: settings)
            Issue.record("it was accepted")
        } catch {
            let message = CommandFailure(describing: error)?.message ?? Waypost.message(for: error)
            for word in words { #expect(message.contains(word)) }
        }
    }

    @Test(arguments: [
        ("The value 'abc' is invalid for '--port <port>'", 3),
        ("--port must be within 0…65535.", 3), ("town/net does not exist", 1),
        ("--ports is no option", nil), ("--jobs must be a folder", nil), ("no street", nil),
        ("jobs.json has no rows", nil), ("write json, not xml", nil), ("a/town/network", nil),
        ("\"json\" is not one of: text", 5), ("town/net does not go with --port", 3),
    ])
    func `a message about a setting says where it stands`(message: String, line: Int?) throws {
        let file = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString).yaml")
        try Data("network: town/net\n\nport: abc\njobs: x\nlog-format: json\n".utf8).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let place = SettingsFile.place(
            blamedBy: message, in: ["serve", "--settings", file.path, "--jobs", "y"])
        #expect(place == line.map { "\(file.path):\($0)" })
    }

    @Test func `a file of options that is not there is named`() {
        let failure = #expect(throws: CommandFailure.self) {
            try SettingsFile.expanded(["serve", "--settings=nowhere.yaml"])
        }
        #expect(failure?.message.contains("\"nowhere.yaml\" cannot be read") == true)
    }

    @Test func `other commands read no file of options`() throws {
        let arguments = ["solve", "--settings", "nowhere.yaml"]
        #expect(try SettingsFile.expanded(arguments) == arguments)
    }

    @Test func `a worker has the networks and the jobs of its servers`() throws {
        let arguments = ["worker", "--network", "a/town", "--jobs", "postgres:///jobs"]
        let worker = try #require(try Waypost.parseAsRoot(arguments) as? WorkerCommand)
        #expect(worker.catalog.networks.map(\.name) == ["town"])
        #expect(worker.jobs.place == "postgres:///jobs")
        var configuration = worker.catalog.configuration
        worker.jobs.apply(to: &configuration)
        #expect(configuration.jobs == "postgres:///jobs")
        #expect(throws: (any Error).self) {
            _ = try Waypost.parseAsRoot(["worker", "--network", "a", "--port", "1"])
        }
    }

    @Test func `a database that cannot hold jobs is named without its password`() async throws {
        var configuration = RouteServiceConfiguration.networks([], analyses: .all)
        configuration.jobs = "postgres://ann:s3cret@127.0.0.1:1/jobs"
        do {
            try await runRouteService(configuration: configuration)
            Issue.record("it was accepted")
        } catch {
            let failure = try #require(CommandFailure(describing: error))
            #expect(failure.outcome == .invalidInput)
            #expect(failure.message.contains("ann@127.0.0.1:1/jobs"))
            #expect(!failure.message.contains("s3cret"))
        }
    }

    @Test func `signals that mean nothing end nothing`() {
        Waypost.ignoreUserSignals()
        #expect(raise(SIGUSR1) == 0 && raise(SIGUSR2) == 0)
    }

    @Test func `a port in use is reported with its address`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-serve-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let streets = """
            <osm version="0.6"><node id="1" version="1" lat="43.730" lon="7.410"/>
            <node id="2" version="1" lat="43.731" lon="7.410"/><way id="10" version="1">
            <nd ref="1"/><nd ref="2"/><tag k="highway" v="residential"/></way></osm>
            """
        let input = folder.appendingPathComponent("streets.osm")
        try streets.write(to: input, atomically: true, encoding: .utf8)
        let network = folder.appendingPathComponent("town").path
        #expect(
            await Waypost.run(["network", "build", input.path, "--output", network, "--quiet"])
                == .answered)
        #expect(await Waypost.run(["serve", "--network", network, "--check"]) == .answered)
        #expect(
            await Waypost.run(["serve", "--network", network + "/none", "--check"])
                == .invalidInput)
        var configuration = RouteServiceConfiguration.networks(
            [
                .init(path: network), .init(path: network, name: "again"),
            ], analyses: .all)
        configuration.port = 0
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        var second = configuration
        second.port = port
        second.onListening = { _ in Issue.record("two servers listen on one port") }
        let failure = await #expect(throws: AddressUnavailable.self) {
            try await runRouteService(configuration: second)
        }
        #expect(failure?.description.hasPrefix("127.0.0.1:\(port) cannot be used") == true)
        #expect(failure?.description.contains("another program") == true)

        second.host = "no.such.host.invalid"
        let unknown = await #expect(throws: AddressUnavailable.self) {
            try await runRouteService(configuration: second)
        }
        #expect(unknown?.description.hasPrefix("no.such.host.invalid:") == true)
        try FileManager.default.removeItem(at: folder)
    }
}
