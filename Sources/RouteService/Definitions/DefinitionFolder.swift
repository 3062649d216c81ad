// From a folder of definition files to open layers.

import DefinitionFiles
import RouteAPI
import RouteAnalysis

/// Opens what a folder of service definitions declares.
enum DefinitionFolder {
    /// Reads every definition, opens its network and checks the rest against it.
    ///
    /// All files are read before anything is thrown, so that one start shows every fault. Network
    /// definitions (`*.network.yaml`) in the same folder are for the builder and are passed over.
    ///
    /// - Parameters:
    ///   - metricBytes: What metrics may hold: see ``RouteServiceConfiguration``.
    ///   - isVerified: Whether networks have been held against their checksums before.
    /// - Throws: ``InvalidDefinitions``.
    static func open(
        _ folder: String, metricBytes: Int? = nil, isVerified: Bool = false
    ) throws -> ServiceCatalog {
        try open(ServiceDefinition.files(in: folder)) { path, configuration in
            try RouteLayer.open(
                path: path, configuration: configuration, metricBytes: metricBytes,
                isVerified: isVerified)
        }
    }

    /// The same with another way to open a network, for tests.
    static func open(
        _ files: [String],
        opening: (String, RouteLayerConfiguration?) throws -> any RouteAnswering
    ) throws -> ServiceCatalog {
        var problems: [DefinitionProblem] = []
        var layers: [PublishedLayer] = []
        var owners: [String: String] = [:]
        for file in files {
            do {
                let definition = try ServiceDefinition.read(path: file)
                let layer = try publish(definition, opening)
                let path = ResourcePath.layer(layer)
                if let owner = owners.updateValue(definition.file, forKey: path) {
                    problems.append(
                        DefinitionProblem(
                            file: definition.file, line: nil,
                            text: "\(path) is declared in \(owner) already"))
                } else {
                    layers.append(layer)
                }
            } catch let invalid as InvalidDefinitions {
                problems += invalid.problems
            }
        }
        guard problems.isEmpty else { throw InvalidDefinitions(problems: problems) }
        return ServiceCatalog(layers)
    }

    private static func publish(
        _ definition: ServiceDefinition,
        _ opening: (String, RouteLayerConfiguration?) throws -> any RouteAnswering
    ) throws -> PublishedLayer {
        let standard = try openNetwork(of: definition, configuration: nil, opening)
        var configuration = try LayerSettings.configuration(
            of: definition, over: standard.layerDescription)
        configuration.layerName = definition.layer
        let layer = try openNetwork(of: definition, configuration: configuration, opening)
        return PublishedLayer(
            folder: definition.folder, service: definition.service, layer: definition.layer,
            summary: definition.description, copyright: definition.copyright,
            access: definition.access, usage: definition.usage, answering: layer)
    }

    private static func openNetwork(
        of definition: ServiceDefinition, configuration: RouteLayerConfiguration?,
        _ opening: (String, RouteLayerConfiguration?) throws -> any RouteAnswering
    ) throws -> any RouteAnswering {
        do {
            return try opening(definition.networkPath, configuration)
        } catch {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: definition.file, line: definition.networkLine,
                    text: "\"network\" cannot be opened: \(error)")
            ])
        }
    }
}
