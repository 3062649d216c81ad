// A mode family's hierarchy in an open network, as customization and queries read it.

package import RoadNetwork
import Synchronization

/// The topology of a family's turn-expanded hierarchy. Weights come from a ``CustomizedMetric``.
package final class Hierarchy: Sendable {
    /// The cost of arcs that cannot be traveled.
    static let infinite = SearchCost.limit
    /// No rank, no parent, no arc.
    static let none = UInt32.max

    package let network: NetworkDataset
    package let family: Int
    let columns: HierarchyColumns
    let states: TurnExpandedStates
    /// Memory for the weights of requests with barriers.
    let spareArcs: SpareArcs
    private let plan = Mutex<CustomizationPlan?>(nil)

    /// The hierarchy of a family, or `nil` when the network holds none.
    package init?(_ network: NetworkDataset, family: Int) {
        guard let columns = network.hierarchies[family] else { return nil }
        self.network = network
        self.family = family
        self.columns = columns
        states = TurnExpandedStates(network, family: family)
        spareArcs = SpareArcs(arcCount: columns.upHead.count + columns.downTail.count)
    }

    /// Number of vertices: edges and copies of the family.
    package var rankCount: Int { columns.rankCount }
    /// Number of arcs.
    package var arcCount: Int { columns.upHead.count + columns.downTail.count }

    /// Whether the topology holds every arc that a metric may need.
    package func serves(_ key: MetricKey) -> Bool {
        // The topology is built under the family's direction rule.
        key.family == family
            && key.prohibitingMask & states.directionMask == states.directionMask
    }

    /// How customization is divided between threads; computed once.
    var customizationPlan: CustomizationPlan {
        plan.withLock { held in
            if let held { return held }
            let fresh = CustomizationPlan(parent: columns.parent)
            held = fresh
            return fresh
        }
    }
}
