// The conditions that requests to a layer have named, with what is known of their streets.

import Geo
import RoadNetwork
import RouteAPI
import Synchronization

/// The selections of one layer by the text of their conditions, those used last.
///
/// Safe to share between threads.
final class StreetSelections: Sendable {
    /// Conditions that are kept: a bit for each entry of the index, 3 MB for a country.
    static let capacity = 8

    private let network: NetworkDataset
    /// The one used last at the end.
    private let kept = Mutex([StreetSelection]())

    init(network: NetworkDataset) { self.network = network }

    /// The streets that a condition takes.
    ///
    /// - Throws: For a condition that cannot be judged.
    func selection(of text: String) throws(RouteRequestError) -> StreetSelection {
        if let known = take(text) { return known }
        let made = try StreetSelection(text, on: network)
        kept.withLock { kept in
            kept.removeAll { $0.condition.clause.text == text }
            kept = kept.suffix(Self.capacity - 1) + [made]
        }
        return made
    }

    private func take(_ text: String) -> StreetSelection? {
        kept.withLock { kept in
            guard let place = kept.firstIndex(where: { $0.condition.clause.text == text }) else {
                return nil
            }
            let found = kept.remove(at: place)
            kept.append(found)
            return found
        }
    }
}
