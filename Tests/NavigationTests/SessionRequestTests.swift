// What a session sends if its navigator makes a request.

import Geo
import RouteAPI
import Testing

@testable import Navigation

@Suite struct SessionRequestTests {
    private let requests = SessionRequests(
        template: RouteParameters(), better: BetterParameters())

    @Test(arguments: [(1, 1), (20, 20), (21, 20), (30, 20)])
    func `a server accepts the deviations, however many there were`(
        deviations: Int, sent: Int
    ) throws {
        let route = SessionRequests.Known(handle: "handle")
        let prepared = try requests.prepare(
            .rejoin(leftMeters: 400, deviations: deviations), about: route, at: nil)
        guard case .rejoin(let parameters) = prepared else {
            Issue.record("\(prepared)")
            return
        }
        #expect(parameters.deviations == sent)
        try parameters.checkValues()
    }

    @Test func `new times are asked for from the vehicle's place on`() throws {
        let route = SessionRequests.Known(handle: "handle")
        for (meters, progress) in [(4_200.0, 4_200.0), (0, nil)] {
            let prepared = try requests.prepare(.refresh(meters: meters), about: route, at: nil)
            guard case .refresh(let parameters) = prepared else {
                Issue.record("\(prepared)")
                return
            }
            #expect(parameters.progress == progress)
        }
    }

    @Test func `what is behind blocks nothing, whether the answer is the rest or the whole`()
        throws
    {
        let line = [0.0, 20_000].map { RouteSketch.place(east: $0, north: 0) }
        let index = try RouteIndex(FollowedRoute(line: line, metersPerSecond: 10))
        var sent = RefreshParameters()
        sent.progress = 5_000
        func answer(from start: Double, closedAt meters: Double) throws -> (Double, Bool) {
            var result = RouteServer.result(
                [RouteSketch.place(east: start, north: 0), line[1]], handle: "")
            result.blockages = [
                RouteBlockage(routeID: 1, leg: 1, meters: meters, street: "", cause: .traffic)
            ]
            let answer = try SessionRequests.answer(
                to: .refresh(sent), result, id: "2", isImported: false, on: index)
            guard case .refreshed(let route?, let isBlocked, nil) = answer else {
                Issue.record("\(answer)")
                return (0, false)
            }
            return (route.meters.last ?? 0, isBlocked)
        }
        for (start, closed, isBlocked) in [
            (5_000.0, 10.0, true), (0, 4_000, false), (0, 4_990, true), (0, 6_000, true),
        ] {
            let found = try answer(from: start, closedAt: closed)
            #expect(abs(found.0 - index.lengthMeters) < 5)
            #expect(found.1 == isBlocked, "\(start) \(closed)")
        }
    }

    // MARK: Stops

    /// A request with five stops, whose own ids are in another order.
    private func request(preservesIDs: Bool) throws -> RouteParameters {
        var request = RouteParameters.through(
            ["a", "b", "c", "d", "e"], at: [0, 1_000, 2_000, 3_000, 4_000])
        request.analysis.locations.preserveObjectID = preservesIDs
        var stops = try #require(request.stops)
        stops.features.fields.append(Field("ObjectID", .objectID))
        for (row, id) in [5, 4, 3, 2, 1].enumerated() {
            stops.features.features[row].values.append(.integer(id))
        }
        request.stops = stops
        return request
    }

    @Test(arguments: [false, true])
    func `stops keep the ids of the first answer, whichever order they are visited in`(
        preservesIDs: Bool
    ) throws {
        let requests = SessionRequests(
            template: try request(preservesIDs: preservesIDs), better: BetterParameters())
        let line = (0..<5).map { RouteSketch.place(east: Double($0) * 1_000, north: 0) }
        var first = RouteServer.result(line, handle: "first")
        // By the best order: the third and fourth stop change places.
        let visited = preservesIDs ? [5, 4, 2, 3, 1] : [1, 2, 4, 3, 5]
        first.legs = RouteServer.legs(line, at: [1, 2, 3], ids: visited)
        let known = requests.known(first, sent: requests.stops?.ids)
        #expect(known.stopIDs == visited)
        let prepared = try requests.prepare(
            .replan(waypointsReached: 1), about: known,
            at: Fix(time: 0, longitude: 7, latitude: 43))
        guard case .replan(let parameters, let stops) = prepared else {
            Issue.record("\(prepared)")
            return
        }
        #expect(stops.stopIDs == [6] + visited[2...])
        #expect(parameters.analysis.locations.preserveObjectID == true)
        let rows = try #require(parameters.stops?.features)
        #expect(rows.features.map { rows.integer("ObjectID", of: $0) } == stops.stopIDs)
        #expect(rows.features.map { rows.string("Name", of: $0) } == [nil, "d", "c", "e"])
        // The answer to that may leave a stop out.
        var second = RouteServer.result(line, handle: "second")
        let left = [6, visited[2], visited[4]]
        second.legs = RouteServer.legs(line, at: [2], ids: left)
        #expect(requests.known(second, sent: stops.stopIDs).stopIDs == left)
        #expect(try FollowedRoute(second).waypoints.map(\.id) == ["\(visited[2])"])
        // If the server numbers the stops itself, it does not say what was left out.
        second.legs = RouteServer.legs(line, at: [1, 2], ids: [1, 2, 3, 4])
        #expect(requests.known(second, sent: stops.stopIDs).stopIDs == stops.stopIDs)
    }

    @Test(arguments: [nil, true])
    func `barriers are numbered as before where stops keep their ids`(preserves: Bool?) throws {
        var template = RouteParameters.threeStops
        template.analysis.locations.preserveObjectID = preserves
        template.analysis.locations.barriers[.point] = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84,
                fields: [Field("ObjectID", .objectID)],
                features: [0, 0].map {
                    Feature(
                        values: [.integer($0)],
                        geometry: .point(RouteSketch.place(east: 50, north: 0)))
                }))
        let prepared = try SessionRequests(template: template, better: BetterParameters())
            .prepare(
                .replan(waypointsReached: 0), about: .init(stopIDs: [1, 2, 3]),
                at: Fix(time: 0, longitude: 7, latitude: 43))
        guard case .replan(let parameters, _) = prepared else {
            Issue.record("\(prepared)")
            return
        }
        let barriers = parameters.analysis.locations.barriers[.point]?.features.features
        let id = preserves == true ? AttributeValue.integer(0) : .null
        #expect(barriers?.map(\.values) == [[id], [id]])
        #expect(parameters.analysis.locations.preserveObjectID == true)
    }

    @Test func `a line that was matched visits the stops along it, in their order`() throws {
        let requests = SessionRequests(
            template: .through(
                ["a", "b", "c", "d", "e"], at: [0, 1_000, 500, 9_000, 10_000]),
            better: BetterParameters())
        // There and back, so that the stop at 500 m is visited on the way back.
        let line = [0.0, 2_000, 0].map { RouteSketch.place(east: $0, north: 0) }
        var result = RouteServer.result(line, handle: "matched")
        result.legs = RouteServer.legs(line, at: [], ids: [1, 2])
        result[table: "tracePoints"] = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [])
        let ids = requests.stops?.ids
        #expect(requests.known(result, sent: ids).stopIDs == ids)
        let route = try requests.withStops(NavigatorRoute(id: "1", result), of: result, ids)
        #expect(route.route.waypoints.map(\.id) == ["2", "3"])
        #expect(route.route.waypoints.map { ($0.offset / 100).rounded() } == [10, 35])
        result[table: "tracePoints"] = nil
        let solved = try requests.withStops(NavigatorRoute(id: "1", result), of: result, ids)
        #expect(solved.route.waypoints.isEmpty)
    }

    @Test func `of several routes in an answer, the one that is started counts`() {
        let requests = SessionRequests(
            template: .through(["a", "b", "c", "d"], at: [0, 1_000, 2_000, 3_000]),
            better: BetterParameters())
        let line = (0..<4).map { RouteSketch.place(east: Double($0) * 1_000, north: 0) }
        var answer = RouteServer.result(line, handle: "first")
        answer.routes?.features.append(
            Feature(
                values: [.integer(2), .string("second")], geometry: .polyline(paths: [line])))
        answer.legs = RouteServer.legs(line, at: [1, 2], ids: [1, 2, 3, 4])
        let others = RouteServer.legs(line, at: [1, 2], ids: [1, 3, 2, 4], routeID: 2)
        answer.legs?.features += others.features
        let ids = requests.stops?.ids
        let first = requests.known(answer, sent: ids)
        #expect(first.handle == "first" && first.stopIDs == [1, 2, 3, 4])
        let second = requests.known(answer, routeID: 2, sent: ids)
        #expect(second.handle == "second" && second.stopIDs == [1, 3, 2, 4])
        #expect(requests.known(answer, routeID: 3, sent: ids).handle == nil)
    }
}
