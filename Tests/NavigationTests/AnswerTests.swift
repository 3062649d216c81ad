// Routes to follow, made from the service's answers.

import Foundation
import Geo
import Navigation
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct AnswerTests {
    /// An answer from the contract's tests.
    private func golden(_ name: String) throws -> AnalysisResult {
        let file = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appending(path: "ContractTests/Golden/solve/\(name).response.json")
        return try RouteAnswer(json: JSONValue.parse([UInt8](Data(contentsOf: file)))).result
    }

    @Test func `legs give meters and seconds, speeds divide them`() throws {
        let route = try FollowedRoute(golden("conditions"))
        #expect(Set(route.line).count == 5)
        let index = try RouteIndex(route)
        // 200 m in 15 s, then 600.01 m in 75 s; its middle third goes at twice the speed.
        #expect(index.lengthMeters == 800.01)
        #expect(index.durationSeconds == 90)
        #expect(route.meters[1] == 200)
        #expect(route.seconds[1] == 15)
        let steps = zip(route.seconds, route.seconds.dropFirst()).map { $1 - $0 }
        let speeds = zip(zip(route.meters, route.meters.dropFirst()), steps).map {
            meters, seconds in
            (meters.1 - meters.0) / seconds
        }
        #expect(abs(speeds[2] / speeds[1] - 2) < 0.01)
        #expect(route.waypoints == [.init(offset: 200, id: "2")])
    }

    @Test func `measures give seconds, directions the maneuvers`() throws {
        let result = try golden("lines-trueshapewithmeasure")
        let route = try FollowedRoute(result)
        // Half a minute on the first street, a quarter on the second.
        #expect(route.seconds == [0, 30, 45])
        let directions = try #require(result.directions?.first)
        #expect(route.maneuvers.map(\.text) == directions.steps.map(\.text))
        let turn = try #require(route.maneuvers.first { $0.text.contains("Ferry Road") })
        #expect(turn.offset == route.meters[1])
        #expect(route.maneuvers.last?.offset == route.meters[2])
    }

    @Test func `every answer of the contract's tests with a line can be followed`() throws {
        let folder = URL(filePath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appending(path: "ContractTests/Golden/solve")
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path())
            .filter { $0.hasSuffix(".response.json") }.sorted()
        var followed = 0
        for name in names {
            let text = [UInt8](try Data(contentsOf: folder.appending(path: name)))
            guard let json = try? JSONValue.parse(text), json["routes"] != nil,
                let result = try? RouteAnswer(json: json).result
            else { continue }
            do throws(FollowedRouteError) {
                let index = try RouteIndex(FollowedRoute(result))
                let legs = result.routeLegs.filter { $0.routeID == 1 }
                if !legs.isEmpty {
                    let meters = legs.map(\.meters).reduce(0, +)
                    #expect(abs(index.lengthMeters - meters) < 0.006, "\(name)")
                }
                followed += 1
            } catch {
                switch error {
                case .noRoute, .notGeographic, .tooFewVertices: break
                default: Issue.record("\(name): \(error)")
                }
            }
        }
        #expect(followed > 50)
    }

    /// A route with three vertices and two legs, whose totals are known.
    private func answer(
        measures: [Double]? = nil, speeds: [Double?] = [], reference: SpatialReference = .wgs84
    ) -> AnalysisResult {
        var result = AnalysisResult()
        let line = [0.0, 500, 1_000].map { RouteSketch.place(east: $0, north: 0) }
        result.routes = FeatureSet(
            geometryType: .polyline, spatialReference: reference,
            fields: [Field("ObjectID", .objectID)],
            features: [
                Feature(
                    values: [.integer(7)],
                    geometry: .polyline(paths: [line], measures: measures.map { [$0] }))
            ], hasMeasures: measures != nil)
        result.conditions = [RouteConditions(routeID: 7, routeName: "", speeds: speeds)]
        result.blockages = [
            RouteBlockage(routeID: 7, leg: 1, meters: 900, street: "", cause: .traffic)
        ]
        result.replanning = Replanning()
        result.replanning?.deviationMeters = 120
        result.replanning?.gainMinutes = 4
        return result
    }

    @Test func `a line alone is enough`() throws {
        let route = try FollowedRoute(answer())
        #expect(abs(route.meters[2] - 1_000) < 1)
        #expect(route.seconds.count == 3)
        #expect(route.maneuvers.isEmpty)
        _ = try RouteIndex(route)
    }

    @Test func `speeds of an answer without legs are times`() throws {
        let route = try FollowedRoute(answer(speeds: [36, 72]))
        #expect(abs(route.seconds[1] - 50) < 0.1)
        #expect(abs(route.seconds[2] - 75) < 0.1)
    }

    @Test func `meters and seconds of pieces count, and turns are steps in time`() throws {
        var result = answer(speeds: [36, 72])
        result.conditions?[0].meters = [500.01, 499.98]
        result.conditions?[0].seconds = [50.5, 27.125]
        result.conditions?[0].turns = [TurnTime(point: 1, seconds: 2.125)]
        let route = try FollowedRoute(result)
        #expect(route.meters == [0, 500.01, 500.01, 999.99])
        #expect(route.seconds == [0, 50.5, 52.625, 77.625])
        #expect(route.line[1] == route.line[2])
        let index = try RouteIndex(route)
        #expect(index.lengthMeters == 999.99)
        #expect(index.durationSeconds == 77.625)
    }

    @Test(arguments: [[500.0], [500, -1], [500, .infinity], [500, .nan], []])
    func `meters that do not fit the line do not count`(meters: [Double]) throws {
        var result = answer(speeds: [36, 72])
        result.conditions?[0].meters = meters
        result.conditions?[0].seconds = [50, 25]
        let route = try FollowedRoute(result)
        #expect(route.line.count == 3)
        #expect(abs(route.meters[2] - 1_000) < 1)
    }

    @Test func `events have what their feed states, maneuvers have their lanes`() throws {
        let line = [0.0, 500, 1_000].map { RouteSketch.place(east: $0, north: 0) }
        var result = answer()
        let steps = [0.0, 500].map { meters in
            var step = DirectionStep(
                length: 1, timeMinutes: 1, text: "Go", maneuverType: "esriDMTStraight", line: line)
            step.place = StepPlace(firstPoint: 0, lastPoint: 1, meters: meters)
            return step
        }
        result.directions = [
            RouteDirections(
                routeID: 7, routeName: "", totalLength: 1, totalTimeMinutes: 1,
                totalDriveTimeMinutes: 1, envelope: Envelope(), spatialReference: .wgs84,
                steps: steps)
        ]
        result.conditions?[0].lanes = [
            ManeuverLanes(meters: 200, lanes: [.init(turns: ["through"], isActive: true)]),
            ManeuverLanes(
                meters: 500,
                lanes: [
                    .init(turns: ["left"], isActive: true), .init(turns: [], isActive: false),
                ]),
        ]
        let route = try FollowedRoute(result)
        #expect(route.maneuvers.map(\.offset) == [0, 500])
        #expect(route.maneuvers[0].lanes == nil)
        #expect(
            route.maneuvers[1].lanes == [
                .init(turns: ["left"], isActive: true), .init(turns: [], isActive: false),
            ])
        let texts = ["Kind", "Street", "Text", "FeedID"].map { Field($0, .string) }
        let numbers = ["RouteID", "Leg", "LanesClosed"].map { Field($0, .integer) }
        let measures = ["Meters", "Seconds"].map { Field($0, .double) }
        result.events = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: texts + numbers + measures,
            features: [
                Feature(
                    values: [
                        .string("works"), .string("Via Roma"), .string("Until May"),
                        .string("w-3"), .integer(7), .integer(1), .integer(2), .double(300),
                        .double(30),
                    ], geometry: .point(line[0])),
                Feature(
                    values: [
                        .string("trafficSignals"), .null, .null, .null, .integer(7), .integer(1),
                        .null, .double(400), .double(40),
                    ], geometry: .point(line[0])),
            ])
        #expect(
            try FollowedRoute(result).events == [
                .init(
                    offset: 300, kind: "works", text: "Until May", feedID: "w-3", lanesClosed: 2,
                    street: "Via Roma"),
                .init(offset: 400, kind: FollowedRoute.Event.trafficSignals),
            ])
    }

    @Test func `legs tell what live speeds add to their time, in its unit`() throws {
        let line = [0.0, 500, 1_000].map { RouteSketch.place(east: $0, north: 0) }
        var result = RouteServer.result(line, handle: "")
        result.legs = RouteServer.legs(line, at: 1)
        #expect(try FollowedRoute(result).delays == [])
        let costs = ["Kilometers", "TravelTime"]
        result.legs?.fields += (costs.map { "Total_" + $0 } + costs.map { "Delay_" + $0 })
            .map { Field($0, .double) }
        let legs = try #require(result.legs)
        for row in legs.features.indices {
            guard case .double(let seconds)? = legs.value("Seconds", of: legs.features[row]) else {
                Issue.record("no seconds")
                return
            }
            let values = [0.5, seconds / 60, 0, Double(row + 1)]
            result.legs?.features[row].values += values.map { .double($0) }
        }
        let route = try FollowedRoute(result)
        #expect(route.delays.map(\.seconds) == [60, 180])
        #expect(route.delays.map { ($0.offset / 100).rounded() } == [5, 10])
        // No cost of another unit is taken for the time.
        result.legs?.fields[legs.fields.count - 3].name = "Total_Other"
        #expect(try FollowedRoute(result).delays == [])
    }

    @Test(arguments: [(40, true), (39, false), (nil, false)])
    func `a route is partial if its trace goes on behind its end`(
        from: Int?, isPartial: Bool
    ) throws {
        var result = answer()
        let fields = [
            Field("TraceName", .string), Field("PointNumber", .integer),
            Field("RouteID", .integer),
        ]
        result[table: "tracePoints"] = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: fields,
            features: [(1, 7), (40, 7), (41, nil)].map { number, route in
                Feature(
                    values: [
                        .string("1"), .integer(number), route.map { .integer($0) } ?? .null,
                    ], geometry: .point(RouteSketch.place(east: 0, north: 0)))
            })
        result[table: "traceGaps"] = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [Field("TraceName", .string), Field("FromPoint", .integer)],
            features: [
                Feature(
                    values: [.string("1"), from.map { .integer($0) } ?? .null], geometry: nil),
                Feature(values: [.string("2"), .integer(90)], geometry: nil),
            ])
        #expect(try FollowedRoute(result).isPartial == isPartial)
        #expect(try RouteIndex(FollowedRoute(result)).isPartial == isPartial)
    }

    @Test func `an offer states blockage, gain and where it leaves`() throws {
        let route = try NavigatorRoute(id: "b", answer(), routeID: 7)
        #expect(route.offer.isBlocked)
        #expect(route.offer.gainSeconds == 240)
        #expect(route.offer.leavesAtMeters == 120)
        #expect(route.offer.directionsMeters == route.offer.lengthMeters)
    }

    @Test func `answers without the route, or in another reference, are refused`() {
        #expect(throws: FollowedRouteError.noRoute(id: 8)) {
            try FollowedRoute(answer(), routeID: 8)
        }
        #expect(throws: FollowedRouteError.noRoute(id: nil)) {
            try FollowedRoute(AnalysisResult())
        }
        #expect(throws: FollowedRouteError.notGeographic(wkid: 3857)) {
            try FollowedRoute(answer(reference: SpatialReference(wkid: 3857, latestWKID: 3857)))
        }
    }

    @Test func `a request for routes to follow asks for lines, legs and directions`() {
        var parameters = RouteParameters()
        parameters.requestFollowedRoutes()
        let fields = parameters.formFields
        #expect(fields["outputLines"] == "esriNAOutputLineTrueShapeWithMeasure")
        #expect(fields["returnLegs"] == "true")
        #expect(fields["returnConditions"] == "true")
        #expect(fields["returnDirections"] == "true")
        #expect(fields["returnRouteHandle"] == "true")
        #expect(fields["outSR"]?.contains("4326") == true)
    }
}
