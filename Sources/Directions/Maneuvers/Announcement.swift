// What one entry of the directions says: a maneuver, or two in quick succession.

/// A maneuver, and the next one if it follows at once and gets no entry.
///
/// A class, so sentences share it: two maneuvers are large to copy.
final class Announcement: Sendable {
    let maneuver: Maneuver
    /// The maneuver that follows at once.
    let second: Maneuver?

    private init(_ maneuver: Maneuver, _ second: Maneuver? = nil) {
        self.maneuver = maneuver
        self.second = second
    }

    static func separate(_ maneuvers: [Maneuver]) -> [Announcement] {
        maneuvers.map { Announcement($0) }
    }

    /// Joins a maneuver to the one before if it follows at once, and if neither its type nor any of
    /// its sentences would be lost. Never joins a third.
    ///
    /// An entry has one type. Two turns have a type for the pair, and going straight on adds
    /// nothing to the type before. Every other maneuver keeps its own entry.
    static func joined(_ maneuvers: [Maneuver], along travel: Travel) -> [Announcement] {
        var result: [Announcement] = []
        result.reserveCapacity(maneuvers.count)
        for maneuver in maneuvers {
            if let last = result.last, last.second == nil,
                last.maneuver.mayBeJoined(by: maneuver, along: travel)
            {
                var first = last.maneuver
                // The second maneuver names this street.
                first.crossStreet = ""
                result[result.count - 1] = Announcement(first, maneuver)
            } else {
                result.append(Announcement(maneuver))
            }
        }
        return result
    }

    /// The steps from the maneuver to the next entry.
    var steps: Range<Int> {
        maneuver.steps.lowerBound..<(second ?? maneuver).steps.upperBound
    }

    /// The steps' length.
    var centimeters: Int64 { maneuver.centimeters + (second?.centimeters ?? 0) }

    /// The steps' time.
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
    /// A maneuver that follows within this time is announced with the one before.
    private static let briefMilliseconds: Int64 = 5_000

    /// Whether the next maneuver follows at once; false if times are unknown.
    var isBrief: Bool {
        milliseconds <= Self.briefMilliseconds && (milliseconds > 0 || centimeters == 0)
    }

    /// Whether one entry may announce this maneuver and the next.
    fileprivate func mayBeJoined(by next: Maneuver, along travel: Travel) -> Bool {
        // Lanes straight on are no reason for an entry of its own.
        guard isBrief, !next.passesLikeTurn, !hasNotes,
            !(next.action.isStraight ? next.hasLaterNotes : next.hasNotes),
            next.toward.isEmpty, next.exit.isEmpty,
            // No waypoint in between.
            travel.steps[steps.lowerBound].leg == travel.steps[next.steps.lowerBound].leg
        else { return false }
        if next.action.turn != nil { return action.turn != nil }
        return next.action.isStraight && action.isOnRoads && !action.isStraight
    }

    /// Whether it comes with further sentences.
    private var hasNotes: Bool { lanes != nil || hasLaterNotes }

    /// Whether it comes with sentences on the road taken.
    private var hasLaterNotes: Bool { !laterRoad.isEmpty || barrierMilliseconds > 0 }

    /// The maneuver as announced right after another: by then the driver sees the road end.
    var afterAnother: Maneuver {
        guard case .endOfRoad(let side) = action else { return self }
        var plain = self
        plain.action = .turn(.turn, side)
        return plain
    }
}

extension ManeuverAction {
    fileprivate var isStraight: Bool { self == .proceed || self == .changeHighway }

    /// Whether it leads from road to road, without a roundabout, a ferry or stairs.
    fileprivate var isOnRoads: Bool {
        switch self {
        case .roundabout, .enterRoundabout, .leaveRoundabout, .boardFerry, .leaveFerry, .stairs,
            .doubleTurn:
            false
        default: true
        }
    }
}
