// The comparison of the route with the streets that leave it.

import Geo

/// Where a fix lies beside a branch.
private struct BranchFoot {
    /// Meters along the branch.
    var meters: Double
    /// The branch's length in meters.
    var lengthMeters: Double
    /// How far the fix lies to the left of the branch, in meters; negative to the right.
    var offset: Double
    /// The branch's course there, in degrees.
    var course: Double
    /// The least angle by which the fix's course lies clockwise of the branch's courses around;
    /// negative counterclockwise, 180 without one.
    var courseError: Double
}

extension RouteTracker {
    /// Bounds on what a fix's place says about a branch, in nats: rare errors are larger than in
    /// the model.
    private static let placeBounds = -4.0...4
    /// The same by its course.
    private static let courseBounds = -4.0...4
    /// The seconds after which a course's error has mostly changed: courses come from velocities.
    private static let courseCorrelationSeconds = 2.0
    /// A branch is given up at this evidence.
    private static let leastEvidence: Float = -6

    /// Adds a fix to the evidence for each branch nearby.
    ///
    /// Call it before the fix is weighed against the route alone.
    ///
    /// - Returns: Where the route was left, in meters from its start; `nil` if no branch is likely
    ///   enough.
    func enteredBranch(
        _ fix: Fix, _ motion: Motion, _ placed: PlacedFix, _ seconds: Double,
        _ corridor: Corridor?, _ state: inout TrackerState
    ) -> Double? {
        guard let corridor else {
            if state.corridor != nil { state.corridor = nil }
            return nil
        }
        let deviation = fix.deviationMeters
        var known =
            state.corridor ?? CorridorEvidence(startedMeters: state.meters - deviation)
        let ahead = state.meters + 2 * deviation + state.metersPerSecond * seconds
        start(placed, upTo: ahead, corridor, &known)
        let route = sidewaysChange(
            to: placed.offset, placed.course, from: state.offset, state.routeCourse, seconds,
            deviation)
        let scale = Geodesic.metersPerDegree(atLatitude: fix.latitude)
        let slack = 3 + 0.7 * deviation + 0.3 * state.metersPerSecond
        let routeError =
            motion.course.map {
                index.courseError(
                    $0, fromMeters: state.meters - slack - motion.courseMeters,
                    toMeters: state.meters + slack)
            } ?? 180
        var entered: (meters: Double, evidence: Float)?
        known.branches = known.branches.compactMap { last in
            guard let branch = corridor.branch(last) else { return nil }
            var now = last
            let foot = foot(on: branch, fix, motion, slack, scale)
            guard state.meters - branch.offset <= foot.lengthMeters + 2 * slack else { return nil }
            let away = abs(placed.offset)
            if placed.meters <= branch.offset, away <= abs(foot.offset) {
                // Both ways are the same up to the junction.
                (now.offset, now.course) = (Float(placed.offset), Float(placed.course))
                now.courseError = motion.course.map { _ in Float(routeError) }
                return now
            }
            // Nothing is known of the way beyond the branch's end.
            guard foot.meters < foot.lengthMeters else { return now }
            let beside = sidewaysChange(
                to: foot.offset, foot.course, from: Double(last.offset), Double(last.course),
                seconds, deviation)
            let squares = route.change * route.change - beside.change * beside.change
            let place = squares / 2 + logarithm(route.spread / beside.spread)
            let course = courseEvidence(
                motion, seconds, foot.courseError, last.courseError, routeError, known.courseError)
            now.evidence += Float(place.clamped(to: Self.placeBounds) + course)
            (now.offset, now.course) = (Float(foot.offset), Float(foot.course))
            now.courseError = motion.course.map { _ in Float(foot.courseError) }
            // Beside the route, a map's error may speak for a branch.
            if now.evidence >= max(Float(settings.corridorEvidence), entered?.evidence ?? 0),
                away >= max(8, 0.7 * deviation), abs(foot.offset) < away
            {
                entered = (branch.offset, now.evidence)
            }
            return now.evidence > Self.leastEvidence ? now : nil
        }
        known.courseError = motion.course.map { _ in Float(routeError) }
        state.corridor = known
        return entered?.meters
    }

    /// Takes up the branches that the vehicle comes to. Up to there their ways are the route.
    private func start(
        _ placed: PlacedFix, upTo ahead: Double, _ corridor: Corridor,
        _ known: inout CorridorEvidence
    ) {
        var next = corridor.firstBranch(fromMeters: known.startedMeters.nextUp)
        while next < corridor.branches.count, corridor.branches[next].offset <= ahead {
            let branch = corridor.branches[next]
            known.startedMeters = branch.offset
            known.branches.append(
                BranchEvidence(
                    id: branch.id, meters: branch.offset, offset: Float(placed.offset),
                    course: Float(placed.course), courseError: known.courseError))
            if known.branches.count > CorridorEvidence.mostBranches {
                let least = known.branches.indices.min {
                    known.branches[$0].evidence < known.branches[$1].evidence
                }
                if let least { known.branches.remove(at: least) }
            }
            next += 1
        }
    }

    /// Returns how much likelier a course is on a branch than on the route, in nats.
    ///
    /// Courses of successive fixes err alike. As with offsets, only what the last error does not
    /// explain counts: a turn into the branch counts at once, and a course that stays counts less
    /// with each fix. One course in ten is wrong and may be anything.
    private func courseEvidence(
        _ motion: Motion, _ seconds: Double, _ error: Double, _ last: Float?,
        _ routeError: Double, _ lastRoute: Float?
    ) -> Double {
        guard motion.course != nil else { return 0 }
        var (kept, before, beforeOnRoute) = (0.0, 0.0, 0.0)
        // Ways between fixes overlap instead.
        if let last, let lastRoute, motion.courseMeters == 0 {
            kept = exponential(-seconds / Self.courseCorrelationSeconds)
            (before, beforeOnRoute) = (Double(last), Double(lastRoute))
        }
        let spread = motion.courseSpread * (1 - kept * kept).squareRoot()
        func likelihood(_ error: Double, _ before: Double) -> Double {
            0.9 * normalDensity(error - kept * before, spread: spread) + 0.1 / 360
        }
        let ratio = likelihood(error, before) / likelihood(routeError, beforeOnRoute)
        return logarithm(ratio).clamped(to: Self.courseBounds) * motion.courseShare
    }

    /// Finds the place on a branch nearest to a fix.
    private func foot(
        on branch: Corridor.Branch, _ fix: Fix, _ motion: Motion, _ slack: Double,
        _ scale: (x: Double, y: Double)
    ) -> BranchFoot {
        let origin = fix.place
        func meters(_ place: Coordinate) -> SIMD2<Double> {
            Self.meters(from: origin, to: place, scale)
        }
        var found = BranchFoot(
            meters: 0, lengthMeters: 0, offset: .infinity, course: 0, courseError: 180)
        var least = Double.infinity
        var from = meters(branch.line[0])
        for place in branch.line.dropFirst() {
            let to = meters(place)
            let step = to - from
            let squared = (step * step).sum()
            defer { from = to }
            guard squared > 0 else { continue }
            let length = squared.squareRoot()
            let share = max(0, min(1, -(from * step).sum() / squared))
            let offset = from + step * share
            let distance = (offset * offset).sum()
            if distance < least {
                least = distance
                found.meters = found.lengthMeters + share * length
                found.offset = (step.cross(-offset) < 0 ? -1.0 : 1) * distance.squareRoot()
                found.course = step.courseDegrees
            }
            found.lengthMeters += length
        }
        guard let course = motion.course else { return found }
        let first = found.meters - slack - motion.courseMeters
        found.courseError = branchCourseError(
            course, branch, from: first, to: found.meters + slack, scale)
        if first < 0 {
            let before = index.courseError(
                course, fromMeters: branch.offset + first, toMeters: branch.offset)
            found.courseError = nearerToZero(found.courseError, before)
        }
        return found
    }

    /// Returns the meters east and north from one place to another near it.
    private static func meters(
        from origin: Coordinate, to place: Coordinate, _ scale: (x: Double, y: Double)
    ) -> SIMD2<Double> {
        var turn = place.x - origin.x
        // The 180th meridian may lie between them.
        if abs(turn) > 180 { turn = turn.remainder(dividingBy: 360) }
        return SIMD2(turn * scale.x, (place.y - origin.y) * scale.y)
    }

    /// Returns the least angle by which a course lies clockwise of a branch's courses in a stretch.
    private func branchCourseError(
        _ course: Double, _ branch: Corridor.Branch, from first: Double, to last: Double,
        _ scale: (x: Double, y: Double)
    ) -> Double {
        var (error, meters) = (180.0, 0.0)
        for (from, to) in zip(branch.line, branch.line.dropFirst()) {
            let step = Self.meters(from: from, to: to, scale)
            let length = (step * step).sum().squareRoot()
            if length > 0, meters + length >= first, meters <= last {
                error = nearerToZero(error, turn(from: step.courseDegrees, to: course))
            }
            meters += length
        }
        return error
    }
}

extension Corridor {
    /// Returns the branch that some evidence is about; `nil` if this corridor does not have it.
    fileprivate func branch(_ evidence: BranchEvidence) -> Branch? {
        var place = firstBranch(fromMeters: evidence.meters)
        while place < branches.count, branches[place].offset == evidence.meters {
            if branches[place].id == evidence.id { return branches[place] }
            place += 1
        }
        return nil
    }
}
