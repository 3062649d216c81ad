// GDAL files as outputs, named when they are complete.

import Foundation
import Geo
import SystemResources
import VectorFiles

/// A GDAL file as an output.
///
/// It is written in its own folder beside its place, because a shapefile is several files, and
/// moved when it is complete.
struct VectorOutput {
    let path: String
    let format: VectorFormat
    /// Whether the row order matters, as it does for stops and positions.
    var keepsOrder = false

    /// Files that other programs keep beside a shapefile; they do not describe a new one.
    private static let beside = [
        "shx", "dbf", "prj", "cpg", "qix", "qpj", "sbn", "sbx", "idm", "ind", "shp.xml",
    ]

    /// Creates an output, or returns `nil` for names of other formats.
    init?(path: String) {
        guard let format = VectorFormat(path: path), format.driver != nil else { return nil }
        (self.path, self.format) = (path, format)
    }

    /// Creates an output in a GDAL format.
    ///
    /// - Throws: ``CommandFailure`` if the name ends in another suffix.
    init(target: OutputTarget) throws {
        let suffix = ".\(target.format.suffix)"
        guard let output = Self(path: target.path), output.format.suffix == suffix else {
            throw CommandFailure(
                .usage,
                "-o \(target.path): the name of a file of the format \(target.format.rawValue) "
                    + "ends in \(suffix)")
        }
        self = output
        keepsOrder = true
    }

    /// Refuses an output that this machine cannot write.
    ///
    /// - Throws: ``CommandFailure`` saying what would work.
    func check() throws {
        do {
            try VectorWriter.check(path: path, as: format)
        } catch {
            throw failure(error.description)
        }
    }

    /// Writes the file.
    ///
    /// - Parameter write: Writes the tables.
    /// - Returns: Notes on what was cut or renamed.
    /// - Throws: ``CommandFailure`` naming the file; errors of `write`.
    func write(_ write: (VectorWriter) throws -> Void) throws -> [String] {
        guard case .file(let target, _) = try OutputFile(path: path).kind() else {
            throw CommandFailure(
                .usage, "-o \(path): \(format.title) is a file, not a stream; give it a name")
        }
        let folder = target.folderOfPath
        // GDAL reads `.xlsx` within a path as an archive.
        let draft =
            (folder.isEmpty ? "" : folder + "/")
            + ".waypost-\(DraftFile.mark()).partial"
        guard mkdir(draft, 0o777) == 0 else { throw failure(FileWriteError(target).reason) }
        defer { removeDraft(draft) }
        let name = (target as NSString).lastPathComponent
        do {
            let writer = try VectorWriter(path: "\(draft)/\(name)", as: format)
            writer.keepsOrder = keepsOrder
            try write(writer)
            try writer.close()
            try move(draft, name, target)
            return writer.notes.texts
        } catch let error as FeatureReadError {
            throw failure(error.description)
        }
    }

    /// Moves the drafts to their names, the requested file last.
    private func move(_ draft: String, _ name: String, _ target: String) throws {
        let made = try FileManager.default.contentsOfDirectory(atPath: draft)
        guard made.contains(name) else {
            throw failure("GDAL reported no error, but wrote no file \(name)")
        }
        let folder = target.folderOfPath
        let prefix = folder.isEmpty ? "" : folder + "/"
        if format.suffix == ".shp" {
            let stem = (name as NSString).deletingPathExtension
            let others = Self.beside.map { "\(stem).\($0)" }.filter { !made.contains($0) }
            for file in others { unlink(prefix + file) }
        }
        for file in made.filter({ $0 != name }).sorted() + [name] {
            do throws(FileWriteError) {
                try DraftFile.rename("\(draft)/\(file)", to: prefix + file)
            } catch {
                throw failure(error.reason)
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
