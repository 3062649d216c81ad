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

    /// The format that the value of an output names; `nil` for a value without one.
    package init?(value: JSONValue) {
        guard let word = value["format"]?.string else { return nil }
        self.init(rawValue: word)
    }

    /// The value of the output before it is known where the file can be fetched.
    var value: [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("format", rawValue)
        writer.endObject()
        return writer.bytes
    }

    /// The rows of an output as a file.
    ///
    /// - Parameter set: The rows; for GeoJSON in longitude and latitude.
    /// - Complexity: O(*n*) in the number of values and vertices.
    package func bytes(of set: FeatureSet) -> [UInt8] {
        var writer = JSONWriter()
        switch self {
        case .json: writer.esriFeatureSet(set)
        case .geoJSON: writer.geoJSONFeatureCollection([set])
        case .csv:
            // Dates are those of local clocks, except in the columns that end in UTC.
            let dates = DateTexts.answers(windowsAreUTC: false)
            return Array(CSVFeatureWriter(dates: dates).text(set).utf8)
        }
        return writer.bytes
    }
}
