// When a vehicle that leaves its route has steered onto the proposal: both sides of each limit.

import Geo
import RouteAPI
import Testing

@testable import Navigation

/// Tells that the active route was left as soon as asked, and how sure the proposal is.
private struct ScriptedTracker: RouteTracking {
    let index: RouteIndex
    /// The length of the proposal, by which its tracker is known.
    let proposedMeters: Double
    /// Where the active route is said to be left.
    let leftMeters: Double?
    /// The evidence against the proposal.
    let evidence: Double

    func track(_ fix: Fix, from state: TrackerState)
        -> (state: TrackerState, events: [TrackerEvent])
    {
        var state = state
        state.last = fix
        if index.lengthMeters == proposedMeters {
            state.phase = .following
            state.rightEvidence = evidence
            return (state, [])
        }
        state.phase = .deviated
        return (state, [.deviated(leftMeters: leftMeters)])
    }

    func pass(to time: Int64, from state: TrackerState)
        -> (state: TrackerState, events: [TrackerEvent])
    {
        (state, [])
    }
}

@Suite struct SteeringTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// Whether the vehicle counts as on a proposal that leaves the active route at 5,000 m.
    private func steers(
        leavingAt leftMeters: Double?, evidence: Double, proposalLeaves: Double? = 5_000
    ) throws -> Bool {
        let active = FollowedRoute(line: [place(0), place(20_000)], metersPerSecond: 10)
        let other = FollowedRoute(
            line: [place(3_000), place(5_000), place(5_000, 3_000)], metersPerSecond: 10)
        let length = try RouteIndex(other).lengthMeters
        let proposal = NavigatorRoute(
            LiveRouteOffer(
                id: "other", lengthMeters: length, leavesAtMeters: proposalLeaves,
                gainSeconds: 400), other)
        var session = NavigatorSession(isReplayed: false) { $0.acceptance = .manual }
        session.answer = { request in
            switch request {
            case .refresh: .refreshed(nil, isBlocked: false)
            case .better, .withinRange: .proposals([proposal], reason: .betterRoute)
            default: nil
            }
        }
        session.put(.set(NavigatorRoute(id: "active", active), time: 0))
        try session.drive([place(0), place(4_000)])
        #expect(session.navigator.state.live.proposal?.id == "other")
        var navigator = try Navigator(
            live: session.navigator.live, resuming: session.navigator.state,
            routes: session.navigator.routes
        ) {
            ScriptedTracker(
                index: $0, proposedMeters: length, leftMeters: leftMeters, evidence: evidence)
        }
        let outputs = navigator.handle(
            .fix(Fix(time: session.time, longitude: place(4_000).x, latitude: place(4_000).y)))
        let isSteered = outputs.contains(.live(.activeChanged(id: "other")))
        #expect(outputs.contains(.tracked(.deviated(leftMeters: leftMeters))) == !isSteered)
        return isSteered
    }

    @Test(
        arguments: [
            (4_799, false), (4_800, true), (4_801, true), (5_000, true), (5_400, true), (nil, true),
        ] as [(Double?, Bool)])
    func `a proposal is steered onto from 200 m before its junction on`(
        leftMeters: Double?, isSteered: Bool
    ) throws {
        #expect(try steers(leavingAt: leftMeters, evidence: 0) == isSteered)
        // Without a junction, everywhere.
        #expect(try steers(leavingAt: leftMeters, evidence: 0, proposalLeaves: nil))
    }

    @Test(arguments: [(0, true), (2.9, true), (3, false), (3.1, false)])
    func `an evidence of 3 against the proposal shows a third road`(
        evidence: Double, isSteered: Bool
    ) throws {
        #expect(try steers(leavingAt: 5_000, evidence: evidence) == isSteered)
    }
}
