// `waypost describe`: a layer and the network under it.

import ArgumentParser
import Geo

struct DescribeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "describe",
        abstract: "Show a layer: attributes, travel modes, limits and defaults.",
        discussion: "waypost describe --network town")

    @OptionGroup(title: "Where") var source: SourceOptions

    @Flag(help: "The layer resource of the REST contract as JSON.")
    var json = false

    func run() async throws {
        let resource = try await AnalysisSource(source).layerResource()
        guard json else {
            Console.write(Self.text(resource))
            return
        }
        var writer = JSONWriter(pretty: true)
        writer.value(resource)
        Console.write(writer.text)
    }

    /// Writes the layer resource as lines.
    static func text(_ layer: JSONValue) -> String {
        let network = layer["networkDataset"] ?? .null
        var lines = [
            "\(layer["layerName"]?.string ?? "Route") over the network "
                + (network["name"]?.string ?? "without a name")
        ]
        if let copyright = layer["copyrightText"]?.string, !copyright.isEmpty {
            lines.append("data: \(copyright)")
        }
        let attributes = network["networkAttributes"]?.array ?? []
        for (title, usage) in [
            ("costs", "esriNAUTCost"), ("restrictions", "esriNAUTRestriction"),
            ("descriptors", "esriNAUTDescriptor"),
        ] {
            let chosen = attributes.filter { $0["usageType"]?.string == usage }
            if !chosen.isEmpty { lines += ["", title] + chosen.map(Self.line) }
        }
        let modes = layer["supportedTravelModes"]?.array ?? []
        if !modes.isEmpty {
            let chosen = layer["defaultTravelMode"]?.string
            lines += ["", "travel modes"]
            lines += modes.map { mode in
                let mark = mode["id"]?.string == chosen ? " (default)" : ""
                return "  \(mode["name"]?.string ?? "?")\(mark): minimizes "
                    + (mode["impedanceAttributeName"]?.string ?? "?")
            }
        }
        if let limits = layer["serviceLimits"]?.object, limits.count > 0 {
            lines += ["", "limits"] + limits.members.map { "  \($0.key): \($0.value.text)" }
        }
        let usage = (layer["usageLimits"]?.object?.members ?? []).filter { $0.value != .null }
        if !usage.isEmpty {
            lines += ["", "limits on one caller"] + usage.map { "  \($0.key): \($0.value.text)" }
        }
        return lines.joined(separator: "\n") + "\n"
    }

    private static func line(_ attribute: JSONValue) -> String {
        let name = attribute["name"]?.string ?? "?"
        let parameters = attribute["parameterNames"]?.array?.compactMap(\.string) ?? []
        let units = attribute["units"]?.string ?? ""
        let unit =
            units == "esriNAUUnknown" || units.isEmpty
            ? "" : ", \(units.dropFirst("esriNAU".count).lowercased())"
        let list = parameters.isEmpty ? "" : " (\(parameters.joined(separator: ", ")))"
        return "  \(name)\(unit)\(list)"
    }
}
