// Runs of a tour with time windows, joined in constant time.

/// What a run of stops takes and demands, whatever it is part of.
///
/// A run that misses a window by some time is counted as if the clock went back by as much (the
/// *time warp*), so that a run needs no more than these sums for any time at which it begins. A
/// tour has no lateness if and only if it has no warp.
///
/// Method: T. Vidal, T. Crainic, M. Gendreau and C. Prins, *A hybrid genetic algorithm with
/// adaptive diversity management for a large class of vehicle routing problems with time-windows*,
/// Computers & Operations Research 40 (2013),
/// [doi:10.1016/j.cor.2012.07.018](https://doi.org/10.1016/j.cor.2012.07.018).
struct TimedRun {
    /// Legs, service and the waiting that no time of beginning avoids.
    var duration: Int64
    /// The time by which windows are missed, at least.
    var warp: Int64
    /// The first and the last time of beginning with which duration and warp are that small.
    var earliest: Int64
    var latest: Int64
    /// The cost of the legs.
    var travel: Int64
    /// What the legs cost beyond the time they take.
    var surplus: Int64

    /// A single stop.
    init(serving service: Int64, from opens: Int64, until closes: Int64) {
        (duration, warp, travel, surplus) = (service, 0, 0, 0)
        (earliest, latest) = (opens, closes)
    }

    /// A run, a leg, and another run.
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

/// A leg on the clock of the windows.
struct TimedLeg {
    var time: Int64
    var cost: Int64
}
