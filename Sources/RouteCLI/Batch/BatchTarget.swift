// The outputs of a batch and their formats.

import Foundation

/// One output of a batch.
struct BatchTarget: Hashable {
    /// A format of the output.
    enum Format: Hashable {
        /// A GeoPackage with all tables.
        case geoPackage
        /// A folder with a CSV file for each table.
        case folder
        /// One table as CSV.
        case csv
        /// All tables as one collection of GeoJSON.
        case geoJSON
        /// All tables as feature sets in one object of Esri JSON.
        case esriJSON
    }

    let format: Format
    let path: String

    /// The output of a path: its suffix names the format; a path that ends in a slash, and a folder
    /// that is there, get CSV files.
    ///
    /// - Throws: ``CommandFailure`` for another suffix.
    init(path: String) throws {
        self.path = path
        var isFolder: ObjCBool = false
        let exists = FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
        if path.hasSuffix("/") || exists && isFolder.boolValue {
            format = .folder
            return
        }
        if path.lowercased().hasSuffix(".gpkg") {
            format = .geoPackage
            return
        }
        switch OutputFormat(path: path) {
        case .csv: format = .csv
        case .geojson: format = .geoJSON
        case .esri: format = .esriJSON
        case .gpx, .text, .svg, nil:
            throw CommandFailure(
                .usage,
                "-o \(path): no format of a batch; end the name in .gpkg, .geojson, .json (Esri "
                    + "JSON) or .csv (one table), or in / for a folder of CSV files")
        }
    }

    /// The outputs of paths.
    ///
    /// - Throws: ``CommandFailure`` for a suffix that is none of a batch, for two GeoPackages, and
    ///   for standard output.
    static func targets(_ paths: [String]) throws -> [BatchTarget] {
        let targets = try paths.map { path in
            guard OutputFile(path: path).openDescriptor == nil else {
                throw CommandFailure(
                    .usage, "-o \(path): a batch is written to files, not to standard output")
            }
            return try BatchTarget(path: path)
        }
        guard targets.count(where: { $0.format == .geoPackage }) <= 1 else {
            throw CommandFailure(.usage, "-o: a batch has one GeoPackage; leave out the others")
        }
        return targets
    }
}
