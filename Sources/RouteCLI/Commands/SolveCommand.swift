// `waypost solve`: routes through stops, in any format.

import Answers
import ArgumentParser
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

struct SolveCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "solve", abstract: "Find routes through stops.",
        discussion: """
            waypost solve --network town 7.4189,43.7325 "Port=7.4239,43.7372"
            waypost solve --network town --stops stops.csv --barriers-file closed.geojson \
            --best-sequence -o route.geojson -o route.svg
            waypost solve --network town --stops day.gpkg#deliveries --where "driver = 'Ada'" \
            --field Name=customer --best-sequence
            waypost solve --server http://HOST:6080/arcgis/rest/services/town/NAServer/Route \
            --stops - --format answer < stops.json
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Stops") var stops: StopOptions
    @OptionGroup(title: "Rows of layers") var rows: RowOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Time and order") var schedule: ScheduleOptions
    @OptionGroup(title: "Answer") var conditions: RouteConditionOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions
    @OptionGroup var output: OutputOptions

    @Option(
        help: ArgumentHelp(
            "The table of csv (stops by default) and of esri (routes by default): stops, routes, "
                + "directions, legs, events, spans.", valueName: "table"))
    var table: ShownTable?

    @Option(
        help: ArgumentHelp(
            "A network whose streets are drawn in SVG; --network's by default.",
            valueName: "dir"))
    var streets: String?

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try RequestDraft(
            .route, inputs: [stops.input(rows.selection())], barriers: barriers, travel: travel
        ) { fields in
            try schedule.write(to: &fields)
            conditions.write(to: &fields)
            try answer.write(to: &fields)
        }
    }

    func run() async throws {
        let run = try await SolveRun(
            draft(), source: source, output: output, formats: AnswerFile.formats)
        let solution = try await run.solve()
        var file = AnswerFile(solution: solution, table: table, hasFormulas: run.hasFormulas)
        if run.writes(.text) {
            file.lengthUnits = try await run.layer.lengthUnits(of: run.request)
        }
        if run.writes(.svg) { file.streets = try streetLines(below: solution.result, run.layer) }
        try run.write(file)
    }

    private func streetLines(
        below result: AnalysisResult, _ layer: AnalysisSource
    ) throws -> [StreetLine] {
        let box = AnswerPicture(of: result).envelope
        if let streets {
            return StreetLines(
                network: try NetworkDataset(path: streets, verification: .remembered)
            ).around(box)
        }
        if case .network(let layer) = layer {
            return StreetLines(network: layer.network).around(box)
        }
        return []
    }
}
