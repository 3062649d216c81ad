// Opens the layers that a folder of definition files declares.

import DefinitionFiles
import RouteAPI
import NetworkAnalysis

/// Opens the layers of a folder of service definitions.
enum DefinitionFolder {
    /// Reads every definition, opens its network and checks the definition against it.
    ///
    /// All files are read before an error is thrown, so that one start reports every problem.
    /// Network definitions (`*.network.yaml`) in the same folder are for the builder and are
    /// ignored.
    ///
    /// - Parameters:
    ///   - metricBytes: The memory limit of metrics: see ``RouteServiceConfiguration``.
    ///   - isVerified: Whether the checksums of networks have been verified before.
    /// - Throws: ``InvalidDefinitions``.
    static func open(
        _ folder: String, metricBytes: Int? = nil, isVerified: Bool = false,
        analyses: [AnalysisOperation]
    ) throws -> ServiceCatalog {
        try open(ServiceDefinition.files(in: folder)) { path in
            try NetworkLayer.open(
                path: path, metricBytes: metricBytes, isVerified: isVerified, analyses: analyses)
        }
    }

    /// The same with a custom function that opens networks, for tests. A network that several
    /// definitions name is opened once.
    static func open(
        _ files: [String], opening: (String) throws -> any RouteAnswering
    ) throws -> ServiceCatalog {
        var networks: [String: any RouteAnswering] = [:]
        var problems: [DefinitionProblem] = []
        var layers: [PublishedLayer] = []
        var owners: [String: String] = [:]
        for file in files {
            do {
                let definition = try ServiceDefinition.read(path: file)
                let network =
                    try networks[definition.networkPath] ?? openNetwork(of: definition, opening)
                networks[definition.networkPath] = network
                let layer = try publish(definition, over: network)
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
        _ definition: ServiceDefinition, over network: any RouteAnswering
    ) throws -> PublishedLayer {
        var configuration = try LayerSettings.configuration(
            of: definition, over: network.layerDescription)
        configuration.layerName = definition.layer
        return PublishedLayer(
            folder: definition.folder, service: definition.service, layer: definition.layer,
            summary: definition.description, copyright: definition.copyright,
            access: definition.access, usage: definition.usage,
            answering: network.answering(under: configuration))
    }

    private static func openNetwork(
        of definition: ServiceDefinition, _ opening: (String) throws -> any RouteAnswering
    ) throws -> any RouteAnswering {
        do {
            return try opening(definition.networkPath)
        } catch {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: definition.file, line: definition.networkLine,
                    text: "\"network\" cannot be opened: \(error)")
            ])
        }
    }
}
