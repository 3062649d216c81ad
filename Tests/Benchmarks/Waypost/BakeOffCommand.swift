// `Benchmarks bake-off`: compares the engine's mechanisms for barriers with a rival.

import ArgumentParser
import RoadNetwork

struct BakeOffCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bake-off",
        abstract: "Answer legs with barriers by every mechanism and by a rival; a table.")

    @Argument(help: "The network's folder.") var network: String
    @Option(help: "How many legs.") var pairs = 300
    @Option(help: "What the legs and barriers are drawn from.") var seed: UInt64 = 1
    @Option(help: "How often each leg is timed; the least time counts.") var passes = 3

    func run() throws {
        let dataset = try NetworkDataset(path: network)
        var bakeOff = try BarrierBakeOff(dataset, seed: seed, passes: passes)
        guard bakeOff.run(pairCount: pairs) == 0 else {
            throw BenchmarkError("some answers differ from the plain search's")
        }
    }
}
