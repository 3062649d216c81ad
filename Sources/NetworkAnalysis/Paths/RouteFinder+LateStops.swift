// Leaves out stops that a route would reach later than they may be reached.

import RouteAPI
import RoutingEngine
import Sequencing

extension RouteFinder {
    /// The share of the effort for the order of the stops that are kept.
    private static let shareOfKept = 0.3

    /// The milliseconds by which a stop may be reached after its window; `nil` for any time.
    func mostLate(_ stop: Int) -> Int64? {
        guard request.order.usesWindows, !stops[stop].input.timeWindows.isEmpty else { return nil }
        let minutes = stops[stop].input.maxViolationMinutes ?? request.order.maxViolationMinutes
        return minutes.map { Int64(($0 * 60_000).rounded()) }
    }

    /// The visits of a route that are later than they may be, by their positions.
    func tooLate(in route: SolvedRoute) -> [Int] {
        route.schedule.visits.indices.filter { position in
            let visit = route.schedule.visits[position]
            return visit.violationMilliseconds > 0
                && mostLate(visit.stop).map { visit.violationMilliseconds > $0 } ?? false
        }
    }

    /// The best route through stops that an order reaches in time: in that order, or in a better
    /// one.
    func bestInTime(
        _ order: [Int], of valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        var finder = self
        finder.effortShare *= Self.shareOfKept
        let kept = Set(order)
        let again = try finder.sequence(valid.filter(kept.contains), group, &chain).best.order
        return try best(
            of: again.count == order.count ? again : order, order, group, &chain)
    }

    /// A route without the stops that it reaches later than they may be reached; two stops remain.
    ///
    /// The ends that a best order preserves stay, and so does the first stop of a given order: the
    /// vehicle is there.
    ///
    /// - Parameter valid: All stops that it might visit.
    func inTime(
        _ route: SolvedRoute, of valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        guard route.stops.count < valid.count || !tooLate(in: route).isEmpty else { return route }
        var route = route
        if !request.order.findsBest {
            let order = route.stops
            let kept = try ordering(order, group, ends: (true, false), &chain).ordering
                .givenInTime()
            if kept.count >= 2 {
                route = try self.route(through: kept.map { order[$0] }, group, &chain)
            }
        }
        // The costs of single legs are those of the route but for turns at stops, and hours.
        while route.stops.count > 2, let place = leftOutFirst(of: route) {
            var order = route.stops
            order.remove(at: place)
            route = try self.route(through: order, group, &chain)
        }
        let kept = Set(route.stops)
        route.leftLate = valid.filter { !kept.contains($0) }
        return route
    }

    /// The position of the visit that is the latest beyond what is allowed; `nil` for none.
    private func leftOutFirst(of route: SolvedRoute) -> Int? {
        let order = request.order
        func excess(_ place: Int) -> Int64 {
            let visit = route.schedule.visits[place]
            return visit.violationMilliseconds - (mostLate(visit.stop) ?? 0)
        }
        return tooLate(in: route).filter { place in
            guard order.findsBest else { return place > 0 }
            return !(order.preservesFirst && place == 0)
                && !(order.preservesLast && place == route.stops.count - 1)
        }.max { (excess($0), $1) < (excess($1), $0) }
    }

    /// A sentence about each stop that a route leaves out for its lateness.
    func lateReasons(about route: SolvedRoute) -> [Reason] {
        route.leftLate.map { stop in
            let input = stops[stop].input
            let minutes = Double(mostLate(stop) ?? 0) / 60_000
            let source =
                input.maxViolationMinutes == nil ? "maxViolationTime" : "its MaxViolationTime"
            let order =
                request.order.findsBest
                ? "no order that was found reaches it" : "the given order does not reach it"
            var reason = Reason(
                .timeWindow,
                Sentence.begun(input.label)
                    + " was left out of the route \"\(route.name)\": \(order) at most "
                    + "\(minutes.formattedForMessage) min after its time window ends, which "
                    + "\(source) allows.",
                stop: input.reference)
            reason.routeName = route.name
            return reason
        }
    }
}
