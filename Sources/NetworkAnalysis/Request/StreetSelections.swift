// A cache of the conditions on streets in requests to a layer.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import Synchronization

/// The most recently used selections of a layer, by the text of their conditions.
///
/// Safe to share between threads.
package final class StreetSelections: Sendable {
    /// The number of cached conditions; each has a bit for every entry of the index, 3 MB for a
    /// country.
    static let capacity = 8

    private let network: NetworkDataset
    private let kept = Mutex(
        BoundedCache<String, StreetSelection>(budget: StreetSelections.capacity))

    init(network: NetworkDataset) { self.network = network }

    /// The selection of a condition.
    ///
    /// - Throws: For a condition that cannot be evaluated.
    func selection(of text: String) throws(RouteRequestError) -> StreetSelection {
        if let known = kept.withLock({ $0.find(text) }) { return known }
        let made = try StreetSelection(text, on: network)
        kept.withLock { $0.keep(made, for: text) }
        return made
    }
}
