// Checks attribute names on the command line against the layer.

import DataStructures
import Geo
import RouteAPI

/// The names of restrictions, costs and parameters in options.
///
/// A request ignores an unknown name with a warning, because clients send names from other
/// networks. On the command line it is an error.
struct TypedNames: Hashable {
    /// A parameter with its attribute.
    struct Parameter: Hashable {
        var attribute: String
        var name: String
    }

    private let restrictions: [String]
    private let costs: [String]
    private let parameters: [Parameter]

    init(
        restrictions: [String], costs: [String], parameters: [(attribute: String, name: String)]
    ) {
        self.restrictions = restrictions
        self.costs = costs
        self.parameters = parameters.map { Parameter(attribute: $0.attribute, name: $0.name) }
    }

    var isEmpty: Bool { restrictions.isEmpty && costs.isEmpty && parameters.isEmpty }

    /// Checks every name.
    ///
    /// - Parameter resource: The layer resource; if it has no network description, all names pass.
    /// - Throws: ``CommandFailure`` naming the option, the name and the nearest known names.
    func check(against resource: JSONValue) throws {
        guard let all = resource["networkDataset"]?["networkAttributes"]?.array else { return }
        func names(_ usage: String) -> [String] {
            all.filter { $0["usageType"]?.string == usage }.compactMap { $0["name"]?.string }
        }
        try Self.check(restrictions, "--restrict", "restriction", names("esriNAUTRestriction"))
        try Self.check(costs, "--accumulate", "cost", names("esriNAUTCost"))
        for parameter in parameters {
            let known = all.compactMap { $0["name"]?.string }
            try Self.check([parameter.attribute], "--parameter", "attribute", known)
            let attribute = all.first {
                $0["name"]?.string?.lowercased() == parameter.attribute.lowercased()
            }
            let keys = ["parameterNames", "parameterAliases"]
            let parameters = keys.flatMap {
                attribute?[$0]?.array?.compactMap(\.string) ?? []
            }
            try Self.check(
                [parameter.name], "--parameter", "parameter of \"\(parameter.attribute)\"",
                parameters)
        }
    }

    private static func check(
        _ names: [String], _ option: String, _ kind: String, _ known: [String]
    ) throws {
        for name in names where !known.contains(where: { $0.lowercased() == name.lowercased() }) {
            throw CommandFailure(
                .invalidInput,
                "\(option): there is no \(kind) named \"\(name)\". "
                    + (known.isEmpty
                        ? "It has none." : NearestName.sentences(for: name, among: known)))
        }
    }
}
