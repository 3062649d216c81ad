// Tests the commands over the shipped sample: building, inspecting, solving locally and on a live
// server.

import ArgumentParser
import Foundation
import Geo
import RouteAPI
import Preparation
import RouteAnalysis
import RouteService
import RouteTaskClient
import Testing

@testable import RoadNetwork
@testable import RouteCLI

/// The sample network, built once by the command that users type.
enum Sample {
    static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    static func data(_ name: String) -> String {
        package.appendingPathComponent("SampleData/\(name)").path
    }

    /// The folder, created by whichever test writes first.
    static let folder: URL = {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-cli-\(ProcessInfo.processInfo.processIdentifier)")
        // A test that cannot write there reports it itself.
        try? FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }()

    static func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    private static let building = Task { () -> Outcome in
        await Waypost.run([
            "network", "build", data("monaco.osm.pbf"), "--output", path("network"), "--quiet",
        ])
    }

    /// The network's folder.
    static func network() async throws -> String {
        try #require(await building.value == .answered)
        return path("network")
    }

    /// Streets that reach each other by car, as a file of stops.
    static func places(_ count: Int) async throws -> String {
        let dataset = try NetworkDataset(path: try await network())
        let lines = dataset.samplePlaces(count).enumerated().map { (row, place) in
            "Place \(row + 1),\(place.coordinate.x),\(place.coordinate.y)\n"
        }
        let file = path("places-\(count)-\(UUID().uuidString).csv")
        let text = "Name,lon,lat\n" + lines.joined()
        try Console.write(bytes: Array(text.utf8), toFile: file)
        return file
    }

    static func text(_ name: String) throws -> String {
        try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }
}

/// A network changed by a program that knows its format.
private enum DamagedNetwork {
    /// A dataset's bytes with a first edge that ends at a missing node, and with valid checksums
    /// and fingerprint.
    static func pointingNowhere(_ original: [UInt8]) throws -> [UInt8] {
        var bytes = original
        func number(at place: Int) -> Int {
            Int(bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: place, as: UInt64.self) })
        }
        func put(_ value: some FixedWidthInteger, at place: Int) {
            withUnsafeBytes(of: value.littleEndian) {
                bytes.replaceSubrange(place..<(place + $0.count), with: $0)
            }
        }
        let count = bytes.withUnsafeBytes { $0.loadUnaligned(fromByteOffset: 12, as: UInt32.self) }
        var sections: [DatasetSection] = []
        for row in 0..<Int(count) {
            let record = DatasetHeader.headerBytes + row * DatasetHeader.recordBytes
            let name = bytes[record..<(record + DatasetHeader.nameBytes)].prefix { $0 != 0 }
            let numbers = record + DatasetHeader.nameBytes
            var section = DatasetSection(
                name: String(decoding: name, as: UTF8.self), stride: number(at: numbers),
                count: number(at: numbers + 8), offset: number(at: numbers + 16), checksum: 0)
            if section.name == "edge.head" { put(UInt32(1) << 30, at: section.offset) }
            section.checksum = bytes[section.offset..<(section.offset + section.bytes)]
                .withUnsafeBytes { DatasetChecksum.of($0) }
            put(section.checksum, at: numbers + 24)
            sections.append(section)
        }
        let fingerprint = NetworkFingerprint(of: sections)
        put(fingerprint.high, at: 24)
        put(fingerprint.low, at: 32)
        return bytes
    }
}

@Suite struct SampleNetworkTests {
    /// Two places of the town that reach each other.
    private let places = ["7.4163954,43.7298343", "Épi=7.4188621,43.7330002"]

    @Test func `a network is inspected and verified`() async throws {
        let network = try await Sample.network()
        #expect(await Waypost.run(["network", "inspect", network]) == .answered)
        #expect(await Waypost.run(["network", "inspect", network, "--json"]) == .answered)
        #expect(await Waypost.run(["network", "verify", network]) == .answered)
        #expect(await Waypost.run(["describe", "--network", network]) == .answered)
        #expect(await Waypost.run(["defaults", "--network", network, "--json"]) == .answered)
    }

    @Test(arguments: ["csv", "geojson", "gpkg", "gpx", "svg", "txt"])
    func `an output that cannot be written is no invalid input`(suffix: String) async throws {
        let network = try await Sample.network()
        let file = Sample.path("no-folder-for-\(suffix)")
        try Data().write(to: URL(filePath: file))
        for folder in [file, Sample.path("none")] {
            let outcome = await Waypost.run(
                ["solve", "--network", network, "-o", "\(folder)/a.\(suffix)"] + places)
            #expect(outcome == .failed, "\(folder)")
        }
    }

    @Test func `a folder that cannot be made is no invalid input`() async throws {
        let file = Sample.path("no-folder")
        try Data().write(to: URL(filePath: file))
        let town = Sample.data("monaco.osm.pbf")
        #expect(
            await Waypost.run(["network", "build", town, "--output", "\(file)/town"]) == .failed)
        let network = try await Sample.network()
        let export = ["network", "export", network, "--format", "csv", "--output", "\(file)/csv"]
        #expect(await Waypost.run(export) == .failed)
    }

    @Test func `a network with right checksums and wrong rows is refused by verify`() async throws {
        let network = try await Sample.network()
        let source = URL(filePath: "\(network)/\(NetworkDataset.fileName)")
        let bytes = try DamagedNetwork.pointingNowhere([UInt8](Data(contentsOf: source)))
        let folder = Sample.path("pointing-nowhere")
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        try Data(bytes).write(to: URL(filePath: "\(folder)/\(NetworkDataset.fileName)"))
        // Its checksums are right.
        _ = try NetworkDataset(path: folder, verification: .whole)
        let command = try #require(
            try Waypost.parseAsRoot(["network", "verify", folder]) as? VerifyCommand)
        let failure = #expect(throws: CommandFailure.self) { try command.run() }
        #expect(failure?.outcome == .invalidInput)
        #expect(failure?.message.contains("is inconsistent") == true)
        #expect(failure?.message.contains("edge.head") == true, "\(failure?.message ?? "")")
    }

    @Test func `the example in the documentation of NetworkLayer finds a route`() async throws {
        let folder = try await Sample.network()
        let dataset = try NetworkDataset(path: folder)
        var stops = FeatureSet(geometryType: .point, spatialReference: .wgs84, fields: [])
        stops.features = dataset.samplePlaces(2).map {
            Feature(values: [], geometry: .point($0.coordinate))
        }

        let layer = try NetworkLayer.open(path: folder)
        var parameters = RouteParameters()
        parameters.stops = LocationInput(features: stops)
        let result = try layer.solve(parameters)

        #expect(result.routes?.features.count == 1)
        #expect(result.fingerprint == dataset.fingerprint)
    }

    @Test func `places to try a network with are reached from one another`() async throws {
        let network = try await Sample.network()
        let dataset = try NetworkDataset(path: network)
        let places = dataset.samplePlaces(12)
        #expect(places == dataset.samplePlaces(12))
        #expect(Set(places.map(\.street)).count == 12 && !places.contains { $0.street.isEmpty })
        let extent = dataset.extent
        #expect(places.allSatisfy { extent.contains($0.coordinate) })
        #expect(await Waypost.run(["network", "places", network]) == .answered)
        #expect(await Waypost.run(["network", "places", network, "--count", "0"]) == .usage)
        let stops = Sample.path("places.csv")
        let lines = places.map { "\($0.coordinate.x),\($0.coordinate.y)\n" }.joined()
        try Console.write(bytes: Array(lines.utf8), toFile: stops)
        let text = Sample.path("places.txt")
        #expect(
            await Waypost.run(["solve", "--network", network, "--stops", stops, "-o", text])
                == .answered)
        #expect(try !Sample.text("places.txt").contains("warning"))
    }

    @Test func `a place far from any street is reported`() async throws {
        let network = try await Sample.network()
        let text = Sample.path("far.txt")
        let solve = ["solve", "--network", network, "-o", text]
        #expect(await Waypost.run(solve + places + ["Sea=7.4277,43.7255"]) == .answered)
        #expect(try Sample.text("far.txt").contains("warning: \"Sea\" lies "))
        #expect(await Waypost.run(solve + places) == .answered)
        #expect(try !Sample.text("far.txt").contains("lies "))
        #expect(FarPlace(name: "A", meters: 100) == nil && FarPlace(name: "A", meters: nil) == nil)
        #expect(FarPlace(name: "", meters: 12_345)?.text.hasPrefix("A place lies 12 km") == true)
    }

    @Test func `GeoJSON of a network goes to files and pipes, tables to a folder alone`()
        async throws
    {
        let network = try await Sample.network()
        let export = ["network", "export", network, "--quiet", "--format"]
        #expect(await Waypost.run(export + ["csv", "-o", "-"]) == .usage)
        #expect(await Waypost.run(export + ["csv", "-o", "/dev/stdout"]) == .usage)
        let (plain, link) = (Sample.path("n.geojson"), Sample.path("link.geojson"))
        #expect(await Waypost.run(export + ["geojson", "-o", plain]) == .answered)
        symlink(plain, link)
        chmod(plain, 0o640)
        let before = try Data(contentsOf: URL(fileURLWithPath: plain))
        #expect(await Waypost.run(export + ["geojson", "-o", link]) == .answered)
        #expect(try Data(contentsOf: URL(fileURLWithPath: plain)) == before)
        let type = try FileManager.default.attributesOfItem(atPath: link)[.type]
        #expect(type as? FileAttributeType == .typeSymbolicLink)
        let mode = try FileManager.default.attributesOfItem(atPath: plain)[.posixPermissions]
        #expect(mode as? Int == 0o640)
        let file = open(Sample.path("streamed.geojson"), O_WRONLY | O_CREAT, 0o600)
        #expect(await Waypost.run(export + ["geojson", "-o", "/dev/fd/\(file)"]) == .answered)
        close(file)
        #expect(
            try Data(contentsOf: Sample.folder.appendingPathComponent("streamed.geojson")) == before
        )
    }

    @Test func `a network is exported`() async throws {
        let network = try await Sample.network()
        let tables = Sample.path("tables")
        #expect(
            await Waypost.run([
                "network", "export", network, "--format", "csv", "-o", tables, "--quiet",
            ]) == .answered)
        #expect(try Sample.text("tables/edges.csv").hasPrefix("edge,from,to,twin,copy_of,way,"))
    }

    @Test func `one solve writes every format`() async throws {
        let network = try await Sample.network()
        let files = ["r.json", "r.geojson", "r.gpx", "r.csv", "r.txt", "r.svg"]
        let outputs = files.flatMap { ["-o", Sample.path($0)] } + ["--format", "answer"]
        let barriers = ["--barriers-file", Sample.data("barriers.geojson")]
        #expect(
            await Waypost.run(["solve", "--network", network] + places + barriers + outputs)
                == .answered)
        let answer = try RouteAnswer(json: JSONValue.parse(Sample.text("r.json")))
        #expect(answer.result.routes?.features.count == 1)
        #expect(answer.result.barriers.polygon?.features.isEmpty == false)
        #expect(try Sample.text("r.txt").contains("Start at Location 1"))
        #expect(try Sample.text("r.svg").contains("class=\"street "))
        #expect(try Sample.text("r.csv").contains("Épi"))
    }

    @Test func `stops that lie nowhere make an answer partial, and none at all invalid`()
        async throws
    {
        let network = try await Sample.network()
        let solve = ["solve", "--network", network, "-o", Sample.path("x.json")]
        #expect(await Waypost.run(solve + places + ["0,0"]) == .partial)
        #expect(await Waypost.run(solve + places + ["0,0", "--strict"]) == .invalidInput)
        #expect(await Waypost.run(solve + ["0,0", "1,1"]) == .invalidInput)
        #expect(await Waypost.run(solve + places + ["--impedance", "Speed"]) == .invalidInput)
        #expect(await Waypost.run(solve + places + ["--timeout", "1e-9"]) == .cancelled)
        #expect(await Waypost.run(["locate", "--network", network] + places) == .answered)
        #expect(await Waypost.run(["locate", "--network", network, "0,0"]) == .partial)
    }

    @Test
    func `a name of an attribute that is not there is invalid, though it is typed in any case`()
        async throws
    {
        let network = try await Sample.network()
        let solve = ["solve", "--network", network, "-o", Sample.path("n.json")] + places
        for typed in [
            ["--restrict", "Onewy"], ["--accumulate", "Lenght"],
            ["--parameter", "Height Restriction:Vehicle Hight (meters)=3"],
            ["--parameter", "Hight Restriction:Vehicle Height (meters)=3"],
        ] {
            #expect(await Waypost.run(solve + typed) == .invalidInput)
            #expect(
                await Waypost.run(["explain", "--network", network] + places + typed)
                    == .invalidInput)
            #expect(
                await Waypost.run(["locate", "--network", network] + places + typed)
                    == .invalidInput)
        }
        // On the wire the same is a warning.
        let wire = ["--set", "restrictionAttributeNames=Oneway,Onewy"]
        #expect(await Waypost.run(solve + wire) == .answered)
        for typed in [
            ["--restrict", "oneway", "--allow-illegal"], ["--accumulate", "minutes"],
            ["--parameter", "Weight Restriction:Vehicle Weight (kilograms)=3000"],
        ] {
            #expect(await Waypost.run(solve + typed) == .answered)
        }
    }

    @Test func `a travel mode whose impedance is a length avoids nothing`() async throws {
        let network = try NetworkDataset(path: try await Sample.network()).description
        let modes = RouteLayerConfiguration.standard(for: network).travelModes
        let lengths = modes.filter {
            network.namedCost($0.impedanceAttributeName)
                .map { network.costs[$0.position].kind == .length } ?? false
        }
        #expect(
            lengths.map(\.name) == ["Driving Distance", "Trucking Distance", "Walking Distance"])
        for mode in lengths {
            let active = network.includingImplied(mode.restrictionAttributeNames)
            #expect(active.allSatisfy { $0.isProhibiting }, "\(mode.name): \(active.map(\.name))")
            #expect(mode.attributeParameterValues.isEmpty)
        }
        let driving = try #require(modes.first { $0.name == "Driving Time" })
        #expect(driving.restrictionAttributeNames.contains("Avoid Alleys"))
        // Esri's modes do not use these either.
        for name in ["Driving Time", "Driving Distance", "Trucking Time", "Trucking Distance"] {
            let mode = try #require(modes.first { $0.name == name })
            #expect(mode.restrictionAttributeNames.contains("Avoid Carpool Roads"), "\(name)")
        }
    }

    @Test func `a parameter beside a travel mode changes that mode`() async throws {
        let network = try await Sample.network()
        let solve =
            [
                "solve", "--network", network, "--format", "answer", "-o",
                Sample.path("truck.json"),
            ] + places
        let truck = ["--travel-mode", "Trucking Time", "--set", "explainParameters=true"]
        let height = ["--parameter", "Height Restriction:Vehicle Height (meters)=3.4"]
        #expect(await Waypost.run(solve + truck + height) == .answered)
        let answer = try JSONValue.parse(Sample.text("truck.json"))
        func value(_ name: String) -> JSONValue? {
            answer["effectiveParameters"]?.array?.first { $0["name"]?.string == name }?["value"]
        }
        #expect(value("impedanceAttributeName") == "TruckTravelTime")
        #expect(value("attributeParameterValues")?.array?.first?["value"] == "3.4")
        #expect(value("restrictionAttributeNames")?.array?.contains("Height Restriction") == true)
    }

    /// Keeps stops on their closest street, whatever cuts it off.
    private static let inPlace = [
        "--set",
        """
        locateSettings={"default":{"tolerance":5000,"toleranceUnits":"esriMeters",
        "allowAutoRelocate":false}}
        """,
    ]

    @Test func `a wall between stops moves one of them, or leaves no route`() async throws {
        let network = try await Sample.network()
        let wall = Sample.path("wall.geojson")
        try Console.write(
            bytes: Array(
                """
                {"type":"LineString","coordinates":[[7.405,43.731],[7.445,43.731]]}
                """.utf8), toFile: wall)
        let solve = ["solve", "--network", network, "--line-barriers", wall, "--quiet"] + places
        #expect(await Waypost.run(solve + Self.inPlace) == .noSolution)
        let moved = Sample.path("moved.json")
        #expect(await Waypost.run(solve + ["--format", "answer", "-o", moved]) == .answered)
        #expect(try Sample.text("moved.json").contains("barriers cut the closest one off"))
    }

    @Test func `an explanation has places, values and causes, and ends as a solve would`()
        async throws
    {
        let network = try await Sample.network()
        let wall = Sample.path("fence.geojson")
        try Console.write(
            bytes: Array(
                """
                {"type":"LineString","coordinates":[[7.405,43.731],[7.445,43.731]]}
                """.utf8), toFile: wall)
        let explain = ["explain", "--network", network] + places
        let text = Sample.path("why.txt")
        #expect(await Waypost.run(explain + ["-o", text]) == .answered)
        #expect(try Sample.text("why.txt").contains("Épi"))
        #expect(try Sample.text("why.txt").contains("impedanceAttributeName"))

        let blocked =
            explain + ["--line-barriers", wall, "--picture", Sample.path("why.svg")] + Self.inPlace
        #expect(await Waypost.run(blocked + ["-o", text]) == .noSolution)
        #expect(try Sample.text("why.txt").contains("cut-off-by-barriers"))
        #expect(try Sample.text("why.txt").contains("change: leave out line barrier 1"))
        #expect(try Sample.text("why.svg").hasPrefix("<"))

        let json = Sample.path("why.json")
        #expect(
            await Waypost.run(blocked + ["--format", "json", "-o", json]) == .noSolution)
        let value = try JSONValue.parse(Sample.text("why.json"))
        #expect(value["outcome"] == "noSolution")
        #expect(value["reasons"]?.array?.first?["cause"] == "cut-off-by-barriers")
        #expect(value["effectiveParameters"]?.array?.isEmpty == false)
        #expect(value["stops"]?["features"]?.array?.count == 2)
        #expect(await Waypost.run(explain + ["0,0", "-o", text]) == .partial)
        #expect(try Sample.text("why.txt").contains("too-far"))
    }

    @Test func `a live server answers as the network itself does`() async throws {
        let network = try await Sample.network()
        let (ports, listening) = AsyncStream.makeStream(of: Int.self)
        var configuration = RouteServiceConfiguration.networks(
            [.init(path: network, name: "town")], analyses: .all)
        configuration.port = 0
        configuration.onListening = { listening.yield($0) }
        let server = Task { [configuration] in
            try await runRouteService(configuration: configuration)
        }
        defer { server.cancel() }
        let port = try #require(await ports.first { _ in true })
        let address = "http://127.0.0.1:\(port)/arcgis/rest/services/town/NAServer/Route"

        let command = try #require(
            try Waypost.parseAsRoot(
                ["solve", "--network", network, "--quanta", "--out-sr", "3857"] + places)
                as? SolveCommand)
        let fields = try command.draft().request(in: .unknown).fields
        let task = RouteTask(url: try #require(URL(string: address)))
        let remote = try await task.solve(fields: fields).result
        let local = try NetworkLayer.open(path: network).solve(RouteParameters(fields: fields))
        #expect(remote.routes == local.routes)
        #expect(remote.stops == local.stops)
        #expect(remote.quanta == local.quanta)
        #expect(remote.fingerprint == local.fingerprint)
        #expect(
            remote.directions?.map { $0.steps.map(\.text) }
                == local.directions?.map { $0.steps.map(\.text) })

        let explain = ["explain", "--server", address, "-o", Sample.path("remote.txt")]
        #expect(await Waypost.run(explain + places) == .answered)
        #expect(await Waypost.run(explain + ["0,0", "1,1"]) == .invalidInput)
        #expect(try Sample.text("remote.txt").contains("too-far"))

        let defaults = try await task.defaultParameters()
        #expect(defaults.impedanceAttributeName == "TravelTime")
        var typed = defaults
        typed.stops = try RouteParameters(fields: fields).stops
        typed.returnQuanta = true
        #expect(try await task.solve(typed).result.quanta == local.quanta)
        try await asksWithoutSolving(task, typed)
    }

    /// What the client reads beside routes, from the server for which it was made.
    private func asksWithoutSolving(_ task: RouteTask, _ typed: RouteParameters) async throws {
        var asked = typed
        asked.explainParameters = true
        let checked = try await task.validate(asked).result
        #expect(checked.routes == nil && checked.limits?.isEmpty == false)
        let impedance = checked.effectiveParameters?.first { $0.name == "impedanceAttributeName" }
        #expect(impedance?.value == "TravelTime" && impedance?.origin == .request)
        #expect(
            try await task.locate(typed).result.stops?.features.count
                == typed.stops?.features.features.count)

        var near = asked
        near.locateSettings = LocateSettingsByInput(
            fallback: LocateSettings(toleranceMeters: 0.001))
        var causes: [Reason] = []
        do {
            causes = try await task.solve(near).result.reasons
        } catch RouteTaskError.service(let envelope) {
            causes = envelope.reasons
            #expect(causes.count == envelope.reasonsJSON.count)
        }
        #expect(causes.first?.cause == .tooFar)
        let changed = try near.applying(causes.compactMap(\.change))
        #expect(try await task.solve(changed).result.routes?.features.count == 1)
    }
}
