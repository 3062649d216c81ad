// Locations that were read before: a fleet sends the same customers with every request.

import DataStructures
import Geo
import RouteAPI
import Synchronization

/// The stops of inputs that several requests have in common, read once.
///
/// An input is known when its rows are the same array in memory, such as the one that `KnownInputs`
/// returns for a text that was read before; an array that is kept here is not changed. Safe to
/// share between threads.
package final class KnownStops: Sendable {
    private struct Key: Hashable, Sendable {
        let rows: ArrayIdentity
        let rules: StopReader.Rules
        let demand: LocationDemand

        // Few inputs have the same rows; most of those that do have other rules or demands.
        func hash(into hasher: inout Hasher) { hasher.combine(rows) }
    }

    private struct Entry: Sendable {
        /// Keeps the rows in memory, so that no others have their identity.
        let set: FeatureSet
        let stops: [Shared<StopInput>]
    }

    /// The rows of all inputs that are kept, some 800 bytes each.
    private static let mostRows = 4_096

    private let entries = Mutex(BoundedCache<Key, Entry>(budget: mostRows))

    /// Makes an empty collection.
    package init() {}

    /// The number of inputs that are kept.
    package var count: Int { entries.withLock { $0.count } }

    /// The stops of a set of features: those that are known, or what `read` returns. Few rows are
    /// read as quickly as they are looked up, and are not kept.
    func stops(
        of set: FeatureSet, _ rules: StopReader.Rules, _ demand: LocationDemand,
        reading read: () throws(RouteRequestError) -> [Shared<StopInput>]
    ) throws(RouteRequestError) -> [Shared<StopInput>] {
        guard (PlaceCache.leastLocations...Self.mostRows).contains(set.features.count) else {
            return try read()
        }
        let key = Key(rows: set.features.identity, rules: rules, demand: demand)
        let known = entries.withLock { entries in
            entries.find(key) {
                $0.set.spatialReference == set.spatialReference && $0.set.fields == set.fields
            }
        }
        if let known { return known.stops }
        let stops = try read()
        entries.withLock {
            $0.keep(Entry(set: set, stops: stops), for: key, size: stops.count)
        }
        return stops
    }
}
