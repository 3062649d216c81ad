// The file with the outputs of a job, for requests that name an `Output_Format`.

import Geo
import Geoprocessing
import Jobs
import NetworkAnalysis

/// An archive with a file for each output of a job that has rows.
///
/// The store has the outputs as feature sets, whatever format was asked for; the file is made of
/// them when it is fetched.
struct JobResultFile {
    /// The job's task.
    let task: PublishedTask
    /// The path of the job.
    let jobPath: String
    /// The files.
    let file: ResultFile

    /// The name of the archive.
    var name: String { "\(task.name).zip" }

    /// The output with the URL of the archive, as JSON.
    ///
    /// - Parameter output: The name of the output.
    func value(of output: String, origin: String) -> [UInt8] {
        var writer = JSONWriter()
        writer.beginObject()
        writer.member("url", "\(origin)\(jobPath)/results/\(output)/\(name)")
        writer.endObject()
        return writer.bytes
    }

    /// The archive.
    ///
    /// - Parameter outputs: The feature sets by the names of the outputs, as JSON.
    /// - Throws: When they cannot be read or, for GeoJSON, have no place in longitude and latitude.
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
