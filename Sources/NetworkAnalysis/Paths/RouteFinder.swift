// One route: its order, its legs, its timetable.

import RoadNetwork
package import RouteAPI
package import RoutingEngine
import Sequencing

/// Finds the routes of one request, group by group.
package struct RouteFinder {
    package let engine: LegEngine
    package let request: Shared<ResolvedRequest>
    package let costs: RequestCosts
    package let barriers: ResolvedBarriers
    private(set) var stops: [LocatedStop]
    package let control: SolveControl
    package let limits: ServiceLimits

    /// Finds routes between the places of a prepared request.
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

    /// Finds the route of a group. Where invalid locations are ignored, it leaves out the stops
    /// that it cannot visit.
    ///
    /// - Throws: A failure that names the route and the stops, and says where the gap is.
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
                let route = searchThroughMost(valid, group, &chain)
            {
                return route
            }
            throw failure(
                isTooFar ? error.asTooFar : error, order, routeName: name(of: group, order))
        }
    }

    /// The stops of a group that a route may visit.
    ///
    /// - Throws: When they are too few or too many for a route.
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

    /// Finds the route through stops, moving those on islands when there is none otherwise.
    package func search(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        do throws(ChainFailure) {
            let found = try attempt(valid, group, &chain)
            guard found.hasDeadEnd else { return found.route }
            return try attemptOffIslands(valid, group, before: found.route, &chain) ?? found.route
        } catch {
            guard case .unreachable = error else { throw error }
            let failedLeg = chain.failedLeg
            if let route = try attemptOffIslands(valid, group, &chain) { return route }
            chain.failedLeg = failedLeg
            throw error
        }
    }

    private func name(of group: RouteGroup, _ order: [Int]) -> String {
        group.name
            ?? "\(stops[order[0]].input.name) - \(stops[order[order.count - 1]].input.name)"
    }

    /// A route through stops where they are.
    package struct Attempt {
        package var route: SolvedRoute
        /// Whether the order was free but for a stop that cannot be left, or not be reached, and
        /// so had to come last or first.
        package var hasDeadEnd = false
    }

    /// Finds the route through stops where they are, in the best order if that is asked for.
    package func attempt(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> Attempt {
        guard request.order.findsBest else {
            return Attempt(route: try route(through: valid, group, &chain))
        }
        let (order, hasDeadEnd) = try sequence(valid, &chain)
        return Attempt(
            route: try best(of: order, valid, group, &chain), hasDeadEnd: hasDeadEnd)
    }

    /// The better of the routes through stops in the best order and in the one given.
    private func best(
        of order: [Int], _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        guard order != valid else { return try route(through: valid, group, &chain) }
        // The matrix knows each leg alone, not that a stop may have to be left the way it was
        // reached: the order given may be the better one all the same, or the only one.
        let given: SolvedRoute
        do throws(ChainFailure) {
            given = try route(through: valid, group, &chain)
        } catch {
            return try route(through: order, group, &chain)
        }
        do throws(ChainFailure) {
            let best = try route(through: order, group, &chain)
            return best.rank < given.rank ? best : given
        } catch {
            if case .stopped = error { throw error }
            return given
        }
    }

    private func route(
        through order: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        let legs = try legs(through: order, &chain).map(solved)
        return SolvedRoute(
            name: name(of: group, order), stops: order, legs: legs,
            schedule: schedule(order, legs))
    }

    /// Tries again with stops on islands moved to the mainland; `nil` when that is no help.
    ///
    /// - Parameter before: A route with the stops where they are.
    /// - Returns: The best route; of equal ones the one with the fewest moves.
    /// - Throws: ``ChainFailure/stopped`` alone.
    private func attemptOffIslands(
        _ valid: [Int], _ group: RouteGroup, before: SolvedRoute? = nil, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute? {
        var best = before
        for moved in offIslands(valid) {
            do throws(ChainFailure) {
                var route = try relocating(moved).attempt(valid, group, &chain).route
                route.moved = moved
                if let known = best, known.rank <= route.rank { continue }
                best = route
            } catch {
                if case .stopped = error { throw error }
            }
        }
        return best
    }

    /// New places for the stops on islands, where stops may be moved, as sets to try: see
    /// ``IslandRelocation/choices(_:on:_:)``.
    package func offIslands(_ valid: [Int]) -> [IslandRelocation.Moves] {
        guard request.placing.settings.allowAutoRelocate else { return [] }
        let isOrderFree = request.order.findsBest
        return IslandRelocation(
            locator: StopLocator(
                costs: costs, barriers: barriers.effects, control: control),
            toleranceMeters: request.placing.settings.toleranceMeters,
            skipsRestricted: request.placing.skipsRestricted, streets: request.placing.streets,
            withoutStops: request.placing.withoutStops,
            fixedEnds: (
                first: !isOrderFree || request.order.preservesFirst,
                last: !isOrderFree || request.order.preservesLast
            )
        ).choices(valid.map { ($0, stops[$0]) }, on: network, costs.metric)
    }

    /// The same with some stops at other places.
    package func relocating(_ moved: [Int: LocatedStop]) -> RouteFinder {
        var finder = self
        for (stop, place) in moved { finder.stops[stop] = place }
        return finder
    }

    private func legs(
        through order: [Int], _ chain: inout LegChain
    ) throws(ChainFailure) -> [FoundLeg] {
        do throws(ChainFailure) {
            let found = try chain.run(through: order.map { stops[$0] })
            guard let conditions = request.timedConditions, let start = request.clock.start else {
                return found.map { FoundLeg($0, variants: variants(along: $0.path)) }
            }
            // The best at the most favorable is the best if it is that favorable when it is driven.
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

    /// A leg with what its edges are at the time of travel.
    private struct FoundLeg {
        var leg: ChainLeg
        var variants: [Int: EdgeVariant]

        init(_ leg: ChainLeg, variants: [Int: EdgeVariant]) {
            self.leg = leg
            self.variants = variants
        }
    }

    private func variants(along path: NetworkPath) -> [Int: EdgeVariant] {
        let known = costs.metric.variants
        guard !known.isEmpty else { return [:] }
        var variants: [Int: EdgeVariant] = [:]
        for (index, element) in path.elements.enumerated() {
            if let variant = known[element.edge.row] { variants[index] = variant }
        }
        return variants
    }

    /// The legs with what their edges are when they are driven one after the other, or `nil` when
    /// they do not cost then what they were found for.
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

    /// When a stop is left that is reached at an instant.
    private func departure(from stop: Int, reachedAt instant: Int64) -> Int64 {
        max(instant, window(of: stop)?.start ?? instant)
            + service(stop, request.settings.impedance)
    }

    private func solved(_ found: FoundLeg) -> SolvedLeg {
        let pathCosts = PathCosts(network: network, barriers: barriers.effects)
        var quanta: [Int: [Int64]] = [:]
        for attribute in reportedAttributes {
            quanta[attribute] = pathCosts.quanta(
                of: found.leg.path, attribute: attribute, variants: found.variants)
        }
        var leg = SolvedLeg(found.leg, quanta: quanta)
        leg.variants = found.variants
        return leg
    }

    /// The impedance, accumulated costs, and what directions and quanta need.
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
                    "Route \"\(routeName)\": \(ends) the impedance passes the limit of "
                        + "2^30 quanta (12 days, or 10,700 km)."
                ]), gap)
    }

    private func label(_ stop: Int) -> String { stops[stop].input.reference.label }
}

extension RouteFinder {
    /// The best route between two stops and further ones worth showing beside it, by cost.
    ///
    /// - Parameters:
    ///   - best: The route that ``find(_:_:)`` has found.
    ///   - count: Routes wanted, at most 30; fewer where there are fewer.
    /// - Returns: The best alone when it has more than one leg, when conditions change on the way,
    ///   or when no hierarchy serves the request.
    package func alternatives(
        to best: SolvedRoute, count: Int, _ chain: inout LegChain
    ) -> [SolvedRoute] {
        guard best.legs.count == 1, request.timedConditions == nil else { return [best] }
        let ends = best.stops.map { LegChain.usable(best.moved[$0] ?? stops[$0]) }
        let ways = chain.router.alternatives(
            from: ends[0].map { SearchOrigin(edge: $0.edge.row, fraction: $0.fraction) },
            to: ends[1].map { SearchDestination(edge: $0.edge.row, fraction: $0.fraction) },
            count: count, monitor: chain.monitor)
        guard let ways, !ways.isEmpty else { return [best] }
        return ways.map { way in
            let leg = ChainLeg(
                departure: ends[0][way.path.origin], arrival: ends[1][way.destination],
                path: way.path.path, cost: way.path.cost)
            var route = best
            route.legs = [solved(FoundLeg(leg, variants: variants(along: leg.path)))]
            route.schedule = schedule(best.stops, route.legs)
            return route
        }
    }

    /// The timetable of a route whose clock is the time impedance.
    private func schedule(_ order: [Int], _ legs: [SolvedLeg]) -> Schedule {
        let impedance = request.settings.impedance
        let isTime = description.costs[impedance].kind == .time
        let clock = isTime ? impedance : request.settings.directionsTime
        return Schedule(
            stops: order,
            travel: legs.map { leg in clock.map { leg.total($0) } ?? 0 },
            services: order.map { stop in clock.map { service(stop, $0) } ?? 0 },
            windows: order.map { isTime ? window(of: $0) : nil },
            startClock: isTime ? request.clock.start : nil)
    }

    private func service(_ stop: Int, _ attribute: Int) -> Int64 {
        Int64(
            (stops[stop].input.added[attribute] / description.costs[attribute].unitsPerQuantum)
                .rounded())
    }

    private func window(of stop: Int) -> (start: Int64, end: Int64)? {
        guard request.order.usesWindows, let window = stops[stop].input.timeWindow else {
            return nil
        }
        return (
            request.clock.windowInstant(window.start), request.clock.windowInstant(window.end)
        )
    }

    /// The best order of the stops; the given one when no order connects all of them. Also whether
    /// some stop cannot be left, or not be reached, that need not be the last or the first.
    private func sequence(
        _ valid: [Int], _ chain: inout LegChain
    ) throws(ChainFailure) -> (order: [Int], hasDeadEnd: Bool) {
        let impedance = request.settings.impedance
        let windows = valid.map { window(of: $0) }
        // Preferred and avoided roads weigh otherwise than they take: the clock needs the time.
        let needsTimes = costs.metric.key.scalesCosts && windows.contains { $0 != nil }
        let table = chain.table(
            between: valid.map { stops[$0] }, time: needsTimes ? impedance : nil)
        guard let table else { throw .stopped }
        let order = BestSequence(
            request: request, services: valid.map { service($0, impedance) }, windows: windows,
            matrix: table.costs, times: table.times, control: control
        ).order
        let ends = (first: request.order.preservesFirst, last: request.order.preservesLast)
        return (order?.map { valid[$0] } ?? valid, table.hasDeadEnd(but: ends))
    }
}
