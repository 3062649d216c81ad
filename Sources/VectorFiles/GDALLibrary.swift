// GDAL, loaded when a file needs it rather than linked.

import CGDAL
import Foundation
import Geo

/// The GDAL library on this machine.
///
/// Nothing is loaded before you use ``found``, and never in a server: only commands read and write
/// such files. GDAL's own output to standard error is off; its messages become part of ours.
///
/// Safety: the functions do not change once found, and GDAL allows calls on several threads that
/// share no object.
package final class GDALLibrary: @unchecked Sendable {
    let functions: waypost_gdal
    /// The version, such as `3.6.2`.
    package let version: String

    /// GDAL, or the reason why it is missing.
    package static let found = find(ProcessInfo.processInfo.environment["WAYPOST_GDAL"])

    /// The library's version numbers, newest first: 28 is GDAL 3.2, 32 is 3.6.
    private static let numbers = (28...48).reversed()

    /// Looks for GDAL.
    ///
    /// - Parameter path: The library's path, or nil to try the usual names.
    package static func find(_ path: String?) -> Result<GDALLibrary, GDALMissing> {
        let names =
            path.map { [$0] }
            ?? ["libgdal.so", "libgdal.dylib"] + numbers.map { "libgdal.so.\($0)" }
        var functions = waypost_gdal()
        var reason = [CChar](repeating: 0, count: 512)
        for name in names
        where waypost_gdal_load(name, &functions, &reason, reason.count) == 1 {
            return .success(GDALLibrary(functions))
        }
        let text = String(
            decoding: reason.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return .failure(GDALMissing(path: path, reason: text))
    }

    private init(_ functions: waypost_gdal) {
        self.functions = functions
        _ = functions.CPLSetErrorHandler(functions.CPLQuietErrorHandler)
        for (name, value) in Self.settings { functions.CPLSetConfigOption(name, value) }
        functions.GDALAllRegister()
        version = Self.text(functions.GDALVersionInfo("RELEASE_NAME")) ?? "of an unknown version"
    }

    /// Sheets are read as texts, with headings among the rows, because our own table rules apply.
    /// No file may make GDAL fetch another one.
    private static let settings: KeyValuePairs = [
        "OGR_XLSX_HEADERS": "DISABLE", "OGR_XLSX_FIELD_TYPES": "STRING",
        "OGR_ODS_HEADERS": "DISABLE", "OGR_ODS_FIELD_TYPES": "STRING",
        "OGR_XLS_HEADERS": "DISABLE", "OGR_XLS_FIELD_TYPES": "STRING",
        "CPL_VSIL_CURL_ALLOWED_FILENAME": "none", "GML_SKIP_RESOLVE_ELEMS": "ALL",
        "GML_DOWNLOAD_SCHEMA": "NO",
    ]

    /// Returns GDAL's message for its last call on this thread, or nil if the call succeeded.
    func failure() -> String? {
        let isFailure = functions.CPLGetLastErrorType() >= 3
        guard isFailure, let text = Self.text(functions.CPLGetLastErrorMsg()) else { return nil }
        // Leave out GDAL's advice about settings users cannot reach.
        let words = text.replacing("\n", with: " ").excerpt(300)
        return words.contains("SHAPE_RESTORE_SHX")
            ? "its .shx is missing: .shp, .shx and .dbf make one shapefile" : words
    }

    /// Copies a UTF-8 text from GDAL.
    static func text(_ pointer: UnsafePointer<CChar>?) -> String? {
        pointer.map { String(cString: $0) }
    }

    /// Passes a list of texts to a function in GDAL's form.
    static func withTexts<Result>(
        _ texts: [String], _ body: (waypost_gdal_texts) -> Result
    ) -> Result {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        var pointers = copies.map { UnsafePointer<CChar>($0) }
        pointers.append(nil)
        return pointers.withUnsafeBufferPointer { buffer in
            guard let start = buffer.baseAddress else { preconditionFailure("a list has an end") }
            return body(start)
        }
    }
}

/// The reason why there is no GDAL.
package struct GDALMissing: Error, Hashable, Sendable {
    /// The library that `WAYPOST_GDAL` names, if set.
    var path: String?
    /// The system's error text.
    var reason: String

    /// Makes the error for a file that needs GDAL.
    ///
    /// - Parameters:
    ///   - format: The kind of file, such as `a shapefile`.
    ///   - verb: What was to be done: `read`, `written`.
    func error(of path: String, _ format: String, _ verb: String) -> FeatureReadError {
        let cause =
            self.path.map {
                "the library \($0), which WAYPOST_GDAL names, cannot be used (\(reason))"
            } ?? "this machine has no GDAL (libgdal.so)"
        let name = (path as NSString).lastPathComponent
        let stem = (name as NSString).deletingPathExtension
        let remedy =
            verb == "read"
            ? "or convert the file where GDAL is: ogr2ogr \(stem).gpkg \(name)"
            : "or write a GeoPackage and convert it where GDAL is: ogr2ogr \(name) \(stem).gpkg"
        return FeatureReadError(
            "\(format) is \(verb) by GDAL, and \(cause); install it, such as by apt-get install "
                + "gdal-bin, \(remedy)")
    }
}
