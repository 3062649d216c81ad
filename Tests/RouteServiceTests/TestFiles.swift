// Temporary files of one test.

import Foundation
import Logging

/// A folder for each value, removed with it.
final class TestFiles: Sendable {
    private let folder: URL

    init() {
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

    func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

    /// Writes a file and returns its path.
    func write(_ name: String, _ text: String) throws -> String {
        try write(name, Data(text.utf8))
    }

    /// Writes a file and returns its path.
    func write(_ name: String, _ content: Data) throws -> String {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try content.write(to: folder.appendingPathComponent(name))
        return path(name)
    }
}

extension Logger {
    static let silent = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
}
