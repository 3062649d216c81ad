// The network's attributes as clients see them.

import RoadNetwork
package import RouteAPI

extension AnalysisLayer {
    /// Describes the network's costs, restrictions and descriptors.
    package var attributeDescriptions: [NetworkAttributeDescription] {
        let description = network.description
        let costs = description.costs.flatMap { cost in
            cost.names.map { name in
                NetworkAttributeDescription(
                    name: name, usage: .cost, units: NetworkUnit(rawValue: cost.units) ?? .unknown,
                    parameters: Self.parameters(cost.parameters ?? []),
                    aliasOf: name == cost.name ? nil : cost.name,
                    followsSpeeds: description.followsSpeeds(cost))
            }
        }
        let restrictions = description.namedRestrictions.map { restriction in
            NetworkAttributeDescription(
                name: restriction.name, usage: .restriction, units: .unknown,
                parameters: Self.parameters(restriction.parameters))
        }
        let descriptors = description.descriptors.map {
            NetworkAttributeDescription(
                name: $0.name, usage: .descriptor, units: .unknown, parameters: [])
        }
        return costs + restrictions + descriptors
    }

    private static func parameters(
        _ parameters: [AttributeParameter]
    ) -> [NetworkAttributeDescription.Parameter] {
        parameters.map {
            .init(
                name: $0.name, defaultValue: $0.defaultValue,
                aliases: ($0.aliases ?? []).map(\.name))
        }
    }
}
