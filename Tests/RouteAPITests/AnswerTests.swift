// Tests answers as bytes, key by key as clients read them.

import Geo
import RouteAPI
import Testing

struct AnswerTests {
    private static let corner = Coordinate(x: -117.195_7, y: 34.059)
    private static let line = [Coordinate(x: -117.195_7, y: 34.056_5), corner]

    private var result: AnalysisResult {
        var result = AnalysisResult()
        result.messages = [Message(.warning, "A note.")]
        result.routes = FeatureSet(
            geometryType: .polyline, spatialReference: .wgs84,
            fields: [
                Field("ObjectID", .objectID), Field("Name", .string), Field("StartTime", .date),
                Field("Total_TravelTime", .double),
            ],
            features: [
                Feature(
                    values: [.integer(1), .string("Depot - Customer"), .null, .double(1.6)],
                    geometry: .polyline(paths: [Self.line]))
            ])
        result.stops = FeatureSet(
            geometryType: .point, spatialReference: .wgs84, fields: [Field("Name", .string)],
            features: [Feature(values: [.string("Depot")], geometry: .point(Self.line[0]))])
        result.directions = [
            RouteDirections(
                routeID: 1, routeName: "Depot - Customer", totalLength: 0.8, totalTimeMinutes: 1.6,
                totalDriveTimeMinutes: 1.5, envelope: Envelope(Self.line), spatialReference: .wgs84,
                steps: [
                    DirectionStep(
                        length: 0, timeMinutes: 0, text: "Start at Depot",
                        maneuverType: "esriDMTDepart", line: [Self.line[0], Self.line[0]],
                        strings: [DirectionString("Depot", "esriDSTStreetName")]),
                    DirectionStep(
                        length: 0.8, timeMinutes: 1.6, text: "Go north on Main St", eta: 7_200_000,
                        arriveTimeUTC: 3_600_000, maneuverType: "esriDMTStraight", line: Self.line),
                    DirectionStep(
                        length: 0, timeMinutes: 0, text: "Finish at Customer",
                        maneuverType: "esriDMTStop", line: [Self.corner, Self.corner]),
                ], lengthUnits: .kilometers)
        ]
        result.fingerprint = "f00d"
        result.attribution = "© OpenStreetMap contributors"
        return result
    }

    private func json(_ result: AnalysisResult, pretty: Bool = false) throws -> JSONValue {
        try JSONValue.parse(AnalysisResultWriter.json(result, pretty: pretty))
    }

    @Test func `writes an answer in the captured shape`() throws {
        let value = try json(result)
        #expect(
            value.object?.keys == ["messages", "routes", "stops", "directions", "network"])
        #expect(value["messages"] == [["type": 50, "description": "A note."]])
        #expect(
            value["routes"]?.object?.keys == [
                "fieldAliases", "fields", "geometryType", "spatialReference", "features",
            ])
        #expect(value["routes"]?["spatialReference"] == ["wkid": 4326, "latestWkid": 4326])
        #expect(
            value["routes"]?["features"] == [
                [
                    "attributes": [
                        "ObjectID": 1, "Name": "Depot - Customer", "StartTime": nil,
                        "Total_TravelTime": 1.6,
                    ],
                    "geometry": ["paths": [[[-117.195_7, 34.056_5], [-117.195_7, 34.059]]]],
                ]
            ])
        #expect(
            value["network"]
                == ["fingerprint": "f00d", "attribution": "© OpenStreetMap contributors"])
        #expect(try json(result, pretty: true) == value)
    }

    @Test func `writes directions in the captured shape`() throws {
        let route = try #require(try json(result)["directions"]?.array?.first)
        #expect(
            route.object?.keys == ["routeId", "routeName", "summary", "hasZ", "hasM", "features"])
        #expect(
            route["summary"] == [
                "totalLength": 0.8, "totalTime": 1.6, "totalDriveTime": 1.5,
                "envelope": [
                    "xmin": -117.195_7, "ymin": 34.056_5, "xmax": -117.195_7, "ymax": 34.059,
                    "spatialReference": ["wkid": 4326, "latestWkid": 4326],
                ],
            ])
        let steps = try #require(route["features"]?.array)
        #expect(
            steps[0] == [
                "attributes": [
                    "length": 0, "time": 0, "text": "Start at Depot", "ETA": -2_209_161_600_000,
                    "arriveTimeUTC": -2_209_161_600_000, "maneuverType": "esriDMTDepart",
                ],
                "compressedGeometry": "+hf6e7-1vvvvto+ij4e4j+0+0",
                "strings": [["string": "Depot", "stringType": "esriDSTStreetName"]],
            ])
        #expect(steps[1]["attributes"]?["ETA"] == 7_200_000)
        #expect(steps[1]["compressedGeometry"] == "+hf6e7-1vvvvto+ij4e4j+0+1cni")
        #expect(steps[1]["strings"] == nil)
    }

    @Test(arguments: DirectionsOutputType.allCases)
    func `each depth of directions has its parts`(type: DirectionsOutputType) throws {
        var result = result
        result.directionsOutputType = type
        let value = try json(result)
        let route = value["directions"]?.array?.first
        let steps = route?["features"]?.array
        switch type {
        case .featureSets:
            #expect(value["directions"] == nil)
            #expect(value["directionPoints"]?["features"]?.array?.count == 3)
            #expect(value["directionLines"]?["features"]?.array?.count == 1)
        case .summaryOnly: #expect(steps == [])
        case .instructionsOnly:
            #expect(steps?.contains { $0["compressedGeometry"] != nil } == false)
        case .complete: #expect(steps?.allSatisfy { $0["events"] == [] } == true)
        case .standard, .completeNoEvents:
            #expect(steps?.allSatisfy { $0["compressedGeometry"]?.string != nil } == true)
            #expect(steps?.contains { $0["events"] != nil } == false)
        }
        if type != .featureSets {
            #expect(route?["summary"]?["envelope"]?["spatialReference"] != nil)
            #expect(steps?.allSatisfy { $0["attributes"]?["maneuverType"] != nil } == true)
        }
    }

    @Test func `direction points and lines refer to each other`() throws {
        var result = result
        result.directionsOutputType = .featureSets
        for (step, type) in [51, 52, 50].enumerated() {
            result.directions?[0].steps[step].pointType = type
        }
        result.directions?[0].steps[2].stopID = 7
        result.directions?[0].steps[1].shortText = "Go north"
        let value = try json(result)
        let points = try #require(value["directionPoints"]?["features"]?.array)
        #expect(points.map { $0["attributes"]?["DirectionPointType"] } == [51, 52, 50])
        #expect(points[0]["attributes"]?["Name"] == "Depot")
        #expect(points[0]["attributes"]?["ArrivalTime"]?.isNull == true)
        #expect(points[1]["attributes"]?["ArrivalUTCOffset"] == 60)
        #expect(points[1]["attributes"]?["Azimuth"] == 0)
        #expect(points[1]["attributes"]?["ShortVoiceInstruction"] == "Go north")
        #expect(points.map { $0["attributes"]?["StopID"]?.integer } == [nil, nil, 7])
        let line = try #require(value["directionLines"]?["features"]?.array?.first?["attributes"])
        #expect(line["DirectionPointID"] == 2)
        #expect(line["Meters"] == 800)
    }

    @Test func `directions of closest facilities name the facility and the incident`() throws {
        func attributes(_ result: AnalysisResult, _ set: String) throws -> [JSONObject] {
            try (json(result)[set]?["features"]?.array ?? []).compactMap {
                $0["attributes"]?.object
            }
        }
        var result = result
        result.directionsOutputType = .featureSets
        let route = try attributes(result, "directionPoints")
        #expect(route.first?.keys.prefix(3) == ["ObjectID", "RouteID", "Sequence"])
        result.directionsHavePairs = true
        result.directions?[0].facilityID = 8
        result.directions?[0].incidentID = 9
        for set in ["directionPoints", "directionLines"] {
            let rows = try attributes(result, set)
            #expect(!rows.isEmpty)
            #expect(rows.allSatisfy { $0["FacilityID"] == 8 && $0["IncidentID"] == 9 })
            let fields = try json(result)[set]?["fields"]?.array?.compactMap { $0["name"]?.string }
            let place = try #require(fields?.firstIndex(of: "RouteID"))
            #expect(fields?[(place + 1)...(place + 2)] == ["FacilityID", "IncidentID"])
            let declared = AnalysisClass.all(of: .closestFacility, over: [])
                .first { $0.answerKey == set }
            #expect(declared?.fields.map(\.name) == fields)
        }
        let mapped = try JSONValue.parse(AnalysisResultWriter.geoJSON(result))
        let steps = (mapped["features"]?.array ?? []).compactMap { $0["properties"] }
            .filter { $0["layer"] == "directions" }
        #expect(!steps.isEmpty)
        #expect(steps.allSatisfy { $0["FacilityID"] == 8 && $0["IncidentID"] == 9 })
        // Without a route the tables have the same fields.
        result.directions = []
        let fields = try json(result)["directionPoints"]?["fields"]?.array
        #expect(fields?.contains { $0["name"] == "FacilityID" } == true)
    }

    @Test func `an answer without shapes keeps what clients need`() throws {
        var result = AnalysisResult()
        #expect(try json(result)["messages"] == [])
        result.routes = FeatureSet(
            geometryType: .polyline, spatialReference: .webMercator,
            fields: [Field("ObjectID", .objectID)],
            features: [Feature(values: [.integer(1)], geometry: .empty)])
        result.directions = [
            RouteDirections(
                routeID: 1, routeName: "r", totalLength: 0, totalTimeMinutes: .nan,
                totalDriveTimeMinutes: 0, envelope: Envelope(), spatialReference: .webMercator,
                steps: [
                    DirectionStep(
                        length: 0, timeMinutes: 0, text: "", maneuverType: "esriDMTStop", line: [])
                ])
        ]
        let value = try json(result)
        #expect(value["routes"]?["features"]?.array?.first?["geometry"] == ["paths": []])
        #expect(value["routes"]?["spatialReference"]?["latestWkid"] == 3_857)
        let summary = value["directions"]?.array?.first?["summary"]
        #expect(summary?["totalTime"]?.isNull == true)
        #expect(summary?["envelope"]?["xmin"] == "NaN")
        result.directionsOutputType = .featureSets
        #expect(try json(result)["directionPoints"]?["features"]?.array?.count == 1)
        #expect(
            try JSONValue.parse(AnalysisResultWriter.geoJSON(result))["type"] == "FeatureCollection"
        )
    }

    @Test func `writes totals in quanta and rounded coordinates`() throws {
        var result = result
        result.geometryPrecision = 2
        result.quanta = [
            RouteQuanta(
                routeID: 1, impedance: 9_007_199_254_740_993,
                costs: [("TravelTime", 96_000), ("Length", 80_000)])
        ]
        let text = String(decoding: AnalysisResultWriter.json(result), as: UTF8.self)
        #expect(
            text.contains(
                #""quanta":[{"routeId":1,"impedance":9007199254740993,"#
                    + #""costs":{"TravelTime":96000,"Length":80000}}]"#
            ))
        #expect(text.contains(#""paths":[[[-117.2,34.06],[-117.2,34.06]]]"#))
        #expect(text.contains("+hf6e7-1vvvvto+ij4e4j+0+1cni"))
    }

    @Test func `a cost matrix has no place on a map and is written beside the features`() throws {
        var result = result
        result.costMatrix = CostMatrix(
            costAttributeNames: ["TravelTime", "Length"],
            rows: [CostMatrix.Row(originID: 1, destinationIDs: [2, 3], costs: [1, 2, 3, 4])])
        let mapped = try JSONValue.parse(AnalysisResultWriter.geoJSON(result))
        #expect(mapped["odCostMatrix"]?["1"]?["3"] == [3, 4])
        #expect(try mapped["odCostMatrix"] == json(result)["odCostMatrix"])
    }

    @Test func `writes GeoJSON with layers distinguished`() throws {
        let value = try JSONValue.parse(AnalysisResultWriter.geoJSON(result))
        let features = try #require(value["features"]?.array)
        #expect(
            features.map { $0["properties"]?["layer"] } == [
                "routes", "stops", "directions", "directions", "directions",
            ])
        #expect(
            features.map { $0["geometry"]?["type"] } == [
                "LineString", "Point", "Point", "LineString", "Point",
            ])
        #expect(features[3]["properties"]?["Text"] == "Go north on Main St")
        #expect(value["messages"] == ["A note."])
        #expect(value["network"]?["fingerprint"] == "f00d")
        let split = try GeoJSONReader().features(value)
        #expect(split.points?.features.count == 3)
        #expect(split.polylines?.features.count == 2)
    }

    @Test func `an error becomes an envelope whose details are a list`() throws {
        var error = RouteRequestError(.notLocated, extendedCode: .notLocated, details: [])
        #expect(
            String(decoding: ErrorEnvelope.json(error), as: UTF8.self)
                == #"{"error":{"code":400,"extendedCode":-2147201018,"#
                + #""message":"Unable to complete operation.","details":[]}}"#)
        error.extendedCode = nil
        error.details = ["Location \"A\" in \"Stops\" is unlocated."]
        let value = try JSONValue.parse(ErrorEnvelope.json(error, pretty: true))
        #expect(value["error"]?["extendedCode"] == nil)
        #expect(value["error"]?["details"]?.array?.count == 1)
    }
}
