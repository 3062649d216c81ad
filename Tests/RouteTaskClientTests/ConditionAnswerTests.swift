// Tests reading legs, conditions, events, spans and pages of directions in the client.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct ConditionAnswerTests {
    private var conditions: RouteConditions {
        RouteConditions(
            routeID: 1, routeName: "A - B", flags: [.tolls, .closures],
            meters: [12.34, 0, 1_000.5], seconds: [1.217, 0.001, 90],
            turns: [TurnTime(point: 2, seconds: 4.5)], speeds: [36.5, nil, 0.25],
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

    /// A result as the client reads it from the server's writer.
    private func read(_ result: AnalysisResult) throws -> AnalysisResult {
        try RouteAnswer(json: JSONValue.parse(AnalysisResultWriter.json(result))).result
    }

    @Test func `conditions survive the wire`() throws {
        var sent = AnalysisResult()
        var route = conditions
        for length in [Int64(0), 123_456] {
            var leg = JamLengths()
            for jam in JamClass.allCases { leg.add(length + Int64(jam.rawValue), to: jam) }
            route.legJams.append(leg)
        }
        #expect(route.jamLengths[.blocked] == 1_234.64)
        #expect(route.jamLengths.meters == 6_173.0)
        sent.conditions = [route]
        let received = try read(sent)
        #expect(received.conditions == sent.conditions)
        #expect(received == sent)
    }

    @Test func `a corridor survives the wire, without lines that cannot be read`() throws {
        var sent = AnalysisResult()
        var following = Following(
            isOnRoute: true, meters: 120.5, metersFromRoute: 0, remainingMeters: 900,
            remainingSeconds: 90, state: "1f", isUnchanged: true)
        following.corridor = RouteCorridor(
            fromMeters: 70.5, toMeters: 1_120.5,
            branches: [
                .init(
                    meters: 200.25,
                    line: [Coordinate(x: 7.4, y: 43.7), Coordinate(x: 7.401, y: 43.7005)]),
                .init(
                    meters: 400,
                    line: [Coordinate(x: -7.4, y: -43.7), Coordinate(x: -7.402, y: -43.7)]),
            ])
        sent.following = following
        #expect(try read(sent).following == following)
        let text = String(decoding: AnalysisResultWriter.json(sent), as: UTF8.self)
        let line = RouteCorridor.polyline.encoded(following.corridor?.branches[0].line ?? [])
        let broken = text.replacing(line.replacing("\\", with: "\\\\"), with: "_")
        #expect(broken != text)
        let read = try RouteAnswer(json: JSONValue.parse(Array(broken.utf8))).result
        #expect(read.following?.corridor?.branches.map(\.meters) == [400])
    }

    @Test func `the snapshot of traffic survives the wire`() throws {
        var sent = AnalysisResult()
        sent.traffic = TrafficUse(id: "0c5e", made: 1_795_417_200_123)
        #expect(try read(sent).traffic == sent.traffic)
    }

    private var blockages: [RouteBlockage] {
        RouteBlockage.Cause.allCases.enumerated().map { index, cause in
            RouteBlockage(
                routeID: 1, leg: index + 1, meters: Double(index) + 0.5, street: "Rue \(index)",
                cause: cause,
                barriers: cause == .barrier
                    ? [
                        BarrierReference(
                            parameter: "barriers", row: 2, objectID: 3, name: "Works")
                    ] : [], restrictions: cause == .restriction ? ["Avoid Toll Roads"] : [])
        }
    }

    /// A decision with a distinct number in each member.
    private var decision: Replanning {
        var decision = Replanning()
        decision.reason = .avoidBlockage
        decision.isSearched = true
        decision.isBlocked = true
        let figures: [WritableKeyPath<Replanning, Double?>] = [
            \.positionMeters, \.delayMinutes, \.remainingMinutes, \.gainMinutes, \.gainPercent,
            \.minDelay, \.minGain, \.minGainPercent, \.deviationMeters, \.cutoffMeters,
            \.rejoinMeters, \.skippedMeters, \.farthestMeters,
        ]
        for (index, figure) in figures.enumerated() {
            decision[keyPath: figure] = Double(index) + 0.25
        }
        decision.turnsBack = true
        return decision
    }

    @Test func `blockages and decisions survive the wire`() throws {
        var sent = AnalysisResult()
        sent.blockages = blockages
        sent.replanning = decision
        let received = try read(sent)
        #expect(received.blockages == sent.blockages)
        #expect(received.replanning == sent.replanning)
        sent.blockages = []
        sent.replanning = Replanning()
        #expect(try read(sent) == sent)
    }

    @Test func `of blockages and decisions what is not understood is left out`() throws {
        let json = try JSONValue.parse(
            #"""
            {"blockages":[{"routeId":1,"leg":1,"meters":2,"street":"A","cause":"flood"},
             {"routeId":1,"leg":1,"meters":3,"street":"B","cause":"traffic"}, 7],
             "replanning":{"reason":"dislike","searched":true,"blocked":false},
             "traffic":{"snapshot":"a1"}}
            """#)
        let result = try RouteAnswer(json: json).result
        #expect(result.blockages?.map(\.street) == ["B"])
        #expect(result.replanning?.isSearched == true)
        #expect(result.replanning?.reason == nil)
        #expect(result.traffic == nil)
    }

    @Test func `a map has what has no shape in members beside it`() throws {
        var sent = AnalysisResult()
        sent.blockages = blockages
        sent.replanning = decision
        let map = try JSONValue.parse(AnalysisResultWriter.geoJSON(sent))
        let plain = try JSONValue.parse(AnalysisResultWriter.json(sent))
        #expect(map["type"]?.string == "FeatureCollection")
        #expect(map["blockages"]?.array?.count == sent.blockages?.count)
        #expect(map["blockages"] == plain["blockages"])
        #expect(map["replanning"] == plain["replanning"])
    }

    @Test func `events and spans survive the wire`() throws {
        let places = [Coordinate(x: 7.25, y: 43.5), Coordinate(x: 7.5, y: 43.75)]
        let events = RouteEvent.Kind.allCases.enumerated().map { index, kind in
            var event = RouteEvent(
                routeID: 1, leg: 1, kind: kind, street: "Rue \(index)", meters: Double(index) * 10,
                seconds: Double(index) + 0.5, place: places[index % 2])
            guard kind == .accident || kind == .works else { return event }
            event.text = "Two cars, \"both\" lanes"
            event.feedID = "A-17"
            event.lanesClosed = index
            return event
        }
        let spans = RouteSpan.Kind.allCases.map { kind in
            RouteSpan(routeID: 1, kind: kind, fromMeters: 0, toMeters: 20.5, line: places)
        }
        var sent = AnalysisResult()
        sent.events = RouteEvent.featureSet(events, in: .wgs84)
        sent.spans = RouteSpan.featureSet(spans, in: .wgs84)
        let received = try read(sent)
        #expect(received.routeEvents == events)
        // Without events of a feed, no row has the columns for them.
        let drawn = RouteEvent.featureSet(events.filter { $0.kind == .gate }, in: .wgs84)
        #expect(sent.events?.fields.map(\.name).suffix(3) == ["Text", "FeedID", "LanesClosed"])
        #expect(drawn.fields.map(\.name).last == "Seconds")
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
