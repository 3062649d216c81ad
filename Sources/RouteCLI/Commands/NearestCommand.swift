// `waypost nearest`: finds the closest facilities to incidents, and the routes between them.

import ArgumentParser
import Batches
import RouteAPI

struct NearestCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "nearest", abstract: "Find the closest facilities of places.",
        discussion: """
            Each incident has its facilities by rank, the closest first. Esri JSON and GeoJSON \
            have the routes with their lines.

            waypost nearest --network town --incidents 7.4189,43.7325 --facilities hospitals.csv
            waypost nearest --network town --incidents stops.csv --facilities depots.csv \
            --count 2 --cutoff 15 --from-facility -o nearest.csv
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Places") var places: NearestPlaces
    @OptionGroup(title: "Rows of layers") var rows: RowOptions
    @OptionGroup(title: "Search") var search: SearchOptions

    @Flag(help: "Routes lead from the facilities to the incidents.")
    var fromFacility = false

    @Flag(help: "Routes end at --time instead of starting then.")
    var arrive = false

    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var conditions: RouteConditionOptions
    @OptionGroup(title: "Answer") var routes: RouteDetailOptions
    @OptionGroup(title: "Answer") var answer: RequestOptions

    @Flag(help: "Include directions in answer, geojson, kml and gpkg.")
    var directions = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if arrive, search.time == nil { throw ValidationError("--arrive needs --time.") }
    }

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try RequestDraft(
            .closestFacility, inputs: places.inputs(rows.selection()), barriers: barriers,
            travel: travel
        ) { fields in
            fields["returnCFRoutes"] = "true"
            fields["returnDirections"] = "\(directions)"
            try search.write(to: &fields, countParameter: "defaultTargetFacilityCount")
            if fromFacility {
                fields["travelDirection"] = TravelDirection.fromFacility.rawValue
            }
            if arrive { fields["timeOfDayUsage"] = TimeOfDayUsage.endTime.rawValue }
            conditions.write(to: &fields)
            try routes.write(to: &fields)
            try answer.write(to: &fields)
        }
    }

    func run() async throws {
        let run = try await SolveRun(
            draft(), source: source, output: output, formats: PairFile.formats)
        let solution = try await run.solve()
        try run.write(
            PairFile(
                solution: solution, table: PairTable(nearest: solution.result),
                hasFormulas: run.hasFormulas))
    }
}
