// `waypost geocode`: places by name, one at a time or from a table.

import ArgumentParser
import Foundation
import Geo
import Geocoding
import RoadNetwork
import RouteTaskClient

struct GeocodeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "geocode", abstract: "Find addresses, streets and places by name.",
        discussion: """
            With a text, shows what fits, the best first. With a table, writes its rows as stops: \
            the best place for each, with Score and Match_addr. Rows that nothing fits are listed \
            on standard error and left out.

            waypost geocode --network town "12 Rue Grimaldi, Monaco"
            waypost geocode --network town --input addresses.csv --column address -o stops.csv
            waypost geocode --server https://HOST/arcgis/rest/services/town/NAServer/Route A28
            """)

    @OptionGroup var source: SourceOptions

    @Argument(
        help: ArgumentHelp(
            "An address, a street, a crossing (\"A & B\"), a place or coordinates.",
            valueName: "text"))
    var text: String?

    @Option(
        help: ArgumentHelp("A table of addresses; - for standard input.", valueName: "file"))
    var input: String?

    @Option(help: ArgumentHelp("The table's column with the addresses.", valueName: "name"))
    var column = "address"

    @Option(
        name: .customLong("least-score"),
        help: ArgumentHelp("Leave out what fits less, 0 to 100.", valueName: "score"))
    var leastScore = 60.0

    @Option(help: ArgumentHelp("How many answers to a text, 1 to 50.", valueName: "n"))
    var count = 5

    /// The formats of stops.
    enum Formats: AcceptedFormats {
        static let all: [OutputFormat] = [.csv, .geojson]
    }

    @Option(help: "The format.")
    var format = FormatOption<Formats>(.csv)

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A file in place of standard output.", valueName: "file"))
    var output: String?

    private func chosenFormat() throws -> OutputFormat {
        try FormatOption<Formats>.chosen(for: output, or: format.format)
    }

    func validate() throws {
        guard source.traffic == nil else {
            throw ValidationError("--traffic says nothing about names; leave it out.")
        }
        guard (text == nil) != (input == nil) else {
            throw ValidationError(
                text == nil
                    ? "Nothing to find is given; give a text, or a table with --input."
                    : "A text and --input are given; give one of them.")
        }
        guard (1...GeocodeQuery.mostCandidates).contains(count) else {
            throw ValidationError(
                "--count is \(count); give 1 to \(GeocodeQuery.mostCandidates).")
        }
        guard (0...100).contains(leastScore) else {
            throw ValidationError("--least-score is \(leastScore); give 0 to 100.")
        }
        _ = try chosenFormat()
    }

    /// Where names are looked up.
    private enum Names {
        case network(Geocoder)
        case server(RouteTask)

        func places(_ text: String, most: Int) async throws -> [FoundPlace] {
            switch self {
            case .network(let geocoder):
                geocoder.candidates(GeocodeQuery(text, most: most)).map {
                    FoundPlace(
                        address: $0.address, location: $0.location, score: $0.score,
                        type: $0.type.rawValue)
                }
            case .server(let task):
                text.isEmpty ? [] : try await task.geocode(text, most: most)
            }
        }
    }

    func run() async throws {
        let names = try openNames()
        if let text { return try await find(text, names) }
        try await locate(names)
    }

    private func openNames() throws -> Names {
        guard let network = source.network else {
            guard let url = source.server.flatMap({ URL(string: $0) }) else {
                preconditionFailure("SourceOptions checks it")
            }
            return .server(
                RouteTask(url: url, token: source.token, timeoutSeconds: source.timeout ?? 60))
        }
        let streets = try NetworkDataset(path: network, verification: .remembered)
        let names = try PlaceDataset.open(besideNetwork: network, verification: .remembered)
        if names == nil {
            Console.note([
                "\(network) has no \(PlaceDataset.fileName), so only streets are found; build the "
                    + "network again for places and addresses"
            ])
        }
        return .network(Geocoder(network: streets, places: names))
    }

    private func find(_ text: String, _ names: Names) async throws {
        let found = try await names.places(text, most: count).filter { $0.score >= leastScore }
        guard !found.isEmpty else {
            throw CommandFailure(
                .noSolution,
                "nothing in \(source.network ?? source.server ?? "") fits \"\(text)\"")
        }
        try write(GeocodedRows(found.map { ([], $0.address, $0) }, fields: []).features)
    }

    private func locate(_ names: Names) async throws {
        guard let input else { preconditionFailure("validate() checks it") }
        var hints = FileHints()
        hints.mayLackShapes = true
        let tables = try FeatureFile(path: input, hints: hints).features()
        let sets = [tables.points, tables.polylines, tables.polygons].compactMap(\.self)
        guard let table = sets.first else {
            throw CommandFailure(.invalidInput, "\(FeatureFile.label(of: input)) has no rows")
        }
        guard let place = table.fieldIndex(column) else {
            throw CommandFailure(
                .invalidInput,
                "\(FeatureFile.label(of: input)) has no column \"\(column)\"; it has "
                    + table.fields.map(\.name).joined(separator: ", ")
                    + " (name one with --column)")
        }
        var rows: [GeocodedRows.Row] = []
        var missing: [String] = []
        for (number, feature) in table.features.enumerated() {
            let text = GeocodedRows.text(feature.values[place])
            let best = try await names.places(text, most: 1).first
            guard let best, best.score >= leastScore else {
                let reason =
                    text.isEmpty
                    ? "the cell is empty"
                    : best.map {
                        "the best is \"\($0.address)\", with a score of "
                            + "\(GeocodedRows.rounded($0.score))"
                    } ?? "nothing in the network fits"
                missing.append("row \(number + 1), \"\(text)\": \(reason)")
                continue
            }
            rows.append((feature.values, text, best))
        }
        Console.note(missing)
        guard !rows.isEmpty else {
            throw CommandFailure(
                .noSolution, "none of \(table.features.count.counted("row")) was found")
        }
        try write(GeocodedRows(rows, fields: table.fields).features)
        if !missing.isEmpty { throw Outcome.partial }
    }

    private func write(_ features: FeatureSet) throws {
        let text: String
        if try chosenFormat() == .geojson {
            var writer = JSONWriter(pretty: true)
            writer.geoJSONFeatureCollection([features], decimals: 7)
            text = writer.text + "\n"
        } else {
            text = CSVFeatureWriter(decimals: 7).text(features)
        }
        try Console.write(bytes: Array(text.utf8), toFile: output ?? "-")
    }
}
