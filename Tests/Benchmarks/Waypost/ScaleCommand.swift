// `Benchmarks scale`: the few figures of a network that scripts/bench --scale relates to its size.

import ArgumentParser
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

struct ScaleCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "scale", abstract: "Measure how one network answers; lines of JSON.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "The requests.json that prepare wrote for it.") var requests: String

    func run() throws {
        let asked = try PreparedRequests.read(requests)
        let bare = memory()
        let layer = try NetworkLayer.open(path: network)
        let dataset = layer.network
        try ResultLine(
            work: "size",
            facts: [
                "junctions": Double(dataset.nodeCount), "edges": Double(dataset.edgeCount),
                "diskBytes": Double(dataset.byteCount),
            ]
        ).print()
        let bench = LayerBench(layer: layer, requests: asked, passes: 3)
        // Like a server that reports ready, with one metric customized.
        var first = try RouteWork.plain(asked)[0].request(0, -1)
        first.deterministic = true
        _ = try layer.solve(first)
        dataset.releasePages()
        for work in RouteWork.plain(asked) { try bench.measure(work) }
        // The memory of a layer that has answered whole routes under one metric.
        let held = memory()
        let facts = Dictionary(uniqueKeysWithValues: held.map { ($0, $1 - (bare[$0] ?? 0)) })
        try ResultLine(work: "memory", facts: facts).print()
        for work in RouteWork.withNewBarriers(asked) where work.name == "squares-1" {
            try bench.measure(work)
        }
        try EngineBench(layer, asked, passes: 3).measure { _ in true }
    }

    private func memory() -> [String: Double] {
        let kinds = ["VmRSS", "RssAnon", "RssFile"]
        return Dictionary(
            uniqueKeysWithValues: kinds.map { ($0, Double(ResidentMemory.bytes($0) ?? 0)) })
    }
}
