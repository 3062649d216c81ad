// Closed streets and broken rules on a route whose path was given.

import Geo

/// Something closed or forbidden on a route whose path was given.
///
/// The route still follows the path; the blockage tells the caller what a driver will meet.
public struct RouteBlockage: Hashable, Sendable {
    /// What kind of cause it is.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Barriers of the request or the service close the street.
        case barrier
        /// Restrictions prohibit the street.
        case restriction
        /// Restrictions prohibit the street at the time of travel.
        case closedAtThisTime = "closed-at-this-time"
        /// Traffic closes the street when the route reaches it.
        case traffic
        /// The turn is prohibited.
        case turn
        /// The turn is prohibited at the time of travel.
        case turnClosedAtThisTime = "turn-closed-at-this-time"
        /// The U-turn policy forbids the U-turn.
        case uTurn = "u-turn"
        /// The area is closed to through traffic.
        case throughTraffic = "through-traffic"
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// The route's leg, from 1.
    public var leg: Int
    /// Where it is, in meters from the route's start.
    public var meters: Double
    /// The street's name or number; empty if it has none.
    public var street: String
    /// What kind of cause it is.
    public var cause: Cause
    /// The barriers that close it, if they are the cause.
    public var barriers: [BarrierReference]
    /// The restrictions that close it, if they are the cause.
    public var restrictions: [String]

    /// Creates a blockage.
    public init(
        routeID: Int, leg: Int, meters: Double, street: String, cause: Cause,
        barriers: [BarrierReference] = [], restrictions: [String] = []
    ) {
        self.routeID = routeID
        self.leg = leg
        self.meters = meters
        self.street = street
        self.cause = cause
        self.barriers = barriers
        self.restrictions = restrictions
    }
}

extension JSONWriter {
    /// Writes what is closed on given routes.
    mutating func blockages(_ blockages: [RouteBlockage]) {
        array("blockages") { writer in
            for blockage in blockages { writer.blockage(blockage) }
        }
    }

    fileprivate mutating func blockage(_ blockage: RouteBlockage) {
        beginObject()
        member("routeId", blockage.routeID)
        member("leg", blockage.leg)
        member("meters", blockage.meters)
        member("street", blockage.street)
        member("cause", blockage.cause.rawValue)
        if !blockage.barriers.isEmpty {
            array("barriers") { writer in
                for barrier in blockage.barriers {
                    writer.beginObject()
                    writer.member("parameter", barrier.parameter)
                    writer.member("objectId", barrier.objectID)
                    writer.member("name", barrier.name)
                    writer.endObject()
                }
            }
        }
        if !blockage.restrictions.isEmpty { names("restrictions", blockage.restrictions) }
        endObject()
    }
}

extension AnalysisResultWriter {
    /// Writes what is closed on given routes, each as its own JSON.
    package static func blockages(of result: AnalysisResult) -> [[UInt8]] {
        (result.blockages ?? []).map { blockage in
            return JSONWriter.bytes { $0.blockage(blockage) }
        }
    }
}
