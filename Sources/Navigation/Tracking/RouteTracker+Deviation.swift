// Following a route, and the sequential test of whether it is left.

extension RouteTracker {
    /// Takes in a fix while the route is followed.
    func follow(
        _ fix: Fix, _ motion: Motion, _ seconds: Double, _ corridor: Corridor?,
        _ state: inout TrackerState, _ events: inout [TrackerEvent]
    ) {
        let placed = search(fix, motion, seconds, state)
        let expected = state.meters + state.metersPerSecond * seconds
        // The longer the gap, the less the expected position counts.
        let gain = min(1, 0.2 + seconds / 20)
        let meters = max(state.meters, expected + gain * (placed.meters - expected))
        state.meters = min(meters, index.lengthMeters)
        let sinceWeighed = (Double(fix.time) - Double(state.weighed)) / 1_000
        if sinceWeighed >= Self.leastSeconds {
            // Compares with the last fix, which weighing the present one replaces.
            let branchMeters = enteredBranch(
                fix, motion, placed, sinceWeighed, corridor, &state)
            weigh(fix, motion, placed, sinceWeighed, &state)
            if let branchMeters {
                state.soundMeters = min(branchMeters, state.meters)
            }
            if branchMeters != nil || hasLeft(fix, motion, placed, sinceWeighed, state) {
                leave(&state)
                events.append(.deviated(leftMeters: state.soundMeters))
                return
            }
        }
        state.shownMeters = max(state.shownMeters, state.meters)
        tell(&state, &events)
    }

    /// The seconds between fixes to weigh. Fixes in quicker succession err alike,
    /// and what they differ by says nothing of the direction.
    private static let leastSeconds = 0.8

    /// How far a road beside the route is at least, in meters. Half of it speaks for neither.
    private static let besideMeters = 24.0

    /// Adds a fix to the evidence for leaving the route.
    private func weigh(
        _ fix: Fix, _ motion: Motion, _ placed: PlacedFix, _ seconds: Double,
        _ state: inout TrackerState
    ) {
        let deviation = fix.deviationMeters
        let sideways = sidewaysChange(
            to: placed.offset, placed.course, from: state.offset, state.routeCourse, seconds,
            deviation)
        let (kept, spread, change) = (sideways.kept, sideways.spread, sideways.change)
        let courses = courseEvidence(fix, motion, state)
        func added(
            _ evidence: Double, _ change: Double, _ course: Double, isOnSide: Bool
        ) -> Double {
            // A shift by one standard deviation is what the test is made for.
            let shift = max(-3, min(5, isOnSide ? change : min(0, change)))
            return max(0, evidence + shift - 0.5 + course)
        }
        state.leftEvidence = added(
            state.leftEvidence, change, courses.left, isOnSide: placed.offset > 0)
        state.rightEvidence = added(
            state.rightEvidence, -change, courses.right, isOnSide: placed.offset < 0)
        // On a road beside the route the course agrees, and only a lasting distance shows it. Ten
        // meters may be a lane of a wide road, or an error in the map.
        let beside = max(Self.besideMeters, 4 * deviation)
        let aim = beside * (1 - kept) / spread
        func addedBeside(_ evidence: Double, _ change: Double) -> Double {
            max(0, evidence + max(-3, min(1, aim * change - aim * aim / 2)))
        }
        state.besideLeftEvidence = addedBeside(state.besideLeftEvidence, change)
        state.besideRightEvidence = addedBeside(state.besideRightEvidence, -change)
        if state.evidence == 0 { state.soundMeters = state.meters }
        state.offset = placed.offset
        state.routeCourse = placed.course
        state.weighed = fix.time
    }

    /// Returns how an offset from a way has changed, beyond what the last one explains.
    ///
    /// - Parameters:
    ///   - offset: How far the fix lies to the left of the way.
    ///   - last: The same for the last fix; `nil` if there was none.
    func sidewaysChange(
        to offset: Double, _ course: Double, from last: Double?, _ lastCourse: Double,
        _ seconds: Double, _ deviation: Double
    ) -> SidewaysChange {
        // The rest of an earlier error. Where the way bends, offsets to its side are measured in
        // another direction.
        let bend = angleBetween(course, lastCourse)
        let bendShare = bend < 90 && last != nil ? 1 - bend / 90 : 0
        let kept = exponential(-seconds / settings.correlationSeconds) * bendShare
        let spread = (deviation * deviation * (1 - kept * kept) + 4).squareRoot()
        return SidewaysChange(
            kept: kept, spread: spread, change: (offset - kept * (last ?? 0)) / spread)
    }

    /// Returns the evidence of a fix's course against the route's around the position, in nats: for
    /// leaving to the left and to the right.
    ///
    /// Nine courses in ten are right to within a few degrees, more when slow; the tenth may be
    /// anything. A quarter of the vehicles that leave to a side drive toward it, by less than 50
    /// degrees mostly, and the others drive anywhere. Courses of successive fixes err alike, so the
    /// evidence of one is limited.
    private func courseEvidence(
        _ fix: Fix, _ motion: Motion, _ state: TrackerState
    ) -> (left: Double, right: Double) {
        guard let course = motion.course else { return (0, 0) }
        let slack = 3 + 0.7 * fix.deviationMeters + 0.3 * state.metersPerSecond
        let error = index.courseError(
            course, fromMeters: state.meters - slack - motion.courseMeters,
            toMeters: state.meters + slack)
        let following = 0.9 * normalDensity(error, spread: motion.courseSpread) + 0.1 / 360
        func evidence(isOnSide: Bool) -> Double {
            let toward = isOnSide ? 2 * normalDensity(error, spread: Self.leavingDegrees) : 0
            let ratio = (0.25 * toward + 0.75 / 360) / following
            return logarithm(ratio).clamped(to: -0.6...2) * motion.courseShare
        }
        return (evidence(isOnSide: error < 0), evidence(isOnSide: error > 0))
    }

    /// How far the courses of vehicles that leave to a side lie to it, mostly, in degrees.
    private static let leavingDegrees = 25.0

    private func hasLeft(
        _ fix: Fix, _ motion: Motion, _ placed: PlacedFix, _ seconds: Double, _ state: TrackerState
    ) -> Bool {
        let isCourseKnown = motion.course != nil && motion.courseMeters == 0
        // Fewer fixes on the same way have fewer occasions to err.
        let needed =
            settings.evidence + (isCourseKnown ? 0 : settings.evidenceWithoutCourse)
            - logarithm(max(1, min(5, seconds)))
        let isLeft = placed.offset > 0
        let evidence = isLeft ? state.leftEvidence : state.rightEvidence
        let beside = isLeft ? state.besideLeftEvidence : state.besideRightEvidence
        let away = abs(placed.offset)
        return evidence >= needed && away >= max(10, 1.2 * fix.deviationMeters)
            || beside >= settings.evidence && away >= max(15, 3 * fix.deviationMeters)
    }
}

/// A change of a fix's offset from a way since the last fix.
struct SidewaysChange {
    /// The share of the last offset that is expected to remain.
    var kept: Double
    /// The standard deviation of the rest, in meters.
    var spread: Double
    /// The rest, in standard deviations.
    var change: Double
}
