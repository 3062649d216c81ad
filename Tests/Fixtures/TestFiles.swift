// Temporary files of one test.

package import Foundation
package import Logging

/// A temporary folder, removed with this object.
///
///     let files = TestFiles()
///     let path = try files.write("town.osm", text)
package final class TestFiles: Sendable {
    private let folder: URL

    package init() {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)")
    }

    deinit {
        // If the folder is missing, nothing was written.
        if FileManager.default.fileExists(atPath: folder.path) {
            do { try FileManager.default.removeItem(at: folder) } catch {
                assertionFailure("a folder of a test cannot be removed: \(error)")
            }
        }
    }

    /// Where a file of this name is, or would be.
    package func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    package func write(_ name: String, _ text: String) throws -> String {
        try write(name, Data(text.utf8))
    }

    /// Writes a file and returns its path.
    package func write(_ name: String, _ content: Data) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try content.write(to: folder.appendingPathComponent(name))
        return path(name)
    }
}

extension Logger {
    /// Logs nothing.
    package static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
