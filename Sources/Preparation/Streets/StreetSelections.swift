// A cache for street conditions in requests to a layer.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import Synchronization

/// A layer's most recently used selections, by condition text.
///
/// You may share it between threads.
package final class StreetSelections: Sendable {
    /// How many conditions are cached; each has a bit for every index entry, 3 MB for a country.
    static let capacity = 8

    private let network: NetworkDataset
    private let kept = Mutex(
        BoundedCache<String, StreetSelection>(budget: StreetSelections.capacity))

    init(network: NetworkDataset) { self.network = network }

    /// Returns a condition's selection.
    ///
    /// - Throws: If the condition cannot be evaluated.
    func selection(of text: String) throws(RouteRequestError) -> StreetSelection {
        if let known = kept.withLock({ $0.find(text) }) { return known }
        let made = try StreetSelection(text, on: network)
        kept.withLock { $0.keep(made, for: text) }
        return made
    }
}
