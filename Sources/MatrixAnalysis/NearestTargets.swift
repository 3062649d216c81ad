// The nearest locations of one: those within its cutoff, and no more than it asks for.

/// A location that is reached from another.
struct ReachedTarget: Sendable {
    /// The position of the target among all targets.
    var target: Int
    /// What ranks it: the cost that the search minimized, and what visits add.
    var rank: Int64
}

/// Keeps the nearest targets of a location.
struct NearestTargets: Sendable {
    /// How many are kept; `nil` for all.
    let count: Int?
    /// Nearest first, and of equally near ones the first; in the order of the targets where all are
    /// kept.
    private(set) var reached: [ReachedTarget] = []

    init(count: Int?) { self.count = count }

    /// Whether a target of a rank would be kept.
    func admits(_ rank: Int64) -> Bool {
        guard let count, reached.count >= count else { return true }
        return rank < reached[reached.count - 1].rank
    }

    /// Adds a target, in place of the farthest where there are enough.
    ///
    /// - Complexity: O(*n*) in the number of targets that are kept; O(1) where all are.
    mutating func insert(_ target: ReachedTarget) {
        guard let count else { return reached.append(target) }
        guard admits(target.rank) else { return }
        let place = reached.firstIndex { $0.rank > target.rank } ?? reached.endIndex
        reached.insert(target, at: place)
        if reached.count > count { reached.removeLast() }
    }

    /// The targets by rank.
    ///
    /// - Complexity: O(*n* log *n*) where all are kept.
    var ranked: [ReachedTarget] {
        count == nil ? reached.sorted { ($0.rank, $0.target) < ($1.rank, $1.target) } : reached
    }
}
