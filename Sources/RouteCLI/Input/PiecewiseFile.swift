// A file's bytes in pieces, so that memory does not grow with the file.

import Foundation
import Geo
import SystemResources

/// A file, a pipe, a device or standard input (`-`), whose bytes can be read again from the start.
///
/// ```swift
/// let file = try PiecewiseFile("day.csv")
/// try TraceReader().read(file.pieces, into: &traces)
/// ```
///
/// A regular file is opened again for each reading; anything else is copied to a temporary file.
struct PiecewiseFile {
    private enum Source {
        case file
        case copy(SpooledArray<UInt8>)
    }

    /// The bytes in a piece.
    private static let size = 1 << 16

    private let path: String
    private let source: Source

    /// - Throws: `FeatureReadError` if the file cannot be read; the reason does not name the file.
    init(_ path: String) throws(FeatureReadError) {
        self.path = path
        FilesRead.current?.note(path)
        let isStandardInput = path == "-"
        let isFile = !isStandardInput && (try? Self.isRegular(path)) == true
        guard !isFile else {
            source = .file
            return
        }
        let input = isStandardInput ? try StandardInput.process.take() : nil
        do {
            let handle = try input ?? Self.open(path)
            let bytes = SpooledArray<UInt8>()
            while let piece = try handle.read(upToCount: Self.size), !piece.isEmpty {
                bytes.append(contentsOf: piece)
            }
            if !isStandardInput { try handle.close() }
            source = .copy(bytes)
        } catch {
            throw Self.unreadable(path, error)
        }
    }

    /// Keeps the bytes that a function writes in a temporary file.
    ///
    /// - Throws: Errors of `write`.
    init(
        _ write: ((([UInt8]) throws(FeatureReadError) -> Void)) throws(FeatureReadError) -> Void
    ) throws(FeatureReadError) {
        path = "-"
        let bytes = SpooledArray<UInt8>()
        try write { bytes.append(contentsOf: $0) }
        source = .copy(bytes)
    }

    /// Reads the bytes from the beginning.
    ///
    /// - Throws: `FeatureReadError` if the file cannot be opened; the pieces throw if reading fails
    ///   later.
    func pieces() throws(FeatureReadError) -> BytePieces {
        switch source {
        case .copy(let bytes): return pieces(of: bytes)
        case .file: return try filePieces()
        }
    }

    private func pieces(of bytes: SpooledArray<UInt8>) -> BytePieces {
        var start = 0
        return BytePieces { () throws(FeatureReadError) in
            let end = min(bytes.count, start + Self.size)
            let piece = Array(bytes.values(in: start..<end))
            start = end
            if let failure = bytes.failure { throw FeatureReadError(failure.description) }
            return piece.isEmpty ? nil : piece
        }
    }

    private func filePieces() throws(FeatureReadError) -> BytePieces {
        let path = path
        do {
            let handle = try Self.open(path)
            return BytePieces { () throws(FeatureReadError) in
                do {
                    guard let piece = try handle.read(upToCount: Self.size), !piece.isEmpty else {
                        return nil
                    }
                    return [UInt8](piece)
                } catch {
                    throw Self.unreadable(path, error)
                }
            }
        } catch {
            throw Self.unreadable(path, error)
        }
    }

    private static func unreadable(_ path: String, _ error: any Error) -> FeatureReadError {
        FeatureReadError("cannot be read: \(Console.reason(path, error))")
    }

    /// Opens a file; the handle closes it.
    private static func open(_ path: String) throws -> FileHandle {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw CommandFailure(.invalidInput, String(cString: strerror(errno)))
        }
        return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    }

    private static func isRegular(_ path: String) throws -> Bool {
        let attributes = try FileManager.default.attributesOfItem(
            atPath: (path as NSString).resolvingSymlinksInPath)
        return attributes[.type] as? FileAttributeType == .typeRegular
    }
}
