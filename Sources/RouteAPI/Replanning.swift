// What replanning a route decided: whether another route is proposed, and which figures say so.

import Geo

/// Whether another route is proposed, with the figures that decided.
public struct Replanning: Hashable, Sendable {
    /// Why another route is proposed.
    public enum Reason: String, Hashable, Codable, Sendable, CaseIterable {
        /// It gains at least as much as the request asked for.
        case betterRoute
        /// The route is blocked.
        case avoidBlockage
        /// The vehicle has left the route.
        case deviated
    }

    /// Why another route is proposed; `nil` if none is.
    public var reason: Reason?
    /// Whether the operation searched for another route.
    public var isSearched = false
    /// Whether the rest of the route is blocked.
    public var isBlocked = false
    /// Where the vehicle is, in meters along the route; `nil` if it has not been on it.
    public var positionMeters: Double?
    /// How many minutes longer the rest of the route takes than without traffic and barriers.
    public var delayMinutes: Double?
    /// How many minutes the rest of the route takes.
    public var remainingMinutes: Double?
    /// How many minutes the other route saves; negative if it takes longer.
    public var gainMinutes: Double?
    /// The gain in percent of the remaining time.
    public var gainPercent: Double?
    /// The delay in minutes from which another route was searched for.
    public var minDelay: Double?
    /// The gain in minutes from which another route is proposed.
    public var minGain: Double?
    /// The gain in percent from which another route is proposed.
    public var minGainPercent: Double?
    /// Where the other route leaves the present one, in meters along it.
    public var deviationMeters: Double?
    /// How many meters of the route ahead are given up before it is rejoined.
    public var cutoffMeters: Double?
    /// Where the route is rejoined, in meters along it.
    public var rejoinMeters: Double?
    /// How many meters of the route are skipped.
    public var skippedMeters: Double?
    /// How far the path is from the route before it rejoins it, at most, in meters.
    public var farthestMeters: Double?
    /// Whether the path leads back to where the vehicle left the route.
    public var turnsBack = false

    /// Creates a decision that proposes nothing.
    public init() {}
}

extension JSONWriter {
    /// Writes the decision as a member of the answer.
    mutating func replanning(_ replanning: Replanning) {
        key("replanning")
        decision(replanning)
    }

    fileprivate mutating func decision(_ decision: Replanning) {
        beginObject()
        if let reason = decision.reason {
            member("reason", reason.rawValue)
        } else {
            key("reason")
            null()
        }
        member("searched", decision.isSearched)
        member("blocked", decision.isBlocked)
        let figures: [(String, Double?)] = [
            ("positionMeters", decision.positionMeters),
            ("delayMinutes", decision.delayMinutes),
            ("remainingMinutes", decision.remainingMinutes),
            ("gainMinutes", decision.gainMinutes), ("gainPercent", decision.gainPercent),
            ("minDelay", decision.minDelay), ("minGain", decision.minGain),
            ("minGainPercent", decision.minGainPercent),
            ("deviationMeters", decision.deviationMeters),
            ("cutoffMeters", decision.cutoffMeters), ("rejoinMeters", decision.rejoinMeters),
            ("skippedMeters", decision.skippedMeters),
            ("farthestMeters", decision.farthestMeters),
        ]
        for (name, figure) in figures {
            if let figure { member(name, figure) }
        }
        if decision.turnsBack { member("turnsBack", true) }
        endObject()
    }
}

extension AnalysisResultWriter {
    /// Writes a decision as JSON text.
    package static func text(of decision: Replanning) -> String {
        JSONWriter.text { $0.decision(decision) }
    }
}
