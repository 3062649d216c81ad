// Every value of the core survives encoding, and no JSON name is made up by the compiler.

import Foundation
import RouteAPI
import Testing

@testable import Navigation

@Suite struct EncodingTests {
    private let line = [0, 400, 900].map { RouteSketch.place(east: $0, north: 0) }

    /// Encodes values and compares what is read back, bytes too.
    private func check<Value: Codable & Equatable>(_ values: Value...) throws {
        let encoder = JSONEncoder()
        encoder.outputFormatting = .sortedKeys
        for value in values {
            // A list, since an enumeration of texts is no document of its own.
            let data = try encoder.encode([value])
            let text = String(decoding: data, as: UTF8.self)
            let read = try JSONDecoder().decode([Value].self, from: data)
            #expect(read == [value], "\(text)")
            #expect(try encoder.encode(read) == data, "\(text)")
            #expect(!text.contains("\"_"), "\(text)")
        }
    }

    private var route: FollowedRoute {
        var route = FollowedRoute(line: line, metersPerSecond: 11)
        route.maneuvers = [
            .init(offset: 400, text: "Turn left", shortText: "Left", type: "esriDMTTurnLeft"),
            .init(
                offset: 900, text: "Arrive", type: "esriDMTStop",
                lanes: [.init(turns: ["left", "through"], isActive: true)]),
        ]
        route.waypoints = [.init(offset: 400, id: "half")]
        route.events = [
            .init(offset: 10, kind: "trafficSignals"),
            .init(
                offset: 20, kind: "accident", text: "A lane is closed", feedID: "a-7",
                lanesClosed: 1, street: "Via Roma"),
        ]
        route.energy = [.init(offset: 400, total: 1.0 / 3), .init(offset: 900, total: 0.7)]
        route.spans = [.init(start: 100, end: 300, kind: FollowedRoute.Span.tunnel)]
        return route
    }

    @Test func `routes, positions, fixes and corridors`() throws {
        var part = FollowedRoute(line: line, metersPerSecond: 3)
        part.isPartial = true
        part.delays = [.init(offset: 900, seconds: 12.5)]
        try check(route, FollowedRoute(line: line, metersPerSecond: 3), part)
        try check(RoutePosition.start, RoutePosition(segment: 1, share: 1.0 / 3))
        try check(
            RouteRemainder(meters: 0.1, seconds: 1e-3, progress: 2.0 / 3),
            RouteRemainder(meters: 0.1, seconds: 1e-3, progress: 2.0 / 3, delaySeconds: 0.7))
        try check(
            Fix(time: .min, longitude: 7.4, latitude: -43.7),
            Fix(
                time: 1, longitude: 0.1, latitude: 0.2, accuracyMeters: -1, courseDegrees: 359.9,
                metersPerSecond: 33.3))
        try check(
            SimulatedFix(
                fix: Fix(time: 1, longitude: 1, latitude: 2), drivenMeters: 3.3,
                metersSinceLeaving: nil),
            SimulatedFix(
                fix: Fix(time: 1, longitude: 1, latitude: 2), drivenMeters: 3.3,
                metersSinceLeaving: 0.3))
        let branch = try #require(Corridor.Branch(offset: 12.5, line: line))
        try check(branch)
        try check(Corridor(fromMeters: 0, toMeters: 1e3 / 3, branches: [branch]))
    }

    @Test func `settings`() throws {
        var tracker = RouteTracker.Settings()
        tracker.evidence = 7.25
        try check(RouteTracker.Settings(), tracker)
        for acceptance in LiveRouteSettings.Acceptance.allCases {
            for mode in LiveRouteSettings.DeviationMode.allCases {
                var settings = LiveRouteSettings()
                settings.acceptance = acceptance
                settings.deviationMode = mode
                settings.isUpdated = false
                try check(settings)
            }
        }
    }

    @Test func `all that a tracker tells and knows`() throws {
        let progress = TrackerEvent.Progress(
            position: .init(segment: 1, share: 0.3), meters: 550.1,
            remainder: .init(meters: 349.9, seconds: 31.8, progress: 0.611), isEstimated: true)
        try check(
            TrackerEvent.progress(progress),
            .announcement(maneuver: 1, stage: .far, meters: 99.9),
            .announcement(maneuver: 1, stage: .near, meters: 9.9),
            .announcement(maneuver: 1, stage: .now, meters: 0.9),
            .eventNear(event: 2, meters: 0.1), .waypointReached(3),
            .deviated(leftMeters: 1.0 / 3), .deviated(leftMeters: nil), .rejoined(meters: 5),
            .arrived)
        var state = TrackerState()
        try check(state)
        for phase in [TrackingPhase.approaching, .following, .deviated, .arrived] {
            state.phase = phase
            try check(state)
        }
        state.last = Fix(time: 1, longitude: 2, latitude: 3)
        state.recent = [Fix(time: 1, longitude: 2, latitude: 3)]
        state.jumped = state.last
        state.offset = -1.0 / 3
        state.candidate = .init(start: 1, meters: 2, driven: 3)
        state.stoppedSince = 4
        state.announced = .init(maneuver: 5, stage: .near)
        state.eventsTold = 6
        state.toldAhead = [8, 7]
        let branches = [nil, -12.5].map { (error: Float?) in
            BranchEvidence(
                id: .max, meters: 1.0 / 3, evidence: 1 / 3, offset: -0.1, course: 359.9,
                courseError: error)
        }
        state.corridor = .init(startedMeters: 6, courseError: 0.1, branches: branches)
        try check(state)
    }

    @Test func `all that happens to a live route, and all that it asks for`() throws {
        let offer = LiveRouteOffer(
            id: "a", lengthMeters: 9, directionsMeters: 8, isImported: true, isBlocked: true,
            leavesAtMeters: 7, gainSeconds: -1, energy: 1.0 / 3)
        try check(offer, LiveRouteOffer(id: "b", lengthMeters: 1))
        try check(
            LiveRouteEvent.set(offer, time: 1), .tick(time: 2),
            .progressed(meters: 1, maneuverSeconds: nil, waypointsReached: 2),
            .progressed(meters: 1, maneuverSeconds: 3, waypointsReached: 2),
            .progressed(meters: 1, maneuverSeconds: 3, waypointsReached: 2, energyLeft: 0.1),
            .progressed(meters: 1, maneuverSeconds: 3, waypointsReached: 2, junctionSeconds: 0.7),
            .charged(left: 1.0 / 3),
            .deviated(leftMeters: nil), .deviated(leftMeters: 2), .rejoined, .steered(id: "a"),
            .passed(id: "a"), .selected(id: "a"), .refused(id: "a"), .waypointSkipped, .arrived,
            .answered(request: 1, .refreshed(isBlocked: true)),
            .answered(request: 1, .refreshed(isBlocked: true, energyLeft: 0.1)),
            .answered(request: 1, .refreshed(isBlocked: true, leavesAtMeters: 1.0 / 3)),
            .answered(request: 1, .proposals([offer], reason: .betterRoute)),
            .answered(request: 1, .proposals([], reason: .avoidBlockage)),
            .answered(request: 1, .proposals([offer], reason: .withinRange)),
            .answered(request: 1, .replanned(offer)),
            .answered(request: 1, .directions(upToMeters: 2)),
            .failed(request: 1, retrySeconds: nil), .failed(request: 1, retrySeconds: 2))
        try check(
            LiveRouteAction.send(request: 1, .refresh(meters: 2)),
            .send(request: 1, .better(meters: 2)),
            .send(request: 1, .withinRange(waypointsReached: 2)),
            .send(request: 1, .replan(waypointsReached: 2)),
            .send(request: 1, .rejoin(leftMeters: nil, deviations: 2)),
            .send(request: 1, .rejoin(leftMeters: 1, deviations: 2)),
            .send(request: 1, .directions(meters: 2)), .cancel(request: 1),
            .added(id: "a", reason: nil), .added(id: "a", reason: .deviated),
            .added(id: "a", reason: .withinRange), .added(id: "a", reason: .waypointSkipped),
            .activeChanged(id: "a"), .removed(id: "a"), .refreshed(id: "a"),
            .conditionsOutdated(id: "a"), .left(id: "a"), .replanFailed(retrySeconds: 1),
            .selectionRejected(id: "a"))
    }

    @Test func `all that goes into a navigator, and all that comes out`() throws {
        let set = NavigatorRoute(id: "a", route, isImported: true)
        let corridor = Corridor(fromMeters: 0, toMeters: 9, branches: [])
        try check(
            NavigatorInput.set(set, time: 1), .fix(Fix(time: 1, longitude: 2, latitude: 3)),
            .tick(time: 2), .selected(id: "a"), .refused(id: "a"),
            .charge(left: 0.1), .corridor(corridor, id: "a"), .skipWaypoint,
            .answered(request: 1, .refreshed(route, isBlocked: true)),
            .answered(request: 1, .refreshed(nil, isBlocked: false)),
            .answered(request: 1, .refreshed(nil, isBlocked: false, leavesAtMeters: 0.7)),
            .answered(request: 1, .proposals([set], reason: .betterRoute)),
            .answered(request: 1, .replanned(set)),
            .answered(request: 1, .directions(route.maneuvers, upToMeters: 9)),
            .failed(request: 1, retrySeconds: nil))
        try check(
            NavigatorOutput.tracked(.arrived), .live(.left(id: "a")), .waypointSkipped(id: "a"),
            .invalidRoute(id: "a", reason: "The line has one vertex."))
        try check(NavigatorState())
    }

    // MARK: No field is left out

    /// Checks a value of which every field differs from another's: a field that is not encoded
    /// would be read as it usually is.
    private func checkFields<Value: Codable & Equatable>(
        of value: Value, unlike usual: Value
    ) throws {
        let (fields, others) = (Mirror(reflecting: value), Mirror(reflecting: usual))
        try #require(fields.children.count == others.children.count)
        for (field, other) in zip(fields.children, others.children) {
            let name = "\(Value.self).\(field.label ?? "")"
            #expect("\(field.value)" != "\(other.value)", "\(name) is as it usually is")
        }
        try check(value)
    }

    private var tracker: TrackerState {
        var state = TrackerState()
        let fix = Fix(time: 1, longitude: 2, latitude: 3)
        state.phase = .deviated
        (state.shownMeters, state.metersPerSecond, state.waypointsReached) = (1.5, 2.5, 3)
        (state.meters, state.last, state.recent) = (3.5, fix, [fix])
        (state.jumps, state.jumped) = (4, fix)
        (state.offset, state.routeCourse, state.weighed) = (-0.5, 5.5, 6)
        (state.leftEvidence, state.rightEvidence) = (6.5, 7.5)
        (state.besideLeftEvidence, state.besideRightEvidence) = (8.5, 9.5)
        (state.soundMeters, state.count) = (10.5, 11)
        state.candidate = .init(start: 11.5, meters: 12.5, driven: 13.5)
        state.soughtMeters = 13.75
        (state.stoppedSince, state.stoppedAt) = (14, fix)
        state.announced = .init(maneuver: 15, stage: .now)
        (state.eventsTold, state.toldAhead) = (16, [18, 17])
        state.corridor = .init(
            startedMeters: 18.5, courseError: 19.5,
            branches: [
                .init(
                    id: 20, meters: 20.5, evidence: 21.5, offset: 22.5, course: 23.5,
                    courseError: 24.5)
            ])
        return state
    }

    private var live: LiveRouteState {
        var state = LiveRouteState()
        state.active = LiveRouteOffer(id: "a", lengthMeters: 1)
        state.proposal = LiveRouteOffer(id: "b", lengthMeters: 2)
        (state.isDeviated, state.hasArrived, state.deviations) = (true, true, 3)
        state.isSkipping = true
        (state.time, state.updateTime, state.missed) = (4, 5, 6)
        (state.isOutdated, state.isBetterDue, state.proposalEnd) = (true, true, 7)
        (state.retryTime, state.failures, state.directionsTime) = (8, 9, 10)
        (state.meters, state.followedFrom, state.maneuverSeconds) = (10.5, 11.5, 12.5)
        (state.waypointsReached, state.leftMeters) = (13, 13.5)
        (state.charge, state.energyLeft, state.nextRequest) = (14.5, 15.5, 16)
        (state.betterLeavesMeters, state.lastManeuverSeconds) = (25.5, 26.5)
        state.betterEnd = 27
        for (number, kind) in LiveRouteRequest.Kind.allCases.enumerated() {
            state.underWay[kind] = 17 + number
        }
        state.replanWait = .init(sent: 21, late: 22)
        state.directionsWait = .init(sent: 23, late: 24)
        return state
    }

    @Test func `every field of the states is encoded`() throws {
        try checkFields(of: tracker, unlike: TrackerState())
        let corridor = try #require(tracker.corridor)
        try checkFields(of: corridor, unlike: .init(startedMeters: 0, courseError: nil))
        try checkFields(
            of: corridor.branches[0], unlike: .init(id: 0, meters: 0, offset: 0, course: 0))
        try checkFields(of: live, unlike: LiveRouteState())
        try checkFields(of: live.underWay, unlike: .init())
        var state = NavigatorState()
        (state.live, state.tracker, state.proposalTracker) = (live, tracker, tracker)
        try checkFields(of: state, unlike: NavigatorState())
        try checkFields(
            of: SessionRecording.Resumed(state: state, routes: ["a": route]),
            unlike: SessionRecording.Resumed(state: NavigatorState(), routes: [:]))
    }

    @Test func `a state from before waypoints could be skipped is read`() throws {
        let data = try JSONEncoder().encode(LiveRouteState())
        var fields = try #require(
            JSONSerialization.jsonObject(with: data) as? [String: Any])
        #expect(fields.removeValue(forKey: "isSkipping") as? Bool == false)
        let older = try JSONSerialization.data(withJSONObject: fields)
        #expect(try JSONDecoder().decode(LiveRouteState.self, from: older) == LiveRouteState())
    }

    @Test func `every field of routes, offers and fixes is encoded`() throws {
        var route = route
        route.delays = [.init(offset: 900, seconds: 12.5)]
        route.isPartial = true
        let other = FollowedRoute(line: [line[0], line[2]], metersPerSecond: 3)
        try checkFields(of: route, unlike: other)
        var maneuver = route.maneuvers[1]
        maneuver.shortText = "There"
        try checkFields(of: maneuver, unlike: .init(offset: 0, text: "", type: ""))
        try checkFields(of: route.events[1], unlike: .init(offset: 0, kind: ""))
        try checkFields(
            of: LiveRouteOffer(
                id: "a", lengthMeters: 9, directionsMeters: 8, isImported: true, isBlocked: true,
                leavesAtMeters: 7, gainSeconds: -1, energy: 1.0 / 3),
            unlike: LiveRouteOffer(id: "b", lengthMeters: 1))
        try checkFields(
            of: Fix(
                time: 1, longitude: 0.1, latitude: 0.2, accuracyMeters: -1, courseDegrees: 359.9,
                metersPerSecond: 33.3), unlike: Fix(time: 0, longitude: 0, latitude: 0))
    }

    @Test func `every field of the settings is encoded`() throws {
        var tracker = RouteTracker.Settings()
        (tracker.evidence, tracker.evidenceWithoutCourse, tracker.corridorEvidence) = (1, 2, 3)
        (tracker.correlationSeconds, tracker.blindSeconds, tracker.tunnelSeconds) = (4, 5, 6)
        tracker.stopMeters = 7
        try checkFields(of: tracker, unlike: RouteTracker.Settings())
        var settings = LiveRouteSettings()
        (settings.isUpdated, settings.intervalSeconds, settings.acceptance) = (false, 1, .manual)
        (settings.deviationMode, settings.missedUpdates, settings.quietSeconds) = (.wait, 2, 3)
        (settings.longestRetrySeconds, settings.forgottenAfterMeters) = (4, 5)
        (settings.steeringMeters, settings.directionsAheadMeters) = (6, 7)
        try checkFields(of: settings, unlike: LiveRouteSettings())
        try checkFields(of: DoublingDelay(longestSeconds: 1), unlike: DoublingDelay())
    }

    @Test func `what a session keeps has all that it knows, but for the request it told once`()
        throws
    {
        let known = SessionRequests.Known(
            handle: "h", stopIDs: [1, 2], origin: Fix(time: 1, longitude: 2, latitude: 3),
            state: "s")
        let saved = NavigationSessionState(
            navigator: NavigatorState(), routes: ["a": route], known: ["a": known],
            lastFix: Fix(time: 4, longitude: 5, latitude: 6), lastTime: 7, routeCount: 8)
        let read = try JSONDecoder().decode(
            NavigationSessionState.self, from: JSONEncoder().encode(saved))
        #expect("\(read)" == "\(saved)")
        let missing = Mirror(reflecting: known).children.filter { "\($0.value)" == "nil" }
        #expect(missing.map(\.label) == ["options"])
    }
}
