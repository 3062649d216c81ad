// The outputs of a batch and their formats.

import Batches
import Foundation
import VectorFiles

struct BatchTarget: Hashable {
    /// The form of the output.
    enum Format: Hashable {
        /// A file: a GeoPackage or workbook with all tables; one table as CSV, Esri JSON, shapefile
        /// or FlatGeobuf; all tables as GeoJSON, KML, or one object of feature sets (the whole
        /// answer).
        case file(OutputFormat)
        /// A folder with a CSV file for each table.
        case folder
        /// Tables in a database.
        case database(BatchDatabase)
    }

    static let formats: [OutputFormat] = [
        .gpkg, .csv, .geojson, .esri, .answer, .kml, .shp, .fgb, .xlsx,
    ]

    let format: Format
    /// The file's or folder's path, or the database without passwords.
    let path: String

    /// Whether the output is a file or a folder.
    var isFile: Bool {
        if case .database = format { false } else { true }
    }

    /// The files that are written, or removed if the batch has no such table.
    var files: [String] {
        switch format {
        case .file: [path]
        case .folder: BatchTable.allCases.map { Self.file(of: $0, in: path) }
        case .database: []
        }
    }

    static func file(of table: BatchTable, in folder: String) -> String {
        (folder as NSString).appendingPathComponent("\(table.name).csv")
    }

    /// Reads an output from its path. The suffix names the format; if the path ends in a slash or
    /// is an existing folder, CSV files are written into it.
    ///
    /// - Throws: ``CommandFailure`` for another suffix.
    init(path: String, format chosen: OutputFormat? = nil) throws {
        if let database = BatchDatabase(path) {
            (self.path, format) = (database.shown, .database(database))
            return
        }
        self.path = path
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if path.hasSuffix("/") || exists && isFolder.boolValue {
            format = .folder
            return
        }
        let target = try OutputTarget.targets(paths: [path], format: chosen)[0]
        guard Self.formats.contains(target.format) else {
            throw CommandFailure(
                .usage,
                "-o \(path): \(target.format.rawValue) is not a format of a batch; end the name in "
                    + "\(OutputFormat.suffixes(of: Self.formats)), or in / for a folder of CSV "
                    + "files")
        }
        format = .file(target.format)
    }

    /// Reads a batch's outputs from their paths.
    ///
    /// - Parameter havePairs: Whether the batch finds only totals of trips, without shapes.
    /// - Throws: ``CommandFailure`` for a suffix that batches do not write, for two GeoPackages,
    ///   for standard output, and for a file that GDAL could not write at the end.
    static func targets(
        _ paths: [String], format: OutputFormat? = nil, havePairs: Bool = false
    ) throws -> [BatchTarget] {
        let targets = try paths.map { path in
            guard OutputFile(path: path).openDescriptor == nil else {
                throw CommandFailure(
                    .usage, "-o \(path): a batch is written to files, not to standard output")
            }
            let target = try BatchTarget(path: path, format: format)
            try target.checkVector(havePairs: havePairs)
            if case .database(let database) = target.format { try database.check() }
            return target
        }
        guard targets.count(where: { $0.format == .file(.gpkg) }) <= 1 else {
            throw CommandFailure(.usage, "-o: a batch has one GeoPackage; leave out the others")
        }
        return targets
    }

    /// Refuses a GDAL file now if it could not be written after all routes are found.
    private func checkVector(havePairs: Bool) throws {
        guard case .file(let format) = format, format.isFile, format != .gpkg else { return }
        let output = try VectorOutput(target: OutputTarget(format: format, path: path))
        guard output.format.isSheets || !havePairs else {
            throw CommandFailure(
                .usage, "-o \(path): the trips of --pairs have no shapes; write gpkg, csv or xlsx")
        }
        try output.check()
    }
}
