// Places of locations that are sent again, such as the depots or customers of a fleet.

import DataStructures
import Geo
import RoadNetwork
import RoutingEngine
import Synchronization

/// A cache of the places of coordinates on one network, limited in number; those that were used
/// least recently are removed first.
///
/// A place depends on its coordinate and on ``Rules``. Places are cached without barriers: barriers
/// only take streets away, so that a place stays the nearest while they do not touch its streets
/// (``StopLocator/isUntouched(_:)``). Safe to share between threads.
package final class PlaceCache: Sendable {
    /// What a place depends on beside its coordinate, for a location without a bearing and without
    /// a condition on streets.
    struct Rules: Hashable, Sendable {
        /// The metric, which decides what streets may be used.
        var metric: MetricKey
        var toleranceMeters: Double
        var skipsRestricted: Bool
        var skipsBarred: Bool
        var withoutStops: StopRule
    }

    private struct Key: Hashable {
        var rules: Int
        var x: Double
        var y: Double
    }

    private struct State {
        /// The sets of rules, the newest last; `nil` for those that are forgotten.
        var rules: [Rules?] = []
        /// The number of the first set of rules.
        var first = 0
        var places: BoundedCache<Key, NetworkPlace>

        /// The number of a set of rules that is known.
        func number(of wanted: Rules) -> Int? {
            rules.lastIndex(of: wanted).map { first + $0 }
        }
    }

    /// Inputs with fewer locations are searched as quickly as they are looked up and kept.
    package static let leastLocations = 32
    /// Sets of rules, the oldest of which is forgotten with its places.
    private static let mostRules = 64

    private let state: Mutex<State>

    /// Makes an empty cache.
    ///
    /// - Parameter count: The number of places that it holds, some 300 bytes each.
    package init(count: Int = 50_000) {
        state = Mutex(State(places: BoundedCache(budget: count)))
    }

    /// The number of places that are cached.
    package var count: Int { state.withLock { $0.places.count } }

    /// The cached places of coordinates; `nil` for those that are not cached.
    ///
    /// - Complexity: O(*n*) in the number of coordinates.
    func places(of coordinates: [Coordinate?], under rules: Rules) -> [NetworkPlace?] {
        state.withLock { state in
            guard let number = state.number(of: rules) else {
                return Array(repeating: nil, count: coordinates.count)
            }
            return coordinates.map { coordinate in
                coordinate.flatMap {
                    state.places.find(Key(rules: number, x: $0.x, y: $0.y))
                }
            }
        }
    }

    /// Forgets the places under some metrics.
    func forget(where isForgotten: (MetricKey) -> Bool) {
        state.withLock { state in
            for index in state.rules.indices
            where state.rules[index].map({ isForgotten($0.metric) }) ?? false {
                state.rules[index] = nil
            }
        }
    }

    /// Keeps the places of coordinates, found without barriers.
    func keep(_ found: [(coordinate: Coordinate, place: NetworkPlace)], under rules: Rules) {
        guard !found.isEmpty else { return }
        state.withLock { state in
            let number: Int
            if let known = state.number(of: rules) {
                number = known
            } else {
                state.rules.append(rules)
                if state.rules.count > Self.mostRules {
                    // The places of dropped rules cannot be found any more, and age out.
                    state.rules.removeFirst()
                    state.first += 1
                }
                number = state.first + state.rules.count - 1
            }
            for (coordinate, place) in found {
                state.places.keep(
                    place, for: Key(rules: number, x: coordinate.x, y: coordinate.y), size: 1)
            }
        }
    }
}
