// The nearest targets of a location, up to a given number.

/// A target that is reached from a location.
struct ReachedTarget: Sendable {
    /// The position of the target among all targets.
    var target: Int
    /// The cost that ranks it: that of the path, and that of visits.
    var rank: Int64
}

/// Collects the nearest targets of a location.
struct NearestTargets: Sendable {
    /// The most targets to keep; `nil` for all.
    let count: Int?
    /// The targets: nearest first, and equally near ones in their order; or, when all are kept, in
    /// the order in which they were inserted.
    private(set) var reached: [ReachedTarget] = []

    init(count: Int?) { self.count = count }

    /// Whether a target of a rank would be kept.
    func admits(_ rank: Int64) -> Bool {
        guard let count, reached.count >= count else { return true }
        return rank < reached[reached.count - 1].rank
    }

    /// Adds a target; it replaces the farthest one when there are enough.
    ///
    /// - Complexity: O(*n*) for *n* kept targets; O(1) when all are kept.
    mutating func insert(_ target: ReachedTarget) {
        guard let count else { return reached.append(target) }
        guard admits(target.rank) else { return }
        let place = reached.firstIndex { $0.rank > target.rank } ?? reached.endIndex
        reached.insert(target, at: place)
        if reached.count > count { reached.removeLast() }
    }

    /// The targets by rank.
    ///
    /// - Complexity: O(*n* log *n*) when all *n* targets are kept; O(1) otherwise.
    var ranked: [ReachedTarget] {
        count == nil ? reached.sorted { ($0.rank, $0.target) < ($1.rank, $1.target) } : reached
    }
}
