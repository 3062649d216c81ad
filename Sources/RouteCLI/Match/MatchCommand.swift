// `waypost match`: the routes that traces in files follow.

import ArgumentParser
import Geo
import RouteAPI

struct MatchCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "match", abstract: "Find the routes that traces and drawn lines follow.",
        discussion: """
            Each file is matched by itself, several at once; a file that fails does not stop the \
            others. Points of CSV and JSON may have Time (ISO 8601 or epoch milliseconds), \
            Accuracy in meters, Bearing in degrees, IsStop, and TraceName for several traces in \
            a file; GPX has tracks and routes. Lines are drawn ones.

            waypost match --network town drive.gpx
            waypost match --network town drive.csv --accuracy 8 -o drive.geojson -o drive.svg
            waypost match --network town day/*.gpx -o matched/ --format csv --table points
            waypost match --network town --polylines lines.txt -o lines.gpx

            Ctrl-C finishes the files in progress.
            """)

    @Argument(
        help: ArgumentHelp(
            "Files of traces: CSV, GPX, GeoJSON or Esri JSON, a layer of a GeoPackage, or a file "
                + "that GDAL reads, such as KML; - is standard input.",
            valueName: "file"))
    var files: [String]

    @OptionGroup(title: "Where") var source: SourceOptions
    @OptionGroup(title: "Traces") var traces: TraceOptions
    @OptionGroup(title: "Barriers") var barriers: BarrierOptions
    @OptionGroup(title: "Travel") var travel: TravelOptions
    @OptionGroup(title: "Answer") var answer: AnswerOptions

    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "A file whose suffix names the format "
                + "(\(OutputFormat.suffixes(of: OutputFormat.allCases))), for one input; or a "
                + "folder, which ends in /, with a file for each input in the format of --format. "
                + "Repeatable.", valueName: "file"))
    var outputs: [String] = []

    @Option(
        help: ArgumentHelp(
            "The format of folders, geojson by default, and of standard output: "
                + "\(OutputFormat.names(of: OutputFormat.allCases)). esri (or json) is a feature "
                + "set, answer the whole answer as JSON, in files that end in .json too.",
            valueName: "format"))
    var format: OutputFormat?

    @Option(help: "The table of csv and esri: points, gaps, rules, routes, stops, directions.")
    var table = MatchTable.points

    @Option(help: ArgumentHelp("Files at once; one for each core by default.", valueName: "count"))
    var threads: Int?

    @OptionGroup var csv: CSVOptions

    @Flag(help: "Do not print warnings, notes and progress.")
    var quiet = false

    func validate() throws {
        guard !files.isEmpty else { throw ValidationError("No file of traces is given.") }
        if files.count(where: { $0 == "-" }) > 1 {
            throw ValidationError("Standard input (-) can be read once.")
        }
        if let threads, !(1...1_024).contains(threads) {
            throw ValidationError("--threads must be a number from 1 to 1024.")
        }
    }

    /// Builds the request from the options, without its traces.
    func draft() throws -> RequestDraft {
        try RequestDraft(.route, inputs: [], barriers: barriers, travel: travel) { fields in
            traces.write(to: &fields)
            try answer.write(to: &fields)
        }
    }

    func run() async throws { try await FileMatchRun(self).run() }
}

/// The table of matched traces written as CSV.
enum MatchTable: String, CaseIterable, ExpressibleByArgument {
    case points
    case gaps
    case rules
    case routes
    case stops
    case directions

    /// The table's key in answers; `nil` for directions, which are not a table.
    var key: String? {
        switch self {
        case .points: "tracePoints"
        case .gaps: "traceGaps"
        case .rules: "brokenRules"
        case .routes: "routes"
        case .stops: "stops"
        case .directions: nil
        }
    }
}

/// How traces are matched.
struct TraceOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The standard deviation of positions without one of their own; it is estimated by "
                + "default.", valueName: "meters"))
    var accuracy: Double?

    @Option(
        help: ArgumentHelp(
            "The length of each trace that is matched; all by default.", valueName: "meters"))
    var distanceLimit: Int?

    @OptionGroup var files: FileOptions

    @Flag(help: "The files have encoded polylines, each on a line of its own.")
    var polylines = false

    @Option(help: ArgumentHelp("Decimals of encoded polylines: 5 or 6.", valueName: "count"))
    var polylinePrecision = 5

    func validate() throws {
        if let accuracy, !(accuracy > 0 && accuracy <= 10_000) {
            throw ValidationError("--accuracy must be a number of meters above 0, up to 10000.")
        }
        if let distanceLimit, distanceLimit < 1 {
            throw ValidationError("--distance-limit must be a number of meters above 0.")
        }
        guard polylinePrecision == 5 || polylinePrecision == 6 else {
            throw ValidationError("--polyline-precision must be 5 or 6.")
        }
    }

    /// Writes the options into a request.
    func write(to fields: inout [String: String]) {
        fields["gpsAccuracy"] = accuracy.map { JSONValue.number($0).text }
        fields["matchDistanceLimit"] = "\(distanceLimit ?? -1)"
    }

    /// Reads files according to the options.
    var reader: TraceFileReader {
        TraceFileReader(
            polylineDecimals: polylines ? polylinePrecision : nil, hints: files.hints)
    }
}
