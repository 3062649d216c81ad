// A path that a leg takes.

package import RoadNetwork

/// The cheapest path to one destination.
package struct LegPath: Hashable, Sendable {
    /// Which origin it begins at.
    package var origin: Int
    /// The origin's cost plus the path's, in quanta.
    package var cost: UInt32
    package var path: NetworkPath

    package init(origin: Int, cost: UInt32, path: NetworkPath) {
        self.origin = origin
        self.cost = cost
        self.path = path
    }
}
