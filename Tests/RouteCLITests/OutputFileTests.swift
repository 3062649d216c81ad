// Tests writing output and reading input: files, and what only looks like files.

import Foundation
import Testing

@testable import RouteCLI

@Suite struct OutputFileTests {
    /// Runs `body` with a temporary folder.
    private func withFolder(_ body: (_ folder: String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-files-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        defer {
            do { try FileManager.default.removeItem(atPath: folder) } catch {
                Issue.record("the folder stays behind: \(error)")
            }
        }
        try body(folder)
    }

    @Test func `a file from which rows are read is not replaced`() throws {
        try withFolder { folder in
            let (day, link) = ("\(folder)/day.csv", "\(folder)/link.csv")
            try "Name,lon,lat\nA,7,43\n".write(toFile: day, atomically: true, encoding: .utf8)
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: day)
            try FilesRead.$current.withValue(FilesRead()) {
                _ = try OutputFile(path: day).kind()
                _ = try FeatureFile(path: day).features()
                for path in [day, link, "\(folder)/./day.csv"] {
                    let failure = #expect(throws: CommandFailure.self) {
                        try OutputFile(path: path).kind()
                    }
                    #expect(failure?.message.contains("choose another name") == true)
                }
                _ = try OutputFile(path: "\(folder)/other.csv").kind()
            }
            // Another command may replace it.
            _ = try OutputFile(path: day).kind()
        }
    }

    @Test func `traces are not replaced either`() throws {
        try withFolder { folder in
            let path = "\(folder)/traces.csv"
            try "Name,lon,lat\nA,7,43\n".write(toFile: path, atomically: true, encoding: .utf8)
            try FilesRead.$current.withValue(FilesRead()) {
                _ = try PiecewiseFile(path)
                #expect(throws: CommandFailure.self) { try OutputFile(path: path).kind() }
            }
        }
    }

    @Test func `the files of a batch are known before it runs`() throws {
        try withFolder { folder in
            let target = try BatchTarget(path: folder)
            #expect(target.files.contains("\(folder)/stops.csv"))
            #expect(try BatchTarget(path: folder + "/day.csv").files == [folder + "/day.csv"])
        }
    }

    private func text(_ path: String) throws -> String {
        try String(contentsOfFile: path, encoding: .utf8)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        return lstat(path, &status) == 0 ? status.st_mode : 0
    }

    @Test func `a file is replaced whole and keeps its permissions`() throws {
        try withFolder { folder in
            let file = "\(folder)/a.json"
            try Console.write(bytes: Array("long before".utf8), toFile: file)
            let ordinary = mode(file) & 0o777
            #expect(ordinary & 0o600 == 0o600 && ordinary & 0o111 == 0)
            chmod(file, 0o640)
            try Console.write(bytes: Array("after".utf8), toFile: file)
            #expect(try text(file) == "after")
            #expect(mode(file) & 0o777 == 0o640)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["a.json"])
        }
    }

    @Test func `a symbolic link stays one, also one that leads nowhere yet`() throws {
        try withFolder { folder in
            mkdir("\(folder)/deep", 0o755)
            symlink("deep/far.json", "\(folder)/near.json")
            symlink("near.json", "\(folder)/nearest.json")
            for word in ["first", "second"] {
                try Console.write(bytes: Array(word.utf8), toFile: "\(folder)/nearest.json")
                #expect(try text("\(folder)/deep/far.json") == word)
                #expect(mode("\(folder)/nearest.json") & S_IFMT == S_IFLNK)
                #expect(mode("\(folder)/near.json") & S_IFMT == S_IFLNK)
            }
            symlink("round", "\(folder)/round")
            #expect(throws: CommandFailure.self) {
                try Console.write(bytes: [1], toFile: "\(folder)/round")
            }
        }
    }

    @Test func `a pipe and a device are written to and stay`() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("waypost-pipe-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true)
        let pipe = "\(folder)/pipe"
        #expect(mkfifo(pipe, 0o600) == 0)
        let bytes = [UInt8](repeating: 7, count: 300_000)
        let reader = Thread.detached { try Console.read(file: pipe) }
        try Console.write(bytes: bytes, toFile: pipe)
        #expect(try await reader.value == bytes)
        #expect(mode(pipe) & S_IFMT == S_IFIFO)
        try FileManager.default.removeItem(atPath: folder)

        try Console.write(bytes: bytes, toFile: "/dev/null")
        #expect(mode("/dev/null") & S_IFMT == S_IFCHR)
    }

    @Test func `a path of an open descriptor is written through it`() throws {
        try withFolder { folder in
            let file = "\(folder)/redirected"
            let descriptor = open(file, O_WRONLY | O_CREAT, 0o600)
            defer { close(descriptor) }
            // As a shell does with 3>file: earlier content stays.
            _ = "before ".withCString { write(descriptor, $0, 7) }
            for folder in ["/dev/fd", "/proc/self/fd"] {
                try Console.write(bytes: Array("x".utf8), toFile: "\(folder)/\(descriptor)")
            }
            #expect(try text(file) == "before xx")
        }
        #expect(OutputFile(path: "/dev/stdout").openDescriptor == STDOUT_FILENO)
        #expect(OutputFile(path: "/dev/stderr").openDescriptor == STDERR_FILENO)
        #expect(OutputFile(path: "a/dev/stdout").openDescriptor == nil)
        let targets = try OutputTarget.targets(paths: ["/dev/stdout", "/dev/fd/1"], format: nil)
        #expect(targets == Array(repeating: OutputTarget(format: .text, path: "-"), count: 2))
    }

    @Test func `no file takes the number of a stream that the caller closed`() async throws {
        let network = try await Sample.network()
        // A name in Windows-1252 gives a note.
        let rows =
            Data("Name,lon,lat\nA,7.4163954,43.7298343\n".utf8)
            + [0xC9] + Data("pi,7.4188621,43.7330002\n".utf8)
        try rows.write(to: URL(filePath: Sample.path("closed-streams.csv")))
        func run(_ words: String) async throws -> ShellOutput {
            try await GuideShell.run(
                "bash", ["-c", "\"$WAYPOST\" solve --network '\(network)' --stops \(words)"],
                in: Sample.folder, GuideShell.environment)
        }
        let noted = try await run("closed-streams.csv --format csv")
        #expect(noted.status == 0 && !noted.errors.isEmpty)
        let silent = try await run("closed-streams.csv --format csv 2>&-")
        #expect(silent.status == 0 && silent.text == noted.text)
        let unwritten = try await run("closed-streams.csv --format csv >&-")
        #expect(unwritten.status == 1)
        #expect(unwritten.errors.contains("standard output cannot be written: Bad file descriptor"))
        let unread = try await run("- <&-")
        #expect(unread.status == 3)
        #expect(unread.errors == "waypost: standard input cannot be read: Bad file descriptor\n")
    }

    @Test func `what blocks the output is named, with the folder that is missing`() throws {
        try withFolder { folder in
            let failure = #expect(throws: CommandFailure.self) {
                try Console.write(bytes: [], toFile: "\(folder)/no/such/a.json")
            }
            #expect(
                failure?.message.contains("there is no folder \(folder)/no/such; make it") == true)
            let reading = #expect(throws: CommandFailure.self) {
                try Console.read(file: "\(folder)/no/such/a.csv")
            }
            #expect(reading?.message.hasSuffix("there is no folder \(folder)/no/such") == true)
            for (path, word) in [
                (folder, "it is a folder"), ("/dev/fd/9999", "Bad file descriptor"),
            ] {
                let failure = #expect(throws: CommandFailure.self) {
                    try Console.write(bytes: [1], toFile: path)
                }
                #expect(failure?.message.contains(word) == true, "\(failure?.message ?? "")")
            }
            let folderRead = #expect(throws: CommandFailure.self) { try Console.read(file: folder) }
            #expect(folderRead?.message.hasSuffix("it is a folder") == true)
        }
    }
}

extension Thread {
    /// Runs something that blocks on a separate thread, which starts at once: a task would wait if
    /// every thread of the pool is blocked.
    fileprivate static func detached<Value: Sendable>(
        _ body: @escaping @Sendable () throws -> Value
    ) -> Task<Value, any Error> {
        let (values, result) = AsyncThrowingStream.makeStream(of: Value.self)
        Thread {
            result.yield(with: Result { try body() })
            result.finish()
        }.start()
        return Task {
            for try await value in values { return value }
            throw CancellationError()
        }
    }
}
