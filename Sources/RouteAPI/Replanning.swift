// The decision of an operation that replans a route: whether it proposes another one, and the
// figures that it decided by.

import Geo

/// The decision about another route, with the figures that it was made by.
public struct Replanning: Hashable, Sendable {
    /// Why another route is proposed.
    public enum Reason: String, Hashable, Sendable, CaseIterable {
        /// It is faster by as much as was asked for.
        case betterRoute
        /// The route is blocked.
        case avoidBlockage
        /// The vehicle has left the route.
        case deviated
    }

    /// Why another route is proposed; `nil` when none is.
    public var reason: Reason?
    /// Whether another route was searched for.
    public var isSearched = false
    /// Whether the rest of the route is blocked.
    public var isBlocked = false
    /// Meters along the route at which the vehicle is; `nil` when it has not been on it.
    public var positionMeters: Double?
    /// Minutes that the rest of the route takes beyond its time without traffic and barriers.
    public var delayMinutes: Double?
    /// Minutes that the rest of the route takes.
    public var remainingMinutes: Double?
    /// Minutes that the other route saves; negative when it takes longer.
    public var gainMinutes: Double?
    /// The same in percent of the rest of the route.
    public var gainPercent: Double?
    /// The least delay for which another route is searched for, in minutes.
    public var minDelay: Double?
    /// The least gain for which one is proposed, in minutes.
    public var minGain: Double?
    /// The least gain in percent for which one is proposed.
    public var minGainPercent: Double?
    /// Meters along the route at which the other one leaves it.
    public var deviationMeters: Double?
    /// Meters of the route ahead that are given up before it is rejoined.
    public var cutoffMeters: Double?
    /// Meters along the route at which it is rejoined.
    public var rejoinMeters: Double?
    /// Meters of the route that are left out.
    public var skippedMeters: Double?
    /// The greatest distance of the path from the route before it rejoins it, in meters.
    public var farthestMeters: Double?
    /// Whether the path leads back to where the route was left.
    public var turnsBack = false

    /// Makes a decision that proposes nothing.
    public init() {}
}

extension JSONWriter {
    /// Writes a decision about another route as a member of the answer.
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
    /// A decision about another route as JSON text.
    package static func text(of decision: Replanning) -> String {
        var writer = JSONWriter()
        writer.decision(decision)
        return writer.text
    }
}
