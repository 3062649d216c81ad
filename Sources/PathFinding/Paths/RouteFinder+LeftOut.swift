// Finds a route without the stops it cannot visit.

import Preparation
import RouteAPI
import RoutingEngine

/// A stop left out of a route, with the missing leg to it or from it.
package struct LeftOutStop: Sendable {
    /// The stop's position in the request.
    var stop: Int
    /// The missing leg between the stop and its neighbors in the route.
    var gap: RouteGap
}

extension RouteFinder {
    /// The most sets of stops to try; nearly always the first one has a route.
    private static let mostTries = 24
    /// The share of the effort for ordering each set, until one has a route.
    private static let shareOfTry = 0.05

    /// Finds a group's route through as many stops as possible, at least two.
    ///
    /// - Parameter valid: The group's stops with a place.
    /// - Returns: `nil` if no two stops are connected, or the search was stopped.
    func searchLeavingOut(
        _ valid: [Int], _ group: RouteGroup, _ chain: inout LegChain
    ) -> SolvedRoute? {
        let moved = (try? moves(of: valid, &chain))?.last ?? [:]
        let finder = relocating(moved)
        var attempting = finder
        attempting.effortShare *= Self.shareOfTry
        let table = chain.table(between: valid.map { finder.stops[$0] })
        guard let table else { return nil }
        var reachable = ReachableStops(costs: table.costs)
        for _ in 0..<Self.mostTries {
            let kept = reachable.largestSet(
                isOrderFree: request.order.findsBest,
                ends: preservedEnds
            ).map { valid[$0] }
            guard kept.count >= 2 else { return nil }
            do throws(ChainFailure) {
                var route = try attempting.attempt(kept, group, &chain).route
                if request.order.findsBest {
                    route = try finder.better(than: route, through: kept, group, &chain)
                }
                route = try finder.inTime(route, of: kept, group, &chain)
                route.moved = moved.filter { kept.contains($0.key) }
                let isLate = Set(route.leftLate)
                route.leftOut = leftOut(
                    of: valid.filter { !isLate.contains($0) }, by: route, reachable)
                return route
            } catch {
                guard case .unreachable(let position, let order?) = error,
                    let from = valid.firstIndex(of: order[position]),
                    let to = valid.firstIndex(of: order[position + 1])
                else { return nil }
                reachable.remove(from: from, to: to)
            }
        }
        return nil
    }

    /// Orders the stops with the whole effort, and returns the better of the two routes.
    private func better(
        than route: SolvedRoute, through kept: [Int], _ group: RouteGroup,
        _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute {
        do throws(ChainFailure) {
            let found = try attempt(kept, group, &chain).route
            return rank(found) <= rank(route) ? found : route
        } catch {
            if case .stopped = error { throw error }
            return route
        }
    }

    /// Returns the stops left out, each with its missing leg.
    private func leftOut(
        of valid: [Int], by route: SolvedRoute, _ reachable: ReachableStops
    ) -> [LeftOutStop] {
        let visited = Set(route.stops)
        return valid.filter { !visited.contains($0) }.map { stop in
            // In a free order, the stop could be the last.
            let place =
                request.order.findsBest
                ? route.stops.count : route.stops.firstIndex { $0 > stop } ?? route.stops.count
            var order = route.stops
            order.insert(stop, at: place)
            let isReached = place > 0 && hasPath(valid, order[place - 1], stop, reachable)
            let position = isReached || place == 0 ? place : place - 1
            return LeftOutStop(
                stop: stop,
                gap: RouteGap(
                    routeName: route.name, order: order,
                    position: min(position, order.count - 2), isTooFar: false))
        }
    }

    private func hasPath(
        _ valid: [Int], _ from: Int, _ to: Int, _ reachable: ReachableStops
    ) -> Bool {
        guard let from = valid.firstIndex(of: from), let to = valid.firstIndex(of: to) else {
            return false
        }
        return reachable.hasPath(from: from, to: to)
    }
}
