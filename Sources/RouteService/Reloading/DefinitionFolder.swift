// Opens the layers that a folder of definition files declares.

import DefinitionFiles
import PublishedServices
import RouteAPI
import ServiceDefinitions

/// Opens the layers in a folder of service definitions.
enum DefinitionFolder {
    /// Reads every definition, opens its network and checks the definition against it.
    ///
    /// All files are read before an error is thrown, so that one start reports every problem.
    /// Network definitions (`*.network.yaml`) in the same folder are for the builder and are
    /// ignored.
    ///
    /// - Parameters:
    ///   - files: The definition files.
    ///   - opened: What is open already. It stays open if it is declared again.
    ///   - opening: Opens the network at a path. A network named in several definitions is opened
    ///     once.
    /// - Throws: ``InvalidDefinitions``.
    static func open(
        _ files: [String], keeping opened: OpenedCatalog = .empty,
        opening: @escaping (String) throws -> any RouteAnswering
    ) throws -> OpenedCatalog {
        // Each file's problems, so that they are reported file by file.
        var problems = files.map { _ in [DefinitionProblem]() }
        var definitions: [(row: Int, definition: ServiceDefinition)] = []
        for (row, file) in files.enumerated() {
            let faults = try self.problems {
                definitions.append((row, try ServiceDefinition.read(path: file)))
            }
            problems[row] += faults
        }
        var opener = NetworkOpener(keeping: opened.networks, open: opening)
        var layers: [PublishedLayer] = []
        var owners: [String: String] = [:]
        var traffic: [String: ServiceDefinition] = [:]
        var stores = StoreCollection(
            of: definitions.flatMap(\.definition.storedLayers), keeping: opened.stores)
        for (row, definition) in definitions {
            let faults = try self.problems {
                let network = try openNetwork(of: definition, &opener)
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
                try checkTraffic(of: definition, &traffic)
            }
            problems[row] += faults
            problems[row] += stores.conflicts(of: definition)
        }
        let all = problems.flatMap(\.self)
        guard all.isEmpty else { throw InvalidDefinitions(problems: all) }
        return OpenedCatalog(
            catalog: ServiceCatalog(layers.map { $0.sharingStoredLayers(of: layers) }),
            networks: opener.networks, stores: stores.stores)
    }

    /// Checks that definitions over one network name the same traffic, since it belongs to the
    /// network.
    private static func checkTraffic(
        of definition: ServiceDefinition, _ named: inout [String: ServiceDefinition]
    ) throws {
        guard let traffic = definition.traffic else { return }
        guard let first = named[definition.networkPath] else {
            named[definition.networkPath] = definition
            return
        }
        guard first.traffic?.isSame(as: traffic) ?? true else {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: definition.file, line: traffic.line,
                    text:
                        "\"traffic\" differs from \"traffic\" in \(first.file), which uses the "
                        + "same network; write it in one file only, or the same in both")
            ])
        }
    }

    /// Collects the problems with definitions that some work finds.
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
        if let configuration, let problem = definition.traffic?.problem(in: configuration) {
            problems.append(
                DefinitionProblem(
                    file: definition.file, line: definition.traffic?.line, text: problem))
        }
        guard var configuration, problems.isEmpty else {
            throw InvalidDefinitions(problems: problems)
        }
        configuration.layerName = definition.layer
        return PublishedLayer(
            folder: definition.folder, service: definition.service, layer: definition.layer,
            summary: definition.description, copyright: definition.copyright,
            access: definition.access, usage: definition.usage, stored: StoredLayers(stored),
            traffic: definition.traffic, answering: network.answering(under: configuration))
    }

    private static func openNetwork(
        of definition: ServiceDefinition, _ opener: inout NetworkOpener
    ) throws -> any RouteAnswering {
        do {
            return try opener.network(at: definition.networkPath)
        } catch {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: definition.file, line: definition.networkLine,
                    text: "\"network\" cannot be opened: \(error)")
            ])
        }
    }
}
