// The conditions that requests to a layer have named, with what is known of their streets.

import DataStructures
import Geo
import RoadNetwork
import RouteAPI
import Synchronization

/// The selections of one layer by the text of their conditions, those used last.
///
/// Safe to share between threads.
package final class StreetSelections: Sendable {
    /// Conditions that are kept: a bit for each entry of the index, 3 MB for a country.
    static let capacity = 8

    private let network: NetworkDataset
    private let kept = Mutex(
        BoundedCache<String, StreetSelection>(budget: StreetSelections.capacity))

    init(network: NetworkDataset) { self.network = network }

    /// The streets that a condition takes.
    ///
    /// - Throws: For a condition that cannot be judged.
    func selection(of text: String) throws(RouteRequestError) -> StreetSelection {
        if let known = kept.withLock({ $0.find(text) }) { return known }
        let made = try StreetSelection(text, on: network)
        kept.withLock { $0.keep(made, for: text) }
        return made
    }
}
