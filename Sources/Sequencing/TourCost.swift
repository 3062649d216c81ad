// The cost of an order of stops, and which of two is better.

/// Which order is best when windows matter.
package struct TourGoal: Hashable, Sendable {
    /// Which measure of lateness to minimize before all else.
    package enum Lateness: Hashable, Sendable {
        /// The sum of all stops' lateness.
        case sum
        /// The number of late stops, then the sum.
        case count
    }

    /// What decides between orders with the same lateness.
    package enum Cost: Hashable, Sendable {
        /// The time from departure to end, including waiting; then the cost of the legs.
        case duration
        /// The cost of the legs, however long the tour waits; then its duration.
        case travel
    }

    /// Which measure of lateness to minimize.
    package var lateness: Lateness
    /// What decides between orders with the same lateness.
    package var cost: Cost

    package init(lateness: Lateness = .sum, cost: Cost = .duration) {
        self.lateness = lateness
        self.cost = cost
    }
}

/// The cost of a tour, compared lexicographically.
///
/// Missing legs count first, then stops beyond their allowed lateness, then lateness, then the
/// total. So no weight has to be chosen between them: no saving of time makes up for a missed stop.
package struct TourCost: Hashable, Comparable, Sendable {
    /// The number of legs that do not exist.
    package var unreachableLegs = 0
    /// The number of stops reached later than they may be.
    package var missedStops = 0
    /// The number of stops reached late.
    package var lateStops = 0
    /// The sum of all stops' lateness.
    package var violation: Int64 = 0
    /// The cost of the legs and, with windows, waiting and service, from the start to the end of
    /// the last service.
    package var total: Int64 = 0
    /// The cost of the legs alone. Of two tours that end at the same time, the one with less
    /// driving is better.
    package var travel: Int64 = 0
    /// The order of comparison.
    package var goal = TourGoal()

    /// Returns whether the left tour is better.
    package static func < (left: TourCost, right: TourCost) -> Bool {
        left.lateness == right.lateness
            ? left.costs < right.costs : left.lateness < right.lateness
    }

    /// What is compared before the costs. It never falls when a tour is extended.
    var lateness: (Int, Int, Int, Int64) {
        (unreachableLegs, missedStops, goal.lateness == .count ? lateStops : 0, violation)
    }

    /// The cost that decides between tours with the same lateness.
    package var decisive: Int64 { costs.0 }

    /// What is compared between tours with the same lateness.
    private var costs: (Int64, Int64) {
        goal.cost == .duration ? (total, travel) : (travel, total)
    }
}
