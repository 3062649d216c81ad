// `waypost matrix`: the costs between many places.

import ArgumentParser
import RouteAPI

struct MatrixCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "matrix", abstract: "Find the costs between many places.",
        discussion: """
            Each origin has its destinations by rank, the nearest first. Without --destinations, \
            the costs are those between all origins.

            waypost matrix --network town --origins depots.csv --destinations stops.csv
            waypost matrix --network town --origins stops.csv --count 3 --format csv
            waypost matrix --server \
            http://HOST:6080/arcgis/rest/services/town/NAServer/ODCostMatrix \
            --origins stops.csv --sparse --format answer -o costs.json
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Places") var places: MatrixPlaces
    @OptionGroup(title: "Rows of layers") var rows: RowOptions
    @OptionGroup(title: "Search") var search: SearchOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: RequestOptions

    @Flag(help: "Costs alone, by the ids of origins and destinations.")
    var sparse = false

    @Flag(
        help: ArgumentHelp(
            "A straight line for each pair; geojson, kml, gpkg, shp and fgb have them without this "
                + "flag too."))
    var lines = false

    @OptionGroup var output: OutputOptions

    func validate() throws {
        if sparse, lines { throw ValidationError("--sparse and --lines cannot be combined.") }
    }

    /// Builds the request from the options.
    func draft() throws -> RequestDraft {
        try RequestDraft(
            .odCostMatrix, inputs: places.inputs(rows.selection()), barriers: barriers,
            travel: travel
        ) { fields in
            try search.write(to: &fields, countParameter: "defaultTargetDestinationCount")
            let type: MatrixOutputType? = sparse ? .sparseMatrix : lines ? .straightLines : nil
            fields["outputType"] = type?.rawValue
            try answer.write(to: &fields)
        }
    }

    func run() async throws {
        var run = try await SolveRun(
            draft(), source: source, output: output, formats: PairFile.formats)
        if run.showsShapes, !sparse || run.writes(.geojson) || run.writes(.kml) {
            if sparse {
                throw CommandFailure(
                    .usage,
                    "--sparse: GeoJSON and KML cannot contain costs without lines; omit "
                        + "--sparse, or write csv, text, json or gpkg")
            }
            let lines = MatrixOutputType.straightLines.rawValue
            run.request.fields["outputType"] = run.request.fields["outputType"] ?? lines
        }
        try await run.solveMatrix()
    }
}
