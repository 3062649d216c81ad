// Checks a definition's attribute names against the network.

import DataStructures
import DefinitionFiles
import RouteAPI

/// A network's attributes, by the roles in which definitions use them.
struct AttributeCheck {
    /// The role that an attribute must have.
    enum Role {
        case cost
        case timeCost
        case lengthCost
        case restriction

        var words: String {
            switch self {
            case .cost: "a cost attribute"
            case .timeCost: "a cost attribute in a unit of time"
            case .lengthCost: "a cost attribute in a unit of length"
            case .restriction: "a restriction attribute"
            }
        }
    }

    private let networkName: String
    private let attributes: [NetworkAttributeDescription]

    init(_ layer: LayerDescription) {
        networkName = layer.networkName
        attributes = layer.attributes
    }

    func names(for role: Role) -> [String] {
        attributes.filter { fits($0, role) }.map(\.name)
    }

    /// Adds a problem unless the network has `name` in this role.
    ///
    /// - Returns: The name, if it is valid.
    func verify(
        _ name: Located<String>, as role: Role, for key: String, _ problems: ProblemList
    ) -> String? {
        if let attribute = attributes.first(where: { $0.name == name.value }) {
            if fits(attribute, role) { return name.value }
            problems.add(
                line: name.line,
                "\"\(key)\": \"\(name.value)\" of network \"\(networkName)\" is not \(role.words); "
                    + "there are: \(names(for: role).joined(separator: ", "))")
            return nil
        }
        problems.add(
            line: name.line,
            missing(name.value, for: key, among: names(for: role)))
        return nil
    }

    /// Adds a problem unless the attribute exists and has the parameter.
    func verify(
        parameter: Located<String>, of attributeName: Located<String>, for key: String,
        _ problems: ProblemList
    ) -> Bool {
        guard let attribute = attributes.first(where: { $0.name == attributeName.value }) else {
            problems.add(
                line: attributeName.line,
                missing(attributeName.value, for: key, among: attributes.map(\.name)))
            return false
        }
        let parameters = attribute.parameters.map(\.name)
        guard !parameters.contains(parameter.value) else { return true }
        problems.add(
            line: parameter.line,
            "\"\(key)\": attribute \"\(attribute.name)\" has no parameter \"\(parameter.value)\", "
                + NearestName.hint(for: parameter.value, among: parameters))
        return false
    }

    private func missing(_ name: String, for key: String, among names: [String]) -> String {
        "\"\(key)\": network \"\(networkName)\" has no attribute \"\(name)\", "
            + NearestName.hint(for: name, among: names)
    }

    private func fits(_ attribute: NetworkAttributeDescription, _ role: Role) -> Bool {
        switch role {
        case .cost: attribute.usage == .cost
        case .timeCost: attribute.usage == .cost && attribute.units.seconds != nil
        case .lengthCost: attribute.usage == .cost && attribute.units.meters != nil
        case .restriction: attribute.usage == .restriction
        }
    }
}
