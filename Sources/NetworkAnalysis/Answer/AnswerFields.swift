// The fields of an answer's routes and stops.

package import Geo
package import RoadNetwork

/// A cost as it is named in an answer.
package struct ReportedCost: Hashable, Sendable {
    /// The position among the network's costs.
    package var position: Int
    /// The name in the answer.
    package var name: String
    /// The field of a route's total.
    let totalField: String
    package var kind: CostKind
    /// Whether live speeds change the cost.
    package var followsSpeeds: Bool
}

/// The fields of the answers of a network, which are made once.
package struct AnswerFields: Sendable {
    /// The fields of routes, in the order of their values.
    package let routes: [Field]
    /// The fields of routes under traffic, in the order of their values.
    package let trafficRoutes: [Field]
    /// The fields of stops, in the order of their values.
    package let stops: [Field]
    /// The costs that have fields, in the order of the fields.
    package let costs: [ReportedCost]

    /// - Parameters:
    ///   - network: The network; each of its costs has fields of its own.
    ///   - requested: The costs that a request names. A cost that is named by an alias has fields
    ///     by that alias; it has fields by its own name too only if the request has both names.
    package init(of network: NetworkDescription, requested: [NamedCost] = []) {
        let reported = network.costs.enumerated().flatMap { position, cost in
            let names = cost.names.filter { name in
                requested.contains(NamedCost(position: position, name: name))
            }
            return (names.isEmpty ? [cost.name] : names).map {
                ReportedCost(
                    position: position, name: $0, totalField: "Total_\($0)", kind: cost.kind,
                    followsSpeeds: network.followsSpeeds(cost))
            }
        }
        self.costs = reported
        routes = Self.routes(reported, live: [])
        let live = reported.filter(\.followsSpeeds)
        trafficRoutes = Self.routes(reported, live: live)
        stops = Self.stops(reported)
    }

    /// The fields of when a route starts and ends.
    static let times = ["StartTime", "EndTime", "StartTimeUTC", "EndTimeUTC"]

    /// The fields of what live speeds change of some costs.
    package static func traffic(_ costs: [ReportedCost]) -> [Field] {
        costs.flatMap {
            [Field("FreeFlow_\($0.name)", .double), Field("Delay_\($0.name)", .double)]
        }
    }

    private static func routes(_ costs: [ReportedCost], live: [ReportedCost]) -> [Field] {
        var fields = [
            Field("ObjectID", .objectID), Field("Name", .string, length: 1_024),
            Field("FirstStopID", .integer), Field("LastStopID", .integer),
            Field("StopCount", .integer), Field("StartTime", .date), Field("EndTime", .date),
            Field("StartTimeUTC", .date), Field("EndTimeUTC", .date),
        ]
        for cost in costs where cost.kind == .time {
            fields.append(Field("TotalWait_\(cost.name)", .double))
            fields.append(Field("TotalViolation_\(cost.name)", .double))
        }
        fields += costs.map { Field($0.totalField, .double) }
        fields += traffic(live)
        fields.append(Field("Shape_Length", .double))
        return fields
    }

    private static func stops(_ costs: [ReportedCost]) -> [Field] {
        var fields = [
            Field("ObjectID", .objectID), Field("Name", .string, length: 500),
            Field("RouteName", .string, length: 1_024), Field("Sequence", .integer),
            Field("TimeWindowStart", .date), Field("TimeWindowEnd", .date),
            Field("ArriveCurbApproach", .integer), Field("DepartCurbApproach", .integer),
            Field("ArrivalCurbApproach", .integer), Field("LocationType", .integer),
            Field("SourceID", .integer), Field("SourceOID", .integer),
            Field("PosAlong", .double), Field("SideOfEdge", .integer),
            Field("CurbApproach", .integer), Field("Status", .integer), Field("SnapX", .double),
            Field("SnapY", .double), Field("SnapZ", .double),
            Field("DistanceToNetworkInMeters", .double), Field("ArriveTime", .date),
            Field("DepartTime", .date), Field("ArriveTimeUTC", .date),
            Field("DepartTimeUTC", .date),
        ]
        for prefix in ["Attr_", "Cumul_"] {
            fields += costs.map { Field(prefix + $0.name, .double) }
        }
        for cost in costs where cost.kind == .time {
            for prefix in ["Wait_", "CumulWait_", "Violation_", "CumulViolation_"] {
                fields.append(Field(prefix + cost.name, .double))
            }
        }
        return fields
    }
}
