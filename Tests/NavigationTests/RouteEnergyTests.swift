// What routes use up: from answers, along legs, with new times, and in a session.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

@testable import Navigation

@Suite struct RouteEnergyTests {
    private func place(_ east: Double, _ north: Double = 0) -> Coordinate {
        RouteSketch.place(east: east, north: north)
    }

    /// A route of two kilometers; its first leg uses up 3, the second 1.
    private var route: FollowedRoute {
        var route = FollowedRoute(
            line: [place(0), place(1_000), place(2_000)], metersPerSecond: 10)
        route.energy = [
            .init(offset: route.meters[1], total: 3), .init(offset: route.meters[2], total: 4),
        ]
        return route
    }

    @Test(arguments: [(-5, 4), (0, 4), (500, 2.5), (1_000, 1), (1_500, 0.5), (2_000, 0)])
    func `within a leg energy is used up as meters are driven`(meters: Double, left: Double) throws
    {
        let index = try RouteIndex(route)
        let found = try #require(index.energyLeft(fromMeters: meters))
        #expect(abs(found - left) < 0.01)
    }

    @Test func `a route without energy has none left to tell`() throws {
        var plain = route
        plain.energy = []
        #expect(try RouteIndex(plain).energyLeft(fromMeters: 500) == nil)
    }

    @Test(arguments: [
        [(500.0, 3.0), (400, 4)], [(500, 3), (900, 2)], [(500, -1)], [(500, .nan)], [(9_000, 1)],
    ])
    func `energy that falls or lies outside is refused`(marks: [(Double, Double)]) {
        var wrong = route
        wrong.energy = marks.map { .init(offset: $0.0, total: $0.1) }
        #expect(throws: FollowedRouteError.invalidOffsets(list: "energy")) {
            try RouteIndex(wrong)
        }
    }

    @Test func `new times bring new energy for what is ahead`() throws {
        let index = try RouteIndex(route)
        var rest = FollowedRoute(
            line: [place(500), place(1_000), place(2_000)], metersPerSecond: 5)
        rest.energy = [
            .init(offset: rest.meters[1], total: 2), .init(offset: rest.meters[2], total: 2.5),
        ]
        let start = index.lengthMeters / 4
        let renewed = try RouteIndex(index.renewed(by: rest, fromMeters: start))
        #expect(abs(try #require(renewed.energyLeft(fromMeters: start)) - 2.5) < 1e-9)
        #expect(abs(try #require(renewed.energyLeft(fromMeters: 0)) - 4) < 0.01)
        rest.energy = []
        #expect(index.renewed(by: rest, fromMeters: start).energy == [])
    }

    @Test func `legs of an answer tell what they use up, or else the route`() throws {
        var result = RouteServer.result([place(0), place(1_000)], handle: "", energy: 7)
        #expect(try FollowedRoute(result).energy.map(\.total) == [7])
        result = RouteServer.result([place(0), place(400), place(1_000)], handle: "", energy: 7)
        result.legs = RouteServer.legs([place(0), place(400), place(1_000)], at: 1)
        result.legs?.fields.append(Field("Total_Energy", .double))
        for (row, energy) in [3.0, 4].enumerated() {
            result.legs?.features[row].values.append(.double(energy))
        }
        let energy = try FollowedRoute(result).energy
        #expect(energy.map(\.total) == [3, 7])
        #expect(energy.map { ($0.offset / 100).rounded() } == [4, 10])
        result = RouteServer.result([place(0), place(1_000)], handle: "")
        #expect(try FollowedRoute(result).energy == [])
    }

    // MARK: Sessions

    /// A session with a charge, on a route of 20 km which uses up 9.
    private func session(
        _ server: RouteServer, charge: Double?, _ request: RouteParameters = .threeStops
    ) async throws -> NavigationSession {
        server.set("solve", [place(0), place(20_000)])
        server.setEnergy("solve", 9)
        server.set("refresh", [place(0), place(20_000)])
        server.setEnergy("refresh", 9)
        let session = NavigationSession(
            provider: try server.provider(), request: request, isRecorded: true)
        try await session.start(server.provider().calculate(request).answer(), time: 0)
        if let charge { await session.charge(left: charge) }
        server.set("solve", [place(3_000), place(3_000, 5_000)])
        server.setEnergy("solve", 4)
        return session
    }

    @Test func `a session asks for the thriftiest route, and tells the request it answers`()
        async throws
    {
        let server = RouteServer()
        var request = RouteParameters.threeStops
        request.analysis.travel.travelMode = .named("Driving Time")
        request.analysis.travel.accumulateAttributeNames = ["Energy"]
        let session = try await session(server, charge: 8.9, request)
        _ = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { await session.state.live.active?.id != "1" })
        await session.stop()
        #expect(server.calls("better").isEmpty)
        let form = try #require(server.calls("solve").last?.form)
        let mode = try JSONValue.parse(Array((form["travelMode"] ?? "").utf8))
        #expect(mode["impedanceAttributeName"]?.string == "Energy")
        #expect(mode["name"]?.string == "Driving Time")
        #expect(form["accumulateAttributeNames"]?.contains("Energy") == true)
        var added: [AddedRoute] = []
        var order: [String] = []
        for await event in session.events {
            switch event {
            case .added(let route):
                added.append(route)
                order.append("route")
            case .navigator(.live(.added)): order.append("added")
            case .navigator(.live(.activeChanged)): order.append("active")
            default: break
            }
        }
        #expect(order == ["added", "route", "active", "added", "route", "active"])
        #expect(added.map(\.reason) == [nil, .withinRange])
        #expect(added.first?.options == request)
        let options = try #require(added.last?.options)
        #expect(options.stops?.features.features.count == 3)
        #expect(options.analysis.travel.accumulateAttributeNames == ["Energy"])
        #expect(added.last?.route.energy.last?.total == 4)
        let recording = try #require(await session.recording)
        #expect(try SessionRecording(jsonLines: recording.jsonLines()).replay() == nil)
    }

    @Test(arguments: [nil, 9.0])
    func `a session with charge enough, or none told, looks for faster routes alone`(
        charge: Double?
    ) async throws {
        let server = RouteServer()
        let session = try await session(server, charge: charge)
        _ = try await session.drive([place(0), place(3_010)], from: 0)
        #expect(try await eventually { server.calls("better").count == 1 })
        #expect(server.calls("solve").count == 1)
        await session.stop()
    }

    @Test func `the thriftiest route keeps the travel mode's other settings`() throws {
        func travel(_ mode: TravelModeSelection?) throws -> TravelParameters {
            var template = RouteParameters.threeStops
            template.analysis.travel.travelMode = mode
            let prepared = try SessionRequests(template: template, better: BetterParameters())
                .prepare(
                    .withinRange(waypointsReached: 0),
                    about: SessionRequests.Known(stopIDs: [1, 2, 3]),
                    at: Fix(time: 0, longitude: 1, latitude: 2))
            guard case .withinRange(let parameters, _) = prepared else {
                Issue.record("\(prepared)")
                return TravelParameters()
            }
            return parameters.analysis.travel
        }
        #expect(try travel(nil).impedanceAttributeName == "Energy")
        var changes = TravelModeChanges()
        changes.name = "Car"
        changes.restrictionAttributeNames = ["Oneway"]
        let given = changes
        changes.impedanceAttributeName = "Energy"
        #expect(try travel(.changes(given)).travelMode == .changes(changes))
        changes.restrictionAttributeNames = nil
        #expect(try travel(.named("Car")).travelMode == .changes(changes))
        var mode = TravelMode(
            id: "1", name: "Car", type: "AUTOMOBILE", impedanceAttributeName: "Minutes",
            timeAttributeName: "Minutes", distanceAttributeName: "Kilometers",
            restrictionAttributeNames: [], uTurnPolicy: .allowBacktrack)
        let whole = mode
        mode.impedanceAttributeName = "Energy"
        #expect(try travel(.settings(whole)).travelMode == .settings(mode))
    }
}
