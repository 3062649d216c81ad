// From stops and legs to the entries of directions. Start here.

package import RoadNetwork

/// Writes the directions of a route.
package struct DirectionsWriter {
    private let network: NetworkDataset
    private let options: DirectionsOptions

    /// Prepares to write for one network and one way of travelling.
    package init(network: NetworkDataset, options: DirectionsOptions) {
        self.network = network
        self.options = options
    }

    /// Writes a route's directions: first leaving the first stop, last arriving at the last one.
    ///
    /// - Precondition: One leg fewer than stops, and one stop at least.
    package func write(stops: [DirectionsStop], legs: [DirectionsLeg]) -> [DirectionsEntry] {
        precondition(stops.count == legs.count + 1, "legs lie between stops")
        return []
    }
}
