// Options for where to write answers, and in which formats.

import ArgumentParser

/// An answer's files and their formats.
struct OutputOptions: ParsableArguments {
    @Option(
        name: [.customShort("o"), .customLong("output")],
        help: ArgumentHelp(
            "A file; its suffix names the format: "
                + "\(OutputFormat.suffixes(of: Self.paired)), and of routes through stops "
                + "\(OutputFormat.suffixes(of: Self.routed)). Repeatable.",
            valueName: "file"))
    var outputs: [String] = []

    @Option(
        help: ArgumentHelp(
            "The format of standard output, and of files whose suffix says nothing: "
                + "\(OutputFormat.names(of: Self.paired)), and of routes through stops "
                + "\(OutputFormat.names(of: Self.routed)). esri (or json) is a feature set, "
                + "answer the whole answer as JSON, in files that end in .json too.",
            valueName: "format"))
    var format: OutputFormat?

    private static let paired = PairFile.formats
    private static let routed = OutputFormat.allCases.filter { !paired.contains($0) }

    @OptionGroup var csv: CSVOptions

    @Flag(help: "Do not print warnings, notes and progress.")
    var quiet = false

    /// Reads the outputs.
    ///
    /// - Parameter accepted: The formats that the command can write.
    /// - Throws: ``CommandFailure`` for a file without a known format, and for other formats.
    func targets(_ accepted: [OutputFormat]) throws -> [OutputTarget] {
        let targets = try OutputTarget.targets(paths: outputs, format: format)
        for target in targets where !accepted.contains(target.format) {
            throw CommandFailure(
                .usage,
                "\(target.format.rawValue) is not a format of this command; use one of "
                    + OutputFormat.names(of: accepted))
        }
        return targets
    }
}
