// Runs of a tour with time windows, joined in O(1).

/// What a run of stops takes and demands, in any tour that contains it.
///
/// The search tries thousands of places for a stop. To judge a place quickly it joins three runs
/// (the tour before, the stop, the tour after) instead of following the clock through all stops.
///
/// That works because of the *time warp*. If a run misses a window by some time, the clock is
/// imagined to go back by as much, so the rest of the run is not delayed further. Then a few sums
/// describe the run for every time at which it may begin: how long it takes, how much it warps, and
/// the range of starting times for which both are least. A tour is free of lateness if and only if
/// it has no warp; otherwise the warp is at most the real lateness.
///
/// Method: T. Vidal, T. Crainic, M. Gendreau and C. Prins, *A hybrid genetic algorithm with
/// adaptive diversity management for a large class of vehicle routing problems with time-windows*,
/// Computers & Operations Research 40 (2013),
/// [doi:10.1016/j.cor.2012.07.018](https://doi.org/10.1016/j.cor.2012.07.018).
struct TimedRun {
    /// Legs, service, and the waiting that no starting time avoids.
    var duration: Int64
    /// The least time by which windows are missed.
    var warp: Int64
    /// The first and last starting times for which duration and warp are that small.
    var earliest: Int64
    var latest: Int64
    /// The cost of the legs.
    var travel: Int64
    /// How much more the legs cost than the time they take.
    var surplus: Int64

    init(serving service: Int64, from opens: Int64, until closes: Int64) {
        (duration, warp, travel, surplus) = (service, 0, 0, 0)
        (earliest, latest) = (opens, closes)
    }

    /// Joins two runs by a leg.
    ///
    /// - Complexity: O(1).
    @inline(__always)
    init(_ first: TimedRun, _ leg: TimedLeg, _ second: TimedRun) {
        let reach = first.duration - first.warp + leg.time
        let wait = max(second.earliest - reach - first.latest, 0)
        let late = max(first.earliest + reach - second.latest, 0)
        duration = first.duration + second.duration + leg.time + wait
        warp = first.warp + second.warp + late
        earliest = max(second.earliest - reach, first.earliest) - wait
        latest = min(second.latest - reach, first.latest) + late
        travel = first.travel + second.travel + leg.cost
        surplus = first.surplus + second.surplus + leg.cost - leg.time
    }
}

/// A leg: its time on the windows' clock, and its cost.
struct TimedLeg {
    var time: Int64
    var cost: Int64
}
