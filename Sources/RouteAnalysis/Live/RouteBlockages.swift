// What is closed on given routes, as rows and messages.

import PathFinding
import RouteAPI

/// What is closed on an answer's routes.
struct RouteBlockages {
    private let routes: [GivenRoute]

    init(_ routes: [GivenRoute]) { self.routes = routes }

    /// The rows, by route and in travel order.
    var rows: [RouteBlockage] {
        routes.enumerated().flatMap { number, route in
            route.findings.map { Self.row($0, routeID: number + 1) }
        }
    }

    /// A warning for each route on which something is closed.
    var messages: [Message] {
        routes.compactMap { route in
            guard let first = route.findings.first else { return nil }
            let street = first.street.isEmpty ? "" : " on \(first.street)"
            let places = route.findings.count == 1 ? "one place" : "\(route.findings.count) places"
            return Message(
                .warning,
                "Route \"\(route.route.name)\" is closed at \(places), the first after "
                    + "\(Int(first.meters.rounded())) m\(street). Its costs are those of an open "
                    + "route; see blockages.")
        }
    }

    private static func row(_ finding: PathRemark, routeID: Int) -> RouteBlockage {
        var row = RouteBlockage(
            routeID: routeID, leg: finding.leg + 1, meters: finding.meters, street: finding.street,
            cause: .turn)
        switch finding.cause {
        case .barriers(let barriers):
            row.cause = .barrier
            row.barriers = barriers
        case .restrictions(let names):
            row.cause = .restriction
            row.restrictions = names
        case .timedRestrictions(let names):
            row.cause = .closedAtThisTime
            row.restrictions = names
        case .traffic: row.cause = .traffic
        case .turn: row.cause = .turn
        case .timedTurn: row.cause = .turnClosedAtThisTime
        case .uTurn: row.cause = .uTurn
        case .throughTraffic: row.cause = .throughTraffic
        }
        return row
    }
}
