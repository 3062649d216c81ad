// Files that GDAL writes, under their names when they are complete.

import Foundation
import Geo
import VectorFiles

/// A file of a format of GDAL as an output.
///
/// It is written in a folder of its own beside its place, and moved when it is complete: a
/// shapefile is several files.
struct VectorOutput {
    let path: String
    let format: VectorFormat

    /// The files beside a shapefile that other programs keep, and that say nothing of a new one.
    private static let beside = [
        "shx", "dbf", "prj", "cpg", "qix", "qpj", "sbn", "sbx", "idm", "ind", "shp.xml",
    ]

    /// An output; nil for names of other formats.
    init?(path: String) {
        guard let format = VectorFormat(path: path), format.driver != nil else { return nil }
        (self.path, self.format) = (path, format)
    }

    /// Writes the file.
    ///
    /// - Parameter write: Writes the tables.
    /// - Returns: What was cut or renamed.
    /// - Throws: ``CommandFailure`` naming the file; the error of `write`.
    func write(_ write: (VectorWriter) throws -> Void) throws -> [String] {
        guard case .file(let target, _) = try OutputFile(path: path).kind() else {
            throw CommandFailure(
                .usage, "-o \(path): \(format.title) is a file, not a stream; give it a name")
        }
        let folder = (target as NSString).deletingLastPathComponent
        // GDAL takes `.xlsx` within a path for an archive.
        let draft =
            (folder.isEmpty ? "" : folder + "/")
            + ".waypost-\(UUID().uuidString.prefix(8)).partial"
        guard mkdir(draft, 0o777) == 0 else { throw failure(String(cString: strerror(errno))) }
        defer { removeDraft(draft) }
        let name = (target as NSString).lastPathComponent
        do {
            let writer = try VectorWriter(path: "\(draft)/\(name)", as: format)
            try write(writer)
            try writer.close()
            try move(draft, name, target)
            return writer.notes.texts
        } catch let error as FeatureReadError {
            throw failure(error.description)
        }
    }

    /// Gives the files their names; the one that is named is the last.
    private func move(_ draft: String, _ name: String, _ target: String) throws {
        let made = try FileManager.default.contentsOfDirectory(atPath: draft)
        guard made.contains(name) else { throw failure("GDAL has not made it") }
        let folder = (target as NSString).deletingLastPathComponent
        let prefix = folder.isEmpty ? "" : folder + "/"
        if format.suffix == ".shp" {
            let stem = (target as NSString).deletingPathExtension
            for suffix in Self.beside { unlink("\(stem).\(suffix)") }
        }
        for file in made.filter({ $0 != name }).sorted() + [name] {
            guard rename("\(draft)/\(file)", prefix + file) == 0 else {
                throw failure(String(cString: strerror(errno)))
            }
        }
    }

    private func removeDraft(_ draft: String) {
        do {
            try FileManager.default.removeItem(atPath: draft)
        } catch {
            Console.note(["\(draft) stays behind: \(error.localizedDescription)"])
        }
    }

    private func failure(_ reason: String) -> CommandFailure {
        CommandFailure(.failed, "\(path) cannot be written: \(reason)")
    }
}
