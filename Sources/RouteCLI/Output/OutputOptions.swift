// Options for where answers are written, and in which formats.

import ArgumentParser

/// The files of an answer and their formats.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "A file; its suffix names the format: .json (Esri JSON), .geojson, .csv, .txt, and of "
                + "routes through stops .gpx and .svg. Repeatable.", valueName: "file"))
    var outputs: [String] = []

    @Option(
        help: ArgumentHelp(
            "The format of standard output, and of files whose suffix says nothing: esri (or "
                + "json), geojson, csv, text, and of routes through stops gpx and svg.",
            valueName: "format"))
    var format: OutputFormat?

    @OptionGroup var csv: CSVOptions

    @Flag(help: "Do not print warnings, notes and progress.")
    var quiet = false

    /// The outputs.
    ///
    /// - Parameter accepted: The formats that the command has.
    /// - Throws: ``CommandFailure`` for a file without a known format, and for other formats.
    func targets(_ accepted: [OutputFormat]) throws -> [OutputTarget] {
        let targets = try OutputTarget.targets(paths: outputs, format: format)
        for target in targets where !accepted.contains(target.format) {
            throw CommandFailure(
                .usage,
                "\(target.format.rawValue) is not a format of this command; use one of "
                    + accepted.map(\.rawValue).joined(separator: ", "))
        }
        return targets
    }
}
