// Values that are the same for every request to a layer.

package import Directions
package import RoadNetwork
public import RouteAPI
import Synchronization

/// A layer's configuration, shared by reference between solves, with values computed once.
@dynamicMemberLookup
@usableFromInline
package final class LayerDefaults: Sendable {
    @usableFromInline package let configuration: RouteLayerConfiguration
    private let parameters = Mutex<[ObjectIdentifier: any Sendable]>([:])
    /// The fields in its answers.
    package let fields: AnswerFields
    /// The rules of its travel modes.
    let rules: TravelRulesTable
    /// The languages of its directions.
    package let languages: DirectionsLanguages

    package init(_ configuration: RouteLayerConfiguration, on network: NetworkDescription) {
        self.configuration = configuration
        fields = AnswerFields(of: network)
        rules = TravelRulesTable(configuration.travelModes)
        languages = configuration.languages
    }

    /// Returns the default for every parameter of an operation; computes them once.
    package func parameterDefaults<Parameters: OperationParameters>() -> ParameterDefaults<
        Parameters
    > {
        let key = ObjectIdentifier(Parameters.self)
        if let known = parameters.withLock({ $0[key] }) as? ParameterDefaults<Parameters> {
            return known
        }
        let made = ParameterDefaults<Parameters>(of: configuration)
        parameters.withLock { $0[key] = made }
        return made
    }

    /// Returns the answer fields for a request, which may name costs by aliases.
    package func fields(for settings: TravelSettings, of network: NetworkDescription)
        -> AnswerFields
    {
        let isPlain = settings.namedCosts.allSatisfy { $0.name == network.costs[$0.position].name }
        return isPlain ? fields : AnswerFields(of: network, requested: settings.namedCosts)
    }

    /// Reads a property of the configuration.
    @inlinable
    @inline(__always)
    package subscript<Member>(dynamicMember path: KeyPath<RouteLayerConfiguration, Member>)
        -> Member
    {
        configuration[keyPath: path]
    }
}
