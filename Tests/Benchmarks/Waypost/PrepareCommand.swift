// `Benchmarks prepare`: writes the requests for Waypost and its peers.

import ArgumentParser
import Foundation
import Geo
import Preparation
import RoadNetwork
import RouteAnalysis

struct PrepareCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prepare",
        abstract: "Draw pairs and barriers on a network, and write its drivable graph.")

    @Option(help: "The network's folder.") var network: String
    @Option(help: "Pairs of places.") var pairs = 1_000
    @Option(help: "The seed that everything is drawn from.") var seed: UInt64 = 1
    @Option(help: "The folder to write requests.json and graph.bin to.") var output: String

    func run() throws {
        let layer = try NetworkLayer.open(path: network)
        try FileManager.default.createDirectory(
            atPath: output, withIntermediateDirectories: true)
        var maker = RequestMaker(layer, seed: seed)
        try maker.make(pairs: pairs).write(to: output + "/requests.json")
        try DrivableGraph(layer.network).write(to: output + "/graph.bin")
    }
}
