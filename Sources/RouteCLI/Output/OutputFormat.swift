// The formats of answers, declared once for all commands, and the format of each output.

import ArgumentParser
import Foundation

/// A format of an answer.
///
/// A command names the formats that it writes; names, suffixes and help texts are declared here.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case text
    case csv
    case geojson
    /// One table as a feature set of Esri JSON.
    case esri
    /// The whole answer as JSON of the REST contract.
    case answer
    case gpx
    case kml
    /// A GeoPackage with all tables.
    case gpkg
    /// A shapefile, FlatGeobuf and Excel workbook, which GDAL writes.
    case shp
    case fgb
    case xlsx
    /// A picture.
    case svg

    /// Whether the format supports only longitude and latitude.
    var isWGS84: Bool { [.geojson, .gpx, .kml, .svg].contains(self) }

    /// Whether the format is no stream of bytes, but one or several files.
    var isFile: Bool { [.gpkg, .shp, .fgb, .xlsx].contains(self) }

    /// Whether the format shows tables by their shapes, so that pairs need lines.
    var showsShapes: Bool { [.geojson, .kml, .gpkg, .shp, .fgb].contains(self) }

    /// The suffixes of files in the format, the usual one first; none for the whole answer, since
    /// `.json` is a feature set.
    var suffixes: [String] {
        switch self {
        case .text: ["txt", "text"]
        case .csv, .geojson, .gpx, .kml, .gpkg, .shp, .fgb, .xlsx, .svg: [rawValue]
        case .esri: ["json", "esri"]
        case .answer: []
        }
    }

    /// The suffix of files that the program names itself.
    var suffix: String { suffixes.first ?? "json" }

    /// The format of an argument; `json` is Esri JSON.
    init?(argument: String) {
        self.init(rawValue: argument == "json" ? Self.esri.rawValue : argument)
    }

    /// The format for a file's suffix, or `nil` for an unknown one.
    init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        let suffix = path[path.index(after: dot)...].lowercased()
        guard let found = Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else {
            return nil
        }
        self = found
    }

    /// The suffixes of some formats, for help and messages.
    static func suffixes(of formats: [OutputFormat]) -> String {
        formats.compactMap { $0.suffixes.first.map { ".\($0)" } }.joined(separator: ", ")
    }

    /// The names of some formats, for help and messages.
    static func names(of formats: [OutputFormat]) -> String {
        formats.map(\.rawValue).joined(separator: ", ")
    }
}

/// One output: a format and a destination.
struct OutputTarget: Hashable {
    var format: OutputFormat
    /// The file, `-` for standard output.
    var path: String

    /// The outputs of `-o` and `--format`.
    ///
    /// Files take the format of their suffix; `.json` is the whole answer where the format is that.
    /// Standard output gets text, or the format named, unless every output goes into files.
    ///
    /// - Throws: ``CommandFailure`` for a file without a known format, and for one that is no
    ///   stream and would go to standard output.
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
                "-o \(path): no format; end the name in "
                    + "\(OutputFormat.suffixes(of: OutputFormat.allCases)), or give --format")
        }
        return OutputTarget(format: chosen, path: isStandardOutput ? "-" : path)
    }
}

/// The table of outputs that have one.
enum AnswerTable: String, CaseIterable, ExpressibleByArgument {
    case stops
    case routes
    case directions
    case legs
    case events
    case spans

    /// The table of a format where no option names one: stops as rows of text, and routes on a map.
    static func usual(in format: OutputFormat) -> AnswerTable { format == .csv ? .stops : .routes }
}
