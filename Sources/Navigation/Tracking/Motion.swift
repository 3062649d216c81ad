// How a vehicle moves: as a fix states it, or from the way between fixes.

/// How a vehicle moves at a fix.
struct Motion {
    /// The speed in meters a second; `nil` if nothing says.
    var speed: Double?
    /// The course in degrees; `nil` if nothing says, or the vehicle is too slow for one.
    var course: Double?
    /// The standard deviation of the course, in degrees.
    var courseSpread = 0.0
    /// The meters of way over which the course was measured; 0 if the fix states it.
    var courseMeters = 0.0
    /// How much of its evidence a fix's course does not share with others. Ways between fixes
    /// overlap.
    var courseShare = 1.0
}

extension RouteTracker {
    /// The seconds over which speed and course are measured where fixes do not state them.
    private static let measuredSeconds = 3.5
    /// The number of fixes kept for that.
    private static let keptFixes = 4

    /// Returns how the vehicle moves at a fix, by what it states or by the fixes before.
    ///
    /// A fix that states its speed but no course has none: receivers leave it out for vehicles that
    /// stand.
    ///
    /// - Complexity: O(1).
    func motion(at fix: Fix, _ state: TrackerState) -> Motion {
        var motion = Motion(speed: fix.speed)
        let speed = fix.speed ?? state.metersPerSecond
        if let course = fix.course, speed >= 3 {
            motion.course = course
            motion.courseSpread = 10 + 40 / speed
        }
        guard fix.speed == nil else { return motion }
        let ages = state.recent.map { (Double(fix.time) - Double($0.time)) / 1_000 }
        guard
            let place = ages.firstIndex(where: { $0 <= Self.measuredSeconds }) ?? ages.indices.last,
            ages[place] > 0.5
        else { return motion }
        let way = offset(from: state.recent[place], to: fix)
        let age = ages[place]
        let length = (way * way).sum().squareRoot()
        // Where the vehicle turned back meanwhile, the way says neither speed nor course. Errors
        // alone make some way too.
        let steps = zip(state.recent[place...], state.recent[(place + 1)...] + [fix])
        let driven = steps.reduce(0) { $0 + meters(from: $1.0, to: $1.1) }
        let erred = Double(ages.count - place) * fix.deviationMeters * 0.8
        guard length >= 0.7 * driven || driven < erred else { return motion }
        // The difference between two errors so far apart in time, on each axis.
        let kept = exponential(-age / settings.correlationSeconds)
        let spread = fix.deviationMeters * (2 * (1 - kept)).squareRoot()
        motion.speed = min(70, max(0, length * length - 2 * spread * spread).squareRoot() / age)
        if fix.course == nil, length >= max(8, 2.5 * spread) {
            motion.course = way.courseDegrees
            motion.courseSpread = 10 + spread / length * 57
            motion.courseMeters = length
            motion.courseShare = 1 / Double(Self.keptFixes - 1)
        }
        return motion
    }

    /// Keeps a fix for measuring, unless it states its speed or follows the last one too soon.
    func keep(_ fix: Fix, _ state: inout TrackerState) {
        guard fix.speed == nil else {
            if !state.recent.isEmpty { state.recent = [] }
            return
        }
        if let last = state.recent.last, Double(fix.time) - Double(last.time) < 800 { return }
        if state.recent.count >= Self.keptFixes { state.recent.removeFirst() }
        state.recent.append(fix)
    }
}
