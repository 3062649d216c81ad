// The stops and barriers that a service definition gives a layer of its own.

import Foundation
import Geo
import RouteAPI

/// Reads the files that `preload` names: Esri JSON as a request would send it, or GeoJSON.
struct PreloadedFiles {
    /// What the files' paths are relative to.
    let directory: String

    /// The inputs; what is wrong with a file is noted with the line that names it.
    func inputs(_ names: inout MappingReader) -> PreloadedInputs {
        var all = RouteParameters()
        for parameter in ["stops", "barriers", "polylineBarriers", "polygonBarriers"] {
            guard let file = names.text(parameter) else { continue }
            do {
                let read = try RouteParameters(fields: [parameter: try text(of: file, parameter)])
                all.stops = read.stops ?? all.stops
                all.barriers = read.barriers ?? all.barriers
                all.polylineBarriers = read.polylineBarriers ?? all.polylineBarriers
                all.polygonBarriers = read.polygonBarriers ?? all.polygonBarriers
            } catch let error as RouteRequestError {
                names.fault(parameter, "\(file): \(error.details.joined(separator: " "))")
            } catch {
                names.fault(parameter, "names the file \(file), which cannot be read")
            }
        }
        var inputs = PreloadedInputs()
        inputs.stops = all.stops
        inputs.barriers = all.barriers
        inputs.polylineBarriers = all.polylineBarriers
        inputs.polygonBarriers = all.polygonBarriers
        return inputs
    }

    /// The features of a file as a request would send them.
    private func text(of file: String, _ parameter: String) throws -> String {
        let url = URL(fileURLWithPath: file, relativeTo: URL(fileURLWithPath: directory + "/"))
        let text = try String(contentsOf: url, encoding: .utf8)
        let value: JSONValue
        do {
            value = try JSONValue.parse(text)
        } catch {
            throw RouteRequestError.invalidParameter(parameter, "is no valid JSON at \(error)")
        }
        guard value["type"]?.string == "FeatureCollection" else { return text }
        let split: FeaturesByKind
        do {
            split = try GeoJSONReader().features(value)
        } catch {
            throw RouteRequestError.invalidParameter(parameter, error.reason)
        }
        let set =
            switch parameter {
            case "polylineBarriers": split.polylines
            case "polygonBarriers": split.polygons
            default: split.points
            }
        guard let set else {
            throw RouteRequestError.invalidParameter(parameter, "has no features of this kind")
        }
        var writer = JSONWriter()
        writer.esriFeatureSet(set)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
