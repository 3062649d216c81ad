// The formats for answers, declared once for all commands, and the format of each output.

import ArgumentParser
import Foundation

/// A format for answers.
///
/// Names, suffixes and help texts are declared here once; a command lists the formats it can write.
/// `-o FILE` chooses by the suffix, `--format` by the name.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case csv
    case geojson
    /// One table as an Esri JSON feature set.
    case esri
    /// The whole answer as JSON in the REST contract.
    case answer
    case gpx
    case kml
    /// A GeoPackage with all tables.
    case gpkg
    /// A shapefile, FlatGeobuf and Excel workbook, written by GDAL.
    case shp
    case fgb
    case xlsx
    /// A picture.
    case svg

    /// Whether the format supports only longitude and latitude.
    var isWGS84: Bool { [.geojson, .gpx, .kml, .svg].contains(self) }

    /// Whether the format is one or several files rather than a byte stream.
    var isFile: Bool { [.gpkg, .shp, .fgb, .xlsx].contains(self) }

    /// Whether the format shows tables by their shapes, so that pairs need lines.
    var showsShapes: Bool { [.geojson, .kml, .gpkg, .shp, .fgb].contains(self) }

    /// The format's file suffixes, the usual one first. The whole answer has none, because `.json`
    /// is a feature set.
    var suffixes: [String] {
        switch self {
        case .text: ["txt", "text"]
        case .csv, .geojson, .gpx, .kml, .gpkg, .shp, .fgb, .xlsx, .svg: [rawValue]
        case .esri: ["json", "esri"]
        case .answer: []
        }
    }

    /// The suffix for files that the program names itself.
    var suffix: String { suffixes.first ?? "json" }

    /// Reads the format from an argument; `json` is Esri JSON.
    init?(argument: String) {
        self.init(rawValue: argument == "json" ? Self.esri.rawValue : argument)
    }

    /// Reads the format from a file's suffix, or returns `nil` if it is unknown.
    init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let suffix = path[path.index(after: dot)...].lowercased()
        guard let found = Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else {
            return nil
        }
        self = found
    }

    /// Lists the suffixes of some formats, for help and messages.
    static func suffixes(of formats: [OutputFormat]) -> String {
        formats.compactMap { $0.suffixes.first.map { ".\($0)" } }.joined(separator: ", ")
    }

    /// Lists the names of some formats, for help and messages.
    static func names(of formats: [OutputFormat]) -> String {
        formats.map(\.rawValue).joined(separator: ", ")
    }
}

/// The formats that one command takes.
protocol AcceptedFormats: Sendable {
    static var all: [OutputFormat] { get }
}

/// A format that a command takes: help, completions and errors offer no other.
struct FormatOption<Accepted: AcceptedFormats>: Hashable, ExpressibleByArgument {
    let format: OutputFormat

    init(_ format: OutputFormat) { self.format = format }

    init?(argument: String) {
        guard let format = OutputFormat(argument: argument), Accepted.all.contains(format) else {
            return nil
        }
        self.format = format
    }

    var defaultValueDescription: String { format.rawValue }

    static var allValueStrings: [String] { Accepted.all.map(\.rawValue) }

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    /// Returns the format that an output's suffix names, or else this one.
    ///
    /// - Throws: `ValidationError` if the command cannot write it.
    static func chosen(for output: String?, or usual: OutputFormat) throws -> OutputFormat {
        let format = output.flatMap(OutputFormat.init(path:)) ?? usual
        guard Accepted.all.contains(format) else {
            throw ValidationError(
                "\(format.rawValue) is not a format of this command; use one of "
                    + "\(OutputFormat.names(of: Accepted.all)).")
        }
        return format
    }
}

/// Text for readers, and the formats with one table.
enum TableFormats: AcceptedFormats {
    static let all: [OutputFormat] = [.text, .csv, .geojson, .esri]
}

/// One output: a format and a destination.
struct OutputTarget: Hashable {
    var format: OutputFormat
    /// The file; `-` is standard output.
    var path: String

    /// Reads the outputs from `-o` and `--format`.
    ///
    /// A file gets the format of its suffix; with `--format answer`, `.json` is the whole answer.
    /// Without a file, standard output gets text, or the named format.
    ///
    /// - Throws: ``CommandFailure`` for a file without a known format, and if a format other than a
    ///   byte stream would go to standard output.
    static func targets(paths: [String], format: OutputFormat?) throws -> [OutputTarget] {
        let targets =
            paths.isEmpty
            ? [OutputTarget(format: format ?? .text, path: "-")]
            : try paths.map { try target(path: $0, format: format) }
        for target in targets where target.format.isFile {
            guard OutputFile(path: target.path).openDescriptor == nil else {
                throw CommandFailure(
                    .usage,
                    "\(target.format.rawValue) is a file, not a stream; write "
                        + "-o answer.\(target.format.suffix)")
            }
        }
        return targets
    }

    private static func target(path: String, format: OutputFormat?) throws -> OutputTarget {
        let isStandardOutput = OutputFile(path: path).openDescriptor == STDOUT_FILENO
        let fallback: OutputFormat? = isStandardOutput ? .text : nil
        var suffixed = OutputFormat(path: path)
        if suffixed == .esri, format == .answer { suffixed = .answer }
        guard let chosen = suffixed ?? format ?? fallback else {
            throw CommandFailure(
                .usage,
                "-o \(path): the name shows no format; end it in "
                    + "\(OutputFormat.suffixes(of: OutputFormat.allCases)), or give --format")
        }
        return OutputTarget(format: chosen, path: isStandardOutput ? "-" : path)
    }
}

/// The table written to outputs that hold only one.
enum ShownTable: String, CaseIterable, ExpressibleByArgument {
    case stops
    case routes
    case directions
    case legs
    case events
    case spans

    /// The default table in a format: stops in CSV, and routes on a map.
    static func usual(in format: OutputFormat) -> ShownTable { format == .csv ? .stops : .routes }
}
