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
    private struct Entry: Sendable {
        let set: FeatureSet
        let rules: StopReader.Rules
        let demand: LocationDemand
        let stops: [Shared<StopInput>]

        /// Whether it has the stops of a set of features under some rules.
        func isOf(
            _ set: FeatureSet, _ rules: StopReader.Rules, _ demand: LocationDemand
        ) -> Bool {
            self.set.features.isIdentical(to: set.features) && self.rules == rules
                && self.demand == demand && self.set.spatialReference == set.spatialReference
                && self.set.fields == set.fields
        }
    }

    /// The rows of all inputs that are kept, some 800 bytes each.
    private static let mostRows = 4_096

    /// The input that was used last is the last.
    private let entries = Mutex<[Entry]>([])

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
        let known = entries.withLock { entries -> [Shared<StopInput>]? in
            guard let place = entries.lastIndex(where: { $0.isOf(set, rules, demand) }) else {
                return nil
            }
            entries.append(entries.remove(at: place))
            return entries.last?.stops
        }
        if let known { return known }
        let stops = try read()
        entries.withLock { entries in
            entries.append(Entry(set: set, rules: rules, demand: demand, stops: stops))
            var rows = entries.reduce(0) { $0 + $1.stops.count }
            while rows > Self.mostRows { rows -= entries.removeFirst().stops.count }
        }
        return stops
    }
}
