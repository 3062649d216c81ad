// The outputs of matched files.

import Foundation
import SystemResources

/// Where to write the answer for each file.
struct MatchTargets: Sendable {
    private enum Place {
        case file(OutputTarget)
        case folder(path: String, OutputFormat)
    }

    private let places: [Place]

    /// Reads a command's outputs.
    ///
    /// - Throws: ``CommandFailure`` for several files with one output, and for two files whose
    ///   outputs in a folder would have the same name.
    init(files: [String], outputs: [String], format: OutputFormat?) throws {
        guard !outputs.isEmpty else {
            places =
                try format.map { format -> [Place] in
                    guard files.count == 1 else {
                        throw CommandFailure(
                            .usage,
                            "--format \(format.rawValue): \(files.count) files need a folder, such "
                                + "as -o matched/")
                    }
                    return [.file(OutputTarget(format: format, path: "-"))]
                } ?? []
            return
        }
        places = try outputs.map { path in
            if Self.isFolder(path) { return .folder(path: path, format ?? .geojson) }
            guard files.count == 1 else {
                throw CommandFailure(
                    .usage,
                    "-o \(path): \(files.count) files have an output each; give a folder, such as "
                        + "-o matched/")
            }
            return .file(try OutputTarget.targets(paths: [path], format: format)[0])
        }
        let folders = places.contains { if case .folder = $0 { true } else { false } }
        guard folders else { return }
        var names: [String: String] = [:]
        for file in files {
            let name = Self.name(of: file)
            if let other = names.updateValue(file, forKey: name) {
                throw CommandFailure(
                    .usage,
                    "\(other) and \(file) would both be written to \(name) in the folder; rename "
                        + "one, or match them in separate runs")
            }
        }
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        return path.hasSuffix("/") || exists && isFolder.boolValue
    }

    /// The name of a file's outputs, without suffix.
    private static func name(of file: String) -> String {
        file == "-" ? "stdin" : (file as NSString).lastPathComponent.withoutSuffix
    }

    /// The formats to write.
    var formats: [OutputFormat] {
        places.map { place in
            switch place {
            case .file(let target): target.format
            case .folder(_, let format): format
            }
        }
    }

    /// Whether an answer goes to standard output, so that lines about files must not.
    var usesStandardOutput: Bool {
        places.contains { place in
            if case .file(let target) = place { target.path == "-" } else { false }
        }
    }

    /// Returns a file's outputs, and makes their folders if they are missing.
    ///
    /// - Throws: An error if a folder cannot be made.
    func targets(of file: String) throws -> [OutputTarget] {
        try places.map { place in
            switch place {
            case .file(let target): return target
            case .folder(let path, let format):
                try Folder.make(path)
                let name = "\(Self.name(of: file)).\(format.suffix)"
                return OutputTarget(
                    format: format, path: (path as NSString).appendingPathComponent(name))
            }
        }
    }
}

extension String {
    /// The file name without its last suffix.
    fileprivate var withoutSuffix: String {
        let name = (self as NSString).deletingPathExtension
        return name.isEmpty ? self : name
    }
}
