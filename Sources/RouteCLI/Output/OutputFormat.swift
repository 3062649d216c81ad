// The formats of an answer, and the format of each output.

import ArgumentParser
import Foundation

/// A format of an answer.
enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case esri
    case geojson
    case gpx
    case csv
    case text
    case svg

    /// Whether the format supports only longitude and latitude.
    var isWGS84: Bool { self == .geojson || self == .gpx || self == .svg }

    /// The format of an argument; `json` is Esri JSON.
    init?(argument: String) {
        self.init(rawValue: argument == "json" ? Self.esri.rawValue : argument)
    }

    /// The format for a file's suffix, or `nil` for an unknown one.
    init?(path: String) {
        guard let dot = path.lastIndex(of: "."), !path[dot...].contains("/") else { return nil }
        switch path[path.index(after: dot)...].lowercased() {
        case "json", "esri": self = .esri
        case "geojson": self = .geojson
        case "gpx": self = .gpx
        case "csv": self = .csv
        case "txt", "text": self = .text
        case "svg": self = .svg
        default: return nil
        }
    }
}

/// One output: a format and a destination.
struct OutputTarget: Hashable {
    var format: OutputFormat
    /// The file, `-` for standard output.
    var path: String

    /// The outputs of `-o` and `--format`.
    ///
    /// Files take the format of their suffix. Standard output gets text, or the format named,
    /// unless every output goes into files.
    ///
    /// - Throws: ``CommandFailure`` for a file without a known format.
    static func targets(paths: [String], format: OutputFormat?) throws -> [OutputTarget] {
        guard !paths.isEmpty else { return [OutputTarget(format: format ?? .text, path: "-")] }
        var targets: [OutputTarget] = []
        for path in paths {
            let isStandardOutput = OutputFile(path: path).openDescriptor == STDOUT_FILENO
            let fallback: OutputFormat? = isStandardOutput ? .text : nil
            guard let chosen = OutputFormat(path: path) ?? format ?? fallback
            else {
                let names = allSuffixes.joined(separator: ", ")
                throw CommandFailure(
                    .usage, "-o \(path): no format; end the name in \(names), or give --format")
            }
            targets.append(OutputTarget(format: chosen, path: isStandardOutput ? "-" : path))
        }
        return targets
    }

    private static let allSuffixes = [".json", ".geojson", ".gpx", ".csv", ".txt", ".svg"]
}

/// The table of CSV output.
enum AnswerTable: String, CaseIterable, ExpressibleByArgument {
    case stops
    case routes
    case directions
    case legs
    case events
    case spans
}
