// Texts of the repository that are compiled into the program: phrases, pages, a definition.

import CEmbeddedFiles

/// The files that are compiled into the program, by their paths in the repository.
///
/// `Sources/CEmbeddedFiles/files.c` lists them. To embed another file, add it there.
///
///     EmbeddedFiles.bytes("Sources/Directions/Phrases/de.json")
package enum EmbeddedFiles {
    /// The files as the program holds them: pointers to its own constants, which nobody writes.
    nonisolated(unsafe) private static let table: [String: UnsafePointer<UInt8>] = {
        var count = 0
        guard let files = waypost_embedded_files(&count) else { return [:] }
        return Dictionary(
            uniqueKeysWithValues: UnsafeBufferPointer(start: files, count: count).map {
                (String(cString: $0.path), $0.bytes)
            })
    }()

    /// Returns a file's bytes, in O(length). A file that is not embedded is an error of this
    /// program.
    package static func bytes(_ path: String) -> [UInt8] {
        guard let bytes = table[path] else { preconditionFailure("\(path) is not embedded") }
        var length = 0
        while bytes[length] != 0 { length += 1 }
        return Array(UnsafeBufferPointer(start: bytes, count: length))
    }

    /// Returns the names of a folder's embedded files, in order, with their endings.
    package static func names(in folder: String) -> [String] {
        table.keys.filter { $0.hasPrefix(folder + "/") }.map {
            String($0.dropFirst(folder.count + 1))
        }
        .sorted()
    }
}
