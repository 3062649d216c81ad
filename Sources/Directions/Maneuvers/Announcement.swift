// What one entry of the directions says: a maneuver, or two of which the second follows at once.

/// A maneuver, with one that follows it at once and has no entry of its own.
///
/// A class, because two maneuvers are large and every sentence passes them on.
final class Announcement: Sendable {
    /// The maneuver.
    let maneuver: Maneuver
    /// The maneuver that follows at once.
    let second: Maneuver?

    private init(_ maneuver: Maneuver, _ second: Maneuver? = nil) {
        self.maneuver = maneuver
        self.second = second
    }

    /// Each maneuver by itself.
    static func separate(_ maneuvers: [Maneuver]) -> [Announcement] {
        maneuvers.map { Announcement($0) }
    }

    /// Joins a maneuver to the one before where it follows at once, and neither its type nor a
    /// sentence of its own would be lost; never a third.
    ///
    /// An entry has a single type. For two turns there are types of both; going straight on adds
    /// nothing to the type of the maneuver before. Others keep entries of their own.
    static func joined(_ maneuvers: [Maneuver], along travel: Travel) -> [Announcement] {
        var result: [Announcement] = []
        result.reserveCapacity(maneuvers.count)
        for maneuver in maneuvers {
            if let last = result.last, last.second == nil,
                last.maneuver.mayBeJoined(by: maneuver, along: travel)
            {
                var first = last.maneuver
                // The street ahead is the one that the second maneuver names.
                first.crossStreet = ""
                result[result.count - 1] = Announcement(first, maneuver)
            } else {
                result.append(Announcement(maneuver))
            }
        }
        return result
    }

    /// The steps from here to the next entry.
    var steps: Range<Int> {
        maneuver.steps.lowerBound..<(second ?? maneuver).steps.upperBound
    }

    /// Their length.
    var centimeters: Int64 { maneuver.centimeters + (second?.centimeters ?? 0) }

    /// Their time.
    var milliseconds: Int64 { maneuver.milliseconds + (second?.milliseconds ?? 0) }

    /// The type on the wire.
    var type: ManeuverType {
        guard let first = maneuver.action.turn, let second = second?.action.turn else {
            return maneuver.type
        }
        return ManeuverType.double(first.side, second.side)
    }
}

extension Maneuver {
    /// If a maneuver follows within this time, it is said with the one before.
    private static let briefMilliseconds: Int64 = 5_000

    /// Whether the next maneuver follows at once. Without times, none does.
    var isBrief: Bool {
        milliseconds <= Self.briefMilliseconds && (milliseconds > 0 || centimeters == 0)
    }

    /// Whether one entry may say this maneuver and the next.
    fileprivate func mayBeJoined(by next: Maneuver, along travel: Travel) -> Bool {
        guard isBrief, !hasNotes, !next.hasNotes, next.toward.isEmpty, next.exit.isEmpty,
            // No waypoint lies between them.
            travel.steps[steps.lowerBound].leg == travel.steps[next.steps.lowerBound].leg
        else { return false }
        if next.action.turn != nil { return action.turn != nil }
        return next.action.isStraight && action.isOnRoads
    }

    /// Whether further sentences belong to it.
    private var hasNotes: Bool { lanes != nil || !laterRoad.isEmpty || barrierMilliseconds > 0 }

    /// The maneuver as it is said right after another: the end of the road is in sight by then.
    var afterAnother: Maneuver {
        guard case .endOfRoad(let side) = action else { return self }
        var plain = self
        plain.action = .turn(.turn, side)
        return plain
    }
}

extension ManeuverAction {
    /// Whether it goes straight on.
    fileprivate var isStraight: Bool { self == .proceed || self == .changeHighway }

    /// Whether it leads from road to road, and not over a roundabout, a ferry or stairs.
    fileprivate var isOnRoads: Bool {
        switch self {
        case .roundabout, .enterRoundabout, .leaveRoundabout, .boardFerry, .leaveFerry, .stairs,
            .doubleTurn:
            false
        default: true
        }
    }
}
