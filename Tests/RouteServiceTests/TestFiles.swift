// Files for one test, gone with it.

import Foundation
import Logging

/// A folder of its own for each value.
final class TestFiles: Sendable {
    private let folder: URL

    init() {
        folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-\(UUID().uuidString)")
    }

    deinit {
        // Nothing was written when the folder is not there.
        if FileManager.default.fileExists(atPath: folder.path) {
            do { try FileManager.default.removeItem(at: folder) } catch {
                assertionFailure("a folder of a test cannot be removed: \(error)")
            }
        }
    }

    /// Where a file of the name is.
    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file and says where it is.
    func write(_ name: String, _ text: String) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: folder.appendingPathComponent(name))
        return path(name)
    }
}

extension Logger {
    /// Keeps nothing.
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
