// Finds one route: its order, its legs and its schedule.

package import Preparation
import RoadNetwork
package import RouteAPI
package import RoutingEngine
import Sequencing

/// Finds a request's routes, group by group.
///
/// It is the heart of every route analysis. ``RouteSearch`` makes one finder for a prepared request
/// and calls ``find(_:_:)`` for each group, passing the ``LegChain`` that does the searching.
/// Closest facilities, trips and trials call it too.
///
/// A route is found in these steps:
///
/// 1. Order: with `findBestSequence`, ``BestSequence`` orders the stops over a table of costs. The
///    table knows single legs only, so the given order is searched as well, and the better route
///    wins.
/// 2. Legs: the chain finds the cheapest path in that order. If conditions change during travel,
///    the path is confirmed at the instants at which it is traveled, or searched again by
///    ``TimedChain``.
/// 3. Schedule: arrivals, waits and the break follow from the legs. If waits change when legs
///    begin, the legs are found again, at most ``mostTimings`` times.
/// 4. Stops without a path move to other streets (`searchMoving`). Stops reached later than the
///    request allows are left out, and so are unreachable ones if invalid locations are ignored.
///
/// The finder is a value. Changing a place, a stay or the effort makes a copy, so an attempt never
/// disturbs the route already found. Searches end by throwing a ``RouteFailure``; explaining it is
/// up to ``RouteExplainer``.
package struct RouteFinder {
    package let engine: LegEngine
    package let request: Shared<ResolvedRequest>
    package let costs: RequestCosts
    package let barriers: ResolvedBarriers
    var stops: [LocatedStop]
    package let control: SolveControl
    package let limits: ServiceLimits
    /// The share of the usual ordering effort, if several orders are searched for.
    var effortShare = 1.0
    /// What the vehicle does at stops with a known stay; see ``staying(as:)``.
    var stays: [Int: Stay] = [:]

    /// Makes a finder for a prepared request.
    package init(of prepared: PreparedAnalysis, on layer: AnalysisLayer, control: SolveControl) {
        engine = layer.engine
        request = prepared.request
        costs = prepared.costs
        barriers = prepared.barriers
        stops = prepared.stops
        self.control = control
        limits = layer.defaults.limits
    }

    private var network: NetworkDataset { engine.network }
    private var description: NetworkDescription { network.description }

    /// Finds a group's route. If invalid locations are ignored, the route leaves out stops it
    /// cannot visit.
    ///
    /// - Throws: A failure naming the route and the missing leg's ends.
    package func find(
        _ group: RouteGroup, _ chain: inout LegChain
    ) throws(RouteFailure) -> SolvedRoute {
        let valid = try usableStops(of: group)
        do throws(ChainFailure) {
            return try search(valid, group, &chain)
        } catch {
            let isTooFar = chain.failedLeg.map { chain.isTooFar($0) } ?? false
            let order = error.order ?? valid
            if request.ignoresInvalid, valid.count > 2, !isTooFar, case .unreachable = error,
                let route = searchLeavingOut(valid, group, &chain)
            {
                return route
            }
            throw failure(
                isTooFar ? error.asTooFar : error, order, routeName: name(of: group, order))
        }
    }

    /// Returns the stops a route may visit.
    ///
    /// - Throws: If there are too few or too many for a route.
    private func usableStops(of group: RouteGroup) throws(RouteFailure) -> [Int] {
        let valid = group.stops.filter { stops[$0].isValid }
        guard valid.count >= 2 else { throw RouteFailure(StopErrors.tooFew(in: group)) }
        guard valid.count <= limits.maximumStopsPerRoute else {
            throw RouteFailure(
                RouteRequestError(
                    .limitExceeded, extendedCode: .tooManyLocations,
                    details: [
                        "A route has \(valid.count) stops; this service allows "
                            + "\(limits.maximumStopsPerRoute) (maximumStopsPerRoute)."
                    ]))
        }
        do throws(RouteRequestError) {
            try control.check()
        } catch {
            throw RouteFailure(error)
        }
        return valid
    }

    /// Returns the route's name; makes one from the first and last stop if the group has none.
    func name(of group: RouteGroup, _ order: [Int]) -> String {
        group.name
            ?? "\(stops[order[0]].input.name) - \(stops[order[order.count - 1]].input.name)"
    }

    /// A route through stops at their current places.
    package struct Attempt {
        package var route: SolvedRoute
        /// Whether stops had to be first or last in a free order because they cannot be reached, or
        /// cannot be left.
        package var hasDeadEnd = false
    }

    /// Finds the route through stops at their current places, in the best order if requested.
    ///
    /// - Throws: The first leg without a path.
    package func attempt(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> Attempt {
        guard request.order.findsBest else {
            return Attempt(route: try route(through: valid, group, &chain))
        }
        let found = try sequence(valid, group, &chain)
        var route = try best(of: found.best.order, valid, group, &chain)
        route.conflict = found.best.conflict
        route.proof = proof(of: route, found.best)
        return Attempt(route: route, hasDeadEnd: found.hasDeadEnd)
    }

    /// States how much better another order could be than a route's.
    private func proof(of route: SolvedRoute, _ found: BestSequence.Found) -> OrderProof {
        let rank = rank(route)
        let waits = found.isTimed ? route.schedule.visits : []
        // Nothing is known if legs depend on when they are driven.
        let isComparable =
            request.timedConditions == nil
            && (rank.violation == 0 || rank.violation == found.provenViolation)
        return OrderProof(
            isLate: rank.violation > 0, bound: isComparable ? found.bound : nil,
            cost: route.searchCost
                + waits.reduce(0) { $0 + $1.waitMilliseconds + $1.serviceMilliseconds },
            seconds: request.isDeterministic ? nil : request.order.sequencingSeconds)
    }

    /// Returns the better of the routes in the best order and in the given order.
    func best(
        of order: [Int], _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        guard order != valid else { return try route(through: valid, group, &chain) }
        // The matrix holds the cost of each leg alone, but a stop may have to be left in the
        // direction in which it was reached. So the given order may be better, or the only one.
        let given: SolvedRoute
        do throws(ChainFailure) {
            given = try route(through: valid, group, &chain)
        } catch {
            return try route(through: order, group, &chain)
        }
        do throws(ChainFailure) {
            let best = try route(through: order, group, &chain)
            let rules = placeRules(of: group, valid)
            let isKept = rules.keeps(given.stops) || !rules.keeps(best.stops)
            return rank(best) < rank(given) || !isKept ? best : given
        } catch {
            if case .stopped = error { throw error }
            return given
        }
    }

    /// Ranks a route among orders.
    func rank(_ route: SolvedRoute) -> SolvedRoute.Rank {
        var rank = route.rank(by: request.order.latenessObjective, longest: longestMilliseconds)
        rank.missedStops = tooLate(in: route).count
        return rank
    }

    /// Finds the route in an order. If conditions change during travel, its legs begin when its
    /// schedule says so.
    func route(
        through order: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        var route = try routeByItsStays(through: order, group, &chain)
        for _ in 0..<Self.mostTimings {
            guard let finder = staying(as: route.schedule) else { break }
            route = try finder.routeByItsStays(through: order, group, &chain)
        }
        return route
    }

    private func routeByItsStays(
        through order: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        let legs = try legs(through: order, &chain).map(solved)
        return SolvedRoute(
            name: name(of: group, order), stops: order, legs: legs,
            schedule: schedule(order, legs))
    }

    private func legs(
        through order: [Int], _ chain: inout LegChain
    ) throws(ChainFailure) -> [FoundLeg] {
        do throws(ChainFailure) {
            let found = try chain.run(through: order.map { stops[$0] })
            guard let conditions = request.timedConditions else {
                return found.map { FoundLeg($0, variants: variants(along: $0.path)) }
            }
            let start = request.departure
            // The path is best under the most favorable conditions. It is best overall if it costs
            // the same under the conditions at the time of travel.
            if let confirmed = confirm(found, order, start, conditions) { return confirmed }
            let timed = TimedChain(conditions: conditions, monitor: chain.monitor) {
                departure(from: order[$0], reachedAt: $1)
            }
            return try timed.run(through: order.map { stops[$0] }, from: start, &chain.router)
                .map { timed in
                    let walk = costs.walk(along: timed.leg.path, from: timed.departs, conditions)
                    return FoundLeg(timed.leg, variants: walk?.variants ?? [:])
                }
        } catch {
            throw error.ordered(order)
        }
    }

    /// A leg with its edges' variants at the time of travel.
    struct FoundLeg {
        var leg: ChainLeg
        var variants: [Int: EdgeVariant]

        init(_ leg: ChainLeg, variants: [Int: EdgeVariant]) {
            self.leg = leg
            self.variants = variants
        }
    }

    /// Returns the edges' variants under the metric, by element index.
    func variants(along path: NetworkPath) -> [Int: EdgeVariant] {
        let known = costs.metric.variants
        guard !known.isEmpty else { return [:] }
        var variants: [Int: EdgeVariant] = [:]
        for (index, element) in path.elements.enumerated() {
            if let variant = known[element.edge.row] { variants[index] = variant }
        }
        return variants
    }

    /// Returns the legs with their edges' variants at the time of travel; `nil` if their costs
    /// differ from the search's.
    private func confirm(
        _ legs: [ChainLeg], _ order: [Int], _ start: Int64, _ conditions: TimedConditions
    ) -> [FoundLeg]? {
        var confirmed: [FoundLeg] = []
        var instant = start
        for (position, leg) in legs.enumerated() {
            instant = departure(from: order[position], reachedAt: instant)
            guard let walk = costs.walk(along: leg.path, from: instant, conditions),
                walk.cost == leg.cost
            else { return nil }
            instant += walk.milliseconds
            confirmed.append(FoundLeg(leg, variants: walk.variants))
        }
        return confirmed
    }

    /// Computes a leg's costs in every reported attribute.
    func solved(_ found: FoundLeg) -> SolvedLeg {
        let pathCosts = PathCosts(
            network: network, barriers: barriers.effects, scales: request.settings.key.scales,
            traffic: costs.metric.traffic)
        var quanta: [Int: [Int64]] = [:]
        for attribute in reportedAttributes {
            quanta[attribute] = pathCosts.quanta(
                of: found.leg.path, attribute: attribute, variants: found.variants)
        }
        var leg = SolvedLeg(found.leg, quanta: quanta)
        leg.variants = found.variants
        leg.freeFlow = freeFlow(of: found)
        return leg
    }

    /// Totals a leg without live speeds, for the reported costs that live speeds change.
    private func freeFlow(of found: FoundLeg) -> [Int: Int64] {
        guard costs.metric.traffic != nil else { return [:] }
        let pathCosts = PathCosts(
            network: network, barriers: barriers.effects, scales: request.settings.key.scales)
        var totals: [Int: Int64] = [:]
        for attribute in reportedAttributes
        where description.followsSpeeds(description.costs[attribute]) {
            totals[attribute] = pathCosts.quanta(
                of: found.leg.path, attribute: attribute, variants: found.variants
            ).reduce(0, +)
        }
        return totals
    }

    /// The costs the answer needs: the impedance, the accumulated costs, and those for directions
    /// and quanta.
    private var reportedAttributes: Set<Int> {
        var attributes = Set(request.settings.accumulated)
        attributes.insert(request.settings.impedance)
        if let time = request.settings.directionsTime { attributes.insert(time) }
        if let length = description.costs.firstIndex(where: { $0.kind == .length }) {
            attributes.insert(length)
        }
        if request.returns.quanta {
            attributes.formUnion(
                description.costs.indices.filter { description.costs[$0].isStored })
        }
        return attributes
    }

    private func failure(
        _ failure: ChainFailure, _ order: [Int], routeName: String
    ) -> RouteFailure {
        let position: Int
        let isTooFar: Bool
        switch failure {
        case .stopped: return RouteFailure(control.stopReason)
        case .tooFar(let from, _): (position, isTooFar) = (from, true)
        case .unreachable(let from, _): (position, isTooFar) = (from, false)
        }
        let gap = RouteGap(
            routeName: routeName, order: order, position: position, isTooFar: isTooFar)
        let ends = "from \(label(gap.from)) to \(label(gap.to))"
        guard isTooFar else {
            return RouteFailure(
                RouteRequestError(
                    .noSolution, extendedCode: .noSolution,
                    details: [
                        "No solution found.",
                        "No route for \"\(routeName)\": \(ends) no path exists.",
                    ]), gap)
        }
        return RouteFailure(
            RouteRequestError(
                .limitExceeded, extendedCode: .routeTooLong,
                details: [
                    "Route \"\(routeName)\": \(ends) the impedance exceeds the limit of "
                        + "2^30 quanta (12 days, or 10,700 km)."
                ]), gap)
    }

    private func label(_ stop: Int) -> String { stops[stop].input.label }
}

extension RouteFinder {
    /// Makes a route's schedule. Times add up the impedance if it is a time, otherwise the
    /// directions' time cost.
    func schedule(_ order: [Int], _ legs: [SolvedLeg]) -> Schedule {
        let impedance = request.settings.impedance
        let isTime = description.costs[impedance].kind == .time
        let clock = isTime ? impedance : request.settings.directionsTime
        return Schedule(
            stops: order,
            travel: legs.map { leg in clock.map { leg.total($0) } ?? 0 },
            services: order.map { stop in clock.map { service(stop, $0) } ?? 0 },
            windows: order.map { isTime ? windows(of: $0) : [] },
            numbers: order.map { stops[$0].input.timeWindows.map(\.number) },
            start: isTime ? request.clock.start : nil, startFloats: request.order.startFloats,
            rules: clockRules(of: order), lateness: request.order.lateness)
    }

    /// Returns the rules about a route's times.
    func clockRules(of stops: [Int]) -> TourRules {
        let mostLate = stops.map { self.mostLate($0) }
        return TourRules(
            mostLate: mostLate.contains { $0 != nil } ? mostLate : [],
            pause: pause(ofRouteWith: stops.first),
            longestTime: longestMilliseconds)
    }

    /// The most milliseconds a route should take, if its impedance is a time.
    var longestMilliseconds: Int64? {
        guard description.costs[request.settings.impedance].kind == .time else { return nil }
        return request.order.longestMinutes.map { Int64(min($0, 1e9) * 60_000) }
    }

    /// The break of a stop's route, with the instants between which it may begin.
    func pause(ofRouteWith stop: Int?) -> TourBreak? {
        request.order.pause.map { demand in
            let bounds = request.clock.instants(
                from: demand.start ?? demand.end, to: demand.end, in: stop.flatMap(route(of:)))
            return TourBreak(
                duration: demand.milliseconds,
                window: TimeWindow(
                    opens: demand.start == nil ? -Self.ever : bounds.start, closes: bounds.end))
        }
    }

    /// More milliseconds than any time.
    private static let ever = Int64(1) << 50

    /// Returns where in the order a group's stops ask to be.
    func placeRules(of group: RouteGroup, _ valid: [Int]) -> PlaceRules {
        PlaceRules(
            stops, of: group, visited: valid,
            keepsSequence: request.order.preservesSequence && request.order.findsBest)
    }

    func service(_ stop: Int, _ attribute: Int) -> Int64 {
        Int64(
            (stops[stop].input.added[attribute] / description.costs[attribute].unitsPerQuantum)
                .rounded())
    }

    /// Returns a stop's windows as instants; none if windows do not count.
    func windows(of stop: Int) -> [TimeWindow] {
        guard request.order.usesWindows else { return [] }
        let route = route(of: stop)
        return stops[stop].input.timeWindows.map { window in
            let bounds = request.clock.instants(from: window.start, to: window.end, in: route)
            return TimeWindow(opens: bounds.start, closes: bounds.end)
        }
    }

    private func route(of stop: Int) -> String? { stops[stop].input.routeName }

    private func mayMove(_ stop: Int) -> Bool { rules(of: stop).settings.allowAutoRelocate }

    /// The share of the ordering effort if some stops will move afterwards.
    private static let shareBeforeMoving = 0.2

    /// The ends that keep their places in a best order.
    var preservedEnds: (first: Bool, last: Bool) {
        (request.order.preservesFirst, request.order.preservesLast)
    }

    /// Finds the best order, or returns the given one if no order connects all stops. Also says
    /// whether some stops other than a fixed end cannot be left, or cannot be reached.
    func sequence(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> (best: BestSequence.Found, hasDeadEnd: Bool) {
        let (sequence, hasDeadEnd) = try ordering(valid, group, ends: preservedEnds, &chain)
        var best = sequence.find() ?? BestSequence.Found(order: Array(valid.indices))
        best.order = best.order.map { valid[$0] }
        best.conflict = best.conflict.map { valid[$0] }
        return (best, hasDeadEnd)
    }

    /// Prepares the search for an order. Also says whether some stops other than a fixed end cannot
    /// be left, or cannot be reached.
    func ordering(
        _ valid: [Int], _ group: RouteGroup, ends: (first: Bool, last: Bool),
        _ chain: inout LegChain
    ) throws(ChainFailure) -> (ordering: BestSequence, hasDeadEnd: Bool) {
        let impedance = request.settings.impedance
        let windows = valid.map { self.windows(of: $0) }
        let clockRules = self.clockRules(of: valid)
        // Restriction usages (prefer, avoid) scale weights, which then are no times. Windows,
        // breaks and the longest duration need times.
        let needsTimes =
            costs.metric.key.scalesCosts
            && (longestMilliseconds != nil || clockRules.pause != nil
                || windows.contains { !$0.isEmpty })
        let table = chain.table(
            between: StopDoor.doors(of: valid.map { stops[$0] }, ends: ends),
            time: needsTimes ? impedance : nil)
        guard let table else { throw .stopped }
        let hasDeadEnd = table.byStop.hasDeadEnd(but: ends)
        let share =
            hasDeadEnd && valid.contains(where: mayMove)
            ? effortShare * Self.shareBeforeMoving : effortShare
        return (
            BestSequence(
                request: request, services: valid.map { service($0, impedance) },
                windows: windows, table: table, ends: ends, clockRules: clockRules,
                places: placeRules(of: group, valid), control: control, share: share),
            hasDeadEnd
        )
    }
}
