// Real networks, built from the sample and from extracts that lie beside the repository for
// development only.

import Foundation
import NetworkBuilder
package import RoadNetwork

/// An OpenStreetMap extract: that of `SampleData`, or one in `../shared/data/osm`, which is not
/// part of the repository.
package struct Extract: Sendable, CustomStringConvertible {
    /// The file within the folder.
    package let file: String
    /// The folder, from that of the repository.
    private let folder: String

    package init(_ file: String) { (self.file, folder) = (file, "../shared/data/osm") }

    private init(sample file: String) { (self.file, folder) = (file, "SampleData") }

    /// The sample that everybody has.
    package static let sample = Extract(sample: "monaco.osm.pbf")

    package var description: String { file }

    private var path: String {
        let source = URL(fileURLWithPath: #filePath)
        let root = source.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.appendingPathComponent(folder).appendingPathComponent(file)
            .standardizedFileURL.path
    }

    /// Whether the extract is there. Tests that need it are skipped without.
    package var exists: Bool { FileManager.default.fileExists(atPath: path) }

    /// Builds the network with the shipped definition and opens it.
    package func build() async throws -> NetworkDataset {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)").path
        defer {
            do {
                try FileManager.default.removeItem(atPath: folder)
            } catch {
                print("left behind: \(folder)")
            }
        }
        _ = try await BuildPipeline.run(inputs: [path], output: folder)
        // The mapped file stays readable after its folder is gone.
        return try NetworkDataset(path: folder)
    }
}
