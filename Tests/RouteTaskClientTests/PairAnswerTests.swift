// Tests reading matrices and closest facilities as servers write them.

import Geo
import RouteAPI
import RouteTaskClient
import Testing

@Suite struct PairAnswerTests {
    private func result(
        _ reply: String, asking parameters: (any OperationParameters)? = nil
    ) throws -> AnalysisResult {
        try RouteAnswer(json: JSONValue.parse(reply), asking: parameters).result
    }

    @Test func `a sparse matrix is read by ids`() throws {
        let found = try result(
            """
            {"messages":[],"odCostMatrix":{"costAttributeNames":["TravelTime","Miles"],
             "1":{"1":[23.99,10.43],"2":[27.04,13.07]},"2":{"2":[5,2.5]},"3":{}},
             "origins":{"geometryType":"esriGeometryPoint","spatialReference":{"wkid":4326},
              "features":[{"attributes":{"ObjectID":1,"Name":"A","Status":0},
               "geometry":{"x":7.4,"y":43.7}}]},
             "destinations":{"features":[{"attributes":{"ObjectID":1,"Name":"B"}}]}}
            """)
        let matrix = try #require(found.costMatrix)
        #expect(matrix.costAttributeNames == ["TravelTime", "Miles"])
        #expect(matrix.rows.map(\.originID) == [1, 2, 3])
        #expect(matrix[from: 1, to: 2] == [27.04, 13.07])
        #expect(matrix[from: 2, to: 1] == nil && matrix[from: 3, to: 1] == nil)
        let origins = try #require(found[table: "origins"])
        #expect(origins.features.map { origins.value("Name", of: $0) } == [.string("A")])
        #expect(origins.features.first?.geometry == .point(Coordinate(x: 7.4, y: 43.7)))
        #expect(found[table: "destinations"]?.features.count == 1)
        #expect(found[table: "odLines"] == nil)
    }

    @Test func `lines of a matrix are rows, with shapes or without`() throws {
        let plain = try result(
            """
            {"odLines":{"fields":[{"name":"ObjectID","type":"esriFieldTypeOID"},
              {"name":"DestinationRank","type":"esriFieldTypeInteger"},
              {"name":"Total_TravelTime","type":"esriFieldTypeDouble"}],
              "features":[{"attributes":{"ObjectID":1,"DestinationRank":1,"Total_TravelTime":4}}]}}
            """)
        let rows = try #require(plain[table: "odLines"])
        #expect(rows.geometryType == nil)
        #expect(rows.features.map { rows.value("Total_TravelTime", of: $0) } == [.double(4)])
        let drawn = try result(
            """
            {"odLines":{"geometryType":"esriGeometryPolyline","spatialReference":{"wkid":102100},
              "features":[{"attributes":{"ObjectID":1},"geometry":{"paths":[[[0,0],[1,1]]]}}]}}
            """)
        let lines = try #require(drawn[table: "odLines"])
        #expect(lines.geometryType == .polyline)
        #expect(lines.spatialReference.isSame(as: .webMercator))
    }

    @Test func `closest facilities have routes, facilities, incidents and barriers`() throws {
        let found = try result(
            """
            {"messages":[{"type":50,"description":"look out"}],
             "routes":{"geometryType":"esriGeometryPolyline","spatialReference":{"wkid":4326},
              "fields":[{"name":"ObjectID","type":"esriFieldTypeOID"},
               {"name":"FacilityRank","type":"esriFieldTypeInteger"},
               {"name":"StartTime","type":"esriFieldTypeDate"}],
              "features":[{"attributes":{"ObjectID":1,"FacilityRank":1,
                "StartTime":1700000000000},"geometry":{"paths":[[[7,43],[7.1,43.1]]]}}]},
             "facilities":{"features":[{"attributes":{"ObjectID":1,"Name":"Clinic"}}]},
             "incidents":{"features":[{"attributes":{"ObjectID":1,"TargetFacilityCount":2}}]},
             "barriers":{"features":[{"attributes":{"ObjectID":1},"geometry":{"x":7,"y":43}}]},
             "directions":[{"routeId":1,"routeName":"Fire - Clinic","summary":{"totalTime":3}}]}
            """)
        #expect(found.messages == [Message(.warning, "look out")])
        let routes = try #require(found.routes)
        #expect(
            routes.features.map { routes.value("StartTime", of: $0) } == [.date(1_700_000_000_000)])
        let facilities = try #require(found[table: "facilities"])
        #expect(facilities.features.map { facilities.value("Name", of: $0) } == [.string("Clinic")])
        let incidents = try #require(found[table: "incidents"])
        #expect(
            incidents.features.map { incidents.value("TargetFacilityCount", of: $0) }
                == [.integer(2)])
        #expect(found.barriers.point?.features.count == 1)
        #expect(found.directions?.first?.totalTimeMinutes == 3)
    }

    @Test func `a matrix survives the wire`() throws {
        var sent = AnalysisResult()
        sent.costMatrix = CostMatrix(
            costAttributeNames: ["TravelTime"],
            rows: [
                CostMatrix.Row(
                    originID: 7, cells: [CostMatrix.Cell(destinationID: 9, costs: [1.5])]),
                CostMatrix.Row(originID: 8, cells: []),
            ])
        sent[table: "origins"] = FeatureSet(
            geometryType: .point, spatialReference: .wgs84,
            fields: [Field("ObjectID", .objectID), Field("Cutoff_TravelTime", .double)],
            features: [
                Feature(
                    values: [.integer(7), .null], geometry: .point(Coordinate(x: 7.5, y: 43.5)))
            ])
        sent[table: "odLines"] = FeatureSet(
            geometryType: nil, spatialReference: .wgs84,
            fields: [Field("OriginID", .integer), Field("Total_TravelTime", .double)],
            features: [Feature(values: [.integer(7), .double(2)], geometry: nil)])
        let text = String(decoding: AnalysisResultWriter.json(sent), as: UTF8.self)
        #expect(try result(text) == sent)
    }

    @Test func `reasons name the input of a location, and stops without one`() throws {
        let destination = StopReference(input: "destinations", row: 2, objectID: 3, name: "C")
        var reason = Reason(.otherComponent, "No street.", stop: destination)
        reason.from = StopReference(input: "origins", row: 0, objectID: 1, name: "A")
        var attributes = JSONObject()
        attributes["CurbApproach"] = 0
        reason.change = .stop(destination, attributes)
        var sent = AnalysisResult()
        sent.reasons = [
            reason, Reason(.tooFar, "Far.", stop: StopReference(row: 1, objectID: 2, name: "B")),
        ]
        let text = String(decoding: AnalysisResultWriter.json(sent), as: UTF8.self)
        #expect(text.contains(#""input":"destinations""#))
        #expect(!text.contains(#""input":"stops""#))
        #expect(try result(text).reasons == sent.reasons)
    }

    @Test func `rows of any input are found by the ids that they keep`() throws {
        let rows = #"{"features":[{"attributes":{"ObjectID":70}},{"attributes":{"ObjectID":9}}]}"#
        let parameters = try ODCostMatrixParameters(fields: [
            "origins": rows, "destinations": rows, "preserveObjectID": "true",
        ])
        let found = try result(
            """
            {"reasons":[{"cause":"too-far","text":"t",
             "stop":{"input":"origins","objectId":9,"name":"B"}}]}
            """, asking: parameters)
        #expect(found.reasons.map(\.stop.input) == ["origins"])
        #expect(found.reasons.map(\.stop.row) == [1])
    }

    @Test(arguments: [
        #"{"odCostMatrix":7}"#, #"{"odCostMatrix":{"costAttributeNames":[],"x":{}}}"#,
        #"{"odCostMatrix":{"costAttributeNames":[],"1":[]}}"#,
        #"{"odCostMatrix":{"costAttributeNames":["A"],"1":{"y":[1]}}}"#,
        #"{"odCostMatrix":{"costAttributeNames":["A"],"1":{"2":[1,2]}}}"#,
        #"{"origins":{"features":[{"geometry":{"paths":[[[0,0],[1,1]]]}}]}}"#,
    ])
    func `a reply that breaks the contract is refused`(reply: String) {
        #expect(throws: FeatureReadError.self) { try result(reply) }
    }
}
