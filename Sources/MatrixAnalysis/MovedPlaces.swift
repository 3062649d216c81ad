// The places of locations that cannot be used in place for all pairs.

import Preparation

/// All places of locations that moved, and which of them a pair uses.
///
/// ``PairSearch/moving(from:for:)`` finds them, and ``CostTable`` takes the first with a path.
struct MovedPlaces {
    /// The positions of a pair's two locations.
    struct Pair {
        var source: Int
        var target: Int
    }

    /// Which of its places each end of a pair uses, as indices.
    struct Ends {
        var source: Int
        var target: Int
    }

    /// All places of locations with several, by position: the closest first, then places in other
    /// parts of the network.
    var places: [Int: [LocatedStop]] = [:]
    /// The locations whose closest place is on the network at large: they leave it only if the
    /// other end of a path cannot move.
    var onMainland: Set<Int> = []
    /// The places of pairs with no end on the network at large, by source and target, as a route
    /// between the two has them.
    private(set) var chosen: [Int: [Int: Ends]] = [:]

    /// Lets a pair use places of its own, which ``places`` contains if they are not the closest.
    mutating func choose(_ ends: [LocatedStop], for pair: Pair) {
        func index(_ place: LocatedStop, of location: Int) -> Int {
            places[location]?.firstIndex { $0.place == place.place } ?? 0
        }
        chosen[pair.source, default: [:]][pair.target] = Ends(
            source: index(ends[0], of: pair.source), target: index(ends[1], of: pair.target))
    }
}
