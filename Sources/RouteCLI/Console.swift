// Standard input, output and error.

import Foundation
import Geo
import SystemResources

/// The process's standard streams.
enum Console {
    enum Stream {
        case standardOutput
        case standardError

        fileprivate var descriptor: Int32 {
            switch self {
            case .standardOutput: STDOUT_FILENO
            case .standardError: STDERR_FILENO
            }
        }
    }

    /// Opens the standard streams that the caller closed (`2>&-`). Otherwise the next file would
    /// get such a stream's number, and prints would go into the file. On a closed stream, notes are
    /// dropped; reading input and writing an answer fail.
    static func holdStreams() {
        // The lowest free number is given first.
        for (descriptor, mode) in [
            (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_WRONLY),
        ] where fcntl(descriptor, F_GETFD) < 0 {
            _ = open("/dev/null", mode)
        }
    }

    /// Writes text and ends its last line.
    static func write(_ text: String, to stream: Stream = .standardOutput) {
        write(bytes: Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: stream)
    }

    /// Writes notes to standard error, so they stay apart from the answer.
    static func note(_ texts: [String]) {
        for text in texts { write("waypost: \(text)", to: .standardError) }
    }

    /// Writes raw bytes. If that fails, the program ends with exit code 1; it says why, unless the
    /// reader has only closed its end, as `head` does.
    static func write(bytes: [UInt8], to stream: Stream = .standardOutput) {
        guard let code = OutputFile.send(bytes, to: stream.descriptor) else { return }
        if stream == .standardOutput, code != EPIPE {
            note(["standard output cannot be written: \(String(cString: strerror(code)))"])
        }
        Outcome.failed.end()
    }

    /// Writes a file as ``OutputFile`` describes. `-` is standard output.
    static func write(bytes: [UInt8], toFile path: String) throws {
        try write(toFile: path) { try $0.write(bytes) }
    }

    /// Writes a file piece by piece, as ``OutputFile`` describes. `-` is standard output.
    static func write(
        toFile path: String, _ produce: (ByteSink) throws -> Void
    ) throws {
        let file = OutputFile(path: path)
        if file.openDescriptor == STDOUT_FILENO {
            try ByteSink.collect(produce) { Console.write(bytes: $0) }
        } else {
            try file.write(produce)
        }
    }

    /// Writes several files at once, each piece by piece. If `produce` throws, no file is replaced.
    ///
    /// - Returns: The result of `produce`.
    static func write<Result>(
        toFiles paths: [String], _ produce: ([ByteSink]) throws -> Result
    ) throws -> Result {
        guard let last = paths.last else { return try produce([]) }
        var result: Result?
        try write(toFile: last) { sink in
            result = try write(toFiles: paths.dropLast()) { try produce($0 + [sink]) }
        }
        guard let result else { throw Outcome.failed }
        return result
    }

    /// Reads all bytes from a file, a pipe or a device; `-` is standard input.
    static func read(file path: String) throws -> [UInt8] {
        do {
            if path == "-" {
                return [UInt8](try StandardInput.process.take().readToEnd() ?? Data())
            }
            guard let file = FileHandle(forReadingAtPath: path) else {
                throw CommandFailure(.invalidInput, String(cString: strerror(errno)))
            }
            defer { file.closeFile() }
            return [UInt8](try file.readToEnd() ?? Data())
        } catch {
            throw unreadable(path, error)
        }
    }

    /// Makes the failure for a file that cannot be read.
    static func unreadable(_ path: String, _ error: any Error) -> CommandFailure {
        if path == "-", let error = error as? FeatureReadError {
            return CommandFailure(.usage, "\(FeatureFile.label(of: path)): \(error)")
        }
        return CommandFailure(
            .invalidInput,
            "\(FeatureFile.label(of: path)) cannot be read: \(reason(path, error))")
    }

    /// Says why a file could not be read, without its name.
    static func reason(_ path: String, _ error: any Error) -> String {
        if path == "-" { return systemReason(error) }
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            let folder = path.folderOfPath
            guard PlaceArgument.listed(in: path).isEmpty else {
                return "there is no such file, and coordinates are read from files here, such as "
                    + "GeoJSON"
            }
            return folder.isEmpty || FileManager.default.fileExists(atPath: folder)
                ? "there is no such file" : "there is no folder \(folder)"
        }
        if isFolder.boolValue { return "it is a folder" }
        return (error as? CommandFailure)?.message ?? systemReason(error)
    }

    /// The system's reason for a failed call. Foundation only says that the operation could not be
    /// completed.
    private static func systemReason(_ error: any Error) -> String {
        let cause = (error as NSError).userInfo[NSUnderlyingErrorKey] as? NSError
        guard let cause, cause.domain == NSPOSIXErrorDomain else {
            return error.localizedDescription
        }
        return String(cString: strerror(Int32(cause.code)))
    }

    /// Whether standard error is a terminal.
    static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

    /// The terminal's width in columns, 80 if unknown.
    static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
