// Locations that were read before: a fleet sends the same customers with every request.

import DataStructures
import Geo
import RouteAPI
import Synchronization

/// Stops from inputs that several requests share, read once.
///
/// An input is recognized if its rows are the same array in memory, such as the array that
/// `KnownInputs` returns for a text read before. Arrays kept here are never changed. You may share
/// it between threads.
package final class KnownStops: Sendable {
    private struct Key: Hashable, Sendable {
        let rows: ArrayIdentity
        let rules: StopReader.Rules
        let demand: LocationDemand

        // Few inputs have the same rows; most of them differ in rules or demands.
        func hash(into hasher: inout Hasher) { hasher.combine(rows) }
    }

    private struct Entry: Sendable {
        /// Keeps the rows in memory, so that no other rows get their identity.
        let set: FeatureSet
        let stops: [Shared<StopInput>]
    }

    /// The rows of all inputs together, at some 800 bytes each.
    private static let mostRows = 4_096

    private let entries = Mutex(BoundedCache<Key, Entry>(budget: mostRows))

    package init() {}

    /// How many inputs are kept.
    package var count: Int { entries.withLock { $0.count } }

    /// Returns a feature set's stops: known ones, or what `read` returns. A few rows are read as
    /// quickly as they are looked up, and are not kept.
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
