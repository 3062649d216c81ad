// Real networks, built from extracts that lie beside the repository for development only.

import Foundation
import NetworkBuilder
package import RoadNetwork

/// An OpenStreetMap extract in `../shared/data/osm`, which is not part of the repository.
package struct Extract: Sendable {
    /// The file within that folder.
    package let file: String

    package init(_ file: String) { self.file = file }

    private var path: String {
        let source = URL(fileURLWithPath: #filePath)
        let root = source.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return root.deletingLastPathComponent().appendingPathComponent("shared/data/osm")
            .appendingPathComponent(file).path
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
