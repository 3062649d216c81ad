// A service declared by a YAML file.

public import AccessControl
package import DefinitionFiles
package import Foundation
public import RouteAPI

/// A service definition's head: where the service is published, who may use it, and its network.
///
/// A `*.service.yaml` file is read twice. Its head comes first, because it names the network to
/// open. Everything else is defaults and limits (``LayerSettings``), and their attribute names can
/// be checked only against the open network. So ``source`` keeps the whole text.
///
/// A definition states only what differs from the network's shipped defaults. Reading collects
/// every problem in a file with its line before it throws, and `DefinitionFolder` does so for all
/// files: one start reports everything there is to fix.
public struct ServiceDefinition: Hashable, Sendable {
    /// How the names of definition files end.
    public static let fileSuffix = ".service.yaml"

    /// The file's name, without its folder.
    public var file: String
    /// The folder in the services directory, or empty for the root.
    public var folder: String
    /// The service's name.
    public var service: String
    /// The layer's name.
    public var layer: String
    /// The kind of layer, which decides what clients can request.
    public var type: LayerType
    /// The path to the network dataset.
    public var networkPath: String
    /// The line that names the network, for messages.
    public var networkLine: Int?
    /// What the service is for, as clients show it.
    public var description: String
    /// The copyright notice; if `nil`, the network's attribution.
    public var copyright: String?
    /// Who may use the service, edit its stored layers and post traffic.
    public var access: ServiceAccess
    /// What one caller may use.
    public var usage: UsageLimits
    /// The stored layers that requests may name.
    public var storedLayers: [StoredLayerDeclaration]
    /// Where traffic for the network comes from; if `nil`, only from clients that post it.
    public var traffic: TrafficDeclaration?
    /// The file's whole text.
    public var source: String
    /// The path of the file's folder, to which its paths are relative.
    public var directory: String

    /// Lists the definition files in a folder, sorted by name.
    ///
    /// - Throws: ``InvalidDefinitions`` if the folder cannot be read or contains none.
    public static func files(in folder: String) throws -> [String] {
        let advice = "name another one with --definitions, or serve a network with --network"
        let names: [String]
        do {
            names = try FileManager.default.contentsOfDirectory(atPath: folder)
        } catch {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: folder, line: nil,
                    text: FileManager.default.fileExists(atPath: folder)
                        ? "this folder of service definitions cannot be read; " + advice
                        : "there is no such folder of service definitions; " + advice)
            ])
        }
        let definitions = names.filter { $0.hasSuffix(fileSuffix) }.sorted()
        guard !definitions.isEmpty else {
            throw InvalidDefinitions(problems: [
                DefinitionProblem(
                    file: folder, line: nil,
                    text: "no file here ends in \"\(fileSuffix)\"; "
                        + "write one, or serve a network with --network")
            ])
        }
        return definitions.map { "\(folder)/\($0)" }
    }

    /// Reads a definition file.
    ///
    /// - Throws: ``InvalidDefinitions`` with every problem in the head.
    public static func read(path: String) throws -> ServiceDefinition {
        let url = URL(fileURLWithPath: path)
        let problems = ProblemList(file: url.lastPathComponent)
        do {
            let source = try String(contentsOf: url, encoding: .utf8)
            if let definition = parse(source, folder: url.deletingLastPathComponent(), problems) {
                return definition
            }
        } catch {
            problems.add(line: nil, "the file cannot be read as UTF-8 text")
        }
        throw InvalidDefinitions(problems: problems.problems)
    }

    /// Reads a definition's head, or adds its problems.
    package static func parse(
        _ source: String, folder: URL, _ problems: ProblemList
    ) -> ServiceDefinition? {
        guard var reader = reader(of: source, problems) else { return nil }
        let definitionFolder = reader.text("folder") ?? ""
        let service = reader.required("service")
        let type = layerType(&reader)
        let layer = reader.text("layer") ?? type.word
        let network = reader.required("network")
        for (key, name) in [
            ("folder", definitionFolder), ("service", service ?? ""), ("layer", layer),
        ] where name.contains("/") || name.contains("?") || name.contains("#") {
            reader.fault(key, "must not contain \"/\", \"?\" or \"#\": it is part of the URL")
        }
        let access = reader.access()
        let usage = reader.usageLimits()
        let storedLayers = reader.storedLayers(in: folder, access)
        let traffic = reader.traffic(in: folder)
        guard let service, let network, problems.problems.isEmpty else { return nil }
        let networkURL = URL(fileURLWithPath: network, relativeTo: folder)
        return ServiceDefinition(
            file: problems.file, folder: definitionFolder, service: service, layer: layer,
            type: type, networkPath: networkURL.standardizedFileURL.path,
            networkLine: reader.line(of: "network"),
            description: reader.text("description") ?? "", copyright: reader.text("copyright"),
            access: access, usage: usage, storedLayers: storedLayers, traffic: traffic,
            source: source, directory: folder.standardizedFileURL.path)
    }

    /// Reads the kind of layer: a route layer if the file does not say.
    private static func layerType(_ reader: inout MappingReader) -> LayerType {
        guard let word = reader.text("type") else { return .route }
        let found = LayerType.allCases.first { $0.word.lowercased() == word.lowercased() }
        if found == nil {
            reader.fault(
                "type",
                "is \"\(word)\"; write one of "
                    + LayerType.allCases.map(\.word).joined(separator: ", "))
        }
        return found ?? .route
    }

    /// Reads the whole file as a mapping; a syntax error is a problem.
    static func reader(of source: String, _ problems: ProblemList) -> MappingReader? {
        MappingReader(
            text: source, needing: "\"service\" and \"network\" are needed", problems: problems)
    }
}
