// `Benchmarks scale`: the few figures of one network that scripts/bench --scale holds against size.

import ArgumentParser
import Geo
import RoadNetwork
import RouteAPI
import RouteAnalysis

struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale", abstract: "Measure how one network answers; lines of JSON.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "Pairs of places.") var pairs = 200
    @Option(help: "The seed that everything is drawn from.") var seed: UInt64 = 1

    func run() throws {
        let bare = ResidentMemory.bytes("VmRSS") ?? 0
        let layer = try RouteLayer.open(path: network)
        let dataset = layer.network
        try ResultLine(
            work: "size",
            facts: [
                "junctions": Double(dataset.nodeCount), "edges": Double(dataset.edgeCount),
                "diskBytes": Double(dataset.byteCount),
            ]
        ).print()
        let requests = try drawRequests(layer)
        let bench = LayerBench(layer: layer, requests: requests, passes: 3)
        for work in RouteWork.plain(requests) { try bench.measure(work) }
        try reportMemory(since: bare)
        for work in RouteWork.withNewBarriers(requests) where work.name == "squares-1" {
            try bench.measure(work)
        }
        try EngineBench(layer, requests, passes: 3).measure { _ in true }
    }

    /// One metric is there now, and whatever of the file a query touches.
    private func reportMemory(since bare: Int) throws {
        let resident = ResidentMemory.bytes("VmRSS") ?? 0
        try ResultLine(work: "memory", facts: ["residentBytes": Double(resident - bare)]).print()
    }

    private func drawRequests(_ layer: RouteLayer) throws -> PreparedRequests {
        var maker = RequestMaker(layer, seed: seed)
        return try maker.make(pairs: pairs)
    }
}
