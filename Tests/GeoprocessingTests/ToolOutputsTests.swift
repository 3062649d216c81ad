// Tests the outputs of tools, made from answers.

import Geo
import Geoprocessing
import RouteAPI
import Testing

/// A tool's task with a request for two locations in each input.
@Suite struct ToolOutputsTests {
    private func request(
        _ tool: GPTool, _ fields: [(String, String)] = []
    ) throws -> (GPTask, GPRequest) {
        let task = GPTask(tool, of: toolLayer(tool.layerType))
        let locations = tool.locations.map { ($0.input, twoStops) }
        return (task, try task.request(form(locations + fields)))
    }

    /// A tool's outputs made from an answer, by name.
    private func outputs(
        _ tool: GPTool, _ result: AnalysisResult, _ fields: [(String, String)] = []
    ) throws -> [String: GPValue] {
        let (task, request) = try request(tool, fields)
        let outputs = task.outputs(of: result, for: request)
        #expect(outputs.map(\.name) == task.outputs.map(\.name))
        return Dictionary(uniqueKeysWithValues: outputs.map { ($0.name, $0.value) })
    }

    private func table(
        _ type: GeometryType?, _ fields: [Field], _ rows: [[AttributeValue]]
    ) -> FeatureSet {
        FeatureSet(
            geometryType: type, spatialReference: .wgs84, fields: fields,
            features: rows.map { values in
                Feature(
                    values: values,
                    geometry: type == .point ? .point(Coordinate(x: 7, y: 43)) : nil)
            })
    }

    private func features(_ value: GPValue?) throws -> FeatureSet {
        guard case .features(let set, _, _)? = value else {
            throw RouteRequestError(
                .noSolution, details: ["no features: \(String(describing: value))"])
        }
        return set
    }

    private var routes: FeatureSet {
        table(
            .polyline,
            [
                Field("ObjectID", .objectID), Field("Name", .string),
                Field("FirstStopID", .integer), Field("LastStopID", .integer),
                Field("StopCount", .integer), Field("StartTime", .date),
                Field("TotalWait_TravelTime", .double), Field("Total_TravelTime", .double),
                Field("Total_Kilometers", .double), Field("Shape_Length", .double),
            ],
            [
                [
                    .integer(1), .string("A - B"), .integer(5), .integer(7), .integer(2), .null,
                    .double(1), .double(2), .double(1.609344), .double(0.1),
                ]
            ])
    }

    private var directions: [RouteDirections] {
        [
            RouteDirections(
                routeID: 1, routeName: "A - B", totalLength: 1, totalTimeMinutes: 2,
                totalDriveTimeMinutes: 2, envelope: Envelope(), spatialReference: .wgs84,
                steps: ["esriDMTDepart", "esriDMTTurnLeft", "esriDMTStop"].map { type in
                    DirectionStep(
                        length: 0.5, timeMinutes: 1, text: "Go", maneuverType: type,
                        line: [Coordinate(x: 7, y: 43), Coordinate(x: 7.1, y: 43)])
                }, lengthUnits: .kilometers)
        ]
    }

    @Test func `routes have totals in the units of the tool`() throws {
        var result = AnalysisResult()
        result.routes = routes
        let values = try outputs(.findRoutes, result, [("Measurement_Units", "Hours")])
        let rows = try features(values["Output_Routes"])
        #expect(rows.column("Total_Minutes") == [.double(2)])
        #expect(rows.column("Total_Hours") == [.double(2 / 60)])
        #expect(rows.column("Total_Kilometers") == [.double(1.609344)])
        #expect(rows.column("Total_Miles") == [.double(1)])
        #expect(rows.column("TotalWait_Minutes") == [.double(1)])
        #expect(rows.column("FirstStopOID") == [.integer(5)])
        #expect(rows.column("LastStopOID") == [.integer(7)])
        #expect(rows.column("EndTime") == [.null])
        #expect(rows.geometryType == .polyline)
        #expect(values["Solve_Succeeded"] == .truth(true))
        #expect(values["Usage_Cost"] == .usage(objects: 1))
        #expect(values["Output_Route_Data"] == .null)
    }

    @Test func `accumulated costs are totaled under their unit`() throws {
        var result = AnalysisResult()
        result.routes = table(
            .polyline, [Field("ObjectID", .objectID), Field("Total_Seconds", .double)],
            [[.integer(1), .double(120)]])
        let values = try outputs(.findRoutes, result, [("Accumulate_Attributes", "['Seconds']")])
        #expect(
            try features(values["Output_Routes"]).column("Total_Seconds_Seconds")
                == [.double(120)])
    }

    @Test func `edges and directions that were not asked for are empty sets`() throws {
        let values = try outputs(
            .findRoutes, AnalysisResult(), [("Populate_Directions", "false")])
        #expect(try features(values["Output_Route_Edges"]).features.isEmpty)
        #expect(try features(values["Output_Directions"]).features.isEmpty)
        #expect(values["Output_Direction_Points"] == .null)
        #expect(values["Output_Routes"] == .null)
    }

    @Test func `directions are rows with the numbers of their maneuvers`() throws {
        var result = AnalysisResult()
        result.directions = directions
        let values = try outputs(.findRoutes, result)
        let rows = try features(values["Output_Directions"])
        #expect(rows.column("Type") == [.integer(18), .integer(5), .integer(1)])
        #expect(rows.column("SubItemType") == [.integer(1), .integer(1), .integer(1)])
        #expect(rows.column("RouteName")?.first == .string("A - B"))
        #expect(rows.column("DriveDistance")?.first == .double(0.5))
        #expect(try features(values["Output_Direction_Points"]).features.count == 3)
        #expect(try features(values["Output_Direction_Lines"]).features.count == 3)
    }

    @Test func `stops have the costs of the tool and keep their other attributes`() throws {
        var result = AnalysisResult()
        result.stops = table(
            .point,
            [
                Field("ObjectID", .objectID), Field("Name", .string), Field("Status", .integer),
                Field("Attr_TravelTime", .double), Field("Attr_WalkTime", .double),
                Field("Cumul_TravelTime", .double), Field("Cumul_WalkTime", .double),
                Field("Cumul_Kilometers", .double), Field("Wait_TravelTime", .double),
                Field("Wait_WalkTime", .double), Field("customer", .string),
            ],
            [
                [
                    .integer(5), .string("A"), .integer(0), .double(3), .double(0), .double(4),
                    .null, .double(2), .double(1), .null, .string("c1"),
                ]
            ])
        let rows = try features(try outputs(.findRoutes, result)["Output_Stops"])
        #expect(
            rows.fields.map(\.name) == [
                "ObjectID", "Name", "Status", "AdditionalTime", "Cumul_Minutes", "Cumul_Miles",
                "Cumul_Kilometers", "Wait_Minutes", "customer",
            ])
        #expect(rows.column("ObjectID") == [.integer(5)])
        #expect(rows.column("AdditionalTime") == [.double(3)])
        #expect(rows.column("Cumul_Kilometers") == [.double(2)])
        #expect(rows.column("customer") == [.string("c1")])
        #expect(rows.features.first?.geometry == .point(Coordinate(x: 7, y: 43)))
    }

    @Test func `each route to a facility has its facility`() throws {
        var result = AnalysisResult()
        result.routes = table(
            .polyline,
            [
                Field("ObjectID", .objectID), Field("FacilityID", .integer),
                Field("FacilityRank", .integer), Field("IncidentID", .integer),
                Field("Total_TravelTime", .double),
            ],
            [
                [.integer(1), .integer(8), .integer(1), .integer(5), .double(2)],
                [.integer(2), .integer(9), .integer(2), .integer(5), .double(3)],
            ])
        result[table: "facilities"] = table(
            .point, [Field("ObjectID", .objectID), Field("Name", .string)],
            [[.integer(9), .string("far")], [.integer(8), .string("near")]])
        let values = try outputs(.findClosestFacilities, result)
        let rows = try features(values["Output_Closest_Facilities"])
        #expect(rows.column("Name") == [.string("near"), .string("far")])
        #expect(rows.column("FacilityRank") == [.integer(1), .integer(2)])
        #expect(rows.column("IncidentOID") == [.integer(5), .integer(5)])
        #expect(
            try features(values["Output_Routes"]).column("FacilityOID")
                == [.integer(8), .integer(9)])
    }

    @Test func `pairs have their names and the units of the request`() throws {
        var result = AnalysisResult()
        result[table: "odLines"] = table(
            nil,
            [
                Field("ObjectID", .objectID), Field("OriginID", .integer),
                Field("DestinationID", .integer), Field("DestinationRank", .integer),
                Field("Total_TravelTime", .double), Field("Total_Kilometers", .double),
            ],
            [[.integer(1), .integer(5), .integer(7), .integer(1), .double(2), .double(3)]])
        for key in ["origins", "destinations"] {
            result[table: key] = table(
                .point, [Field("ObjectID", .objectID), Field("Name", .string)],
                [[.integer(5), .string("A")], [.integer(7), .string("B")]])
        }
        let values = try outputs(
            .generateCostMatrix, result, [("Time_Units", "Seconds"), ("Distance_Units", "Meters")])
        let rows = try features(values["Output_Origin_Destination_Lines"])
        #expect(rows.column("Total_Time") == [.double(120)])
        #expect(rows.column("Total_Distance") == [.double(3_000)])
        #expect(rows.column("OriginName") == [.string("A")])
        #expect(rows.column("DestinationName") == [.string("B")])
        #expect(rows.column("OriginOID") == [.integer(5)])

        // Rows passed on during the search are the same.
        let (task, request) = try request(
            .generateCostMatrix, [("Time_Units", "Seconds"), ("Distance_Units", "Meters")])
        let table = try #require(result.tables.first { $0.key == "odLines" })
        var known = result
        known[table: "odLines"] = nil
        #expect(
            task.output(of: table, known: known, for: request)?.value
                == values["Output_Origin_Destination_Lines"])
    }

    @Test func `an operation's outputs are the tables of its answer`() throws {
        var result = AnalysisResult()
        result.routes = routes
        result.directions = directions
        let task = GPTask(.solve, of: toolLayer())
        let request = try task.request(form([("stops", "7,43;8,44")]))
        let values = Dictionary(
            uniqueKeysWithValues: task.outputs(of: result, for: request).map {
                ($0.name, $0.value)
            })
        #expect(try features(values["routes"]) == routes)
        #expect(values["stops"] == .null)
        guard case .list(let elements)? = values["directions"] else {
            Issue.record("no directions")
            return
        }
        #expect(try JSONValue.parse(elements[0])["routeName"] == "A - B")
    }
}
