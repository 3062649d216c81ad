// A route as it is now, and with new times ahead.

import Geo

extension RouteIndex {
    /// The route, with places to 1e-7 degrees, and measures in whole centimeters and milliseconds.
    /// An index of it equals this one.
    ///
    /// - Complexity: O(*n*) in the vertices.
    public var route: FollowedRoute {
        var route = FollowedRoute(
            line: vertices.map(Self.place), meters: vertices.map { Double($0.centimeters) / 100 },
            seconds: vertices.map { Double($0.milliseconds) / 1_000 })
        route.maneuvers = maneuvers
        route.waypoints = waypoints
        route.events = events
        route.spans = spans
        route.energy = energy
        route.delays = delays
        route.isPartial = isPartial
        return route
    }

    private static func place(of vertex: Vertex) -> Coordinate {
        Coordinate(
            x: Coordinate.wrapped(longitude: Double(vertex.x) / unitsPerDegree),
            y: Double(vertex.y) / unitsPerDegree)
    }

    /// Returns the route with the times, events and stretches of the rest from a measure on.
    ///
    /// The part behind the vehicle stays. So do maneuvers and waypoints: the rest may lack them, or
    /// count them differently.
    ///
    /// - Parameters:
    ///   - rest: The route from the measure to the end, with measures from 0.
    ///   - meters: Where the rest begins, in meters from this route's start.
    /// - Complexity: O(*n*) in the vertices of both.
    func renewed(by rest: FollowedRoute, fromMeters meters: Double) -> FollowedRoute {
        let start = max(0, min(meters, lengthMeters))
        let position = position(atMeters: start)
        let seconds = self.seconds(at: position)
        // At the start and at a vertex, the rest's first vertex is the same place.
        let kept = vertices[...position.segment].prefix { Double($0.centimeters) < start * 100 }
        var route = FollowedRoute(
            line: kept.map(Self.place) + rest.line,
            meters: kept.map { Double($0.centimeters) / 100 } + rest.meters.map { $0 + start },
            seconds: kept.map { Double($0.milliseconds) / 1_000 }
                + rest.seconds.map { $0 + seconds })
        route.isPartial = isPartial
        route.maneuvers = maneuvers
        route.waypoints = waypoints
        route.events =
            events.filter { $0.offset < start }
            + rest.events.map { event in
                var moved = event
                moved.offset += start
                return moved
            }
        route.spans =
            spans.filter { $0.start < start }.map { span in
                var ended = span
                ended.end = min(ended.end, start)
                return ended
            }
            + rest.spans.map { span in
                .init(start: span.start + start, end: span.end + start, kind: span.kind)
            }
        route.energy = energy(before: start, and: rest.energy)
        if !rest.delays.isEmpty {
            // Losses behind the vehicle no longer count.
            route.delays =
                [.init(offset: start, seconds: 0)]
                + rest.delays.map { .init(offset: $0.offset + start, seconds: $0.seconds) }
        }
        return route
    }

    /// Returns what is used up to a measure in meters, and to each leg's end from there on; nothing
    /// if any is unknown.
    private func energy(
        before start: Double, and rest: [FollowedRoute.EnergyMark]
    ) -> [FollowedRoute.EnergyMark] {
        guard !rest.isEmpty, let whole = energy.last?.total,
            let left = energyLeft(fromMeters: start)
        else { return [] }
        let used = max(0, whole - left)
        return energy.filter { $0.offset < start && $0.total <= used }
            + [.init(offset: start, total: used)]
            + rest.map { .init(offset: $0.offset + start, total: $0.total + used) }
    }
}
