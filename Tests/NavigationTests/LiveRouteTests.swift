// Scenarios for a route under way: updates, proposals, deviations, failures.

import Navigation
import RouteAPI
import Testing

@Suite struct LiveRouteTests {
    private let faster = LiveRouteOffer(
        id: "faster", lengthMeters: 18_000, leavesAtMeters: 5_000, gainSeconds: 400)

    @Test func `an update is requested at five minutes, not a second before`() {
        var session = LiveSession()
        session.begin()
        session.wait(299)
        #expect(session.sent.isEmpty)
        session.wait(1)
        #expect(session.sent.map(\.request) == [.refresh(meters: 0)])
        session.answer(.refreshed(isBlocked: false))
        #expect(session.sent.map(\.request) == [.refresh(meters: 0), .better(meters: 0)])
        #expect(session.told == ["added first", "active first", "refreshed first"])
    }

    @Test func `without updates nothing is requested in an hour`() {
        var session = LiveSession { $0.isUpdated = false }
        session.begin()
        session.wait(3_600)
        #expect(session.sent.isEmpty)
    }

    @Test func `near a maneuver no better route is looked for, unless the route is blocked`() {
        for isBlocked in [false, true] {
            var session = LiveSession()
            session.begin()
            session.wait(290)
            session.send(.progressed(meters: 900, maneuverSeconds: 69, waypointsReached: 0))
            session.wait(10)
            session.answer(.refreshed(isBlocked: isBlocked))
            #expect(session.sent.count == (isBlocked ? 2 : 1))
            session.send(.progressed(meters: 950, maneuverSeconds: 70, waypointsReached: 0))
            #expect(session.sent.count == 2)
        }
    }

    @Test(arguments: LiveRouteSettings.Acceptance.allCases, [false, true])
    func `each acceptance with each reason`(
        acceptance: LiveRouteSettings.Acceptance, isBlocked: Bool
    ) {
        var session = LiveSession { $0.acceptance = acceptance }
        session.begin()
        let reason = isBlocked ? AddedReason.avoidBlockage : .betterRoute
        session.update(isBlocked: isBlocked, [faster], reason: reason)
        let isAccepted = acceptance == .automatic || acceptance == .unreachableOnly && isBlocked
        let begun = [
            "added first", "active first", "refreshed first", "added faster \(reason.rawValue)",
        ]
        #expect(
            session.told == begun + (isAccepted ? ["active faster", "removed first"] : []))
        if !isAccepted {
            session.send(.selected(id: "nowhere"))
            session.send(.selected(id: "faster"))
            #expect(
                session.told == begun + ["rejected nowhere", "active faster", "removed first"])
        }
        #expect(session.state.active?.id == "faster")
        #expect(session.state.proposal == nil)
    }

    @Test(arguments: LiveRouteSettings.Acceptance.allCases)
    func `in each acceptance a refresh counts, and so does the route after a deviation`(
        acceptance: LiveRouteSettings.Acceptance
    ) {
        var session = LiveSession { $0.acceptance = acceptance }
        session.begin()
        session.wait(300)
        session.answer(.refreshed(isBlocked: true))
        #expect(session.told.last == "refreshed first")
        #expect(session.state.active?.isBlocked == true)
        session.send(.deviated(leftMeters: 100))
        session.answer(.replanned(LiveRouteOffer(id: "second", lengthMeters: 9_000)))
        #expect(
            session.told.suffix(4) == [
                "left first", "added second deviated", "active second", "removed first",
            ])
    }

    @Test func `steering onto a proposal accepts it without a deviation`() {
        var session = LiveSession { $0.acceptance = .manual }
        session.begin()
        session.update([faster])
        session.send(.steered(id: "faster"))
        #expect(session.told.suffix(2) == ["active faster", "removed first"])
        #expect(!session.state.isDeviated)
    }

    @Test func `a proposal ends when it is passed, refused or outdated`() {
        func proposed() -> LiveSession {
            var session = LiveSession { $0.acceptance = .manual }
            session.begin()
            session.update([faster])
            return session
        }
        var passed = proposed()
        passed.send(.progressed(meters: 5_200, maneuverSeconds: nil, waypointsReached: 0))
        #expect(passed.state.proposal == faster)
        passed.send(.progressed(meters: 5_201, maneuverSeconds: nil, waypointsReached: 0))
        #expect(passed.told.last == "removed faster")
        var left = proposed()
        left.send(.passed(id: "first"))
        #expect(left.state.proposal == faster)
        left.send(.passed(id: "faster"))
        #expect(left.told.last == "removed faster")
        var refused = proposed()
        refused.send(.refused(id: "faster"))
        #expect(refused.told.last == "removed faster")
        var outdated = proposed()
        outdated.wait(299)
        #expect(outdated.state.proposal == faster)
        outdated.wait(1)
        #expect(outdated.told.last == "removed faster")
    }

    /// Chooses the first proposal, blocked or not.
    private struct First: ProposalSelecting {
        func select(from offers: [LiveRouteOffer], reason: AddedReason) -> String? {
            offers.first?.id
        }
    }

    @Test func `a selector may not choose a blocked route`() {
        let blocked = LiveRouteOffer(id: "blocked", lengthMeters: 1, isBlocked: true)
        var session = LiveSession(selector: First())
        session.begin()
        session.update(isBlocked: true, [blocked, faster], reason: .avoidBlockage)
        #expect(session.told.last == "rejected blocked")
        #expect(session.state.active?.id == "first")
        var standard = LiveSession()
        standard.begin()
        standard.update(isBlocked: true, [blocked, faster], reason: .avoidBlockage)
        #expect(standard.state.active?.id == "faster")
    }

    @Test func `conditions are outdated after three missed updates, once`() {
        var session = LiveSession()
        session.begin()
        for _ in 0..<2 {
            session.wait(300)
            session.fail()
        }
        #expect(!session.told.contains("outdated first"))
        // The third one is not answered before the next is due.
        session.wait(600)
        #expect(session.told.filter { $0 == "outdated first" }.count == 1)
        session.fail()
        #expect(session.told.filter { $0 == "outdated first" }.count == 1)
    }

    @Test func `a deviation replaces a calculated route at once`() {
        var session = LiveSession()
        session.begin()
        session.send(.progressed(meters: 3_000, maneuverSeconds: nil, waypointsReached: 2))
        session.send(.deviated(leftMeters: 3_000))
        #expect(session.sent.last?.request == .replan(waypointsReached: 2))
        session.answer(.replanned(LiveRouteOffer(id: "second", lengthMeters: 18_000)))
        #expect(
            session.told == [
                "added first", "active first", "left first", "added second deviated",
                "active second", "removed first",
            ])
    }

    @Test func `in the mode wait, a deviation is told and the caller brings a route`() {
        var session = LiveSession { $0.deviationMode = .wait }
        session.begin()
        session.send(.deviated(leftMeters: nil))
        session.wait(1_000)
        #expect(session.sent.isEmpty)
        session.begin("second")
        #expect(session.told.suffix(3) == ["added second", "active second", "removed first"])
    }

    @Test func `an imported route is rejoined, farther ahead with each deviation`() {
        var session = LiveSession()
        session.begin(isImported: true)
        for (number, id) in [(1, "a"), (2, "b"), (3, "c")] {
            session.send(.deviated(leftMeters: 500))
            #expect(session.sent.last?.request == .rejoin(leftMeters: 500, deviations: number))
            session.answer(
                .replanned(LiveRouteOffer(id: id, lengthMeters: 9_000, isImported: true)))
            // Less than a kilometer is followed.
            session.send(.progressed(meters: 10, maneuverSeconds: nil, waypointsReached: 0))
            session.send(.progressed(meters: 1_009, maneuverSeconds: nil, waypointsReached: 0))
        }
        session.send(.progressed(meters: 1_010, maneuverSeconds: nil, waypointsReached: 0))
        session.send(.deviated(leftMeters: 1_010))
        #expect(session.sent.last?.request == .rejoin(leftMeters: 1_010, deviations: 1))
    }

    @Test func `failed requests are sent again after 1, 2, 4, 8, 10 and 10 s`() {
        var session = LiveSession()
        session.begin()
        session.send(.deviated(leftMeters: 0))
        for seconds in [1, 2, 4, 8, 10, 10] {
            session.fail()
            #expect(session.told.last == "retry in \(seconds)")
            let before = session.sent.count
            session.wait(seconds - 1)
            #expect(session.sent.count == before)
            session.wait(1)
            #expect(session.sent.count == before + 1)
        }
        session.fail(retrySeconds: 60)
        #expect(session.told.last == "retry in 60")
        session.fail(retrySeconds: .infinity)
    }

    @Test func `a clock that is set back delays nothing`() {
        var session = LiveSession()
        session.begin()
        session.wait(200)
        session.time -= 3_600_000
        session.wait(98)
        #expect(session.requests.isEmpty)
        session.wait(3)
        #expect(session.requests.count == 1)
        // A few seconds are disorder: time stands still until it is made up for.
        session.answer(.refreshed(isBlocked: false, energyLeft: nil))
        session.answer(.proposals([], reason: .betterRoute))
        session.wait(200)
        session.time -= 5_000
        session.wait(103)
        #expect(session.requests.isEmpty)
        session.wait(3)
        #expect(session.requests.count == 1)
    }

    @Test func `no answer in 30 s is a failure, and a slow server is given twice the time`() {
        var session = LiveSession()
        session.begin()
        session.send(.deviated(leftMeters: 0))
        for (limit, wait) in [(30, 1), (60, 2), (120, 4), (240, 8), (240, 10)] {
            let before = session.sent.count
            session.wait(limit - 1)
            #expect(session.requests.count == 1)
            session.wait(1)
            #expect(session.requests.isEmpty)
            #expect(session.told.last == "retry in \(wait)")
            session.wait(wait)
            #expect(session.sent.count == before + 1)
        }
        session.answer(.replanned(LiveRouteOffer(id: "second", lengthMeters: 9_000)))
        #expect(session.state.active?.id == "second")
        // The next one begins anew.
        session.send(.deviated(leftMeters: 0))
        session.wait(30)
        #expect(session.requests.isEmpty)
    }

    @Test func `the answer to a question that was given up is ignored, that to the next counts`()
        throws
    {
        var session = LiveSession()
        session.begin()
        session.send(.deviated(leftMeters: 0))
        let first = try #require(session.requests.keys.first)
        session.wait(31)
        let second = try #require(session.requests.keys.first)
        #expect(second != first)
        let told = session.told
        let late = LiveRouteOffer(id: "late", lengthMeters: 9_000)
        session.send(.answered(request: first, .replanned(late)))
        session.send(.failed(request: first, retrySeconds: 60))
        #expect(session.told == told)
        #expect(session.state.active?.id == "first")
        session.answer(.replanned(LiveRouteOffer(id: "second", lengthMeters: 9_000)))
        #expect(session.state.active?.id == "second")
    }

    @Test func `directions that do not come are asked for again`() {
        var session = LiveSession { $0.isUpdated = false }
        session.begin(directionsMeters: 8_000)
        session.send(.progressed(meters: 3_001, maneuverSeconds: nil, waypointsReached: 0))
        session.wait(29)
        #expect(session.requests.count == 1)
        session.wait(1)
        #expect(session.requests.isEmpty)
        session.wait(10)
        #expect(session.sent.map(\.request).suffix(1) == [.directions(meters: 8_000)])
        #expect(session.sent.count == 2)
    }

    @Test func `coming back before the answer keeps the route, and the answer is ignored`() throws {
        var session = LiveSession()
        session.begin()
        session.send(.deviated(leftMeters: 0))
        let request = try #require(session.requests.keys.first)
        session.send(.rejoined)
        #expect(session.requests.isEmpty)
        let second = LiveRouteOffer(id: "second", lengthMeters: 1)
        session.send(.answered(request: request, .replanned(second)))
        #expect(session.state.active?.id == "first")
        #expect(session.told.last == "left first")
    }

    @Test func `directions are fetched piece by piece until they reach the length`() {
        var session = LiveSession { $0.isUpdated = false }
        session.begin(directionsMeters: 8_000)
        session.send(.progressed(meters: 3_000, maneuverSeconds: nil, waypointsReached: 0))
        #expect(session.sent.isEmpty)
        session.send(.progressed(meters: 3_001, maneuverSeconds: nil, waypointsReached: 0))
        #expect(session.sent.last?.request == .directions(meters: 8_000))
        session.answer(.directions(upToMeters: 14_000))
        session.send(.progressed(meters: 9_500, maneuverSeconds: nil, waypointsReached: 0))
        session.fail()
        session.wait(9)
        #expect(session.sent.count == 2)
        session.wait(1)
        session.answer(.directions(upToMeters: 20_000))
        session.send(.progressed(meters: 19_000, maneuverSeconds: nil, waypointsReached: 0))
        #expect(session.sent.count == 3)
        #expect(session.requests.isEmpty)
    }

    @Test func `after the arrival nothing is requested or told`() {
        var session = LiveSession()
        session.begin()
        session.wait(300)
        session.send(.arrived)
        #expect(session.requests.isEmpty)
        let told = session.told
        session.wait(3_600)
        session.send(.deviated(leftMeters: 1))
        #expect(session.told == told)
        #expect(session.requests.isEmpty)
    }
}
