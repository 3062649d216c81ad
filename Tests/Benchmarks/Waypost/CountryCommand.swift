// `Benchmarks country`: invents a country and writes it as OpenStreetMap data.

import ArgumentParser

struct CountryCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "country",
        abstract: "Write a made-up country as .osm.pbf: towns, rural roads, motorways.")

    @Option(help: "About how many junctions it has.") var junctions: Int
    @Option(help: "The seed it is drawn from.") var seed: UInt64 = 1
    @Option(help: "The file to write.") var output: String

    func validate() throws {
        guard (100...20_000_000).contains(junctions) else {
            throw ValidationError("--junctions must be within 100…20000000.")
        }
    }

    func run() throws {
        var note: ProgressNote?
        let map = Country(junctions: junctions, seed: seed).map { done, total in
            if note == nil { note = ProgressNote("drawing towns", of: total) }
            note?.update(done)
        }
        note?.finish()
        try PBFWriter.write(map, to: output)
        print("\(map.nodeCount) nodes, \(map.wayCount) ways, \(map.turnSigns.count) turn signs")
    }
}
