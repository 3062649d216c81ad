// `Benchmarks soak`: compares every fast method with the oracle, on random networks and requests,
// until time is up.

import DataStructures
import ArgumentParser
import RoadNetwork
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
    @Option(help: "How many networks, or requests with --network, at most.")
    var count = Int.max
    @Option(help: "A built street network to ask about, in place of random ones.")
    var network: String?

    func run() throws {
        let start = ContinuousClock.now
        var note = ProgressNote("soaking, seconds", of: Int(minutes * 60))
        var done = 0
        var tally: [String: Int] = [:]
        let streets = try network.map { try NetworkDataset(path: $0) }
        let questions = streets.map { StreetQuestions($0) }
        while done < count, ContinuousClock.now - start < .seconds(minutes * 60) {
            let seed = seed &+ UInt64(done)
            let failure: String?
            if let streets, let questions {
                var generator = SeededGenerator(seed)
                failure = Self.difference(
                    try questions.random(&generator), in: SoakWorld(built: streets), &tally)
            } else {
                failure = try Self.check(seed, &tally)
            }
            if let failure {
                note.finish()
                let place = network.map { " --network \($0)" } ?? ""
                print(failure)
                print("again: Benchmarks soak --count 1 --seed \(seed)\(place)")
                throw ExitCode.failure
            }
            done += 1
            note.update(Int(Stopwatch.milliseconds(since: start) / 1_000))
        }
        note.finish()
        for (method, answers) in tally.sorted(by: { $0.key < $1.key }) {
            print("\(method): \(answers) answers")
        }
        let requests = network == nil ? done * Self.rounds : done
        print("\(requests) requests: all agree with the oracle")
    }

    /// Asks a random network's questions.
    ///
    /// - Parameter tally: Counts each method's answers.
    /// - Returns: A drawing of the first difference, or `nil`.
    static func check(_ seed: UInt64, _ tally: inout [String: Int]) throws -> String? {
        var generator = SeededGenerator(seed)
        let drawn = try RandomNetwork(
            nodes: Int.random(in: 3...40, using: &generator),
            meanDegree: Double.random(in: 1.5...4, using: &generator), seed: seed)
        for round in 0..<rounds {
            var question = SoakQuestion(RandomRequest(on: drawn.dataset, &generator))
            // Hierarchies assume the direction rule, and one method does not support barriers.
            if round % 3 != 0 { question.keepDirections() }
            if round % 4 == 1 { question.barriers = BarrierSet() }
            if let text = difference(question, in: SoakWorld(drawn), &tally) { return text }
        }
        return nil
    }

    private static func difference(
        _ question: SoakQuestion, in world: SoakWorld, _ tally: inout [String: Int]
    ) -> String? {
        SoakMismatch.find(question, in: world, &tally).map {
            NetworkDrawing.text(of: $0.simplified(in: world), in: world)
        }
    }
}
