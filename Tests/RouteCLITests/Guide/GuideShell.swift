// Runs programs for the guide's blocks, and makes the files that their commands name.

import Foundation

/// What a program printed, and how it ended.
struct ShellOutput: Sendable {
    var status: Int32
    var text: String
    /// What it printed on standard error.
    var errors: String
}

enum GuideShell {
    /// What users type when they are asked for a password.
    private static let password = "correct horse\n"

    /// Runs a program to its end, in a folder in which it may write.
    static func run(
        _ program: String, _ arguments: [String], in folder: URL, _ environment: [String: String]
    ) async throws -> ShellOutput {
        let name = UUID().uuidString
        let typed = folder.appendingPathComponent("\(name).typed")
        let said = folder.appendingPathComponent("\(name).errors")
        try Data(password.utf8).write(to: typed)
        try Data().write(to: said)
        let (input, errors) = (
            try FileHandle(forReadingFrom: typed), try FileHandle(forWritingTo: said)
        )
        let (status, text) = try await withCheckedThrowingContinuation {
            (continuation: CheckedContinuation<(Int32, String), any Error>) in
            DispatchQueue.global().async {
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
                process.arguments = [program] + arguments
                process.environment = environment
                process.currentDirectoryURL = folder
                let pipe = Pipe()
                process.standardInput = input
                process.standardOutput = pipe
                process.standardError = errors
                do {
                    try process.run()
                    let bytes = try pipe.fileHandleForReading.readToEnd() ?? Data()
                    process.waitUntilExit()
                    continuation.resume(
                        returning: (
                            process.terminationStatus, String(decoding: bytes, as: UTF8.self)
                        ))
                } catch {
                    continuation.resume(throwing: error)
                }
            }
        }
        return ShellOutput(
            status: status, text: text, errors: try String(contentsOf: said, encoding: .utf8))
    }

    /// The environment of every block. Loopback needs no proxy.
    static let environment: [String: String] = {
        var environment = ProcessInfo.processInfo.environment
        environment["no_proxy"] = "*"
        environment["NO_PROXY"] = "*"
        environment["WAYPOST"] = GuideFiles.program.path
        return environment
    }()
}

/// The files that the guide's commands name.
enum GuideFiles {
    private struct Failure: Error, CustomStringConvertible {
        var description: String
    }

    /// The folder of the scripts that make them.
    static let scripts = Sample.package.appendingPathComponent("Tests/RouteCLITests/Guide")

    /// The program, which lies beside the tests that run.
    static let program: URL = {
        let tests = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        return URL(fileURLWithPath: tests ?? CommandLine.arguments[0]).deletingLastPathComponent()
            .appendingPathComponent("waypost")
    }()

    /// The folder with all of them, made once.
    private static let made = Task { () async throws -> URL in
        let folder = Sample.folder.appendingPathComponent("guide")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = try await GuideShell.run(
            "bash",
            [
                scripts.appendingPathComponent("files.bash").path, program.path,
                Sample.package.appendingPathComponent("SampleData").path, Sample.network(),
            ], in: folder, GuideShell.environment)
        guard output.status == 0 else {
            throw Failure(description: "\(program.path) made no files: \(output.errors)")
        }
        return folder
    }

    /// Copies them into a folder, which is made.
    static func copy(to folder: URL) async throws {
        let source = try await made.value
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        let output = try await GuideShell.run(
            "cp", ["-R", "\(source.path)/.", "."], in: folder, GuideShell.environment)
        guard output.status == 0 else { throw Failure(description: output.errors) }
    }
}
