// The locations and barriers that a service definition preloads into a layer.

import DefinitionFiles
import Foundation
import Geo
import RouteAPI

/// Reads the files under `preload`: Esri JSON as in a request, or GeoJSON.
struct PreloadedFiles {
    /// The folder to which the paths are relative.
    let directory: String

    /// Reads an operation's inputs. Problems with a file are added at the line that names it.
    func inputs(_ names: inout MappingReader, of operation: LayerOperation) -> PreloadedInputs {
        var inputs = PreloadedInputs()
        for parameter in operation.locations {
            inputs.locations[parameter] = input(parameter, of: .point, &names)
        }
        inputs.barriers = ByBarrierClass { input($0.parameter, of: $0, &names) }
        return inputs
    }

    /// Reads the rows in the file the definition names for a parameter.
    private func input(
        _ parameter: String, of kind: BarrierClass, _ names: inout MappingReader
    ) -> LocationInput? {
        guard let file = names.text(parameter) else { return nil }
        do {
            return try read(file, parameter, kind)
        } catch let error as RouteRequestError {
            names.fault(parameter, "\(file): \(error.details.joined(separator: " "))")
        } catch {
            names.fault(parameter, "names the file \(file), which cannot be read")
        }
        return nil
    }

    private func read(
        _ file: String, _ parameter: String, _ kind: BarrierClass
    ) throws -> LocationInput {
        let url = URL(fileURLWithPath: file, relativeTo: URL(fileURLWithPath: directory + "/"))
        let text = try String(contentsOf: url, encoding: .utf8)
        let value: JSONValue
        do {
            value = try JSONValue.parse(text)
        } catch {
            throw RouteRequestError.invalidParameter(parameter, "is not valid JSON at \(error)")
        }
        guard value["type"]?.string == "FeatureCollection" else {
            return try LocationForm.input(value, kind.geometryType, of: parameter)
        }
        let split: FeaturesByKind
        do {
            split = try GeoJSONReader().features(value)
        } catch {
            throw RouteRequestError.invalidParameter(parameter, error.reason)
        }
        guard let set = split[kind] else {
            throw RouteRequestError.invalidParameter(parameter, "has no features of this kind")
        }
        try LocationForm.check(set, of: parameter)
        return LocationInput(features: set)
    }
}
