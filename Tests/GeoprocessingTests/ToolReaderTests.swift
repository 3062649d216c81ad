// Tests translating inputs of Esri's tools into operation parameters.

import Geo
import Geoprocessing
import RouteAPI
import Testing

@Suite struct ToolReaderTests {
    @Test(arguments: [
        ("Reorder_Stops_to_Find_Optimal_Routes", "true", "findBestSequence", "true"),
        ("reorder_stops_to_find_optimal_routes", "True", "findBestSequence", "true"),
        ("Preserve_Terminal_Stops", "Preserve Last", "preserveFirstStop", "false"),
        ("Preserve_Terminal_Stops", "Preserve First and Last", "preserveLastStop", "true"),
        ("Preserve_Terminal_Stops", "preserve none", "preserveFirstStop", "false"),
        ("Use_Time_Windows", "true", "useTimeWindows", "true"),
        ("Time_of_Day", "1700000000000", "startTime", "1700000000000"),
        ("Time_of_Day", "2026-03-02T09:30", "startTime", "2026-03-02T09:30"),
        (
            "Time_of_Day", #"{"date":"2026-03-02 09:30","format":"yyyy-MM-dd HH:mm"}"#,
            "startTime", "2026-03-02 09:30"
        ),
        ("Time_of_Day", #"{"date":1700000000000}"#, "startTime", "1700000000000"),
        ("Time_Zone_for_Time_of_Day", "UTC", "startTimeIsUTC", "true"),
        ("Time_Zone_for_Time_of_Day", "GEO_LOCAL", "startTimeIsUTC", "false"),
        ("Time_Zone_for_Time_Windows", "UTC", "timeWindowsAreUTC", "true"),
        ("UTurn_at_Junctions", "Not Allowed", "restrictUTurns", "esriNFSBNoBacktrack"),
        ("UTurn_at_Junctions", "ALLOW_UTURNS", "restrictUTurns", "esriNFSBAllowBacktrack"),
        (
            "UTurn_at_Junctions", "Allowed only at Dead Ends", "restrictUTurns",
            "esriNFSBAtDeadEndsOnly"
        ),
        ("Route_Shape", "Straight Line", "outputLines", "esriNAOutputLineStraight"),
        ("Route_Shape", "None", "outputLines", "esriNAOutputLineNone"),
        (
            "Route_Shape", "True Shape with Measures", "outputLines",
            "esriNAOutputLineTrueShapeWithMeasure"
        ),
        ("Populate_Directions", "false", "returnDirections", "false"),
        ("Populate_Route_Edges", "true", "returnTraversedEdges", "true"),
        ("Directions_Language", "fr", "directionsLanguage", "fr"),
        (
            "Directions_Distance_Units", "NauticalMiles", "directionsLengthUnits",
            "esriNAUNauticalMiles"
        ),
        ("Directions_Style_Name", "NA Campus", "directionsStyleName", "NA Campus"),
        ("Ignore_Invalid_Locations", "false", "ignoreInvalidLocations", "false"),
        ("Impedance", "Travel Distance", "impedanceAttributeName", "Kilometers"),
        ("Impedance", "Drive Time", "impedanceAttributeName", "TravelTime"),
        ("Impedance", "seconds", "impedanceAttributeName", "Seconds"),
        (
            "Restrictions", "['Walking', 'avoid gates']", "restrictionAttributeNames",
            #"["Walking","Avoid Gates"]"#
        ),
        ("Restrictions", #"["Walking"]"#, "restrictionAttributeNames", #"["Walking"]"#),
        ("Restrictions", "[]", "restrictionAttributeNames", "none"),
        (
            "Restrictions", "Walking;Avoid Gates", "restrictionAttributeNames",
            #"["Walking","Avoid Gates"]"#
        ),
        (
            "Restrictions", "Walking;'Avoid Gates'", "restrictionAttributeNames",
            #"["Walking","Avoid Gates"]"#
        ),
        (
            "Route_Line_Simplification_Tolerance", #"{"distance":"5","units":"esriMeters"}"#,
            "outputGeometryPrecision", "5"
        ),
        ("Travel_Mode", "driving time", "travelMode", "m1"),
        ("Travel_Mode", "m1", "travelMode", "m1"),
        ("Travel_Mode", "Driving", "travelMode", "m1"),
        (
            "Route_Line_Simplification_Tolerance",
            #"{"distance":5,"units":"esriNauticalmiles"}"#, "outputGeometryPrecisionUnits",
            "esriNauticalMiles"
        ),
        (
            "Route_Line_Simplification_Tolerance", "5 Meters", "outputGeometryPrecision", "5"
        ),
        ("env:outSR", "102100", "outSR", "102100"),
    ])
    func `an input of FindRoutes is a parameter`(
        input: String, value: String, parameter: String, expected: String
    ) throws {
        var fields = [(input, value)]
        if input == "Impedance", value == "Travel Distance" {
            fields.append(("Measurement_Units", "Kilometers"))
        }
        #expect(try field(parameter, of: fields) == expected)
    }

    @Test(arguments: [
        ("Number_of_Facilities_to_Find", "3", "defaultTargetFacilityCount", "3"),
        (
            "Travel_Direction", "Facility to Incident", "travelDirection",
            "esriNATravelDirectionFromFacility"
        ),
        ("Time_of_Day_Usage", "End Time", "timeOfDayUsage", "esriNATimeOfDayUseAsEndTime"),
        ("Time_of_Day", "1700000000000", "timeOfDay", "1700000000000"),
        ("Cutoff", "5", "defaultCutoff", "5"),
    ])
    func `an input of FindClosestFacilities is a parameter`(
        input: String, value: String, parameter: String, expected: String
    ) throws {
        #expect(
            try field(parameter, of: [(input, value)], tool: .findClosestFacilities) == expected)
    }

    @Test(arguments: [
        ("Number_of_Destinations_to_Find", "4", "defaultTargetDestinationCount", "4"),
        (
            "Origin_Destination_Line_Shape", "Straight Line", "outputType",
            "esriNAODOutputStraightLines"
        ),
        ("Origin_Destination_Line_Shape", "None", "outputType", "esriNAODOutputNoLines"),
        ("Cutoff", "300", "defaultCutoff", "5"),
    ])
    func `an input of the matrix tool is a parameter`(
        input: String, value: String, parameter: String, expected: String
    ) throws {
        var fields = [(input, value)]
        if input == "Cutoff" { fields.append(("Time_Units", "Seconds")) }
        #expect(try field(parameter, of: fields, tool: .generateCostMatrix) == expected)
    }

    @Test func `a time of day that is not used is not sent`() throws {
        #expect(
            try field(
                "timeOfDay",
                of: [("Time_of_Day", "1700000000000"), ("Time_of_Day_Usage", "Not Used")],
                tool: .findClosestFacilities) == nil)
    }

    @Test func `times and lengths are totaled beside what is asked`() throws {
        let names = try field(
            "accumulateAttributeNames", of: [("Accumulate_Attributes", "['Seconds']")])
        #expect(names == #"["Seconds","TravelTime","Kilometers"]"#)
        #expect(
            try field("accumulateAttributeNames", of: [("Travel_Mode", "Walking Time")])
                == #"["WalkTime","Kilometers"]"#)
    }

    @Test(arguments: [
        GPTool.findRoutes, .findClosestFacilities, .generateCostMatrix,
    ])
    func `a walking speed is a parameter of its cost in every tool`(tool: GPTool) throws {
        let rows =
            #"[{"AttributeName":"WalkTime","ParameterName":"Walking Speed (km/h)","#
            + #""ParameterValue":4}]"#
        #expect(
            try field(
                "attributeParameterValues",
                of: [("Travel_Mode", "Custom"), ("Attribute_Parameter_Values", rows)], tool: tool)
                == #"[{"attributeName":"WalkTime","#
                + #""parameterName":"Walking Speed (km/h)","value":4}]"#
        )
    }

    @Test func `names that the network does not have are dropped with a warning`() throws {
        let task = GPTask(.findRoutes, of: toolLayer())
        let request = try task.request(
            form([
                ("Stops", twoStops), ("Restrictions", "['Walking', 'Flying']"),
                ("Accumulate_Attributes", "['Joy']"),
                (
                    "Attribute_Parameter_Values",
                    #"{"features":[{"attributes":{"AttributeName":"Walking","#
                        + #""ParameterName":"Restriction Usage","ParameterValue":"AVOID_LOW"}},"#
                        + #"{"attributes":{"AttributeName":"Flying","ParameterName":"x","#
                        + #""ParameterValue":1}}]}"#
                ), ("Save_Route_Data", "true"), ("Stopps", "1"),
            ]))
        #expect(request.fields.text("restrictionAttributeNames") == #"["Walking"]"#)
        #expect(
            request.fields.text("attributeParameterValues")
                == #"[{"attributeName":"Walking","parameterName":"Restriction Usage","#
                + #""value":"AVOID_LOW"}]"#)
        for name in [
            "Restrictions", "Accumulate_Attributes", "Attribute_Parameter_Values",
            "Save_Route_Data", "Stopps",
        ] {
            #expect(
                request.messages.contains {
                    $0.type == .warning && $0.text.contains("\"\(name)\"")
                }, "\(name)")
        }
        #expect(request.messages.count == 5)
    }

    @Test(arguments: [
        ("Stops", ""), ("Travel_Mode", "Flying"), ("Impedance", "Joy"),
        ("Measurement_Units", "Parsecs"), ("Measurement_Units", "Miles"),
        ("Preserve_Terminal_Stops", "All"), ("UTurn_at_Junctions", "Perhaps"),
        ("Populate_Directions", "maybe"), ("Restrictions", "[1, 2]"),
        ("Restrictions", "['Flying', 'Swimming']"),
        ("Restrictions", "['open"), ("Output_Format", "Shapefile"),
        ("Route_Line_Simplification_Tolerance", "wide"),
        ("Route_Line_Simplification_Tolerance", #"{"distance":1,"units":"esriParsecs"}"#),
        ("Attribute_Parameter_Values", "[1]"), ("Time_Impedance", "Kilometers"),
        ("Stops", "{oops"),
    ])
    func `a value that is not accepted names its input`(input: String, value: String) throws {
        let error = try #require(throws: RouteRequestError.self) {
            try field("f", of: [(input, value)])
        }
        #expect(error.faults.first?.parameter == input, "\(error.details)")
        #expect(error.details.first?.contains("\"\(input)\"") == true)
    }

    @Test func `errors of the operation name the tool's inputs`() {
        let task = GPTask(.findRoutes, of: toolLayer())
        let error = task.renamed(.invalidParameter("startTime", "is \"x\"; now is needed"))
        #expect(error.faults.first?.parameter == "Time_of_Day")
        #expect(error.details == ["Parameter \"Time_of_Day\": is \"x\"; now is needed"])
        let ignored = task.renamed([Message(.warning, "Parameter \"startTime\" was ignored.")])
        #expect(ignored == [Message(.warning, "Parameter \"Time_of_Day\" was ignored.")])
        let matrix = GPTask(.generateCostMatrix, of: toolLayer(.odCostMatrix))
        #expect(
            matrix.renamed(.invalidParameter("origins", "x")).faults.first?.parameter == "Origins")
    }

    // MARK: - Features

    /// The attributes of the rows that a tool's inputs become.
    private func attributes(
        _ parameter: String, of fields: [(String, String)], tool: GPTool = .findRoutes
    ) throws -> [JSONObject] {
        let text = try #require(try field(parameter, of: fields, tool: tool))
        let features = try #require(try JSONValue.parse(text)["features"]?.array)
        return features.compactMap { $0["attributes"]?.object }
    }

    private func stops(_ rows: [String]) -> String {
        let features = rows.map { #"{"geometry":{"x":7.4,"y":43.7},"attributes":{\#($0)}}"# }
        return #"{"features":[\#(features.joined(separator: ","))]}"#
    }

    @Test func `costs at stops are in the unit of the request`() throws {
        let rows = try attributes(
            "stops",
            of: [
                ("Stops", stops([#""AdditionalTime":120,"AdditionalDistance":3"#])),
                ("Measurement_Units", "Seconds"),
            ])
        #expect(rows.first?["Attr_TravelTime"] == 2)
        #expect(rows.first?.count == 1)
    }

    @Test func `rows that are fetched later get the operation's fields then`() throws {
        let request = try GPTask(.findRoutes, of: toolLayer(GPTool.findRoutes.layerType)).request(
            form([
                ("Stops", #"{"url":"https://gis.example/0"}"#), ("Measurement_Units", "Seconds"),
                ("Ignore_Network_Location_Fields", "true"),
            ]))
        var parameters = RouteParameters()
        parameters.stops = LocationInput(
            features: FeatureSet(
                geometryType: .point, spatialReference: .wgs84,
                fields: [
                    Field("SourceOID", .integer), Field("additional_time", .integer),
                    Field("AdditionalDistance", .double), Field("Name", .string),
                ],
                features: [
                    Feature(
                        values: [.integer(7), .integer(120), .double(3), .string("A")],
                        geometry: .point(Coordinate(x: 7.4, y: 43.7)))
                ]))
        request.rewriteFetched(&parameters.analysis)
        let set = try #require(parameters.stops?.features)
        #expect(set.fields.map(\.name) == ["Attr_TravelTime", "Name"])
        #expect(set.features.first?.values == [.double(2), .string("A")])
    }

    @Test func `factors and costs of barriers are those of the operation`() throws {
        let line = """
            {"features":[{"geometry":{"paths":[[[0,0],[1,1]]]},"attributes":\
            {"BarrierType":1,"ScaledTimeFactor":2.5,"ScaledDistanceFactor":3}}]}
            """
        let rows = try attributes("polylineBarriers", of: [("Line_Barriers", line)])
        #expect(rows.first?["Attr_TravelTime"] == 2.5)
        #expect(rows.first?["Attr_Kilometers"] == 3)
        let point = stops([#""BarrierType":2,"Additional_Time":4"#])
        let points = try attributes("barriers", of: [("Point_Barriers", point)])
        #expect(points.first?["Attr_TravelTime"] == 4)
    }

    @Test func `barriers without features are none`() throws {
        #expect(try field("barriers", of: [("Point_Barriers", #"{"features":[]}"#)]) == nil)
    }

    @Test func `a cutoff of an origin is in the unit of the impedance`() throws {
        let rows = try attributes(
            "origins", of: [("Origins", stops([#""Cutoff":120"#])), ("Time_Units", "Seconds")],
            tool: .generateCostMatrix)
        #expect(rows.first?["Cutoff_TravelTime"] == 2)
    }

    @Test func `places on the network are dropped where the request says so`() throws {
        let text = stops([#""SourceOID":1,"PosAlong":0.5,"Name":"A""#])
        let rows = try attributes(
            "stops", of: [("Stops", text), ("Ignore_Network_Location_Fields", "true")])
        #expect(rows.first?.keys == ["Name"])
    }

    @Test func `a round trip ends at the first stop of each route`() throws {
        let text = stops([
            #""OBJECTID":1,"Name":"A","RouteName":"r","Sequence":2"#,
            #""OBJECTID":2,"Name":"B","RouteName":"r","Sequence":1"#,
            #""OBJECTID":3,"Name":"C","RouteName":"s""#,
            #""OBJECTID":9,"Name":"D","RouteName":"S""#, #""OBJECTID":4,"Name":"E""#,
        ])
        let rows = try attributes("stops", of: [("Stops", text), ("Return_to_Start", "true")])
        #expect(rows.count == 7)
        #expect(rows[5]["Name"] == "B" && rows[5]["Sequence"] == 3 && rows[5]["OBJECTID"] == 10)
        #expect(rows[6]["Name"] == "C" && rows[6]["OBJECTID"] == 11)
    }

    @Test func `the window of the start does not bind the return`() throws {
        let text = stops([
            #""Name":"A","TimeWindowStart":0,"TimeWindowEnd2":9,"CurbApproach":1"#, #""Name":"B""#,
        ])
        let rows = try attributes("stops", of: [("Stops", text), ("Return_to_Start", "true")])
        #expect(rows[0]["TimeWindowStart"] == 0 && rows[2]["TimeWindowStart"] == .null)
        #expect(rows[2]["TimeWindowEnd2"] == .null && rows[2]["CurbApproach"] == 1)
    }

    @Test func `a round trip in the best order keeps its start alone`() throws {
        let fields = [
            ("Return_to_Start", "true"), ("Reorder_Stops_to_Find_Optimal_Routes", "true"),
        ]
        #expect(try field("preserveLastStop", of: fields) == "true")
        #expect(throws: RouteRequestError.self) {
            try field(
                "f", of: fields + [("Preserve_Terminal_Stops", "Preserve First and Last")])
        }
    }

    @Test func `simple places and references are passed on`() throws {
        #expect(try field("stops", of: [("Stops", "7.4,43.7;7.5,43.8")]) == "7.4,43.7;7.5,43.8")
        let url = #"{"url":"https://gis.example/0"}"#
        #expect(try field("stops", of: [("Stops", url)]) == url)
        #expect(throws: RouteRequestError.self) {
            try field("f", of: [("Stops", url), ("Return_to_Start", "true")])
        }
    }

    @Test func `a travel mode as JSON is passed on`() throws {
        let mode = #"{"id":"m2","name":"Driving Distance"}"#
        #expect(
            try field(
                "travelMode", of: [("Travel_Mode", mode), ("Measurement_Units", "Miles")])
                == mode)
        #expect(throws: RouteRequestError.self) {
            try field("f", of: [("Travel_Mode", mode), ("Measurement_Units", "Minutes")])
        }
    }

    @Test(arguments: [
        (#"{"name":"driving time","impedanceAttributeName":"Seconds"}"#, "120"),
        (#"{"id":"m1","impedanceAttributeName":"Seconds"}"#, "120"),
        (#""{\"itemId\":\"m1\",\"impedanceAttributeName\":\"Seconds\"}""#, "120"),
        (#"{"itemId":"m1","useHierarchy":false}"#, "2"), (#""driving time""#, "2"),
    ])
    func `a cutoff is in the unit of the travel mode that is meant`(
        mode: String, cutoff: String
    ) throws {
        let fields = [("Travel_Mode", mode), ("Cutoff", "2"), ("Measurement_Units", "Minutes")]
        #expect(try field("defaultCutoff", of: fields, tool: .findClosestFacilities) == cutoff)
    }

    @Test func `rows in GeoJSON have the tool's fields, too`() throws {
        let point = #""geometry":{"type":"Point","coordinates":[7.4,43.7]}"#
        let rows = [#""Name":"A","Sequence":2,"AdditionalTime":120"#, #""Name":"B","Sequence":1"#]
            .map { #"{"type":"Feature",\#(point),"properties":{\#($0)}}"# }
        let stops = #"{"type":"FeatureCollection","features":[\#(rows.joined(separator: ","))]}"#
        let text = try #require(
            try field(
                "stops",
                of: [
                    ("Stops", stops), ("Measurement_Units", "Seconds"), ("Return_to_Start", "true"),
                ]))
        let read = try #require(try JSONValue.parse(text)["features"]?.array)
            .compactMap { $0["properties"]?.object }
        #expect(read[0]["Attr_TravelTime"] == 2)
        #expect(read.count == 3 && read[2]["Name"] == "B" && read[2]["Sequence"] == 3)
        let barrier = #"{"type":"Feature",\#(point),"properties":{"Additional_Time":3}}"#
        let alone = try #require(try field("barriers", of: [("Point_Barriers", barrier)]))
        #expect(try JSONValue.parse(alone)["properties"]?["Attr_TravelTime"] == 3)
    }

    @Test func `a round trip of shapes alone ends at the first`() throws {
        let stops = #"{"features":[{"x":7.4,"y":43.7},{"x":7.5,"y":43.7}]}"#
        let text = try #require(
            try field("stops", of: [("Stops", stops), ("Return_to_Start", "true")]))
        let rows = try #require(try JSONValue.parse(text)["features"]?.array)
        #expect(rows.count == 3 && rows[2] == rows[0])
    }
}
