// What is the same for every request to a layer.

import RoadNetwork
import RouteAPI

/// A layer's configuration as solves hold it: read once, handed on by reference.
@dynamicMemberLookup
final class LayerDefaults: Sendable {
    /// The configuration itself.
    let configuration: RouteLayerConfiguration
    /// The value of every parameter that a request leaves out.
    let parameters: ParameterDefaults
    /// The fields of its answers.
    let fields: AnswerFields

    init(_ configuration: RouteLayerConfiguration, on network: NetworkDescription) {
        self.configuration = configuration
        parameters = ParameterDefaults(of: configuration)
        fields = AnswerFields(costs: network.costs)
    }

    /// The fields of the answer to a request, whose costs may go by aliases.
    func fields(for settings: TravelSettings, of network: NetworkDescription) -> AnswerFields {
        let isPlain = settings.namedCosts.allSatisfy { $0.name == network.costs[$0.position].name }
        return isPlain ? fields : AnswerFields(costs: network.costs, asked: settings.namedCosts)
    }

    /// A property of the configuration.
    @inline(__always)
    subscript<Member>(dynamicMember path: KeyPath<RouteLayerConfiguration, Member>) -> Member {
        configuration[keyPath: path]
    }
}
