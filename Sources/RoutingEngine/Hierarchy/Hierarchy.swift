// A mode family's hierarchy in an open network, as customization and queries read it.

package import RoadNetwork
import Synchronization

/// A mode family's turn-expanded contraction hierarchy, without weights.
///
/// ``HierarchyBuilder`` makes this topology once, at build time, and the dataset stores it
/// (`HierarchyContents`). At run time each metric only fills in the weights, and queries read both:
///
///     guard let hierarchy = Hierarchy(network, family: key.family), hierarchy.serves(key)
///     else { return nil }
///     let metric = Metric(key: key, network: network)
///     let customized = CustomizedMetric(hierarchy, metric, threads: 2)
///
/// **Vertices** are the family's directed edges, and copies of edges, which remember how they were
/// reached. So turn costs, prohibitions and U-turns are plain arcs. Vertices are numbered by
/// *rank*, the order of contraction (``DissectionOrder``): the streets in a cut rank above all
/// streets that the cut separates.
///
/// **Arcs** lead from one vertex to another if some path connects the two over lower ranks alone; a
/// single turn is such a path. An arc is *up* if it leads to a higher rank, otherwise *down*. Both
/// kinds are stored in rows by their lower end, and listed once more by their higher end.
///
/// **The elimination tree** (`columns.parent`) says where to climb: if an arc joins two vertices,
/// the higher one is an ancestor of the lower one. So a query needs no queue. It climbs from both
/// ends, and the best path runs over the common ancestor with the least sum (``HierarchyQuery``).
///
/// What you may rely on:
///
/// - The topology depends only on the network and the family's direction rule. It has every arc
///   that a request of the family may need: travel modes, restrictions, U-turn policies, barriers
///   and traffic only change weights. If a request ignores the direction rule, ``serves(_:)`` is
///   false, and ``Landmarks`` help instead.
/// - If a down arc leads to a vertex and an up arc leads on from there, an arc joins the two outer
///   ends, unless they are one vertex. ``Customization`` relaxes these triangles, lowest first.
/// - Nothing changes after opening, so all threads share one hierarchy.
///
/// Method: J. Dibbelt, B. Strasser, D. Wagner, *Customizable Contraction Hierarchies*, ACM JEA 21
/// (2016), [doi:10.1145/2886843](https://doi.org/10.1145/2886843), on the directed graph of turns.
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
