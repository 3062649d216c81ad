// The costs that an answer has columns for.

package import RoadNetwork
package import RouteAPI

extension ColumnAttributes {
    /// Collects a network's costs.
    ///
    /// - Parameters:
    ///   - network: The network; every cost gets its own columns.
    ///   - requested: The costs a request names. If it names a cost by an alias, the columns carry
    ///     that alias; they carry the cost's own name as well only if the request uses both.
    package init(of network: NetworkDescription, requested: [NamedCost] = []) {
        self.init()
        for (position, cost) in network.costs.enumerated() {
            let names = cost.names.filter { name in
                requested.contains(NamedCost(position: position, name: name))
            }
            let named = (names.isEmpty ? [cost.name] : names).map {
                Attribute(position: position, name: $0)
            }
            costs += named
            if cost.kind == .time { timeCosts += named }
            if network.followsSpeeds(cost) { liveCosts += named }
        }
    }
}
