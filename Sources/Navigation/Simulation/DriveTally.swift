// What a tracker told on simulated drives: false alarms, and how soon leaving was told.

/// A tracker's reports over simulated drives, some of which leave their routes.
package struct DriveTally: Sendable {
    /// Kilometers driven on the routes.
    package var kilometers = 0.0
    /// Fixes taken in.
    package var fixes = 0
    /// Deviations told before the route was left.
    package var falseAlarms = 0
    /// Drives off their route without a report.
    package var missed = 0
    /// For each reported drive, the meters from leaving to the report.
    package var told: [Double] = []
    /// The same by distance alone: fixes farther than a limit from the line.
    package var falseAlarmsByDistance = 0
    package var toldByDistance: [Double] = []

    /// Creates a tally of no drives.
    package init() {}

    /// Returns the meters within which a share of the drives was reported.
    package func told(share: Double) -> Double { Self.quantile(told, share) }

    private static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .infinity : sorted[Int(Double(sorted.count - 1) * share)]
    }

    /// The figures on a line.
    package var summary: String {
        func at(_ values: [Double], _ share: Double) -> String {
            let value = Self.quantile(values, share)
            return value.isFinite ? "\(Int(value.rounded()))" : "-"
        }
        return """
            \(Int(kilometers)) km, \(fixes) fixes: \(falseAlarms) false alarms, \(missed) missed, \
            told after \(at(told, 0.5)) / \(at(told, 0.95)) m; by distance \
            \(falseAlarmsByDistance), \(at(toldByDistance, 0.5)) / \(at(toldByDistance, 0.95)) m
            """
    }

    /// Adds another tally.
    package mutating func add(_ other: DriveTally) {
        kilometers += other.kilometers
        fixes += other.fixes
        falseAlarms += other.falseAlarms
        missed += other.missed
        told += other.told
        falseAlarmsByDistance += other.falseAlarmsByDistance
        toldByDistance += other.toldByDistance
    }

    /// Follows one drive with a tracker and adds what it told.
    ///
    /// - Parameters:
    ///   - drive: The drive.
    ///   - tracker: The tracker of the route.
    ///   - corridor: The streets beside the route; `nil` to follow it without them.
    ///   - distanceLimit: The meters of the rule by distance alone.
    package mutating func follow(
        _ drive: [SimulatedFix], with tracker: RouteTracker, beside corridor: Corridor? = nil,
        distanceLimit: Double
    ) {
        var state = TrackerState()
        var (isTold, isFar, isFarTold) = (false, false, false)
        fixes += drive.count
        for simulated in drive {
            let events: [TrackerEvent]
            (state, events) = tracker.track(simulated.fix, from: state, beside: corridor)
            let tells = events.contains { if case .deviated = $0 { true } else { false } }
            if tells {
                if let since = simulated.metersSinceLeaving {
                    if !isTold { told.append(since) }
                    isTold = true
                } else {
                    falseAlarms += 1
                }
            }
            let away = tracker.index.closest(to: simulated.fix.place)?.distanceMeters ?? 0
            if away > distanceLimit, !isFar {
                if let since = simulated.metersSinceLeaving {
                    if !isFarTold { toldByDistance.append(since) }
                    isFarTold = true
                } else {
                    falseAlarmsByDistance += 1
                }
            }
            isFar = away > distanceLimit
        }
        // A drive that was already off its route by a false alarm when it left it is not counted.
        let hasLeft = drive.contains { $0.metersSinceLeaving != nil }
        if hasLeft, !isTold, state.phase == .following { missed += 1 }
    }
}
