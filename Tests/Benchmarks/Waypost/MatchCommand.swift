// `Benchmarks match`: matches the traces in a table, for compare_matching.py and fit_confidence.py.

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
    @Option(help: "Write instead, as CSV, the points whose confidence is lower than this.")
    var unsure: Double?
    @Option(help: "The file to write.") var output: String

    func run() throws {
        let bench = TraceBench(network: try NetworkDataset(path: network), accuracy: accuracy)
        guard FileManager.default.createFile(atPath: output, contents: nil),
            let file = FileHandle(forWritingAtPath: output)
        else { throw BenchmarkError("\(output) cannot be written") }
        let traces = try TraceBench.traces(in: traces)
        let write: (String) -> Void = { file.write(Data(($0 + "\n").utf8)) }
        if let unsure {
            try bench.writeUnsurePoints(of: traces, below: unsure, write: write)
        } else {
            try bench.run(traces, passes: passes, write: write)
        }
        try file.close()
    }
}
