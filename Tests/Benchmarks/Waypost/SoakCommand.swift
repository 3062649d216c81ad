// `Benchmarks soak`: random networks and requests until the time is up, every fast method against
// the oracle.

import ArgumentParser
import RouteTesting
import RoutingEngine

struct SoakCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "soak",
        abstract: "Compare every fast method with the oracle on random networks.",
        discussion: """
            Stops with exit code 1 at the first difference, prints the network as a drawing and \
            the line that repeats it.
            """)

    private static let rounds = 8

    @Option(help: "How long to go on.") var minutes = 10.0
    @Option(help: "The seed of the first network; the next ones follow.") var seed: UInt64 = 1
    @Option(help: "How many networks at most.") var networks = Int.max

    func run() throws {
        let start = ContinuousClock.now
        var note = ProgressNote("soaking, seconds", of: Int(minutes * 60))
        var done = 0
        var tally: [String: Int] = [:]
        while done < networks, ContinuousClock.now - start < .seconds(minutes * 60) {
            let networkSeed = seed &+ UInt64(done)
            if let failure = try Self.check(networkSeed, &tally) {
                note.finish()
                print(failure)
                print("again: Benchmarks soak --networks 1 --seed \(networkSeed)")
                throw ExitCode.failure
            }
            done += 1
            note.update(Int(Stopwatch.milliseconds(since: start) / 1_000))
        }
        note.finish()
        for (method, answers) in tally.sorted(by: { $0.key < $1.key }) {
            print("\(method): \(answers) answers")
        }
        print("\(done) networks, \(done * Self.rounds) requests: all agree with the oracle")
    }

    /// Asks a network's questions.
    ///
    /// - Parameter tally: Counts the answers of each method.
    /// - Returns: The drawing of the first difference, or `nil`.
    static func check(_ seed: UInt64, _ tally: inout [String: Int]) throws -> String? {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 3...40, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed)
        for round in 0..<rounds {
            var question = SoakQuestion(RandomRequest(on: drawn.dataset, &generator))
            // Hierarchies take the direction rule for granted; one method knows no barriers.
            if round % 8 != 0 { question.keepDirections() }
            if round % 4 == 1 { question.barriers = BarrierSet() }
            if let mismatch = SoakMismatch.find(question, drawn, &tally) {
                return NetworkDrawing.text(of: mismatch.simplified(on: drawn), on: drawn)
            }
        }
        return nil
    }
}
