// Makes a route from a given path instead of searching for one.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteFinder {
    /// Returns the route along a given path, with costs as if all of it were open.
    ///
    /// A found route, given back under the same request, gets the same integers. Under a clock,
    /// conditional restrictions are judged when the path reaches them; without one, the metric's
    /// conditions count.
    ///
    /// - Parameter visits: The stops to visit, as positions in the request: one more than legs.
    ///   They move to the path's places.
    /// - Throws: Why the path cannot be followed on this network.
    /// - Complexity: O(*n*) for *n* edges.
    package func follow(
        _ given: GivenPath, through visits: [Int]
    ) throws(GivenPathError) -> GivenRoute {
        guard given.legs.count + 1 == visits.count, !given.legs.isEmpty else {
            throw .wrongLegCount(legs: given.legs.count, stops: visits.count)
        }
        var moved: [Int: LocatedStop] = [:]
        for (position, stop) in visits.enumerated() {
            let place = position == 0 ? given.legs[0].from : given.legs[position - 1].to
            guard stops[stop].place != place || !stops[stop].isValid else { continue }
            let status = position < given.statuses.count ? given.statuses[position] : .ok
            moved[stop] = stops[stop].placed(at: place, status)
        }
        let paths = try given.legs.enumerated().map { (number, leg) throws(GivenPathError) in
            try leg.path(on: engine.network, leg: number)
        }
        var followed = follow(paths, of: given, through: visits)
        for _ in 0..<Self.mostTimings {
            guard let finder = staying(as: followed.route.schedule) else { break }
            followed = finder.follow(paths, of: given, through: visits)
        }
        followed.route.moved = moved
        return GivenRoute(
            route: followed.route,
            findings: PathFindings(finder: self, legs: followed.route.legs)
                .findings(of: followed.closures))
    }

    /// Follows paths, each judged when it is traveled. Returns the route, and where it is closed
    /// then.
    private func follow(
        _ paths: [NetworkPath], of given: GivenPath, through visits: [Int]
    ) -> (route: SolvedRoute, closures: [(leg: Int, closure: PathClosure)]) {
        var legs: [SolvedLeg] = []
        var closures: [(leg: Int, closure: PathClosure)] = []
        var instant = request.departure
        for (position, path) in paths.enumerated() {
            instant = departure(from: visits[position], reachedAt: instant)
            let followed = costs.follow(path, from: instant, request.timedConditions)
            instant += followed.milliseconds
            closures += followed.closures.map { (position, $0) }
            let leg = chainLeg(given.legs[position], path, followed)
            legs.append(solved(FoundLeg(leg, variants: followed.variants)))
        }
        let route = SolvedRoute(
            name: name(of: RouteGroup(name: given.name, stops: visits), visits), stops: visits,
            legs: legs, schedule: schedule(visits, legs))
        return (route, closures)
    }

    private func chainLeg(
        _ leg: GivenLeg, _ path: NetworkPath, _ followed: FollowedPath
    ) -> ChainLeg {
        let (first, last) = (path.elements[0], path.elements[path.elements.count - 1])
        return ChainLeg(
            departure: leg.from.candidate(on: first.edge, at: first.from),
            arrival: leg.to.candidate(on: last.edge, at: last.to), path: path,
            cost: UInt32(clamping: followed.cost))
    }
}

extension LocatedStop {
    /// Returns the stop at a place on a given path.
    fileprivate func placed(at place: NetworkPlace, _ status: LocationStatus) -> LocatedStop {
        var stop = self
        stop.place = place
        stop.status = status
        stop.problem = nil
        return stop
    }
}

/// Describes the closures on a route.
private struct PathFindings {
    let finder: RouteFinder
    let legs: [SolvedLeg]

    private var network: NetworkDataset { finder.engine.network }

    /// Returns the closures with their places on the route and the names of what closes them.
    func findings(of closures: [(leg: Int, closure: PathClosure)]) -> [PathRemark] {
        guard !closures.isEmpty else { return [] }
        let meters = metersBefore
        return closures.map { leg, closure in
            let element = legs[leg].path.elements[closure.element]
            let edge = element.edge
            let name = network.streetName(of: edge)
            let along = max(0, closure.share - element.from) * length(of: edge)
            return PathRemark(
                edge: edge.row, leg: leg, element: closure.element,
                meters: meters[leg][closure.element] + along,
                street: name.isEmpty ? network.reference(of: edge) : name,
                cause: cause(closure.cause, edge))
        }
    }

    /// The index of the length cost.
    private var lengthCost: Int? {
        network.description.costs.firstIndex { $0.kind == .length && $0.isStored }
    }

    /// Returns an edge's length in meters.
    private func length(of edge: EdgeID) -> Double {
        guard let cost = lengthCost else { return 0 }
        return Double(network.costs[network.description.costs[cost].column][edge.row]) / 100
    }

    /// For each leg, the meters from the route's start to each element.
    private var metersBefore: [[Double]] {
        var total = 0.0
        return legs.map { leg in
            leg.path.elements.map { element in
                defer { total += (element.to - element.from) * length(of: element.edge) }
                return total
            }
        }
    }

    private func cause(_ cause: PathClosure.Cause, _ edge: EdgeID) -> PathRemark.Cause {
        let barriers = finder.barriers
        switch cause {
        case .barrier: return .barriers(barriers.closing(segment: edge.segment))
        case .junctionBarrier(let node): return .barriers(barriers.closing(node, of: network))
        case .restrictions(let bits): return .restrictions(names(of: bits))
        case .timedRestrictions(let bits): return .timedRestrictions(names(of: bits))
        case .traffic: return .traffic
        case .turn: return .turn
        case .timedTurn: return .timedTurn
        case .uTurn: return .uTurn
        case .throughTraffic: return .throughTraffic
        }
    }

    private func names(of bits: UInt64) -> [String] {
        network.description.namedRestrictions.filter { $0.mask & bits != 0 }.map(\.name)
    }
}
