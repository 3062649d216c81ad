// `waypost network places`: sample places on an unfamiliar network.

import ArgumentParser
import Geo
import RoadNetwork

struct PlacesCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "places",
        abstract: "Show places on a network's streets, to try it with.",
        discussion: """
            The places lie apart and are reached from one another by car; the same ones every time.

            waypost network places town
            waypost network places town --count 12 --names > stops.csv
            waypost solve --network town $(waypost network places town)
            """)

    @Argument(help: ArgumentHelp("The network's folder.", valueName: "dir"))
    var network: String

    @Option(help: ArgumentHelp("How many.", valueName: "n"))
    var count = 2

    @Flag(help: "A table with the streets' names in place of bare coordinates.")
    var names = false

    func validate() throws {
        guard (1...10_000).contains(count) else {
            throw ValidationError("--count is \(count); give 1 to 10000.")
        }
    }

    func run() throws {
        let places = try NetworkDataset(path: network, verification: .remembered).samplePlaces(
            count)
        guard !places.isEmpty else {
            throw CommandFailure(.invalidInput, "\(network) has no streets that cars may use")
        }
        let rows = places.map { place in
            let (x, y) = (
                JSONValue.number(place.coordinate.x), JSONValue.number(place.coordinate.y)
            )
            return (names ? [place.street] : []) + [x.text, y.text]
        }
        let lines = (names ? [["Name", "lon", "lat"]] : []) + rows
        Console.write(lines.map { CSVFeatureWriter().row(of: $0) }.joined())
    }
}
