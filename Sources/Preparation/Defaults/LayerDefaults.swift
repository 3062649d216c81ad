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
    /// The costs in its answers.
    private let attributes: ColumnAttributes
    /// The rules of its travel modes.
    let rules: TravelRulesTable
    package let languages: DirectionsLanguages

    package init(_ configuration: RouteLayerConfiguration, on network: NetworkDescription) {
        self.configuration = configuration
        attributes = ColumnAttributes(of: network)
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

    /// Returns the costs in the answer to a request, which may name them by aliases.
    package func attributes(for settings: TravelSettings, of network: NetworkDescription)
        -> ColumnAttributes
    {
        let isPlain = settings.namedCosts.allSatisfy { $0.name == network.costs[$0.position].name }
        return isPlain
            ? attributes : ColumnAttributes(of: network, requested: settings.namedCosts)
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
