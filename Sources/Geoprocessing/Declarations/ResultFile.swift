// A tool's outputs as files, for clients that request another format than feature sets.

package import Geo
import RouteAPI

/// The format of files, as requested with `Output_Format`.
package enum ResultFileFormat: String, Hashable, Sendable, CaseIterable {
    /// Feature sets in Esri JSON.
    case json = "JSON File"
    /// Collections in longitude and latitude.
    case geoJSON = "GeoJSON File"
    /// Tables; shapes other than points as well-known text.
    case csv = "CSV File"

    /// How a file's name ends.
    package var fileExtension: String {
        switch self {
        case .json: "json"
        case .geoJSON: "geojson"
        case .csv: "csv"
        }
    }
}

/// A file output's value before its URL is known: it says which files to make.
package struct ResultFile: Hashable, Sendable {
    package var format: ResultFileFormat
    /// Whether the stops' time windows are instants instead of local clock times.
    package var timeWindowsAreUTC: Bool

    package init(format: ResultFileFormat, timeWindowsAreUTC: Bool) {
        self.format = format
        self.timeWindowsAreUTC = timeWindowsAreUTC
    }

    /// Reads an output's value; `nil` if it is not a file.
    package init?(value: JSONValue) {
        guard let word = value["format"]?.string, let format = ResultFileFormat(rawValue: word)
        else { return nil }
        self.init(format: format, timeWindowsAreUTC: value["timeWindowsAreUTC"]?.bool ?? false)
    }

    var value: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", format.rawValue)
        if timeWindowsAreUTC { writer.member("timeWindowsAreUTC", true) }
        writer.endObject()
        return writer.bytes
    }

    /// Writes an output's rows as a file.
    ///
    /// - Parameter set: The rows; for GeoJSON in longitude and latitude.
    /// - Complexity: O(*n*) in the number of values and vertices.
    package func bytes(of set: FeatureSet) -> [UInt8] {
        var writer = JSONWriter()
        switch format {
        case .json: writer.esriFeatureSet(set)
        case .geoJSON: writer.geoJSONFeatureCollection([set])
        case .csv:
            // Dates are local clock times, except in columns that end in UTC.
            let dates = DateTexts.answers(windowsAreUTC: timeWindowsAreUTC)
            return Array(CSVFeatureWriter(dates: dates).text(set).utf8)
        }
        return writer.bytes
    }
}
