// Writes files into a network's folder. Readers see the old file or the new one, never a part.

import Foundation
import RoadNetwork

/// Why a build stopped, other than unreadable input.
public struct BuildError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What went wrong, and what to do if that is known.
    public let description: String

    init(_ description: String) { self.description = description }
}

/// Writes the files of one network folder.
///
/// Each file is written under a temporary name, made read-only, flushed to disk and renamed when it
/// is whole. A failing build removes its temporary file; if a build is killed, the next one
/// overwrites what it left.
struct DatasetWriter: ~Copyable {
    private static let partialSuffix = ".partial"

    private let folder: String
    private let lock: Int32

    /// Creates the folder if needed and locks it for this build.
    ///
    /// - Throws: ``BuildError`` if the folder cannot be written or another build is writing to it.
    init(folder: String) throws {
        do {
            try FileManager.default.createDirectory(
                atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw BuildError("\(folder) cannot be created: \(error.localizedDescription)")
        }
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
    /// - Parameter check: Examines the complete temporary file before it replaces the old one. If
    ///   it throws, the old file stays.
    func replace(
        _ name: String, with bytes: [UInt8], check: (String) throws -> Void = { _ in }
    ) throws {
        try replace(name, check: check) { sink in try bytes.withUnsafeBytes(sink) }
    }

    /// Replaces a file in the folder with bytes handed over by `write` in pieces.
    func replace(
        _ name: String, check: (String) throws -> Void,
        writing write: (DatasetEncoder.Sink) throws -> Void
    ) throws {
        try stage(name, check: check, writing: write)
        try commit(name)
    }

    /// Writes a temporary file that ``commit(_:)`` puts in the place of the old one.
    ///
    /// - Parameter check: Examines the complete temporary file. If it throws, the file is removed.
    func stage(
        _ name: String, check: (String) throws -> Void,
        writing write: (DatasetEncoder.Sink) throws -> Void
    ) throws {
        let partial = partial(of: name)
        // A read-only file cannot be opened for writing.
        unlink(partial)
        let descriptor = open(partial, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
        guard descriptor >= 0 else { throw Self.failure("\(partial) cannot be written") }
        do {
            do {
                defer { close(descriptor) }
                try write { try Self.write($0, to: descriptor, partial) }
                guard fchmod(descriptor, 0o444) == 0, fsync(descriptor) == 0 else {
                    throw Self.failure("\(partial) cannot be flushed")
                }
            }
            try check(partial)
        } catch {
            unlink(partial)
            throw error
        }
    }

    /// Puts a staged file in the place of the old one.
    func commit(_ name: String) throws {
        let (path, partial) = (folder + "/" + name, partial(of: name))
        guard rename(partial, path) == 0 else {
            let failure = Self.failure("\(path) cannot be replaced")
            unlink(partial)
            throw failure
        }
        // Without this, a power failure could undo the renaming.
        guard fsync(lock) == 0 else { throw Self.failure("\(folder) cannot be flushed") }
    }

    /// Removes a staged file, if there is one.
    func discard(_ name: String) { unlink(partial(of: name)) }

    /// Removes a file in the folder, if there is one.
    func remove(_ name: String) throws {
        let path = folder + "/" + name
        guard unlink(path) == 0 || errno == ENOENT else {
            throw Self.failure("\(path) cannot be removed")
        }
    }

    private func partial(of name: String) -> String {
        folder + "/" + name + Self.partialSuffix
    }

    private static func write(
        _ bytes: UnsafeRawBufferPointer, to descriptor: Int32, _ path: String
    ) throws {
        var rest = bytes
        while let base = rest.baseAddress, !rest.isEmpty {
            let count = Foundation.write(descriptor, base, min(rest.count, 1 << 30))
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw failure("\(path) cannot be written") }
            rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(count))
        }
    }

    private static func failure(_ text: String) -> BuildError {
        BuildError("\(text): \(String(cString: strerror(errno)))")
    }
}
