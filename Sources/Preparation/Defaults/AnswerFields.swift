// The fields that routes and stops have in an answer.

package import Geo
package import RoadNetwork

/// A cost attribute under the name an answer gives it.
package struct ReportedCost: Hashable, Sendable {
    /// The cost's index in the network's list.
    package var position: Int
    /// The network's name for the cost, or the alias the request used.
    package var name: String
    /// The field that holds a route's total, such as `Total_Minutes`.
    package let totalField: String
    package var kind: CostKind
    /// Whether live speeds change the cost.
    package var followsSpeeds: Bool
}

/// The fields of one network's routes and stops, made once and shared by all answers.
package struct AnswerFields: Sendable {
    /// Route fields, in the order in which rows list their values.
    package let routes: [Field]
    /// Route fields when live traffic is used, in the order in which rows list their values.
    package let trafficRoutes: [Field]
    /// Stop fields, in the order in which rows list their values.
    package let stops: [Field]
    /// The costs with fields, in field order.
    package let costs: [ReportedCost]

    /// - Parameters:
    ///   - network: The network; every cost gets its own fields.
    ///   - requested: The costs a request names. If it names a cost by an alias, the fields carry
    ///     that alias; they carry the cost's own name as well only if the request uses both.
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

    /// The fields for a route's start and end.
    package static let times = ["StartTime", "EndTime", "StartTimeUTC", "EndTimeUTC"]

    /// Makes the fields that show how live speeds change each cost.
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
