// The file with a job's outputs, for requests with an `Output_Format`.

import Geo
import Geoprocessing
import Jobs
import Preparation
import PublishedServices
import ServicePages

/// An archive with a file for each output that has rows.
///
/// The store always holds outputs as feature sets; the files are made when the archive is fetched.
struct JobResultFile {
    let task: PublishedTask
    let jobPath: String
    /// The format of the files in the archive.
    let file: ResultFile

    var name: String { "\(task.name).zip" }

    /// Returns an output's value, with the archive's URL, as JSON.
    ///
    /// - Parameter output: The output's name.
    func value(of output: String, origin: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("url", "\(origin)\(jobPath)/results/\(output)/\(name)")
        writer.endObject()
        return writer.bytes
    }

    /// Makes the archive.
    ///
    /// - Parameter outputs: The feature sets as JSON, with the outputs' names.
    /// - Throws: An error if a set cannot be read or, for GeoJSON, cannot be projected to longitude
    ///   and latitude.
    func archive(_ outputs: [(name: String, content: [UInt8])]) throws -> [UInt8] {
        var archive = ZipArchive()
        for output in outputs {
            let value = try JSONValue.parse(output.content)
            guard value["features"] != nil else { continue }
            var set = try EsriFeatureReader().featureSet(value)
            if file.format == .geoJSON { set = try set.projected(to: .wgs84) }
            let name = "\(output.name).\(file.format.fileExtension)"
            archive.add(name, file.bytes(of: set))
        }
        return archive.bytes
    }
}
