// Moves stops that cannot be visited at the time the route gets there.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RouteFinder {
    /// How far a stop moves before the one ahead of it is tried.
    private static let firstMeters = 1_000.0

    /// Tries again with stops moved off streets that are closed when the route gets there, or when
    /// it leaves.
    ///
    /// - Parameter failure: The leg without a path under the conditions at the time of travel.
    /// - Returns: `nil` if no conditions change on the route, or no other place helps.
    /// - Throws: Only ``ChainFailure/stopped``.
    func attemptInTime(
        after failure: ChainFailure, _ group: RouteGroup, _ chain: inout LegChain
    ) throws(ChainFailure) -> SolvedRoute? {
        guard let conditions = request.timedConditions,
            case .unreachable(var position, let known) = failure, let order = known
        else { return nil }
        var finder = self
        var moved: [Int: LocatedStop] = [:]
        while moved.count < order.count {
            guard
                let (stop, place) = try finder.timelyPlace(
                    of: order, around: position, besides: Set(moved.keys), conditions, &chain)
            else { return nil }
            moved[stop] = place
            finder = finder.relocating([stop: place])
            do throws(ChainFailure) {
                var route = try finder.route(through: order, group, &chain)
                route.moved = moved
                return route
            } catch {
                guard case .unreachable(let next, _) = error else { throw error }
                position = next
            }
        }
        return nil
    }

    /// Finds a new place for one end of a leg without a path in time: for the later end if the
    /// place is near, otherwise for the earlier end, which the route may leave too late.
    private func timelyPlace(
        of order: [Int], around position: Int, besides moved: Set<Int>,
        _ conditions: TimedConditions, _ chain: inout LegChain
    ) throws(ChainFailure) -> (stop: Int, place: LocatedStop)? {
        let tries = [
            (position + 1, Self.firstMeters), (position, Double.infinity),
            (position + 1, Double.infinity),
        ]
        for (stop, meters) in tries where !moved.contains(order[stop]) {
            let place = try timelyPlace(
                of: order, at: stop, meters, isLeft: stop == position, conditions, &chain)
            if let place { return (order[stop], place) }
        }
        return nil
    }

    /// - Parameter isLeft: Whether the next stop must be reached in time, too.
    private func timelyPlace(
        of order: [Int], at position: Int, _ meters: Double, isLeft: Bool,
        _ conditions: TimedConditions, _ chain: inout LegChain
    ) throws(ChainFailure) -> LocatedStop? {
        let timed = TimedChain(conditions: conditions, monitor: chain.monitor) {
            departure(from: order[$0], reachedAt: $1)
        }
        let start = request.departure
        let before = order[..<position].map { stops[$0] }
        let after = order[(position + 1)...].prefix(1).map { stops[$0] }
        let stop = order[position]
        let found = try placeSearch.first(of: stops[stop], rules(of: stop), within: meters) {
            (batch) throws(ChainFailure) in
            let isReached =
                before.isEmpty
                ? batch.map { _ in true }
                : try timed.reached(among: batch, through: before, from: start, &chain.router)
            for (place, isReached) in zip(batch, isReached) where isReached {
                // The next stop may have to move as well, but a path must lead there at some time.
                guard try chain.connects([place] + after) else { continue }
                guard isLeft else { return place }
                let isOnTime = try timed.reached(
                    among: after, through: before + [place], from: start, &chain.router)
                if isOnTime.allSatisfy(\.self) { return place }
            }
            return nil
        }
        guard var place = found, place.place != stops[stop].place else { return nil }
        place.place?.isOutOfHours = true
        return place
    }
}
