// The outputs of a tool as files, for clients that ask for another format than feature sets.

package import Geo
import RouteAPI

/// The format of the files that `Output_Format` asks for.
package enum ResultFileFormat: String, Hashable, Sendable, CaseIterable {
    /// Feature sets of Esri JSON.
    case json = "JSON File"
    /// Collections in longitude and latitude.
    case geoJSON = "GeoJSON File"
    /// Tables; shapes other than points as well-known text.
    case csv = "CSV File"

    /// The ending of a file's name.
    package var fileExtension: String {
        switch self {
        case .json: "json"
        case .geoJSON: "geojson"
        case .csv: "csv"
        }
    }
}

/// What the value of a file output says before it is known where the file can be fetched.
package struct ResultFile: Hashable, Sendable {
    package var format: ResultFileFormat
    /// Whether the time windows of stops are instants, and not times of local clocks.
    package var timeWindowsAreUTC: Bool

    package init(format: ResultFileFormat, timeWindowsAreUTC: Bool) {
        self.format = format
        self.timeWindowsAreUTC = timeWindowsAreUTC
    }

    /// Reads the value of an output; `nil` for one that is no file.
    package init?(value: JSONValue) {
        guard let word = value["format"]?.string, let format = ResultFileFormat(rawValue: word)
        else { return nil }
        self.init(format: format, timeWindowsAreUTC: value["timeWindowsAreUTC"]?.bool ?? false)
    }

    /// The value as JSON.
    var value: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", format.rawValue)
        if timeWindowsAreUTC { writer.member("timeWindowsAreUTC", true) }
        writer.endObject()
        return writer.bytes
    }

    /// The rows of an output as a file.
    ///
    /// - Parameter set: The rows; for GeoJSON in longitude and latitude.
    /// - Complexity: O(*n*) in the number of values and vertices.
    package func bytes(of set: FeatureSet) -> [UInt8] {
        var writer = JSONWriter()
        switch format {
        case .json: writer.esriFeatureSet(set)
        case .geoJSON: writer.geoJSONFeatureCollection([set])
        case .csv:
            // Dates are those of local clocks, except in the columns that end in UTC.
            let dates = DateTexts.answers(windowsAreUTC: timeWindowsAreUTC)
            return Array(CSVFeatureWriter(dates: dates).text(set).utf8)
        }
        return writer.bytes
    }
}
