// The charge of an electric vehicle: when a route within range is looked for and proposed.

import Navigation
import RouteAPI
import Testing

@Suite struct LiveRouteRangeTests {
    /// A slower route, which uses up 5 in any unit.
    private let thrifty = LiveRouteOffer(
        id: "thrifty", lengthMeters: 18_000, gainSeconds: -120, energy: 5)

    /// A session on a route with 8 left to use up.
    private func session(
        charge: Double?, _ change: (inout LiveRouteSettings) -> Void = { _ in }
    ) -> LiveSession {
        var session = LiveSession(change)
        session.begin()
        if let charge { session.send(.charged(left: charge)) }
        session.send(
            .progressed(meters: 0, maneuverSeconds: nil, waypointsReached: 1, energyLeft: 8))
        return session
    }

    private func added(_ session: LiveSession) -> [String] {
        session.told.filter { $0.hasPrefix("added") && $0 != "added first" }
    }

    @Test(arguments: LiveRouteSettings.Acceptance.allCases)
    func `a route within range is proposed, and accepted unless proposals are the driver's`(
        acceptance: LiveRouteSettings.Acceptance
    ) {
        var session = session(charge: 6) { $0.acceptance = acceptance }
        session.update(energyLeft: 8, [thrifty], reason: .withinRange)
        #expect(
            session.sent.map(\.request) == [.refresh(meters: 0), .withinRange(waypointsReached: 1)])
        let isAccepted = acceptance != .manual
        #expect(
            session.told == [
                "added first", "active first", "refreshed first", "added thrifty withinRange",
            ] + (isAccepted ? ["active thrifty", "removed first"] : []))
        #expect(session.state.active?.id == (isAccepted ? "thrifty" : "first"))
    }

    @Test(arguments: [(8.0, false), (7.99, true)])
    func `a charge that just suffices is enough`(charge: Double, isShort: Bool) {
        var session = session(charge: charge)
        session.wait(300)
        session.answer(.refreshed(isBlocked: false, energyLeft: 8))
        #expect(
            session.sent.last?.request
                == (isShort ? .withinRange(waypointsReached: 1) : .better(meters: 0)))
    }

    @Test(arguments: [(5.0, true), (4.99, false)])
    func `a proposal for which the charge does not suffice is none`(
        charge: Double, isProposed: Bool
    ) {
        var session = session(charge: charge)
        session.update(energyLeft: 8, [thrifty], reason: .withinRange)
        #expect(added(session) == (isProposed ? ["added thrifty withinRange"] : []))
        #expect(!session.told.contains("rejected thrifty"))
    }

    @Test(arguments: [nil, -1, .nan, .infinity] as [Double?])
    func `without a charge the reason is never given`(charge: Double?) {
        var session = session(charge: charge)
        session.update(energyLeft: 8, [thrifty], reason: .withinRange)
        session.update(energyLeft: 8, [thrifty])
        #expect(session.sent.allSatisfy { $0.request != .withinRange(waypointsReached: 1) })
        #expect(added(session) == ["added thrifty betterRoute"])
    }

    @Test func `without the cost the reason is never given`() {
        var session = session(charge: 0)
        session.update([thrifty], reason: .withinRange)
        #expect(session.sent.last?.request == .better(meters: 0))
        #expect(added(session) == [])
        // The active route's cost is known here, and the proposal's is not.
        var unknown = thrifty
        unknown.energy = nil
        session.update(energyLeft: 8, [unknown], reason: .withinRange)
        #expect(added(session) == [])
    }

    @Test func `driving uses up the charge, and new costs do not`() {
        var session = session(charge: 10)
        session.send(
            .progressed(meters: 9_000, maneuverSeconds: nil, waypointsReached: 1, energyLeft: 4))
        // 6 are left for 6.
        session.wait(300)
        session.answer(.refreshed(isBlocked: false, energyLeft: 6))
        #expect(session.sent.last?.request == .better(meters: 9_000))
        session.answer(.proposals([], reason: .betterRoute))
        session.send(
            .progressed(meters: 9_100, maneuverSeconds: nil, waypointsReached: 1, energyLeft: 6))
        session.wait(300)
        session.answer(.refreshed(isBlocked: false, energyLeft: 6.01))
        #expect(session.sent.last?.request == .withinRange(waypointsReached: 1))
        // A charge stop on the way.
        session.send(.charged(left: 20))
        session.answer(.proposals([thrifty], reason: .withinRange))
        #expect(added(session) == [])
    }

    @Test func `a blocked route is avoided at any price`() {
        var session = session(charge: 6)
        var other = thrifty
        other.energy = 7
        session.update(isBlocked: true, energyLeft: 8, [other], reason: .avoidBlockage)
        #expect(session.sent.last?.request == .better(meters: 0))
        #expect(added(session) == ["added thrifty avoidBlockage"])
    }

    @Test func `a faster route that cannot be driven to its end is not proposed`() {
        var session = session(charge: 9)
        var faster = thrifty
        faster.gainSeconds = 900
        faster.energy = 9.01
        session.update(energyLeft: 8, [faster])
        #expect(added(session) == [])
        faster.energy = 9
        session.update(energyLeft: 8, [faster])
        #expect(added(session) == ["added thrifty betterRoute"])
    }

    @Test func `a better route that also lies within range is proposed for that`() {
        // The charge is told while the answer is on its way.
        var session = session(charge: nil)
        session.wait(300)
        session.answer(.refreshed(isBlocked: false, energyLeft: 8))
        session.send(.charged(left: 6))
        session.answer(.proposals([thrifty], reason: .betterRoute))
        #expect(added(session) == ["added thrifty withinRange"])
    }

    @Test func `the charge told before the first route counts`() {
        var session = LiveSession()
        session.send(.charged(left: 6))
        session.begin()
        session.send(
            .progressed(meters: 0, maneuverSeconds: nil, waypointsReached: 0, energyLeft: 8))
        session.update(energyLeft: 8, [thrifty], reason: .withinRange)
        #expect(added(session) == ["added thrifty withinRange"])
    }
}
