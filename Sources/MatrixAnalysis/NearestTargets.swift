// A location's nearest targets, up to a given number.

/// A target that is reached from a location.
struct ReachedTarget: Sendable {
    /// The target's index among all targets.
    var target: Int
    /// The cost that ranks it: of the path plus visits.
    var rank: Int64
}

/// Collects a location's nearest targets.
struct NearestTargets: Sendable {
    /// The most targets to keep; `nil` for all.
    let count: Int?
    /// The targets, nearest first, equally near ones in their order. If all are kept, they are in
    /// insertion order.
    private(set) var reached: [ReachedTarget] = []

    init(count: Int?) { self.count = count }

    /// Whether a target with this rank would be kept.
    func admits(_ rank: Int64) -> Bool {
        guard let count, reached.count >= count else { return true }
        return rank < reached[reached.count - 1].rank
    }

    /// Adds a target; it replaces the farthest one if there are enough.
    ///
    /// - Complexity: O(*n*) for *n* kept targets; O(1) if all are kept.
    mutating func insert(_ target: ReachedTarget) {
        guard let count else { return reached.append(target) }
        guard admits(target.rank) else { return }
        let place = reached.firstIndex { $0.rank > target.rank } ?? reached.endIndex
        reached.insert(target, at: place)
        if reached.count > count { reached.removeLast() }
    }

    /// The targets by rank.
    ///
    /// - Complexity: O(*n* log *n*) if all *n* targets are kept; O(1) otherwise.
    var ranked: [ReachedTarget] {
        count == nil ? reached.sorted { ($0.rank, $0.target) < ($1.rank, $1.target) } : reached
    }
}
