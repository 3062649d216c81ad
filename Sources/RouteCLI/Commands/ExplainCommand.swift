// `waypost explain`: where stops are located, the effective settings, and why routes are missing.

import ArgumentParser
import Geo
import RouteAPI
import RouteAnalysis

struct ExplainCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "explain",
        abstract: "Show where stops lie, which settings apply, and why a route is missing.",
        discussion: """
            Takes what solve takes, and ends with the exit code that solve would end with. The \
            changes it suggests have been tried.

            waypost explain --network town 7.4189,43.7325 "Port=7.4239,43.7372"
            waypost explain --network town --stops stops.csv --barriers-file closed.geojson \
            --format json
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Stops") var stops: StopOptions
    @OptionGroup(title: "Rows of layers") var rows: RowOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Time and order") var schedule: ScheduleOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions

    @Option(help: "The format: text, json.")
    var format = ExplanationFormat.text

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A file in place of standard output.", valueName: "file"))
    var output: String?

    @Option(
        help: ArgumentHelp(
            "A picture of stops, barriers and the routes found.", valueName: "file.svg"))
    var picture: String?

    func run() async throws {
        let draft = try RequestDraft(
            .route, inputs: [stops.input(rows.selection())], barriers: barriers, travel: travel
        ) { fields in
            try schedule.write(to: &fields)
            try answer.write(to: &fields)
        }
        let layer = try AnalysisSource(source, zone: travel.zone)
        var request = try await layer.request(draft)
        if picture != nil { try request.requireWGS84(for: .svg) }
        request.fields["explainParameters"] = "true"
        Console.note(request.notes)
        let explanation = try await layer.explain(request, timeoutSeconds: source.timeout)
        let bytes =
            switch format {
            case .text: Array(try explanation.text().utf8)
            case .json: try explanation.json()
            }
        try Console.write(bytes: bytes, toFile: output ?? "-")
        if let picture {
            let file = AnswerFile(solution: explanation.solution ?? explanation.checked)
            try Console.write(bytes: file.bytes(.svg), toFile: picture)
        }
        if explanation.outcome != .answered { throw explanation.outcome }
    }
}

enum ExplanationFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case json
}
