// Standard input, output and error.

import Foundation

/// The terminal, or whatever stands in its place.
enum Console {
    /// Where text goes.
    enum Stream {
        case standardOutput
        case standardError

        fileprivate var handle: FileHandle {
            switch self {
            case .standardOutput: .standardOutput
            case .standardError: .standardError
            }
        }
    }

    /// Writes text and ends its last line.
    static func write(_ text: String, to stream: Stream = .standardOutput) {
        write(bytes: Array((text.hasSuffix("\n") ? text : text + "\n").utf8), to: stream)
    }

    /// Writes bytes as they are. A reader that closed its end, such as `head`, is no error.
    static func write(bytes: [UInt8], to stream: Stream = .standardOutput) {
        do {
            try stream.handle.write(contentsOf: Data(bytes))
        } catch {
            Outcome.failed.end()
        }
    }

    /// Writes a file whole or not at all; `-` is standard output.
    static func write(bytes: [UInt8], toFile path: String) throws {
        if path == "-" {
            write(bytes: bytes)
            return
        }
        do {
            try Data(bytes).write(to: URL(fileURLWithPath: path), options: .atomic)
        } catch {
            throw CommandFailure(
                .failed, "\(path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// All bytes of a file; `-` is standard input.
    static func read(file path: String) throws -> [UInt8] {
        do {
            if path == "-" { return [UInt8](try FileHandle.standardInput.readToEnd() ?? Data()) }
            return [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            let reason =
                FileManager.default.fileExists(atPath: path)
                ? error.localizedDescription : "there is no such file"
            throw CommandFailure(.invalidInput, "\(path) cannot be read: \(reason)")
        }
    }

    /// Whether a person watches standard error.
    static var showsProgress: Bool { isatty(STDERR_FILENO) == 1 }

    /// Columns of the terminal behind standard error.
    static var columns: Int {
        var size = winsize()
        guard ioctl(STDERR_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 else { return 80 }
        return Int(size.ws_col)
    }
}
