// The stops and barriers that a service definition preloads into a layer.

import DefinitionFiles
import Foundation
import Geo
import RouteAPI

/// Reads the files under `preload`: Esri JSON in the form of a request, or GeoJSON.
struct PreloadedFiles {
    /// The folder that the paths are relative to.
    let directory: String

    /// The inputs; problems with a file are added with the line that names it.
    func inputs(_ names: inout MappingReader) -> PreloadedInputs {
        var inputs = PreloadedInputs()
        for parameter in [RouteParameters.stopsName] + BarrierClass.allCases.map(\.parameter) {
            guard let file = names.text(parameter) else { continue }
            do {
                let read = try RouteParameters(fields: [parameter: try text(of: file, parameter)])
                if let kind = BarrierClass(parameter: parameter) {
                    inputs.barriers[kind] = read.locations.barriers[kind]
                } else {
                    inputs.locations[parameter] = read.stops
                }
            } catch let error as RouteRequestError {
                names.fault(parameter, "\(file): \(error.details.joined(separator: " "))")
            } catch {
                names.fault(parameter, "names the file \(file), which cannot be read")
            }
        }
        return inputs
    }

    /// The features of a file in the form of a request.
    private func text(of file: String, _ parameter: String) throws -> String {
        let url = URL(fileURLWithPath: file, relativeTo: URL(fileURLWithPath: directory + "/"))
        let text = try String(contentsOf: url, encoding: .utf8)
        let value: JSONValue
        do {
            value = try JSONValue.parse(text)
        } catch {
            throw RouteRequestError.invalidParameter(parameter, "is not valid JSON at \(error)")
        }
        guard value["type"]?.string == "FeatureCollection" else { return text }
        let split: FeaturesByKind
        do {
            split = try GeoJSONReader().features(value)
        } catch {
            throw RouteRequestError.invalidParameter(parameter, error.reason)
        }
        guard let set = split[BarrierClass(parameter: parameter) ?? .point] else {
            throw RouteRequestError.invalidParameter(parameter, "has no features of this kind")
        }
        var writer = JSONWriter()
        writer.esriFeatureSet(set)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
