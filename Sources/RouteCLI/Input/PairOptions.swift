// The options of `waypost matrix` and `waypost nearest`: two location inputs and a search.

import ArgumentParser
import Geo
import Preparation

/// A matrix's origins and destinations.
struct MatrixPlaces: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Where paths begin: places \"lon,lat\" or \"NAME=lon,lat\" in WGS 84, and files: CSV, "
                + "GeoJSON, Esri JSON, GPX, a GeoPackage (FILE.gpkg#LAYER) or, by GDAL, a "
                + "shapefile, KML or workbook (FILE.xlsx#SHEET); - is standard input. Repeatable.",
            valueName: "place|file"))
    var origins: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Where paths end, in the same forms as origins; the origins themselves by default. "
                + "Repeatable.", valueName: "place|file"))
    var destinations: [String] = []

    /// Reads the request's inputs.
    ///
    /// - Parameter rows: Which rows of stored layers to read.
    /// - Throws: ``CommandFailure`` naming the place, or the file, row and column.
    func inputs(_ rows: RowSelection = RowSelection()) throws -> [InputDraft] {
        var inputs = try InputDraft.inputs(
            ["origins": origins, "destinations": destinations], rows: rows)
        if destinations.isEmpty { inputs[1] = inputs[0].copied(as: inputs[1].name) }
        return inputs
    }
}

/// The incidents and facilities for `waypost nearest`.
struct NearestPlaces: ParsableArguments {
    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "Where facilities are needed: places \"lon,lat\" or \"NAME=lon,lat\" in WGS 84, "
                + "and files: CSV, GeoJSON, Esri JSON, GPX, a GeoPackage (FILE.gpkg#LAYER) or, by "
                + "GDAL, a shapefile, KML or workbook (FILE.xlsx#SHEET); - is standard input. "
                + "Repeatable.",
            valueName: "place|file"))
    var incidents: [String] = []

    @Option(
        parsing: .upToNextOption,
        help: ArgumentHelp(
            "The facilities, in the same forms as incidents. Repeatable.",
            valueName: "place|file"))
    var facilities: [String] = []

    /// Reads the request's inputs.
    ///
    /// - Parameter rows: Which rows of stored layers to read.
    /// - Throws: ``CommandFailure`` naming the place, or the file, row and column.
    func inputs(_ rows: RowSelection = RowSelection()) throws -> [InputDraft] {
        try InputDraft.inputs(
            ["incidents": incidents, "facilities": facilities], rows: rows)
    }
}

/// The cutoff, the number of targets, and the travel time.
struct SearchOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The greatest impedance of a path, in the unit of the impedance, such as minutes.",
            valueName: "cost"))
    var cutoff: Double?

    @Option(
        help: ArgumentHelp(
            "The number of nearest destinations of each origin, or facilities of each incident; "
                + "all destinations and one facility by default.", valueName: "n"))
    var count: Int?

    @Option(
        name: [.customLong("time"), .customLong("depart")],
        help: ArgumentHelp(
            "When to travel: now, 09:30 (today), 2026-11-21T09:30, 2026-11-21T09:30:00+01:00, or "
                + "epoch milliseconds.", valueName: "time"))
    var time: String?

    func validate() throws {
        if let cutoff, !(cutoff >= 0 && cutoff.isFinite) {
            throw ValidationError("--cutoff must be a number that is not negative.")
        }
        if let count, count < 1 { throw ValidationError("--count must be a number above 0.") }
    }

    /// Writes the options into a request; the time stays text.
    ///
    /// - Parameter countParameter: The parameter for the number of targets.
    /// - Throws: ``CommandFailure`` naming the accepted values.
    func write(to fields: inout [String: String], countParameter: String) throws {
        fields["defaultCutoff"] = cutoff.map { JSONValue.number($0).text }
        fields[countParameter] = count.map { "\($0)" }
        fields["timeOfDay"] = try time.map { try StartText.checked($0, option: "--time") }
    }
}
