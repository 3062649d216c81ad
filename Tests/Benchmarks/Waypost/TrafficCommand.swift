// `Benchmarks traffic`: measures the time from receiving a speed feed until requests use it.

import ArgumentParser
import DataStructures
import LiveTraffic
import Preparation
import RoadNetwork
import RouteAPI

struct TrafficCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "traffic",
        abstract: "Measure feeds until they are in force, on all cores; lines of JSON.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "The rows of a feed.") var rows = 140_000
    @Option(help: "The edges that have rows, as a share of all; in place of --rows.")
    var share: Double?
    @Option(help: "The feeds that are timed.") var feeds = 9
    @Option(help: "The seed of the speeds.") var seed: UInt64 = 1

    func run() throws {
        let layer = try NetworkLayer.open(path: network)
        layer.prepare()
        let intake = TrafficIntake(layer: layer)
        // A row covers a street in both directions.
        let count = share.map { Int($0 * Double(layer.network.edgeCount)) / 2 } ?? rows
        var generator = SeededGenerator(seed)
        var latencies = Latencies()
        var facts: [String: Double] = ["modes": Double(layer.configuration.travelModes.count)]
        for turn in 0...feeds {
            let bytes = feed(layer.network, rows: count, &generator)
            let receipt = try intake.take(bytes, from: "the benchmark")
            guard receipt.usedCount > 0 else { throw BenchmarkError("no row was used") }
            facts["rows"] = Double(receipt.usedCount)
            facts["edges"] = Double(receipt.speedEdgeCount)
            // The first feed allocates the memory that later ones reuse.
            if turn > 0 { latencies.add(receipt.milliseconds) }
        }
        try ResultLine(work: "traffic", latencies, facts: facts).print()
    }

    /// Speeds between neighboring OSM nodes, with the OSM way, as a table.
    ///
    /// The rows are spread over the whole network; a small network has fewer.
    private func feed(
        _ network: NetworkDataset, rows count: Int, _ generator: inout SeededGenerator
    ) -> [UInt8] {
        var text = "way,direction,from_node,to_node,speed_kmh,closed,valid_from,valid_to\n"
        text.reserveCapacity(48 * count)
        let step = max(1, network.edgeCount / max(1, count))
        for edge in stride(from: 0, to: network.edgeCount, by: step).prefix(count) {
            let wayID = network.segmentWay[edge >> 1]
            let (tail, head) = (network.edgeHead[edge ^ 1], network.edgeHead[edge])
            let speed = Int.random(in: 5...70, using: &generator)
            text +=
                "\(wayID),both,\(network.nodeID(of: tail)),\(network.nodeID(of: head)),"
                + "\(speed),,,\n"
        }
        return Array(text.utf8)
    }
}
