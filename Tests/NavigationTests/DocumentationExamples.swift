// Runs the documentation's examples.

import DataStructures
import Geo
import Navigation
import Testing

struct DocumentationExamples {
    private let line = [0.0, 1_000].map { RouteSketch.place(east: $0, north: 0) }

    /// The fixes of a drive to the end.
    private func drive(_ index: RouteIndex) throws -> [Fix] {
        var random = SeededGenerator(1)
        let simulator = try RouteSimulator(index)
        let drive = simulator.drive(using: &random)
        return drive.map(\.fix)
    }

    @Test func `the example of RouteIndex finds a place`() throws {
        let place = RouteSketch.place(east: 400, north: 20)

        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 13))
        if let match = index.closest(to: place, maximumMeters: 50) {
            let left = index.remainder(from: match.position)
            print("\(Int(left.meters)) m and \(Int(left.seconds)) s are left")
        }

        #expect(index.closest(to: place, maximumMeters: 50)?.meters.rounded() == 400)
    }

    @Test func `the example of RouteTracker arrives`() throws {
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 13))
        let fixes = try drive(index)

        let tracker = RouteTracker(index)
        var state = TrackerState()
        for fix in fixes {
            let (next, events) = tracker.track(fix, from: state)
            state = next
            if events.contains(.arrived) { break }
        }

        #expect(state.phase == .arrived)
    }

    @Test func `the example of LiveRoute refreshes`() {
        let live = LiveRoute()
        let first = LiveRouteOffer(id: "1", lengthMeters: 20_000)
        var (state, actions) = live.handle(.set(first, time: 0), in: LiveRouteState())
        (state, actions) = live.handle(.tick(time: 300_000), in: state)
        // actions: send(request: 1, refresh(meters: 0.0))

        #expect("\(actions)".contains("refresh(meters: 0.0)"))
        #expect(state.active == first)
    }

    @Test func `the examples of Navigator and SessionRecording tell the progress`() throws {
        let route = FollowedRoute(line: line, metersPerSecond: 13)
        let fix = Fix(time: 0, longitude: line[0].x, latitude: line[0].y)

        var navigator = Navigator()
        var outputs = navigator.handle(.set(NavigatorRoute(id: "1", route), time: 0))
        outputs += navigator.handle(.fix(fix))
        for case .tracked(.progress(let progress)) in outputs {
            print("\(Int(progress.remainder.meters)) m left")
        }

        #expect(outputs.count == 4)
        let input = NavigatorInput.tick(time: 1_000)
        var recording = SessionRecording(live: navigator.live.settings)
        recording.append(input, navigator.handle(input))
        let text = try recording.jsonLines()
        let difference = try SessionRecording(jsonLines: text).replay()
        #expect(difference == nil)
    }
}
