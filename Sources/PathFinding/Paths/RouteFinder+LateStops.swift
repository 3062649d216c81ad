// Leaves out stops a route would reach later than allowed.

package import Preparation
import RouteAPI
import RoutingEngine
import Sequencing

extension RouteFinder {
    /// The share of the effort for ordering the kept stops.
    private static let shareOfKept = 0.3

    /// Returns how many milliseconds after its window a stop may be reached; `nil` for any time.
    func mostLate(_ stop: Int) -> Int64? {
        guard request.order.usesWindows, !stops[stop].input.timeWindows.isEmpty else { return nil }
        let minutes = stops[stop].input.maxViolationMinutes ?? request.order.maxViolationMinutes
        return minutes.map { Int64(($0 * 60_000).rounded()) }
    }

    /// Finds the visits later than allowed, by their indices.
    func tooLate(in route: SolvedRoute) -> [Int] {
        route.schedule.visits.indices.filter { position in
            let visit = route.schedule.visits[position]
            return visit.violationMilliseconds > 0
                && mostLate(visit.stop).map { visit.violationMilliseconds > $0 } ?? false
        }
    }

    /// Finds the route through stops, moving stops that cannot be visited in place, and leaving out
    /// stops reached later than allowed.
    ///
    /// - Throws: The first leg without a path.
    package func search(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        do throws(ChainFailure) {
            return try inTime(searchMoving(valid, group, &chain), of: valid, group, &chain)
        } catch {
            // A street may close at a time when the stop is too late anyway.
            guard case .unreachable = error, request.timedConditions != nil,
                valid.contains(where: { mostLate($0) != nil })
            else { throw error }
            let failedLeg = chain.failedLeg
            let order =
                request.order.findsBest ? try sequence(valid, group, &chain).best.order : valid
            let kept = try keptInTime(of: order, of: valid, group, &chain)
            guard kept.count < order.count, kept.count >= 2 else {
                chain.failedLeg = failedLeg
                throw error
            }
            return try route(through: kept, of: valid, group, &chain)
        }
    }

    /// Removes stops reached later than allowed from a route; two stops remain.
    ///
    /// Ends preserved in a best order stay, and so does the first stop in a given order, because
    /// the vehicle is there.
    ///
    /// - Parameters:
    ///   - route: A route through stops, some of which it may have moved.
    ///   - valid: Its stops, in request order.
    func inTime(
        _ route: SolvedRoute, of valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        guard !tooLate(in: route).isEmpty else { return route }
        let finder = relocating(route.moved)
        let kept = try finder.keptInTime(of: route.stops, of: valid, group, &chain)
        guard kept.count >= 2 else { return route }
        var timely = try finder.route(through: kept, of: valid, group, &chain)
        timely.moved = route.moved.filter { timely.stops.contains($0.key) }
        timely.conflict = route.conflict
        return timely
    }

    /// Returns the stops reached in time, in the given order or a better one. It uses the costs of
    /// single legs, without hours.
    private func keptInTime(
        of order: [Int], of valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> [Int] {
        let findsBest = request.order.findsBest
        let stops = findsBest ? valid : order
        let ends = findsBest ? preservedEnds : (first: true, last: false)
        let places = Dictionary(uniqueKeysWithValues: stops.enumerated().map { ($1, $0) })
        let ordering = try ordering(stops, group, ends: ends, &chain).ordering
        return ordering.inTime(order.compactMap { places[$0] }).map { stops[$0] }
    }

    /// Finds the route through stops reached in time, in the given order or a better one, and
    /// leaves out any still reached too late.
    private func route(
        through kept: [Int], of valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        var route: SolvedRoute
        if request.order.findsBest {
            var finder = self
            finder.effortShare *= Self.shareOfKept
            let again = try finder.sequence(
                valid.filter(Set(kept).contains), group, &chain
            ).best.order
            route = try best(of: again, kept, group, &chain)
        } else {
            route = try self.route(through: kept, group, &chain)
        }
        // Single legs cost what the route costs, except for turns at stops and hours.
        while route.stops.count > 2, let place = leftOutFirst(of: route) {
            var order = route.stops
            order.remove(at: place)
            route = try self.route(through: order, group, &chain)
        }
        let visited = Set(route.stops)
        route.leftLate = valid.filter { !visited.contains($0) }
        return route
    }

    /// Returns the index of the visit furthest beyond its limit; `nil` if there is none.
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

    /// Explains, in a sentence each, the stops a route leaves out because they are late.
    func lateReasons(about route: SolvedRoute) -> [Reason] {
        route.leftLate.map { stop in
            let input = stops[stop].input
            let minutes = Double(mostLate(stop) ?? 0) / 60_000
            let source =
                input.maxViolationMinutes == nil ? "maxViolationTime" : "its MaxViolationTime"
            let order =
                request.order.findsBest
                ? "no order found reaches it" : "the given order does not reach it"
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
