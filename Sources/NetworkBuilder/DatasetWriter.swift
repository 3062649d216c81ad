// Writes files into a network's folder. Readers see the old file or the new one, never a part.

import Foundation
import RoadNetwork
import SystemResources

/// Why a build stopped, other than unreadable input.
public struct BuildError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, and what to do if that is known.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Writes the files of one network folder.
///
/// Each file is a `DraftFile` of a fixed name until it is whole and checked, and is made read-only.
/// A failing build removes its drafts; if a build is killed, the next one overwrites what it left.
struct DatasetWriter: ~Copyable {
    private static let partialSuffix = ".partial"

    private let folder: String
    private let lock: Int32

    /// Creates the folder if needed and locks it for this build.
    ///
    /// - Throws: `FileWriteError` if the folder cannot be made; ``BuildError`` if it cannot be
    ///   opened or another build is writing to it.
    init(folder: String) throws {
        try Folder.make(folder)
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw Self.failure("\(folder) cannot be opened") }
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            close(descriptor)
            throw BuildError("another build is writing to \(folder)")
        }
        self.folder = folder
        lock = descriptor
    }

    deinit { close(lock) }

    /// Replaces a file in the folder.
    ///
    /// - Parameter check: Examines the complete draft before it replaces the old file. If it
    ///   throws, the old file stays.
    func replace(
        _ name: String, with bytes: [UInt8], check: (String) throws -> Void = { _ in }
    ) throws {
        var draft = try stage(name, check: check) { sink in try bytes.withUnsafeBytes(sink) }
        try commit(&draft)
    }

    /// Writes a draft that ``commit(_:)`` puts in the place of the old file. If you drop it, the
    /// old file stays.
    ///
    /// - Parameter check: Examines the complete draft.
    func stage(
        _ name: String, check: (String) throws -> Void,
        writing write: (DatasetEncoder.Sink) throws -> Void
    ) throws -> DraftFile {
        let (path, partial) = (folder + "/" + name, folder + "/" + name + Self.partialSuffix)
        // Under the lock, only an ended build can have left one.
        unlink(partial)
        var draft = try reporting { () throws(FileWriteError) in
            try DraftFile(at: partial, for: path, mode: 0o444)
        }
        let descriptor = draft.descriptor
        try write { bytes in
            if let code = bytes.write(to: descriptor) {
                throw BuildError(FileWriteError(path, code).description)
            }
        }
        try reporting { () throws(FileWriteError) in try draft.seal() }
        try check(partial)
        return draft
    }

    /// Puts a draft in the place of the old file.
    func commit(_ draft: inout DraftFile) throws {
        try reporting { () throws(FileWriteError) in try draft.publish() }
    }

    /// Removes a file in the folder, if there is one.
    func remove(_ name: String) throws {
        let path = folder + "/" + name
        guard unlink(path) == 0 || errno == ENOENT else {
            throw Self.failure("\(path) cannot be removed")
        }
    }

    private func reporting<Result: ~Copyable>(
        _ body: () throws(FileWriteError) -> Result
    ) throws -> Result {
        do throws(FileWriteError) { return try body() } catch {
            throw BuildError(error.description)
        }
    }

    private static func failure(_ text: String) -> BuildError {
        BuildError("\(text): \(String(cString: strerror(errno)))")
    }
}
