// Tests which events are told where a refreshed route has others.

import Geo
import Navigation
import Testing

@Suite struct EventRenewalTests {
    private func road(_ events: [FollowedRoute.Event]) -> FollowedRoute {
        var route = FollowedRoute(
            line: [0, 20_000].map { RouteSketch.place(east: $0, north: 0) }, metersPerSecond: 10)
        route.events = events
        return route
    }

    /// What is told about events on a drive of 4 km at 10 m/s. At 3 km the route is refreshed.
    private func told(
        _ first: [FollowedRoute.Event], then: [FollowedRoute.Event]
    ) throws -> [String] {
        var navigator = Navigator(live: LiveRoute())
        var told: [String] = []
        func put(_ input: NavigatorInput) {
            for output in navigator.handle(input) {
                switch output {
                case .tracked(.eventNear(let event, _)):
                    if let known = navigator.activeRoute?.events[event] {
                        told.append("\(known.kind) \(Int(known.offset))")
                    }
                case .live(.send(let request, .refresh)):
                    put(.answered(request: request, .refreshed(road(then), isBlocked: false)))
                default: break
                }
            }
        }
        put(.set(NavigatorRoute(id: "road", road(first)), time: 0))
        for second in Int64(0)...400 {
            let place = RouteSketch.place(east: Double(second) * 10, north: 0)
            put(
                .fix(
                    Fix(
                        time: second * 1_000, longitude: place.x, latitude: place.y,
                        accuracyMeters: 7.5, courseDegrees: 90, metersPerSecond: 10)))
            put(.tick(time: second * 1_000))
        }
        return told
    }

    private func event(_ kind: String, _ offset: Double, _ id: String? = nil)
        -> FollowedRoute.Event
    {
        .init(offset: offset, kind: kind, feedID: id)
    }

    @Test func `what is new before an event that was told is told, and that not twice`() throws {
        let works = event("works", 3_120)
        #expect(try told([works], then: [works]) == ["works 3120"])
        #expect(
            try told([works], then: [event("accident", 3_060), works])
                == ["works 3120", "accident 3060"])
        #expect(
            try told([event("works", 3_120, "7")], then: [event("works", 3_100, "7")])
                == ["works 3120"])
        #expect(
            try told([event("works", 3_120, "7")], then: [event("works", 3_120, "8")])
                == ["works 3120", "works 3120"])
    }

    @Test func `what lies behind does not move what is told ahead`() throws {
        let (light, works) = (event("trafficSignals", 500), event("works", 3_500))
        #expect(try told([light, works], then: [works]) == ["trafficSignals 500", "works 3500"])
        #expect(
            try told([works], then: [light, event("accident", 800), works]) == ["works 3500"])
    }
}
