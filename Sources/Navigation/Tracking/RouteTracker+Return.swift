// Coming back to a route after leaving it.

extension RouteTracker {
    /// Looks for the vehicle on the route, between the last waypoint reached and the next.
    ///
    /// A place counts once the vehicle has driven along the route there, for three fixes and 25 m
    /// at least. If the route passes more than once, the pass nearest to where it was left is
    /// taken. Where the route passes the same streets very often, one fix does not look at all of
    /// them: the pass at hand is found at once, a distant pass with a later fix.
    func seekReturn(
        _ fix: Fix, _ motion: Motion, _ seconds: Double, _ state: inout TrackerState,
        _ events: inout [TrackerEvent]
    ) {
        let deviation = fix.deviationMeters
        let driven = state.metersPerSecond * seconds
        let expected = state.candidate.map { $0.meters + driven } ?? state.soundMeters
        let sought = index.seekPass(
            near: fix.place, expected: expected, maximumMeters: max(12, 1.5 * deviation),
            within: reach(state), from: state.soughtMeters
        ) { pass in
            guard let course = motion.course else { return true }
            let from = pass.meters - 5 - motion.courseMeters
            return abs(index.courseError(course, fromMeters: from, toMeters: pass.meters + 5)) <= 40
        }
        if state.soughtMeters != sought.nextMeters { state.soughtMeters = sought.nextMeters }
        guard let found = sought.found else {
            state.candidate = nil
            state.count = 0
            return
        }
        guard var candidate = state.candidate,
            abs(found.meters - expected) <= 5 + 1.5 * deviation + 0.5 * driven
        else {
            state.candidate = .init(start: found.meters, meters: found.meters, driven: 0)
            state.count = 1
            return
        }
        candidate.meters = found.meters
        candidate.driven += driven
        state.candidate = candidate
        state.count += 1
        guard state.count >= 3, candidate.driven >= 25,
            candidate.meters - candidate.start >= 0.5 * candidate.driven
        else { return }
        place(at: candidate.meters, fix, &state)
        events.append(.rejoined(meters: candidate.meters))
        tell(&state, &events)
    }
}
