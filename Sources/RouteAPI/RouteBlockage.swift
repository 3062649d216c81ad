// What is closed or forbidden on a route whose path was given.

import Geo

/// Something that is closed or forbidden on a route whose path was given.
public struct RouteBlockage: Hashable, Sendable {
    /// The kind of cause.
    public enum Cause: String, Hashable, Sendable, CaseIterable {
        /// Barriers of the request or of the service.
        case barrier
        /// Restrictions that prohibit the street.
        case restriction
        /// Restrictions that prohibit the street at the time of travel.
        case closedAtThisTime = "closed-at-this-time"
        /// Traffic: the street is closed when the route reaches it.
        case traffic
        /// A prohibited turn.
        case turn
        /// A turn that is prohibited at the time of travel.
        case turnClosedAtThisTime = "turn-closed-at-this-time"
        /// A U-turn that the policy forbids.
        case uTurn = "u-turn"
        /// An area that is closed to through traffic.
        case throughTraffic = "through-traffic"
    }

    /// The route's `ObjectID`.
    public var routeID: Int
    /// The leg of the route, from 1.
    public var leg: Int
    /// Meters along the route from its start.
    public var meters: Double
    /// The name or number of the street, or empty.
    public var street: String
    /// The cause.
    public var cause: Cause
    /// The barriers that close it.
    public var barriers: [BarrierReference]
    /// The restriction attributes that close it.
    public var restrictions: [String]

    /// Makes a blockage.
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
    /// What is closed on given routes, each as JSON.
    package static func blockages(of result: AnalysisResult) -> [[UInt8]] {
        (result.blockages ?? []).map { blockage in
            var writer = JSONWriter()
            writer.blockage(blockage)
            return writer.bytes
        }
    }
}
