// Places of locations that are sent again, such as a fleet's depots or customers.

import DataStructures
import Geo
import RoadNetwork
import RoutingEngine
import Synchronization

/// Caches where coordinates lie on one network, limited in number; evicts the least recently used
/// first.
///
/// A place depends on its coordinate and on ``Rules``. Places are cached without barriers: barriers
/// only take streets away, so a place stays the nearest as long as they do not touch its streets
/// (``StopLocator/isUntouched(_:)``). You may share a cache between threads.
package final class PlaceCache: Sendable {
    /// What a place depends on besides its coordinate, for a location without a bearing and without
    /// a street condition.
    struct Rules: Hashable, Sendable {
        /// The metric, which decides what streets may be used.
        var metric: MetricKey
        var toleranceMeters: Double
        var skipsRestricted: Bool
        var skipsBarred: Bool
        var withoutStops: StopRule
        var ignoresCurbsOfOneWays = false
    }

    private struct Key: Hashable {
        var rules: Int
        var x: Double
        var y: Double
    }

    private struct State {
        /// The sets of rules, newest last; `nil` for forgotten ones.
        var rules: [Rules?] = []
        /// The first set's number.
        var first = 0
        var places: BoundedCache<Key, NetworkPlace>

        /// Returns the number of a known set.
        func number(of wanted: Rules) -> Int? {
            rules.lastIndex(of: wanted).map { first + $0 }
        }
    }

    /// Inputs with fewer locations are searched as quickly as they are looked up and kept.
    package static let leastLocations = 32
    /// The most sets of rules; the oldest is forgotten with its places.
    private static let mostRules = 64

    private let state: Mutex<State>

    /// Makes an empty cache.
    ///
    /// - Parameter count: The most places to hold, at some 300 bytes each.
    package init(count: Int = 50_000) {
        state = Mutex(State(places: BoundedCache(budget: count)))
    }

    /// How many places are cached.
    package var count: Int { state.withLock { $0.places.count } }

    /// Returns the coordinates' cached places; `nil` if a place is not cached.
    ///
    /// - Complexity: O(*n*) for *n* coordinates.
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

    /// Keeps places found without barriers.
    func keep(_ found: [(coordinate: Coordinate, place: NetworkPlace)], under rules: Rules) {
        guard !found.isEmpty else { return }
        state.withLock { state in
            let number: Int
            if let known = state.number(of: rules) {
                number = known
            } else {
                state.rules.append(rules)
                if state.rules.count > Self.mostRules {
                    // Places under dropped rules cannot be found any more, and age out.
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
