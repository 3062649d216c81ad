// Files that a command reads, which its outputs must not replace.

import Foundation
import Synchronization

/// The files from which a command has read rows. If an output took the place of one, the rows and a
/// GeoPackage's other layers would be lost.
final class FilesRead: Sendable {
    /// Those of the command that runs; `nil` outside of one.
    @TaskLocal static var current: FilesRead?

    private let paths = Mutex<Set<String>>([])

    /// Takes note of a file.
    func note(_ path: String) { paths.withLock { _ = $0.insert(Self.resolved(path)) } }

    /// Whether a file has been read, under this name or by a link.
    func contains(_ path: String) -> Bool {
        paths.withLock { $0.contains(Self.resolved(path)) }
    }

    private static func resolved(_ path: String) -> String {
        URL(fileURLWithPath: path).resolvingSymlinksInPath().standardizedFileURL.path
    }
}
