// A mode family's hierarchy in an open network, as customization and queries read it.

package import RoadNetwork
import Synchronization

/// A mode family's turn-expanded contraction hierarchy, without weights.
///
/// Vertices are directed edges and copies of edges, so turn costs, prohibitions and U-turns are
/// plain arcs. They are numbered by rank, the order of contraction (``DissectionOrder``). An arc
/// exists between two vertices if some path connects them over lower ranks. The dataset stores this
/// topology (`HierarchyContents`), and ``HierarchyBuilder`` makes it at build time.
///
/// The topology depends only on the network and the family's direction rule. It holds every arc
/// that any such request may need, so one hierarchy serves all travel modes of the family, all
/// restrictions, U-turn policies, barriers and traffic: each is a set of weights, a
/// ``CustomizedMetric``. Only requests that ignore the direction rule need another method
/// (``Landmarks``); ask ``serves(_:)``.
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

    /// Opens a family's hierarchy; `nil` if the network holds none.
    package init?(_ network: NetworkDataset, family: Int) {
        guard let columns = network.hierarchies[family] else { return nil }
        self.network = network
        self.family = family
        self.columns = columns
        states = TurnExpandedStates(network, family: family)
        spareArcs = SpareArcs(arcCount: columns.upHead.count + columns.downTail.count)
    }

    /// The number of vertices: the family's edges and copies.
    package var rankCount: Int { columns.rankCount }
    /// The number of arcs.
    package var arcCount: Int { columns.upHead.count + columns.downTail.count }

    /// Whether the topology holds every arc that a metric may need.
    package func serves(_ key: MetricKey) -> Bool {
        // The topology is built under the family's direction rule.
        key.family == family
            && key.prohibitingMask & states.directionMask == states.directionMask
    }

    /// How customization is divided among threads; computed once.
    var customizationPlan: CustomizationPlan {
        plan.withLock { held in
            if let held { return held }
            let fresh = CustomizationPlan(parent: columns.parent)
            held = fresh
            return fresh
        }
    }
}
