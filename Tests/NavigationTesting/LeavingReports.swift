// Counts the reports of a tracker or a rule on simulated drives that leave their routes.

package import Navigation

/// How the line of a wrong turn parts from its route.
///
/// If a receiver errs by 10 m, a crossing street shows within seconds. A carriageway 17 m beside
/// the route takes minutes: each second yields only a sixteenth of a nat.
package struct LeavingShape: Sendable {
    /// The meters from the junction until the line is ``partedMeters`` away from the route; `nil`
    /// if it never is.
    package let metersUntilParted: Double?
    /// Whether the line is ``clearMeters`` away within ``clearWithinMeters`` of the junction.
    package let isClear: Bool
    /// Whether the line stays within ``besideMeters`` of the route.
    package let isBeside: Bool

    /// A line this far from the route has parted from it, in meters.
    package static let partedMeters = 15.0
    /// A line within this of the route goes along beside it, in meters.
    package static let besideMeters = 20.0
    /// Leaving is clear if the line is this far away within this far of the junction, in meters.
    package static let (clearMeters, clearWithinMeters) = (50.0, 180.0)

    /// Measures the true line in steps of a meter.
    ///
    /// - Throws: ``FollowedRouteError`` if the wrong turn's line is no line.
    /// - Complexity: O(*n* *m*) for *n* meters and *m* vertices of the route.
    package init(
        _ turn: RouteSimulator.WrongTurn, from route: RouteIndex
    ) throws(FollowedRouteError) {
        let line = try RouteIndex(FollowedRoute(line: turn.line, metersPerSecond: 1))
        func metersUntil(away: Double) -> Double? {
            stride(from: 0, to: line.lengthMeters, by: 1).first { meters in
                let place = line.coordinate(at: line.position(atMeters: meters))
                return route.closest(to: place, maximumMeters: away) == nil
            }
        }
        metersUntilParted = metersUntil(away: Self.partedMeters)
        let clear = metersUntil(away: Self.clearMeters) ?? .infinity
        isClear = clear <= Self.clearWithinMeters
        isBeside = metersUntil(away: Self.besideMeters) == nil
    }
}

/// When a tracker, or a rule about distance alone, reported leaving on simulated drives.
package struct LeavingReports: Sendable {
    /// Deviations reported before the drive left its route.
    package var falseAlarms = 0
    /// Drives that left their route without a report.
    package var missed = 0
    /// The same for drives that stayed within ``LeavingShape/besideMeters`` of the route.
    package var missedBeside = 0
    /// For each reported drive, the meters from leaving to the report.
    package var told: [Double] = []
    /// The same from where the true line parted from the route; negative if the report came before.
    package var toldSinceParted: [Double] = []
    /// The meters from leaving to the report for clear leavings.
    package var toldClear: [Double] = []

    /// Notes a report, some meters after the route was left.
    mutating func note(toldAfter meters: Double, _ shape: LeavingShape) {
        told.append(meters)
        if let parted = shape.metersUntilParted { toldSinceParted.append(meters - parted) }
        if shape.isClear { toldClear.append(meters) }
    }

    /// Notes that a leaving was not told.
    mutating func noteMissed(_ shape: LeavingShape) {
        if shape.isBeside { missedBeside += 1 } else { missed += 1 }
    }

    mutating func add(_ other: LeavingReports) {
        falseAlarms += other.falseAlarms
        missed += other.missed
        missedBeside += other.missedBeside
        told += other.told
        toldSinceParted += other.toldSinceParted
        toldClear += other.toldClear
    }

    /// Returns the value that a share of the values does not exceed; infinity without values.
    package static func quantile(_ values: [Double], _ share: Double) -> Double {
        let sorted = values.sorted()
        return sorted.isEmpty ? .infinity : sorted[Int(Double(sorted.count - 1) * share)]
    }

    /// The median and the 95th percentile of some meters in words.
    static func words(_ values: [Double]) -> String {
        func word(_ share: Double) -> String {
            let value = quantile(values, share)
            return value.isFinite ? "\(Int(value.rounded()))" : "-"
        }
        return "\(word(0.5)) / \(word(0.95)) m"
    }

    /// The figures in words: the median and the 95th percentile of each list.
    package var summary: String {
        let (all, parted, clear) = (
            Self.words(told), Self.words(toldSinceParted), Self.words(toldClear)
        )
        return """
            \(falseAlarms) false alarms, \(missed) missed and \(missedBeside) within \
            \(Int(LeavingShape.besideMeters)) m, told after \(all), since parted \(parted), \
            if clear \(clear) of \(toldClear.count)
            """
    }
}
