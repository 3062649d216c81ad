// `Benchmarks match`: matches the traces of a table, for compare_matching.py.

import ArgumentParser
import Foundation
import RoadNetwork

struct MatchCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match",
        abstract: "Match traces; a line of JSON for each, with its milliseconds.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "A CSV file with the columns trip, seconds, lon and lat.") var traces: String
    @Option(help: "The accuracy of the points in meters; estimated by default.")
    var accuracy: Double?
    @Option(help: "How often each trace is matched; the least time counts.") var passes = 3
    @Option(help: "The file to write.") var output: String

    func run() throws {
        let bench = TraceBench(network: try NetworkDataset(path: network), accuracy: accuracy)
        guard FileManager.default.createFile(atPath: output, contents: nil),
            let file = FileHandle(forWritingAtPath: output)
        else { throw BenchmarkError("\(output) cannot be written") }
        try bench.run(TraceBench.traces(in: traces), passes: passes) {
            file.write(Data(($0 + "\n").utf8))
        }
        try file.close()
    }
}
