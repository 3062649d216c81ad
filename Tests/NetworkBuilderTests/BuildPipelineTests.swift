// Tests whole builds: files in, a folder with a network out.

import DataStructures
import DefinitionFiles
import Foundation
import RoadNetwork
import RouteTesting
import Synchronization
import Testing

@testable import NetworkBuilder

@Suite struct BuildPipelineTests {
    private static func town() -> Town {
        var town = Town(
            """
            a--b--c
            |  |  |
            d--e--f
            """
        )
        for way in ["abc", "def", "ad", "be", "cf"] { town.way(way, ["name": "\(way) Street"]) }
        town.restriction(from: ["ad"], via: ["d"], to: ["def"], ["restriction": "no_left_turn"])
        return town
    }

    @Test func `a build writes a network, its report and nothing else`() async throws {
        let folder = try Scratch()
        let input = try folder.write("town.osm", Self.town().xml().utf8)
        let output = folder.path + "/network"
        let phases = Mutex<[BuildPhase]>([])
        let report = try await BuildPipeline.run(inputs: [input], output: output) { progress in
            #expect((0...1).contains(progress.fraction))
            phases.withLock { if $0.last != progress.phase { $0.append(progress.phase) } }
        }
        #expect(phases.withLock { $0 } == BuildPhase.phases(hasMap: false))
        let files = try FileManager.default.contentsOfDirectory(atPath: output).sorted()
        #expect(
            files == [BuildReport.fileName, NetworkDataset.fileName, PlaceDataset.fileName])
        let mode = try FileManager.default.attributesOfItem(
            atPath: output + "/" + NetworkDataset.fileName)[.posixPermissions]
        #expect(mode as? Int == 0o444, "a dataset is not written again")
        let network = try NetworkDataset(path: output)
        #expect(network.segmentCount == 7)
        #expect(network.fingerprint == report.fingerprint)
        #expect(network.description.sources == ["town.osm"])
        #expect(report.segments == 7)
        #expect(report.turnRestrictionsApplied == ["no_left_turn": 1])
        #expect(report.components.map(\.components) == [1, 1, 1])
        let json = Data(try folder.bytes("network/" + BuildReport.fileName))
        #expect(try JSONDecoder().decode(BuildReport.self, from: json) == report)
        for part in ["7 segments", "no_left_turn", "town.osm", report.fingerprint] {
            #expect(report.text.contains(part))
        }
    }

    @Test func `the same input gives the same bytes`() async throws {
        let folder = try Scratch()
        let input = try folder.write("town.osm", Self.town().xml().utf8)
        for name in ["one", "two"] {
            _ = try await BuildPipeline.run(inputs: [input], output: folder.path + "/" + name)
        }
        for file in [NetworkDataset.fileName, BuildReport.fileName] {
            #expect(try folder.bytes("one/" + file) == folder.bytes("two/" + file))
        }
    }

    @Test(arguments: [
        ("town.osm", "<osm version=\"0.6\"><node id=\"1\" lat=\"1\" lon=\"1\"/><way id=\"1\">"),
        ("town.osm", "not xml at all"), ("town.osm", ""),
        ("town.osm", "<gpx></gpx>"),
        ("town.osm.pbf", "not a protocol buffer"), ("town.osm.pbf", ""),
        ("town.osm.gz", "not a gzip file"), ("town.osm.bz2", "not a bzip2 file"),
        ("town.txt", "a text"), ("town.osc", "<osmChange version=\"0.6\"><create>"),
    ])
    func `a malformed file is named and leaves the old network`(
        name: String, text: String
    ) async throws {
        let folder = try Scratch()
        let good = try folder.write("good.osm", Self.town().xml().utf8)
        let output = folder.path + "/network"
        let report = try await BuildPipeline.run(inputs: [good], output: output)
        let bad = try folder.write(name, text.utf8)
        let error = await #expect(throws: OSMReadError.self) {
            _ = try await BuildPipeline.run(inputs: [good, bad], output: output)
        }
        #expect(error?.description.contains(bad) == true)
        #expect(try NetworkDataset(path: output).fingerprint == report.fingerprint)
        #expect(try partialFiles(in: output) == [])
    }

    @Test func `every truncation of a file is an error or a smaller network, never a crash`()
        async throws
    {
        let folder = try Scratch()
        let bytes = Array(Self.town().xml().utf8)
        for length in stride(from: 0, to: bytes.count - 8, by: 61) {
            let input = try folder.write("cut.osm", bytes.prefix(length))
            await #expect(throws: OSMReadError.self) {
                _ = try await BuildPipeline.run(inputs: [input], output: folder.path + "/out")
            }
        }
    }

    @Test func `a cancelled build stops and leaves the old network`() async throws {
        let folder = try Scratch()
        let input = try folder.write("town.osm", Self.town().xml().utf8)
        let output = folder.path + "/network"
        let old = try await BuildPipeline.run(inputs: [input], output: output)
        for phase in BuildPhase.phases(hasMap: false) {
            let build = Task {
                try await BuildPipeline.run(inputs: [input], output: output) { progress in
                    if progress.phase == phase { withUnsafeCurrentTask { $0?.cancel() } }
                }
            }
            await #expect(throws: CancellationError.self, "\(phase)") { _ = try await build.value }
            #expect(try NetworkDataset(path: output).fingerprint == old.fingerprint)
            #expect(try partialFiles(in: output) == [], "\(phase)")
        }
    }

    /// The unfinished builds' files in a folder.
    private func partialFiles(in folder: String) throws -> [String] {
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.contains(".partial") }
    }

    @Test func `what a killed build left behind is written over`() async throws {
        let folder = try Scratch()
        let input = try folder.write("town.osm", Self.town().xml().utf8)
        let output = folder.path + "/network"
        try FileManager.default.createDirectory(
            atPath: output, withIntermediateDirectories: true)
        _ = try folder.write(
            "network/" + NetworkDataset.fileName + ".partial", [UInt8](repeating: 1, count: 100_000)
        )
        let report = try await BuildPipeline.run(inputs: [input], output: output)
        #expect(try NetworkDataset(path: output).fingerprint == report.fingerprint)
        let files = try FileManager.default.contentsOfDirectory(atPath: output)
        #expect(
            files.sorted()
                == [
                    BuildReport.fileName, NetworkDataset.fileName, PlaceDataset.fileName,
                ].sorted())
    }

    @Test func `a dataset that fails its check does not replace the old one`() throws {
        struct Refused: Error {}
        let folder = try Scratch()
        let writer = try DatasetWriter(folder: folder.path)
        try writer.replace("file", with: [1, 2, 3])
        #expect(throws: Refused.self) {
            try writer.replace("file", with: [4, 5, 6]) { _ in throw Refused() }
        }
        #expect(try folder.bytes("file") == [1, 2, 3])
        #expect(try partialFiles(in: folder.path) == [])
    }

    @Test func `two builds do not write to one folder`() throws {
        let folder = try Scratch()
        let first = try DatasetWriter(folder: folder.path)
        let error = #expect(throws: BuildError.self) { _ = try DatasetWriter(folder: folder.path) }
        #expect(error?.description.contains("another build") == true)
        try first.replace("file", with: [1])
    }

    @Test func `missing input, no input and no roads are distinguished`() async throws {
        let folder = try Scratch()
        let empty = try folder.write("empty.osm", "<osm version=\"0.6\"></osm>".utf8)
        for (inputs, message) in [
            ([], "no input file"), (["/nowhere.osm.pbf"], "No such file"),
            ([folder.path], "is not a file"), ([empty], "no roads"),
        ] {
            let error = await #expect(throws: BuildError.self) {
                _ = try await BuildPipeline.run(inputs: inputs, output: folder.path + "/out")
            }
            #expect(error?.description.contains(message) == true, "\(message)")
            #expect(try partialFiles(in: folder.path + "/out") == [], "\(message)")
        }
    }

    @Test func `a definition that cannot be read is named before anything is built`() async throws {
        let folder = try Scratch()
        let input = try folder.write("town.osm", Self.town().xml().utf8)
        let error = await #expect(throws: InvalidDefinitions.self) {
            _ = try await BuildPipeline.run(
                inputs: [input], output: folder.path + "/out", definition: "/nowhere.yaml")
        }
        #expect(error?.description.contains("/nowhere.yaml") == true)
        #expect(!FileManager.default.fileExists(atPath: folder.path + "/out"))
    }

    @Test func `the estimate grows with the input`() throws {
        let folder = try Scratch()
        let small = try folder.write("small.osm.pbf", [UInt8](repeating: 0, count: 1000))
        let large = try folder.write("large.osm.pbf", [UInt8](repeating: 0, count: 1_000_000))
        let estimates = try [[small], [large], [small, large]].map {
            try BuildPipeline.estimate(inputs: $0).memoryBytes
        }
        #expect(estimates == estimates.sorted())
        #expect(Set(estimates).count == 3)
    }

    @Test func `copies of street layers need what they are measured to, and the report names them`()
        async throws
    {
        let folder = try Scratch()
        let copy = try folder.write("copy.osm", [UInt8](repeating: 0x20, count: 5_721_054))
        let estimate = try BuildPipeline.estimate(inputs: [copy], areLayers: true)
        // 10,000 streets took 95 MiB from the copy, and 114 from GeoJSON.
        #expect((95...114).contains(estimate.memoryBytes >> 20))
        #expect(!estimate.text.contains("up to"))
        let report = try await BuildPipeline.run(
            inputs: [Extract.sample.path], output: folder.path + "/out",
            layers: [
                BuildInput(file: "roads.gpkg#roads", bytes: 7), BuildInput(file: "b", bytes: 0),
            ])
        #expect(report.inputs.map(\.file) == ["roads.gpkg#roads", "b"])
        #expect(report.text.contains("from roads.gpkg#roads, 7 bytes"))
        #expect(report.text.contains("from b, "))
    }

    @Test(arguments: Extract.all)
    func `every extract builds`(extract: Extract) async throws {
        let folder = try Scratch()
        let report = try await BuildPipeline.run(inputs: [extract.path], output: folder.path)
        #expect(report.segments > 0)
        let network = try NetworkDataset(path: folder.path)
        #expect(network.damagedSections() == [])
        #expect(network.segmentCount == report.segments)
    }

    /// Whatever the damage to a binary file, the build names the file in an error, or the damage
    /// has no effect.
    @Test(arguments: UInt64(0)..<60)
    func `a damaged PBF file never crashes`(seed: UInt64) async throws {
        var bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: Extract.sample.path)))
        var random = SeededGenerator(seed)
        func next(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
        if seed % 3 == 0 {
            bytes.removeSubrange(next(bytes.count)...)
        } else {
            for _ in 0...(seed % 8) { bytes[next(bytes.count)] ^= UInt8(1 << next(8)) }
        }
        let folder = try Scratch()
        let input = try folder.write("damaged.osm.pbf", bytes)
        do {
            _ = try await BuildPipeline.run(inputs: [input], output: folder.path + "/out")
            #expect(try NetworkDataset(path: folder.path + "/out").damagedSections() == [])
        } catch let error as OSMReadError {
            #expect(error.description.contains(input))
        } catch let error as BuildError {
            #expect(error.description.contains("roads"), "seed \(seed)")
        }
    }
}
