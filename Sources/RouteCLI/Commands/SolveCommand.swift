// `waypost solve`: routes through stops, in any format.

import ArgumentParser
import Geo
import RoadNetwork
import RouteAPI
import NetworkAnalysis
import RouteAnalysis

struct SolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "solve", abstract: "Find routes through stops.",
        discussion: """
            waypost solve --network town 7.4189,43.7325 "Port=7.4239,43.7372"
            waypost solve --network town --stops stops.csv --barriers-file closed.geojson \
            --best-sequence -o route.geojson -o route.svg
            waypost solve --server http://HOST:6080/arcgis/rest/services/town/NAServer/Route \
            --stops - --format esri < stops.json
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Stops") var stops: StopOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "A file; its suffix names the format: .json (Esri JSON), .geojson, .gpx, .csv, .txt, "
                + ".svg. Repeatable.", valueName: "file"))
    var outputs: [String] = []

    @Option(
        help: ArgumentHelp(
            "The format of standard output, and of files whose suffix says nothing: esri, "
                + "geojson, gpx, csv, text, svg.", valueName: "format"))
    var format: OutputFormat?

    @Option(help: "The table of CSV output: stops, routes, directions.")
    var table = AnswerTable.stops

    @Option(
        help: ArgumentHelp(
            "A network whose streets are drawn in SVG; --network's by default.",
            valueName: "dir"))
    var streets: String?

    @Flag(help: "Do not print warnings and notes.")
    var quiet = false

    func run() async throws {
        let targets = try OutputTarget.targets(paths: outputs, format: format)
        let draft = try RequestDraft(
            stops: stops, barriers: barriers, travel: travel, answer: answer)
        let layer = try LayerSource(source, zone: travel.zone)
        var request = try await layer.request(draft)
        for target in targets where target.format.isWGS84 {
            try request.demandWGS84(for: target.format)
        }
        let solution = try await layer.solve(request, timeoutSeconds: source.timeout)
        var file = AnswerFile(solution: solution, table: table)
        if targets.contains(where: { $0.format == .text }) {
            file.lengthUnits = try await layer.lengthUnits(of: request)
        }
        if targets.contains(where: { $0.format == .svg }) {
            file.streets = try streetLines(below: solution.result, layer)
        }
        for target in targets {
            try Console.write(bytes: file.bytes(target.format), toFile: target.path)
        }
        // Text carries the messages itself.
        if !quiet {
            let isText = targets.contains { $0.format == .text && $0.path == "-" }
            let messages = isText ? [] : solution.result.messages + solution.remarks
            Console.note(request.notes + messages.map(\.text))
        }
        if solution.isPartial { throw Outcome.partial }
    }

    private func streetLines(
        below result: AnalysisResult, _ layer: LayerSource
    ) throws -> [StreetLine] {
        let box = RoutePicture.frame(of: result).box
        if let streets {
            return StreetLines(
                network: try NetworkDataset(path: streets, verification: .remembered)
            ).lines(in: box)
        }
        if case .network(let layer) = layer {
            return StreetLines(network: layer.network).lines(in: box)
        }
        return []
    }
}
