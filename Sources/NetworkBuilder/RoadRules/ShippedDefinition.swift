// The definition used if none is given: the shipped file, compiled in.

import DefinitionFiles
import EmbeddedFiles
import Foundation

extension NetworkDefinition {
    /// The shipped definition's file name.
    package static let shippedName = "streets.network.yaml"

    /// The text of the shipped definition, `ServiceDefinitions/streets.network.yaml`.
    package static var shippedText: String {
        String(decoding: EmbeddedFiles.bytes("ServiceDefinitions/\(shippedName)"), as: UTF8.self)
    }

    /// Reads the shipped definition.
    package static func shipped() throws -> NetworkDefinition {
        try NetworkDefinition(text: shippedText, file: shippedName)
    }

    /// Reads a definition from a file; without a path, the shipped one.
    package static func load(path: String?) throws -> NetworkDefinition {
        guard let path else { return try shipped() }
        let data: Data
        do {
            data = try Data(contentsOf: URL(fileURLWithPath: path))
        } catch {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: path, line: nil, text: "cannot be read: \(error.localizedDescription)")
            ])
        }
        return try NetworkDefinition(
            text: String(decoding: data, as: UTF8.self), file: path)
    }
}
