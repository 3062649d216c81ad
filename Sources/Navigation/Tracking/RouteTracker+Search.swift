// Where on the route a fix is: found near the last position, or at first.

import Geo

/// A possible position on the route for a fix.
struct PlacedFix {
    /// The position in meters from the start.
    var meters: Double
    /// How far the fix lies to the left of the route, in meters; negative to the right.
    var offset: Double
    /// The route's course there, in degrees.
    var course: Double
}

extension RouteTracker {
    /// The segments and boxes looked at for a first place. On a route that comes back nowhere, they
    /// suffice for half a million vertices.
    private static let approachEffort = 1_200

    /// Finds the first place on the route, or reports after three fixes that there is none.
    func approach(_ fix: Fix, _ state: inout TrackerState, _ events: inout [TrackerEvent]) {
        let deviation = fix.deviationMeters
        let range = reach(state)
        // On laps over the same streets, the first ones suffice.
        var effort = Self.approachEffort
        let near = index.closest(
            to: fix.place, priority: .start, maximumMeters: 20 + deviation, within: range,
            effort: &effort)
        effort = Self.approachEffort
        let found =
            near
            ?? index.closest(
                to: fix.place, priority: .rawPoint, maximumMeters: 50 + 2 * deviation,
                within: range, effort: &effort)
        if let found {
            place(at: found.meters, fix, &state)
            events.append(.rejoined(meters: found.meters))
            tell(&state, &events)
            return
        }
        state.count += 1
        guard state.count >= 3 else { return }
        state.phase = .deviated
        state.count = 0
        events.append(.deviated(leftMeters: nil))
    }

    /// Goes on from a position on the route, without any evidence against it.
    func place(at meters: Double, _ fix: Fix, _ state: inout TrackerState) {
        state.phase = .following
        state.meters = meters
        state.shownMeters = meters
        state.soundMeters = meters
        state.leftEvidence = 0
        state.rightEvidence = 0
        state.besideLeftEvidence = 0
        state.besideRightEvidence = 0
        state.corridor = nil
        state.offset = nil
        state.routeCourse = index.course(atMeters: meters)
        state.weighed = fix.time
        state.count = 0
        state.candidate = nil
        state.soughtMeters = nil
        if let event = index.nextEvent(afterMeters: meters) { state.eventsTold = event }
        // The route's own speed is the best guess before a fix states one.
        if state.metersPerSecond == 0, fix.speed == nil {
            let position = index.position(atMeters: meters)
            let ahead = index.advanced(position, byMeters: 100)
            let seconds = index.seconds(from: position, to: ahead)
            if seconds > 0 {
                state.metersPerSecond = min(40, index.meters(from: position, to: ahead) / seconds)
            }
        }
    }

    /// Finds the fix's position within reach of the last one.
    ///
    /// Distance, course and expected progress are weighed as squares of their deviations.
    func search(
        _ fix: Fix, _ motion: Motion, _ seconds: Double, _ state: TrackerState
    ) -> PlacedFix {
        let deviation = fix.deviationMeters
        let driven = state.metersPerSecond * seconds
        let expected = state.meters + driven
        let reach = 3 * deviation
        let from = index.position(atMeters: state.meters - reach)
        let to = index.position(atMeters: state.meters + driven * 1.3 + 2 * seconds + reach)
        let spread = deviation + 3 + 0.3 * driven
        let frame = LocalFrame(at: fix.place, facing: index.vertices[from.segment])
        var best = PlacedFix(
            meters: state.meters, offset: state.offset ?? 0, course: state.routeCourse)
        var least = Double.infinity
        for segment in from.segment...to.segment {
            let foot = index.foot(
                on: segment, frame, from: segment == from.segment ? from.share : 0,
                to: segment == to.segment ? to.share : 1)
            // A vertex that stands for a turn's time has no course.
            guard foot.step != .zero || from.segment == to.segment else { continue }
            let meters = index.meters(at: RoutePosition(segment: segment, share: foot.share))
            let lag = (meters - expected) / spread
            var cost = foot.squared / (deviation * deviation) + lag * lag
            guard cost < least else { continue }
            let direction = foot.step.courseDegrees
            if let course = motion.course {
                let turned = angleBetween(course, direction) / (15 + motion.courseSpread)
                cost += min(8, turned * turned)
            }
            guard cost < least else { continue }
            least = cost
            // The way from the route to the fix leads in the other direction.
            let side = foot.step.cross(-foot.offset) < 0 ? -1.0 : 1
            best = PlacedFix(
                meters: meters, offset: side * foot.squared.squareRoot(), course: direction)
        }
        return best
    }
}
