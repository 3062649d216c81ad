// `waypost locate`: where places are located on the streets, and why.

import ArgumentParser
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RouteAnalysis

struct LocateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locate", abstract: "Show where places are located on the streets, and why.",
        discussion: """
            Takes stops, barriers and travel settings as solve does, since what may be driven \
            decides which street is the nearest.

            waypost locate --network town 7.4189,43.7325
            waypost locate --network town --stops stops.csv --format csv
            """)

    @Option(help: ArgumentHelp("A network's folder.", valueName: "dir"))
    var network: String
    @OptionGroup(title: "Places") var stops: StopOptions
    @OptionGroup(title: "Rows of layers") var rows: RowOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Time and order") var schedule: ScheduleOptions

    @Option(
        help: ArgumentHelp("The farthest a street may be, in meters.", valueName: "meters"))
    var tolerance: Double?

    @Option(help: "The format.")
    var format = FormatOption<TableFormats>(.text)

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp("A file in place of standard output.", valueName: "file"))
    var output: String?

    func validate() throws {
        _ = try chosenFormat()
    }

    private func chosenFormat() throws -> OutputFormat {
        try FormatOption<TableFormats>.chosen(for: output, or: format.format)
    }

    func run() async throws {
        let draft = try RequestDraft(
            .route, inputs: [stops.input(rows.selection())], barriers: barriers, travel: travel,
            writing: schedule.write(to:))
        let layer = try NetworkLayer.open(
            path: network, timeZoneName: travel.zone?.name, verification: .remembered)
        let request = try await AnalysisSource.network(layer).request(draft)
        var parameters = try RouteParameters(
            fields: request.fields, locateDefaults: layer.configuration.locateSettings)
        if let tolerance {
            let settings = LocateSettings(toleranceMeters: tolerance)
            parameters.locateSettings = LocateSettingsByInput(fallback: settings)
        }
        let places = try layer.locate(parameters)
        let text = Self.text(places, try chosenFormat())
        try Console.write(bytes: Array(text.utf8), toFile: output ?? "-")
        Console.note(
            request.notes
                + places.compactMap { FarPlace(name: $0.name, meters: $0.distanceMeters)?.text })
        if places.contains(where: { $0.problem != nil }) { throw Outcome.partial }
    }

    private static func text(_ places: [LocatedInput], _ format: OutputFormat) -> String {
        switch format {
        case .csv: return CSVFeatureWriter(decimals: 7).text(table(places))
        case .geojson:
            var writer = JSONWriter(pretty: true)
            writer.geoJSONFeatureCollection([table(places)], decimals: 7)
            return writer.text + "\n"
        case .esri:
            var writer = JSONWriter(pretty: true)
            writer.esriFeatureSet(table(places), decimals: 7)
            return writer.text + "\n"
        case .text, .answer, .gpx, .kml, .gpkg, .shp, .fgb, .xlsx, .svg:
            let width = min(places.map(\.name.count).max() ?? 0, 40)
            return places.map { line($0, width: width) }.joined()
        }
    }

    /// Writes one place as a sentence.
    static func line(_ place: LocatedInput, width: Int = 0) -> String {
        let name = place.name + String(repeating: " ", count: max(0, width - place.name.count))
        guard let element = place.sourceOID, let distance = place.distanceMeters else {
            return "\(name)  \(place.status.words): \(place.problem ?? "no reason is known")\n"
        }
        let street = place.street.isEmpty ? "a street without a name" : place.street
        let side =
            switch place.sideOfEdge {
            case 1: ", right of it"
            case 2: ", left of it"
            default: ""
            }
        let spot = place.posAlong.map { "edge \(element) at \(Int(($0 * 100).rounded())) %" }
        let meters = JSONValue.number((distance * 10).rounded() / 10).text
        let options =
            place.candidateCount.counted("option")
        let facts =
            "\(street), \(meters) m away\(side); \(spot ?? "junction \(element)"), "
            + "\(options) to arrive or leave"
        let status = place.status == .ok ? "" : "; \(place.status.words)"
        let problem = place.problem.map { "; \($0)" } ?? ""
        return "\(name)  \(facts)\(status)\(problem)\n"
    }

    private static func table(_ places: [LocatedInput]) -> FeatureSet {
        let columns: [FeatureColumn<LocatedInput>] = [
            FeatureColumn(.name) { $0.name }, FeatureColumn(.status) { $0.status.rawValue },
            FeatureColumn("Street") { $0.street },
            FeatureColumn(.distanceToNetwork) { $0.distanceMeters },
            FeatureColumn(.sourceID) { $0.sourceID }, FeatureColumn(.sourceOID) { $0.sourceOID },
            FeatureColumn(.posAlong) { $0.posAlong }, FeatureColumn(.sideOfEdge) { $0.sideOfEdge },
            FeatureColumn("InputX") { $0.input?.x }, FeatureColumn("InputY") { $0.input?.y },
            FeatureColumn("Problem") { $0.problem },
        ]
        return FeatureSet(columns, of: places, shape: .point) {
            ($0.snapped ?? $0.input).map { .point($0) }
        }
    }
}
