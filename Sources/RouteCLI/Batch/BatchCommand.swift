// `waypost batch`: a route for each group of stored stops.

import ArgumentParser
import Batches
import RouteAPI

struct BatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "batch", abstract: "Find a route for each group of stops.",
        discussion: """
            Stops come from a layer of a GeoPackage or from a file; each value of --group-by gets \
            a route. The output has routes, stops with the ids of their rows, directions, messages \
            and, in failures, the groups without a route.

            waypost batch --network town --layer day.gpkg#deliveries \
            --where "day = DATE '2026-03-02'" --group-by driver --best-sequence --time-windows \
            -o routes.gpkg --report routes.html --sheets sheets/
            waypost batch --network town --stops stops.csv --group-by driver -o routes/
            waypost batch --network town --stops stops.csv -o postgres://db.example/town#monday
            waypost batch --network town --stops stops.csv --drivers drivers.csv \
            --return-to-start --group-by driver --best-sequence -o routes.gpkg
            waypost batch --network town --pairs trips.csv -o totals.gpkg

            Ctrl-C finishes the routes in progress and keeps them; --resume continues such a \
            batch, and one that was killed.
            """)

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Stops") var rows: BatchOptions
    @OptionGroup(title: "Drivers") var day: DriverOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Time and order") var schedule: ScheduleOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "A file, or a folder of CSV files, which ends in /. Its suffix names the format: "
                + "\(OutputFormat.suffixes(of: BatchTarget.formats)). Or tables of a database, "
                + "postgres://HOST/DATABASE#PREFIX. Repeatable.",
            valueName: "file"))
    var outputs: [String] = []

    @Option(
        help: ArgumentHelp(
            "The format of files whose suffix says nothing: "
                + "\(OutputFormat.names(of: BatchTarget.formats)). With answer, files that end in "
                + ".json have all tables.", valueName: "format"))
    var format: OutputFormat?

    @Option(
        help: ArgumentHelp(
            "The table of csv (stops by default) and of esri, shp and fgb (routes by default): "
                + "stops, routes, directions.", valueName: "table"))
    var table: BatchFileTable?

    @OptionGroup var paper: PaperOptions

    @Flag(help: "Continue a batch that was interrupted or killed, with the same options.")
    var resume = false

    @OptionGroup var csv: CSVOptions

    @Flag(help: "Do not print warnings, notes and progress.")
    var quiet = false

    func validate() throws {
        if outputs.isEmpty {
            throw ValidationError("No output is given; use --output routes.gpkg.")
        }
        if rows.pairs != nil, let path = paper.paths.first {
            throw ValidationError("--pairs makes no routes for \(path) to show; leave it out.")
        }
        if rows.pairs != nil, day.drivers != nil || day.now != nil {
            throw ValidationError("--pairs makes no routes; leave out --drivers and --now.")
        }
        if let asJob = rows.asJob, source.server == nil {
            throw ValidationError("\(asJob ? "--as-job" : "--no-as-job") needs --server.")
        }
    }

    /// Builds the request from the options, without its stops.
    func draft() throws -> RequestDraft {
        try RequestDraft(.route, inputs: [], barriers: barriers, travel: travel) { fields in
            // The tables need each stop's status, and the same rows whatever the cache holds.
            fields["returnStops"] = "true"
            if source.network != nil { fields["deterministic"] = "true" }
            try schedule.write(to: &fields)
            try answer.write(to: &fields)
            // Formats and pictures in longitude and latitude must work without another batch.
            fields["outSR"] = fields["outSR"] ?? "4326"
        }
    }

    func run() async throws { try await BatchJob(self).run() }
}
