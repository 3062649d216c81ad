// A service that a YAML file declares.
//
// The file is read twice: its head names the network to open, and the rest can be checked only
// against the attributes of that network (LayerSettings.swift).

public import AccessControl
import DefinitionFiles
import Foundation
public import RouteAPI

/// The head of a service definition: the path of the service, and its network.
public struct ServiceDefinition: Hashable, Sendable {
    /// The end of a definition file's name.
    public static let fileSuffix = ".service.yaml"

    /// The file's name, without its folder.
    public var file: String
    /// The folder in the services directory, or empty for the root.
    public var folder: String
    /// The service's name.
    public var service: String
    /// The layer's name.
    public var layer: String
    /// What the layer can be asked.
    public var type: LayerType
    /// The path of the network dataset.
    public var networkPath: String
    /// The line that names the network.
    public var networkLine: Int?
    /// The description of the service, for users.
    public var description: String
    /// The copyright notice, in place of the attribution of the network.
    public var copyright: String?
    /// The access rules.
    public var access: ServiceAccess
    /// The usage limits for one caller.
    public var usage: UsageLimits
    /// The stored layers that requests may name.
    public var storedLayers: [StoredLayerDeclaration]
    /// Where the traffic of the network comes from; `nil` for requests alone.
    public var traffic: TrafficDeclaration?
    /// The text of the file.
    public var source: String
    /// The path of the file's folder, which its paths are relative to.
    public var directory: String

    /// The definition files of a folder, by name.
    ///
    /// - Throws: ``InvalidDefinitions`` when the folder cannot be read or contains none.
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
    /// - Throws: ``InvalidDefinitions`` with every problem of the head.
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

    /// Reads the head of a definition, or adds its problems.
    static func parse(
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

    /// The kind of the layer: a route layer where the file does not say.
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

    /// The whole file as a mapping; a syntax error is a problem.
    static func reader(of source: String, _ problems: ProblemList) -> MappingReader? {
        MappingReader(
            text: source, needing: "\"service\" and \"network\" are needed", problems: problems)
    }
}
