// Start here: scripts/fuzz starts this program for each target, and again after a crash.

import ArgumentParser
import Foundation
import Synchronization

@main
struct Fuzz: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "Fuzz",
        abstract: "Gives a reader unusual inputs, and checks the result.",
        discussion: "Run it by scripts/fuzz; Tests/Fuzz/README.md says more.")

    @Flag(help: "Print the names of the targets.") var list = false
    @Option(help: "What is given inputs.") var target = "json"
    @Option(help: "The same seed gives the same inputs.") var seed: UInt64 = 1
    @Option(help: "Seconds to go on for.") var seconds = 10.0
    @Option(help: "Runs to stop after.") var runs = Int.max
    @Option(help: "The folder of the corpora.") var corpus = "Tests/Fuzz/Corpus"
    @Option(help: "The file that holds the input of the moment.") var state: String?
    @Option(help: "The folder that findings are written to.") var findings: String?
    @Option(help: "A folder for files of a moment.") var scratch = NSTemporaryDirectory()
    @Option(help: "A file to give once, in place of drawn inputs.") var replay: String?

    func run() throws {
        if list {
            for target in FuzzTarget.all { print(target.name) }
            return
        }
        guard let found = FuzzTarget.all.first(where: { $0.name == target }) else {
            let known = FuzzTarget.all.map(\.name).joined(separator: ", ")
            throw ValidationError("\"\(target)\" is no target; targets are: \(known)")
        }
        let bench = FuzzBench(corpus: corpus, scratch: scratch)
        let read = try found.start(bench)
        if let replay {
            let isTaken = try read([UInt8](Data(contentsOf: URL(fileURLWithPath: replay))))
            print(isTaken ? "read" : "refused in order: \(lastRefusal.withLock(\.self))")
            return
        }
        var mutator = Mutator(
            seed: seed, corpus: try bench.entries(of: found.name) + found.entries(bench),
            words: found.words, readsTrees: found.readsTrees)
        var loop = FuzzLoop(
            target: found.name, seed: seed, state: try state.map { try StateFile($0) },
            findings: findings)
        loop.run(read, on: &mutator, seconds: seconds, most: runs)
    }
}

/// The folders for targets to use when they start.
struct FuzzBench {
    /// The folder of the corpora.
    let corpus: String
    /// A folder for temporary files.
    let scratch: String

    /// A corpus's entries, ordered by name; none if the target makes its own.
    func entries(of target: String) throws -> [[UInt8]] {
        let folder = "\(corpus)/\(target)"
        guard FileManager.default.fileExists(atPath: folder) else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map {
            [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\($0)")))
        }
    }
}
