// Tests task parameters, which clients read before they submit a job.

import Geo
import Geoprocessing
import RouteAPI
import Testing

@Suite struct GPTaskTests {
    private func task(_ tool: GPTool) -> GPTask { GPTask(tool, of: toolLayer(tool.layerType)) }

    @Test func `the outputs are in the order that clients read by position`() {
        #expect(
            task(.findRoutes).outputs.map(\.name) == [
                "Solve_Succeeded", "Output_Routes", "Output_Route_Edges", "Output_Directions",
                "Output_Stops", "Output_Network_Analysis_Layer", "Output_Route_Data",
                "Output_Result_File", "Output_Network_Analysis_Layer_Package",
                "Output_Direction_Points", "Output_Direction_Lines", "Usage_Cost",
            ])
        #expect(
            task(.findClosestFacilities).outputs.map(\.name) == [
                "Output_Routes", "Output_Directions", "Solve_Succeeded",
                "Output_Closest_Facilities", "Output_Network_Analysis_Layer", "Output_Route_Data",
                "Output_Incidents", "Output_Facilities", "Output_Result_File",
                "Output_Network_Analysis_Layer_Package", "Output_Direction_Points",
                "Output_Direction_Lines", "Usage_Cost",
            ])
        #expect(
            task(.generateCostMatrix).outputs.map(\.name) == [
                "Solve_Succeeded", "Output_Origin_Destination_Lines", "Output_Origins",
                "Output_Destinations", "Output_Network_Analysis_Layer", "Output_Result_File",
                "Output_Network_Analysis_Layer_Package", "Usage_Cost",
            ])
    }

    @Test(arguments: [
        (
            GPTool.findRoutes,
            [
                "Stops", "Measurement_Units", "Analysis_Region",
                "Reorder_Stops_to_Find_Optimal_Routes", "Preserve_Terminal_Stops",
                "Return_to_Start", "Use_Time_Windows", "Time_of_Day",
                "Time_Zone_for_Time_of_Day", "Time_Zone_for_Time_Windows", "Point_Barriers",
                "Line_Barriers", "Polygon_Barriers", "UTurn_at_Junctions", "Use_Hierarchy",
                "Restrictions", "Attribute_Parameter_Values", "Travel_Mode", "Impedance",
                "Time_Impedance", "Distance_Impedance", "Route_Shape",
                "Route_Line_Simplification_Tolerance", "Populate_Route_Edges",
                "Populate_Directions", "Directions_Language", "Directions_Distance_Units",
                "Directions_Style_Name", "Accumulate_Attributes", "Ignore_Invalid_Locations",
                "Ignore_Network_Location_Fields", "Locate_Settings",
                "Save_Output_Network_Analysis_Layer", "Output_Format", "Overrides",
                "Save_Route_Data",
            ]
        ),
        (
            .findClosestFacilities,
            [
                "Incidents", "Facilities", "Measurement_Units", "Number_of_Facilities_to_Find",
                "Cutoff", "Travel_Direction", "Time_of_Day_Usage",
                "Route_Line_Simplification_Tolerance", "Save_Route_Data",
            ]
        ),
        (
            .generateCostMatrix,
            [
                "Origins", "Destinations", "Time_Units", "Distance_Units",
                "Number_of_Destinations_to_Find", "Cutoff", "Origin_Destination_Line_Shape",
                "Overrides", "Time_Impedance",
            ]
        ),
    ])
    func `a tool has the inputs that clients send`(tool: GPTool, names: [String]) {
        let inputs = task(tool).inputs.map(\.name)
        for name in names { #expect(inputs.contains(name), "\(name)") }
        #expect(Set(inputs).count == inputs.count)
        if tool == .findRoutes { #expect(Set(inputs) == Set(names)) }
    }

    @Test func `the JSON of a parameter has every key that clients require`() throws {
        for tool in GPTool.allCases {
            for parameter in task(tool).parameters {
                var writer = JSONWriter()
                writer.gpParameter(parameter)
                let value = try JSONValue.parse(writer.bytes)
                for key in [
                    "name", "displayName", "dataType", "direction", "parameterType",
                    "defaultValue", "description", "category",
                ] {
                    #expect(value.object?.keys.contains(key) == true, "\(parameter.name) \(key)")
                }
                #expect(value["description"]?.string?.contains("\\") == false)
            }
        }
    }

    @Test func `defaults and choices are the layer's own`() throws {
        let inputs = task(.findRoutes).inputs
        func input(_ name: String) throws -> GPParameter {
            try #require(inputs.first { $0.name == name })
        }
        #expect(
            try input("Restrictions").defaultValue == ["Driving an Automobile", "Avoid Gates"])
        #expect(try input("Restrictions").choices.contains("Walking"))
        #expect(try input("Time_Impedance").defaultValue == "TravelTime")
        #expect(try input("Distance_Impedance").defaultValue == "Kilometers")
        #expect(try input("Travel_Mode").defaultValue == "Custom")
        #expect(try input("Stops").isRequired)
        #expect(try input("Time_of_Day").type == .date)
        #expect(
            try input("Route_Line_Simplification_Tolerance").defaultValue
                == ["distance": 10, "units": "esriMeters"])
        #expect(try input("UTurn_at_Junctions").choices.count == 4)
    }

    @Test func `the defaults of a tool are a request that it accepts`() throws {
        for tool in GPTool.allCases {
            let task = task(tool)
            var fields: [(String, String)] = []
            for input in task.inputs {
                if input.isRequired, input.type == .features {
                    fields.append((input.name, twoStops))
                    continue
                }
                switch input.defaultValue {
                case .null: fields.append((input.name, ""))
                case .string(let text): fields.append((input.name, text))
                // As Python writes a list.
                case .array(let list):
                    let words = list.compactMap(\.string).map { "'\($0)'" }
                    fields.append((input.name, "[\(words.joined(separator: ", "))]"))
                case let value: fields.append((input.name, value.text))
                }
            }
            let request = try task.request(form(fields))
            #expect(request.messages.isEmpty, "\(tool): \(request.messages.map(\.text))")
            let notes =
                switch tool.layerType {
                case .route: try RouteParameters(form: request.fields).analysis.notes
                case .closestFacility:
                    try ClosestFacilityParameters(form: request.fields).analysis.notes
                default: try ODCostMatrixParameters(form: request.fields).analysis.notes
                }
            #expect(notes.isEmpty, "\(tool): \(notes)")
        }
    }

    @Test func `an operation is a task with its own parameters`() throws {
        let layer = toolLayer()
        let task = GPTask(.solve, of: layer, layerNames: ["Route", "Trucks"])
        #expect(task.name == "solve")
        let inputs = task.inputs.map(\.name)
        #expect(inputs.first == "stops")
        #expect(inputs.contains("travelMode") && inputs.contains("layer"))
        #expect(task.inputs.allSatisfy { $0.defaultValue == .null })
        #expect(task.inputs.first { $0.name == "layer" }?.choices == ["Route", "Trucks"])
        let outputs = task.outputs.map(\.name)
        #expect(outputs.contains("routes") && outputs.contains("stops"))
        #expect(outputs.contains("directions"))
        let types = Dictionary(
            uniqueKeysWithValues: task.inputs.map { ($0.name, $0.type) })
        #expect(types["stops"] == .features)
        #expect(types["startTime"] == .date)
        #expect(types["findBestSequence"] == .boolean)
        #expect(types["accumulateAttributeNames"] == .strings)
        let request = try task.request(
            form([("stops", "7.4,43.7;7.5,43.8"), ("layer", "Trucks"), ("env:outSR", "102100")]))
        #expect(request.layerName == "Trucks")
        #expect(request.fields.text("outSR") == "102100")
        #expect(request.fields.text("layer") == nil)
    }

    @Test func `locate is a task with its own name of the locations`() {
        let task = GPTask(.locate, of: toolLayer())
        #expect(task.inputs.first?.name == "inputLocations")
        #expect(task.outputs.first?.name == "locations")
    }

    @Test func `tools are found in any case`() {
        #expect(GPTool.named("findroutes") == .findRoutes)
        #expect(GPTool.named("FindVehicles") == nil)
    }
}
