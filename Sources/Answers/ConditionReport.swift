// Messages about conditional restrictions: what they changed, or that they were ignored.

package import PathFinding
package import Preparation
package import RoadNetwork
package import RouteAPI
import RoutingEngine

/// Writes messages about how conditional restrictions affect a request's routes.
///
/// Only conditions that concern the request count: closing a street to motor vehicles does not
/// affect walking.
package struct ConditionReport {
    /// The most tags that one message lists.
    private static let mostListed = 3

    private let network: NetworkDataset
    private let request: Shared<ResolvedRequest>
    /// The request's metric without conditions.
    private let metric: Metric

    /// - Parameter plain: The request, prepared without conditions.
    package init(_ plain: PreparedAnalysis, on network: NetworkDataset) {
        self.network = network
        request = plain.request
        metric = plain.metric
    }

    /// Reports conditional restrictions on the routes that were ignored because there is no start
    /// time.
    package func ignored(by routes: [SolvedRoute]) -> [Message] {
        let conditions = network.conditions
        guard conditions.count > 0, request.clock.start == nil else { return [] }
        return routes.compactMap { route in
            let edges = route.legs.flatMap { $0.path.elements.map(\.edge.row) }
                .filter { edge in
                    conditions.variants(of: edge).contains { concerns($0, edge) }
                        && conditions.dependsOnTime(
                            edge: edge, for: request.settings.vehicle, of: network)
                }
            guard !edges.isEmpty else { return nil }
            return Message(
                .informative,
                "Route \"\(route.name)\": conditional restrictions on it were not evaluated, "
                    + "because that requires a start time and a time-based impedance "
                    + "(\(list(tags(of: edges)))).")
        }
    }

    /// Reports which routes differ from those without conditions.
    ///
    /// - Parameter without: The same request's routes without conditions; a route missing here has
    ///   no path.
    package func changes(of routes: [SolvedRoute], from without: [SolvedRoute]) -> [Message] {
        let plain = Dictionary(
            without.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        return routes.compactMap { route in
            let before = plain[route.name]
            let isSame = before.map { Self.isSame($0, route) } ?? false
            var found = tags(of: edges(changedOn: route))
            if let before, !isSame {
                found += tags(of: edges(changedOn: before)) + turns(closedOn: before)
            }
            if isSame, found.isEmpty { return nil }
            let listed = found.isEmpty ? "" : " (\(list(found)))"
            let what =
                isSame ? "changed the times along the route" : "changed the route"
            return Message(
                .informative,
                "Route \"\(route.name)\": conditional restrictions in force at the time of travel "
                    + "\(what)\(listed).")
        }
    }

    private static func isSame(_ a: SolvedRoute, _ b: SolvedRoute) -> Bool {
        a.stops == b.stops && a.legs.map(\.path) == b.legs.map(\.path)
    }

    /// Whether a variant changes the edge for the request's impedance or its directions.
    private func concerns(_ variant: EdgeVariant, _ edge: UInt32) -> Bool {
        let costs = network.description.costs
        let shown = [request.settings.impedance, request.settings.directionsTime].compactMap(\.self)
        return shown.contains { metric.isAffected(edge, by: variant, column: costs[$0].column) }
    }

    /// Finds the edges on a route that conditions change at the time of travel.
    private func edges(changedOn route: SolvedRoute) -> [UInt32] {
        var changed: [UInt32] = []
        forEachStep(of: route) { _, edge, time in
            guard network.conditions.has(edge: edge),
                let variant = network.conditions.variant(
                    of: edge, at: time, for: request.settings.vehicle, of: network),
                concerns(variant, edge)
            else { return }
            changed.append(edge)
        }
        return changed
    }

    /// Describes the turns on a route that are prohibited at the time of travel.
    private func turns(closedOn route: SolvedRoute) -> [String] {
        guard network.conditions.turnCount > 0 else { return [] }
        var closed: [String] = []
        forEachStep(of: route) { before, edge, time in
            guard let before, let rule = network.turnRule(from: before, to: edge),
                let condition = network.conditions.closingCondition(
                    ofTurnRule: UInt32(rule), mask: metric.prohibitingMask, at: time,
                    for: request.settings.vehicle, of: network)
            else { return }
            let streets = [before, edge].map { network.name(row: network.segmentName[$0 / 2]) }
            let place =
                streets.contains("") ? "" : " from \(streets[0]) into \(streets[1])"
            let times = network.conditions.text(condition, of: network)
            let what =
                TravelCondition.hours(times).map { "a barrier open at (\($0)) only" }
                ?? "turn restriction @ (\(times))"
            closed.append(what + place)
        }
        return closed
    }

    /// Calls `visit` with each edge, the edge before it on the same leg, and the local time at
    /// which the route enters it.
    private func forEachStep(
        of route: SolvedRoute, _ visit: (_ before: UInt32?, _ edge: UInt32, LocalMinute) -> Void
    ) {
        guard let start = request.clock.start else { return }
        for (position, leg) in route.legs.enumerated() {
            var instant = start + route.schedule.visits[position].departureMilliseconds
            let quanta = leg.quanta[request.settings.impedance]
            var before: UInt32?
            for (index, element) in leg.path.elements.enumerated() {
                visit(before, element.edge.row, request.clock.localMinute(at: instant))
                instant += quanta?[index] ?? 0
                before = element.edge.row
            }
        }
    }

    /// Returns the edges' conditional tags, each with its street name.
    private func tags(of edges: [UInt32]) -> [String] {
        edges.flatMap { edge in
            let segment = edge / 2
            let street = network.name(row: network.segmentName[segment])
            return tagRows(of: segment).map { row in
                let tag = network.name(row: network.conditionalTexts[row])
                return street.isEmpty ? tag : "\(tag) on \(street)"
            }
        }
    }

    /// Lists the first distinct texts and counts the rest.
    private func list(_ texts: [String]) -> String {
        var seen: [String] = []
        for text in texts where !seen.contains(text) { seen.append(text) }
        let listed = seen.prefix(Self.mostListed).joined(separator: "; ")
        return seen.count > Self.mostListed
            ? "\(listed); and \(seen.count - Self.mostListed) more" : listed
    }

    private func tagRows(of segment: UInt32) -> Range<Int> {
        let segments = network.conditionalSegments
        let first = segments.lowerBound(segment)
        var end = first
        while end < segments.count, segments[end] == segment { end += 1 }
        return first..<end
    }
}
