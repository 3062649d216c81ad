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
        // The problems of each file, so that they are reported file by file.
        var problems = files.map { _ in [DefinitionProblem]() }
        var definitions: [(row: Int, definition: ServiceDefinition)] = []
        for (row, file) in files.enumerated() {
            let faults = try self.problems {
                definitions.append((row, try ServiceDefinition.read(path: file)))
            }
            problems[row] += faults
        }
        var networks: [String: any RouteAnswering] = [:]
        var layers: [PublishedLayer] = []
        var owners: [String: String] = [:]
        var stores = StoreCollection(of: definitions.flatMap(\.definition.storedLayers))
        for (row, definition) in definitions {
            let faults = try self.problems {
                let network =
                    try networks[definition.networkPath] ?? openNetwork(of: definition, opening)
                networks[definition.networkPath] = network
                let layer = try publish(definition, over: network, &stores)
                let path = ResourcePath.layer(layer)
                if let owner = owners.updateValue(definition.file, forKey: path) {
                    throw InvalidDefinitions(problems: [
                        DefinitionProblem(
                            file: definition.file, line: nil,
                            text: "\(path) is declared in \(owner) already")
                    ])
                }
                layers.append(layer)
            }
            problems[row] += faults
            problems[row] += stores.conflicts(of: definition)
        }
        let all = problems.flatMap(\.self)
        guard all.isEmpty else { throw InvalidDefinitions(problems: all) }
        return ServiceCatalog(layers)
    }

    /// The problems with definitions that some work finds.
    private static func problems(_ work: () throws -> Void) throws -> [DefinitionProblem] {
        do {
            try work()
            return []
        } catch let invalid as InvalidDefinitions {
            return invalid.problems
        }
    }

    private static func publish(
        _ definition: ServiceDefinition, over network: any RouteAnswering,
        _ stores: inout StoreCollection
    ) throws -> PublishedLayer {
        var configuration: RouteLayerConfiguration?
        var problems = try self.problems {
            configuration = try LayerSettings.configuration(
                of: definition, over: network.layerDescription)
        }
        let (stored, faults) = stores.layers(of: definition)
        problems += faults
        guard var configuration, problems.isEmpty else {
            throw InvalidDefinitions(problems: problems)
        }
        configuration.layerName = definition.layer
        return PublishedLayer(
            folder: definition.folder, service: definition.service, layer: definition.layer,
            summary: definition.description, copyright: definition.copyright,
            access: definition.access, usage: definition.usage, stored: StoredLayers(stored),
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
