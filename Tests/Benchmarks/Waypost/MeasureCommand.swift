// `Benchmarks measure`: measures every line of the table that Waypost answers in process.

import ArgumentParser
import Preparation
import RoadNetwork
import RouteAnalysis

struct MeasureCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "measure",
        abstract: "Measure works on a network; a line of JSON on standard output for each.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "The requests.json that prepare wrote for it.") var requests: String
    @Option(help: "How often each request is timed; the middle time counts.") var passes = 3
    @Option(help: "Only works whose name contains one of these words, separated by commas.")
    var only: String?

    func run() throws {
        let asked = try PreparedRequests.read(requests)
        try measureOpening()
        let layer = try NetworkLayer.open(path: network)
        guard layer.network.fingerprint == asked.fingerprint else {
            throw BenchmarkError("\(requests) was made for another network: prepare again")
        }
        let bench = LayerBench(layer: layer, requests: asked, passes: passes)
        for work in RouteWork.plain(asked) where isWanted(work.name) { try bench.measure(work) }
        if isWanted("duration-located") { try bench.measureLocatedDurations() }
        for work in RouteWork.modes(asked) where isWanted(work.name) { try bench.measure(work) }
        for work in RouteWork.withNewBarriers(asked) where isWanted(work.name) {
            try bench.measure(work)
        }
        let others = [
            RouteWork.withKeptBarriers(asked), .sequences(asked), .alternatives(asked),
        ]
        for work in others where isWanted(work.name) { try bench.measure(work) }
        if LiveBench.works.contains(where: isWanted) {
            try LiveBench(layer, asked, passes: passes).measure(isWanted)
        }
        try EngineBench(layer, asked, passes: passes).measure(isWanted)
        let matrices = MatrixBench(layer: layer, requests: asked)
        if isWanted("matrix-1000") { try matrices.measure() }
        if isWanted("matrix-cancel") { try matrices.measureCancel() }
        if isWanted("directions") { try bench.measureDirections() }
        if isWanted("new-settings") { try bench.measureNewSettings(count: 60) }
        try reportMemory()
    }

    private func isWanted(_ name: String) -> Bool {
        guard let only else { return true }
        return only.split(separator: ",").contains { name.contains($0) }
    }

    private func measureOpening() throws {
        var latencies = Latencies()
        for _ in 0..<20 {
            let (time, _) = try Stopwatch.milliseconds { try NetworkLayer.open(path: network) }
            latencies.add(time)
        }
        try ResultLine(work: "open", latencies).print()
    }

    private func reportMemory() throws {
        var facts: [String: Double] = [:]
        for kind in ["VmRSS", "RssAnon", "VmHWM"] {
            facts[kind] = ResidentMemory.bytes(kind).map(Double.init)
        }
        try ResultLine(work: "memory", facts: facts).print()
    }
}
