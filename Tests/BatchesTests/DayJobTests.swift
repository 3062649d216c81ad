// Tests a day as a server's job: the requests it becomes, and each route's part of the answer.

import Foundation
import Geo
import RouteAPI
import RouteTaskClient
import Testing

@testable import Batches

@Suite struct DayJobTests {
    private func job(mostStops: Int? = nil) throws -> DayJob {
        let url = try #require(URL(string: "http://localhost/NAServer/Route"))
        return DayJob(
            task: RouteTask(url: url), usual: ["f": "json", "travelMode": "Car"], begun: 5,
            mostStops: mostStops)
    }

    private func request(
        _ name: String, stops count: Int, fields: [String: String]? = nil
    ) -> DayJob.Request {
        var stops = deliveries(Array(repeating: name, count: count))
        stops.fields[1] = Field("RouteName", .string)
        return DayJob.Request(name: name, stops: stops, fields: fields)
    }

    @Test func `a job holds as many routes as the server takes stops, and each name once`() throws {
        let requests = [("A", 3), ("B", 3), ("C", 3), ("b", 1), ("", 2), ("D", 9)].map {
            request($0.0, stops: $0.1)
        }
        #expect(try job(mostStops: 6).shares(of: requests) == [[0, 1], [4], [2, 3], [5]])
        #expect(try job().shares(of: requests) == [[0, 1, 2], [4], [3, 5]])
        #expect(try job().shares(of: []) == [])
    }

    @Test func `settings of one route go below its name`() throws {
        let own = ["f": "json", "startTime": "7"]
        let fields = try job().fields(of: [
            request("A", stops: 2), request("B", stops: 1, fields: own),
        ])
        #expect(fields["travelMode"] == "Car" && fields["startTime"] == nil)
        #expect(fields["routeSettings"] == #"{"B":{"startTime":"7","travelMode":null}}"#)
        let stops = try #require(try RouteParameters(fields: fields).stops?.features)
        #expect(stops.features.map { stops.string("RouteName", of: $0) } == ["A", "A", "B"])
        // Alone, a route's own fields are those of the job.
        let alone = try job().fields(of: [request("B", stops: 1, fields: own)])
        #expect(alone["startTime"] == "7" && alone["travelMode"] == nil)
        #expect(alone["routeSettings"] == nil)
    }

    @Test func `each route's part of the answer is numbered from 1`() throws {
        func rows(_ fields: [String], _ values: [[Int]], names: [String]) -> JSONValue {
            .array(
                zip(values, names).map { values, name in
                    var attributes = JSONObject()
                    for (field, value) in zip(fields, values) {
                        attributes[field] = .number(Double(value))
                    }
                    attributes[fields[0] == "ObjectID" && fields.count > 2 ? "Name" : "RouteName"] =
                        .string(name)
                    return ["attributes": .object(attributes)]
                })
        }
        let routeFields = ["ObjectID", "FirstStopID", "LastStopID"]
        let json: JSONValue = [
            "routes": [
                "features": rows(routeFields, [[1, 1, 2], [2, 3, 5]], names: ["A", "B"])
            ],
            "stops": [
                "features": rows(
                    ["ObjectID", "Sequence"], [[1, 1], [2, 2], [3, 1], [4, 2], [5, 3]],
                    names: ["A", "A", "B", "B", "B"])
            ],
            "routeMessages": [
                [
                    "routeName": "B", "type": "esriJobMessageTypeWarning",
                    "description": "about B",
                ],
                [
                    "routeName": "C", "type": "esriJobMessageTypeError",
                    "description": "C has no road",
                ],
            ],
        ]
        let parts = DayAnswer(try RouteAnswer(json: json)).parts(of: [
            request("A", stops: 2), request("B", stops: 3), request("C", stops: 2),
        ])
        let first = try parts[0].get()
        let second = try parts[1].get()
        for (part, count) in [(first, 2), (second, 3)] {
            let routes = try #require(part.routes)
            #expect(routes.features.count == 1)
            #expect(
                routeFields.map { routes.integer($0, of: routes.features[0]) } == [1, 1, count])
            let stops = try #require(part.stops)
            #expect(
                stops.features.map { stops.integer("ObjectID", of: $0) } == Array(1...count))
        }
        #expect(first.messages == [] && second.messages == [Message(.warning, "about B")])
        #expect(parts[2] == .failure(GroupFailure("no-solution", "C has no road")))
    }

    @Test func `a failed job's reasons go to the routes that they name`() {
        let whole = GroupFailure(
            "no-solution", "Route \"A\": no road to stop 2.\nRoute \"B\": stop 1 has no road.")
        #expect(
            DayAnswer.own(whole, of: "B", among: 2)
                == GroupFailure("no-solution", "stop 1 has no road."))
        #expect(DayAnswer.own(whole, of: "C", among: 2) == whole)
        #expect(DayAnswer.own(whole, of: "A", among: 1) == whole)
    }

    @Test(
        arguments: [
            (400, nil, "Unable to complete operation.", "invalid-parameter"),
            (400, ExtendedCode.timedOut, "Unable to complete operation.", "timed-out"),
            (400, .locationNotReached, "Unable to complete operation.", "no-solution"),
            (413, nil, "Too large", "invalid-parameter"), (400, nil, "Invalid URL", nil),
            (500, nil, "Broken", nil), (499, nil, "Token Required", nil),
        ] as [(Int, ExtendedCode?, String, String?)])
    func `only an error in the request is the failure of one route`(
        code: Int, extended: ExtendedCode?, message: String, reason: String?
    ) {
        let error = RouteTaskError.service(
            RouteTaskError.Envelope(
                code: code, extendedCode: extended?.rawValue, message: message, details: []))
        #expect(GroupFailure(error)?.reason == reason)
    }
}
