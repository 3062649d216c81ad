// Real networks, built from the sample and from extracts in the shared data folder, if present.

import Foundation
package import NetworkBuilder
package import RoadNetwork

/// An OpenStreetMap extract: either the one in `SampleData`, which is always present, or one in the
/// shared data folder beside the repository, which only some machines have.
package struct Extract: Hashable, Sendable, CustomStringConvertible {
    /// The file's name within its folder.
    package let file: String
    /// The file's path.
    package let path: String

    private init(_ file: String, in folder: URL) {
        self.file = file
        path = folder.appendingPathComponent(file).path
    }

    private static let repository = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()

    /// The sample in every clone.
    package static let sample = Extract(
        "monaco.osm.pbf", in: repository.appendingPathComponent("SampleData"))

    /// The sample, and every shared extract present.
    package static let all: [Extract] = {
        let folder = repository.deletingLastPathComponent()
            .appendingPathComponent("shared/data/osm")
        let files = FileManager.default.subpaths(atPath: folder.path) ?? []
        return [sample]
            + files.filter { $0.contains(".osm.") || $0.hasSuffix(".osm") }.sorted()
            .map { Extract($0, in: folder) }
    }()

    /// The sample, and the named shared extracts that are present.
    package static func sampleAndShared(_ files: String...) -> [Extract] {
        [sample] + all.dropFirst().filter { files.contains($0.file) }
    }

    package var description: String { file }

    /// Builds the network with the shipped definition and opens it.
    package func build() async throws -> NetworkDataset {
        // Mapped files stay readable after their folder is gone.
        try await build(hasMap: false) { folder, _ in try NetworkDataset(path: folder) }
    }

    /// Builds the network with the background of maps and opens both.
    package func buildWithMap() async throws -> (NetworkDataset, MapBackground, MapReport) {
        try await build(hasMap: true) { folder, report in
            guard let background = try MapBackground.beside(folder), let map = report.map else {
                throw DatasetError("\(folder) has no map: build it with one")
            }
            return (try NetworkDataset(path: folder), background, map)
        }
    }

    /// Builds the network and its places file and opens both.
    package func buildWithNames() async throws -> (network: NetworkDataset, names: PlaceDataset?) {
        try await build(hasMap: false) { folder, _ in
            (try NetworkDataset(path: folder), try PlaceDataset.open(besideNetwork: folder))
        }
    }

    private func build<Result>(
        hasMap: Bool, _ open: (_ folder: String, BuildReport) throws -> Result
    ) async throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        defer {
            do {
                try FileManager.default.removeItem(atPath: folder)
            } catch {
                print("left behind: \(folder)")
            }
        }
        let report = try await BuildPipeline.run(
            inputs: [path], output: folder, hasMap: hasMap)
        return try open(folder, report)
    }
}
