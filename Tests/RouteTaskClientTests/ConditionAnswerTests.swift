// Legs, conditions, events, spans and pages of directions, as the client reads them.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct ConditionAnswerTests {
    private var conditions: RouteConditions {
        RouteConditions(
            routeID: 1, routeName: "A - B", flags: [.tolls, .closures], speeds: [36.5, nil, 0.25],
            limits: [50, nil, 130], jams: [.free, .heavy, .blocked],
            lanes: [
                ManeuverLanes(
                    meters: 120.5,
                    lanes: [
                        .init(turns: ["left"], isActive: false),
                        .init(turns: ["through", "right"], isActive: true),
                        .init(turns: [], isActive: false),
                    ])
            ])
    }

    private func read(_ result: AnalysisResult) throws -> AnalysisResult {
        try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result))).result
    }

    @Test func `conditions survive the wire`() throws {
        var sent = AnalysisResult()
        sent.conditions = [conditions]
        let received = try read(sent)
        #expect(received.conditions == sent.conditions)
        #expect(received == sent)
    }

    @Test func `events and spans survive the wire`() throws {
        let places = [Coordinate(x: 7.25, y: 43.5), Coordinate(x: 7.5, y: 43.75)]
        let events = RouteEvent.Kind.allCases.enumerated().map { index, kind in
            RouteEvent(
                routeID: 1, leg: 1, kind: kind, street: "Rue \(index)", meters: Double(index) * 10,
                seconds: Double(index) + 0.5, place: places[index % 2])
        }
        let spans = RouteSpan.Kind.allCases.map { kind in
            RouteSpan(routeID: 1, kind: kind, fromMeters: 0, toMeters: 20.5, line: places)
        }
        var sent = AnalysisResult()
        sent.events = RouteEvent.featureSet(events, in: .wgs84)
        sent.spans = RouteSpan.featureSet(spans, in: .wgs84)
        let received = try read(sent)
        #expect(received.routeEvents == events)
        #expect(received.routeSpans == spans)
    }

    @Test func `legs are read from their rows, and broken rows are left out`() throws {
        let json = try JSONValue.parse(
            #"""
            {"legs":{"fields":[
              {"name":"ObjectID","type":"esriFieldTypeOID"},
              {"name":"RouteID","type":"esriFieldTypeInteger"},
              {"name":"Sequence","type":"esriFieldTypeInteger"},
              {"name":"FromStopID","type":"esriFieldTypeInteger"},
              {"name":"ToStopID","type":"esriFieldTypeInteger"},
              {"name":"FromRole","type":"esriFieldTypeString"},
              {"name":"ToRole","type":"esriFieldTypeString"},
              {"name":"Meters","type":"esriFieldTypeDouble"},
              {"name":"Seconds","type":"esriFieldTypeDouble"},
              {"name":"Total_TravelTime","type":"esriFieldTypeDouble"},
              {"name":"Delay_TravelTime","type":"esriFieldTypeDouble"},
              {"name":"FirstPoint","type":"esriFieldTypeInteger"},
              {"name":"LastPoint","type":"esriFieldTypeInteger"}],
             "features":[
              {"attributes":{"ObjectID":1,"RouteID":1,"Sequence":1,"FromStopID":4,"ToStopID":9,
               "FromRole":"origin","ToRole":"destination","Meters":1200,"Seconds":90.5,
               "Total_TravelTime":1.5,"Delay_TravelTime":0.25,"FirstPoint":0,"LastPoint":7}},
              {"attributes":{"ObjectID":2,"RouteID":1,"Sequence":2,"FromRole":"driver"}}]}}
            """#)
        let legs = try RouteAnswer(json: json).result.routeLegs
        var expected = RouteLeg(
            routeID: 1, sequence: 1, fromStopID: 4, toStopID: 9, fromRole: .origin,
            toRole: .destination, meters: 1_200, seconds: 90.5, totals: ["TravelTime": 1.5])
        expected.delays = ["TravelTime": 0.25]
        expected.points = 0...7
        #expect(legs == [expected])
    }

    @Test func `a page of directions says where the next one begins`() throws {
        var sent = AnalysisResult()
        var route = RouteDirections(
            routeID: 3, routeName: "A", totalLength: 9, totalTimeMinutes: 9,
            totalDriveTimeMinutes: 9, envelope: Envelope(), spatialReference: .wgs84, steps: [])
        route.page = DirectionsPage(
            fromMeters: 100.5, toMeters: 600.5, totalMeters: 9_000, stepsBefore: 2, stepsAfter: 5)
        sent.directions = [route]
        #expect(try read(sent).directions?.first?.page == route.page)
    }
}
