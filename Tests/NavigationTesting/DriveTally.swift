// Counts a tracker's reports on simulated drives: false alarms, and how soon it notices leaving.

package import Navigation

/// Counts how soon, and how often wrongly, a tracker reports that a simulated drive left its route.
/// Rules that look at distance alone are counted beside it.
package struct DriveTally: Sendable {
    /// Kilometers driven on the routes.
    package var kilometers = 0.0
    /// Fixes taken in.
    package var fixes = 0
    package var tracker = LeavingReports()
    /// For each drive that goes farther than beside its route, the meters from the junction after
    /// which its fixes suffice to tell; infinite if they never do.
    package private(set) var limits: [Double] = []
    /// Each rule's reports, in the order of ``distanceLimits``. A rule reports a fix if it lies
    /// farther from the line than the rule's limit.
    package var rules: [LeavingReports]
    /// The rules' limits in meters.
    package let distanceLimits: [Double]

    /// Creates a tally of no drives.
    package init(distanceLimits: [Double] = [30]) {
        self.distanceLimits = distanceLimits
        rules = distanceLimits.map { _ in LeavingReports() }
    }

    /// Deviations reported before the drive left its route.
    package var falseAlarms: Int { tracker.falseAlarms }
    /// Drives that left their route unreported.
    package var missed: Int { tracker.missed }
    /// For each reported drive, the meters from leaving to the report.
    package var told: [Double] { tracker.told }

    /// Returns the meters within which a share of the drives was reported.
    package func told(share: Double) -> Double { LeavingReports.quantile(told, share) }

    /// The figures, one line for the tracker and one for each rule.
    package var summary: String {
        let byRule = zip(distanceLimits, rules).map { "\n  by \(Int($0)) m: \($1.summary)" }
        let limit = LeavingReports.words(limits)
        return "\(Int(kilometers)) km, \(fixes) fixes: \(tracker.summary)"
            + ", no rule before \(limit)" + byRule.joined()
    }

    /// Adds another tally with the same limits.
    package mutating func add(_ other: DriveTally) {
        kilometers += other.kilometers
        fixes += other.fixes
        tracker.add(other.tracker)
        limits += other.limits
        for rule in rules.indices { rules[rule].add(other.rules[rule]) }
    }

    /// Follows one drive with a tracker and counts its reports.
    ///
    /// - Parameters:
    ///   - drive: The drive.
    ///   - tracker: The tracker of the route.
    ///   - corridor: The streets beside the route; `nil` to follow it without them.
    ///   - turn: Where the drive leaves its route; `nil` if it follows it.
    /// - Throws: ``FollowedRouteError`` if the wrong turn's line is no line.
    package mutating func follow(
        _ drive: [SimulatedFix], with tracker: RouteTracker, beside corridor: Corridor? = nil,
        leaving turn: RouteSimulator.WrongTurn?
    ) throws(FollowedRouteError) {
        let shape: LeavingShape? =
            if let turn { try LeavingShape(turn, from: tracker.index) } else { nil }
        if let turn, let shape, !shape.isBeside {
            let limit = try LeavingLimit(turn, from: tracker.index).meters(of: drive)
            limits.append(limit ?? .infinity)
        }
        fixes += drive.count
        var state = TrackerState()
        let isTold = self.tracker.judge(drive, shape) { fix in
            let events: [TrackerEvent]
            (state, events) = tracker.track(fix, from: state, beside: corridor)
            return events.contains { if case .deviated = $0 { true } else { false } }
        }
        // If a false alarm came before the drive left its route, do not count it as missed.
        if let shape, !isTold, state.phase == .following { self.tracker.noteMissed(shape) }
        for (rule, limit) in distanceLimits.enumerated() {
            var isFar = false
            let isTold = rules[rule].judge(drive, shape) { fix in
                let wasFar = isFar
                isFar = tracker.index.closest(to: fix.place, maximumMeters: limit) == nil
                return isFar && !wasFar
            }
            if let shape, !isTold { rules[rule].noteMissed(shape) }
        }
    }
}

extension LeavingReports {
    /// Gives a tracker the fixes of a drive one by one and counts its reports.
    ///
    /// - Returns: Whether leaving was reported.
    fileprivate mutating func judge(
        _ drive: [SimulatedFix], _ shape: LeavingShape?, tells: (Fix) -> Bool
    ) -> Bool {
        var isTold = false
        for simulated in drive where tells(simulated.fix) {
            guard let since = simulated.metersSinceLeaving, let shape else {
                falseAlarms += 1
                continue
            }
            if !isTold { note(toldAfter: since, shape) }
            isTold = true
        }
        return isTold
    }
}
