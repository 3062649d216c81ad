// A session for each acceptance and each reason for another route, kept as recorded: the core must
// still answer alike. After a deliberate change, record them anew:
//
//     UPDATE=1 swift test --filter AcceptanceRecordingTests

import Foundation
import Geo
import Navigation
import RouteAPI
import Testing

@Suite struct AcceptanceRecordingTests {
    private static let isUpdating = ProcessInfo.processInfo.environment["UPDATE"] == "1"
    private static let reasons: [AddedReason] = [
        .betterRoute, .avoidBlockage, .withinRange, .deviated,
    ]

    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    private func route(
        _ id: String, _ line: [Coordinate], energy: Double, leavesAt meters: Double? = nil
    ) -> NavigatorRoute {
        var route = FollowedRoute(line: line, metersPerSecond: 20)
        let length = route.meters[line.count - 1]
        route.energy = [.init(offset: length, total: energy)]
        return NavigatorRoute(
            LiveRouteOffer(
                id: id, lengthMeters: length, leavesAtMeters: meters, gainSeconds: 100,
                energy: energy), route)
    }

    /// A drive of a kilometer to a junction. Another route turns north there; a vehicle that leaves
    /// the route turns south.
    private func session(
        _ acceptance: LiveRouteSettings.Acceptance, _ reason: AddedReason
    ) throws -> NavigatorSession {
        var session = NavigatorSession {
            $0.acceptance = acceptance
            $0.intervalSeconds = 10
        }
        let first = route("first", [place(0), place(20_000)], energy: 8)
        let north = route(
            "north", [place(400), place(1_000), place(1_000, 5_000)], energy: 5, leavesAt: 1_000)
        let south = route("south", [place(1_000, -200), place(1_000, -5_000)], energy: 5)
        session.answer = { request in
            switch request {
            case .refresh: .refreshed(nil, isBlocked: reason == .avoidBlockage)
            case .better, .withinRange:
                reason == .deviated ? nil : .proposals([north], reason: reason)
            case .replan: .replanned(south)
            default: nil
            }
        }
        session.put(.set(first, time: 0))
        if reason == .withinRange { session.put(.charge(left: 6)) }
        try session.drive([place(0), place(800)], metersPerSecond: 40)
        if acceptance == .manual, reason != .deviated { session.put(.selected(id: "north")) }
        let end =
            reason == .deviated
            ? place(1_000, -600)
            : session.navigator.state.live.active?.id == "north"
                ? place(1_000, 400) : place(1_600)
        try session.drive([place(800), place(1_000), end], metersPerSecond: 40)
        return session
    }

    /// What is told in a session, as the guides have it.
    private func story(
        _ acceptance: LiveRouteSettings.Acceptance, _ reason: AddedReason
    ) -> [String] {
        if reason == .deviated {
            return ["deviated", "left first", "added south deviated", "active south"]
        }
        let isAccepted = acceptance != .unreachableOnly || reason != .betterRoute
        return ["added north \(reason.rawValue)"]
            + (isAccepted ? ["active north", "removed first"] : ["removed north"])
    }

    @Test(arguments: LiveRouteSettings.Acceptance.allCases, reasons)
    func `each acceptance and reason is kept as recorded`(
        acceptance: LiveRouteSettings.Acceptance, reason: AddedReason
    ) throws {
        let session = try session(acceptance, reason)
        let wanted = story(acceptance, reason)
        // A lapsed proposal is made again by a later update.
        let told = session.told.filter { wanted.contains($0) }.prefix(wanted.count)
        #expect(Array(told) == wanted, "\(session.told)")
        let text = try session.recording.jsonLines()
        let file = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "Recordings/\(acceptance.rawValue)-\(reason.rawValue).jsonl")
        if Self.isUpdating { try text.write(to: file, atomically: true, encoding: .utf8) }
        let kept = try String(contentsOf: file, encoding: .utf8)
        #expect(text == kept)
        let difference = try SessionRecording(jsonLines: kept).replay()
        #expect(difference == nil, "\(difference?.description ?? "")")
    }
}
