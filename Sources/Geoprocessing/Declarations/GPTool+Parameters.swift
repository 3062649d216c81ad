// The parameters of Esri's tools, with a layer's defaults and choices.

import Geo
import RouteAPI

extension GPTool {
    /// Returns the parameters on a layer: the inputs, then the outputs in the order of Esri's tool,
    /// since some clients read them by position.
    func parameters(of layer: LayerDescription) -> [GPParameter] {
        ToolParameters(tool: self, layer: layer).all
    }
}

/// Makes a tool's parameters.
private struct ToolParameters {
    let tool: GPTool
    let layer: LayerDescription

    private var configuration: RouteLayerConfiguration { layer.configuration }
    private var costs: [String] { layer.costs.map(\.name) }
    private static let custom = "Custom Travel Mode"

    var all: [GPParameter] {
        locations + search + [region] + order + time + barriers + travel + lines + directions
            + output + tool.outputs
    }

    private var locations: [GPParameter] {
        tool.locations.map { input, _ in
            .input(
                input, .features, isRequired: true, default: Self.empty(.point),
                "Points with attributes such as Name and CurbApproach.")
        }
    }

    private var search: [GPParameter] {
        let units = GPParameter.input(
            "Measurement_Units", .string, isRequired: true, default: "Minutes",
            choices: ToolUnits.all, "The unit of totals and of costs at places.")
        var all =
            tool.has(.pairs)
            ? [
                .input(
                    "Time_Units", .string, default: "Minutes", choices: ToolUnits.times,
                    "The unit of Total_Time."),
                .input(
                    "Distance_Units", .string, default: "Kilometers", choices: ToolUnits.lengths,
                    "The unit of Total_Distance."),
            ] : [units]
        if let targets = tool.targets {
            all += [
                .input(
                    targets.input, .long, default: targets.defaultValue, targets.explanation),
                .input("Cutoff", .double, "The greatest cost of a path; empty for none."),
            ]
        }
        if tool.has(.direction) {
            all.append(
                .input(
                    "Travel_Direction", .string, default: "Incident to Facility",
                    choices: ["Incident to Facility", "Facility to Incident"],
                    "Where routes begin."))
        }
        return all
    }

    private var region: GPParameter {
        .input("Analysis_Region", .string, default: "", "Accepted and without effect.")
    }

    private var order: [GPParameter] {
        guard tool.has(.order) else { return [] }
        return [
            .input(
                "Reorder_Stops_to_Find_Optimal_Routes", .boolean, default: false,
                "Whether the stops may be visited in another order."),
            .input(
                "Preserve_Terminal_Stops", .string, default: "Preserve First",
                choices: [
                    "Preserve First", "Preserve Last", "Preserve First and Last", "Preserve None",
                ], "The stops that keep their places when stops are reordered."),
            .input(
                "Return_to_Start", .boolean, default: false,
                "Whether each route ends at its first stop."),
            .input(
                "Use_Time_Windows", .boolean, default: false,
                "Whether the time windows of stops are used."),
        ]
    }

    private var time: [GPParameter] {
        let zones: [String] = ["Geographically Local", "UTC"]
        var all: [GPParameter] = [
            .input(
                "Time_of_Day", .date,
                "When routes begin: in milliseconds since 1970, or as 2026-03-02T09:30."),
            .input(
                "Time_Zone_for_Time_of_Day", .string, default: "Geographically Local",
                choices: zones, "How Time_of_Day is read."),
        ]
        if tool.has(.order) {
            all.append(
                .input(
                    "Time_Zone_for_Time_Windows", .string, default: "Geographically Local",
                    choices: zones, "How the time windows of stops are read."))
        }
        if tool.has(.direction) {
            all.append(
                .input(
                    "Time_of_Day_Usage", .string, default: "Start Time",
                    choices: ["Start Time", "End Time", "Not Used"],
                    "Whether routes begin or end at Time_of_Day."))
        }
        return all
    }

    private var barriers: [GPParameter] {
        GPTool.barriers.map { input, kind in
            .input(
                input, .features, default: Self.empty(kind.geometryType),
                "The \(kind.words)s of the request.")
        }
    }

    private var travel: [GPParameter] {
        let category = Self.custom
        let restrictions = layer.attributes.filter {
            $0.usage == .restriction && $0.aliasOf == nil
        }.map(\.name)
        return [
            .input(
                "UTurn_at_Junctions", .string,
                default: .string(ToolWords.word(for: configuration.restrictUTurns)),
                category: category, choices: ToolWords.uTurns.map(\.word),
                "Where routes may make U-turns."),
            .input(
                "Use_Hierarchy", .boolean, default: true, category: category,
                "Accepted and without effect: answers are exact in both cases."),
            .input(
                "Restrictions", .strings,
                default: .array(configuration.restrictionAttributeNames.map { .string($0) }),
                category: category, choices: restrictions, "The restrictions that are active."),
            .input(
                "Attribute_Parameter_Values", .records, default: parameterValues,
                category: category, "Values for parameters of attributes."),
            .input(
                "Travel_Mode", .string, default: "Custom",
                "Custom for the settings of this form; else the name, the id or the settings of a "
                    + "travel mode as JSON."),
            .input(
                "Impedance", .string, default: "Drive Time", category: category,
                choices: ToolWords.impedances + costs, "The cost to minimize."),
            .input(
                "Time_Impedance", .string, default: .string(layer.timeCost?.name ?? ""),
                category: category,
                choices: layer.costs.filter { $0.units.seconds != nil }.map(\.name),
                "The cost of which Total_Minutes is made."),
            .input(
                "Distance_Impedance", .string, default: .string(layer.lengthCost?.name ?? ""),
                category: category,
                choices: layer.costs.filter { $0.units.meters != nil }.map(\.name),
                "The cost of which Total_Kilometers is made."),
        ]
    }

    /// The default values of attributes' parameters as a table.
    private var parameterValues: JSONValue {
        Self.table(
            ["AttributeName", "ParameterName", "ParameterValue"],
            configuration.attributeParameterValues.map {
                [$0.attributeName, $0.parameterName, $0.value]
            })
    }

    private var lines: [GPParameter] {
        if tool.has(.pairs) {
            return [
                .input(
                    "Origin_Destination_Line_Shape", .string, default: "None",
                    choices: ["None", "Straight Line"], "The shape of the rows.")
            ]
        }
        guard tool.has(.routes) else { return [] }
        let offset = JSONObject([
            (key: "distance", value: .number(configuration.outputGeometryPrecision)),
            (
                key: "units",
                value: .string(configuration.outputGeometryPrecisionUnits.rawValue)
            ),
        ])
        var all: [GPParameter] = [
            .input(
                "Route_Shape", .string,
                default: .string(ToolWords.word(for: configuration.outputLines)),
                choices: ToolWords.shapes.map(\.word), "The shape of routes."),
            .input(
                "Route_Line_Simplification_Tolerance", .linearUnit, default: .object(offset),
                category: Self.custom,
                "The greatest distance of simplified lines from the roads."),
        ]
        if tool.has(.edges) {
            all.append(
                .input(
                    "Populate_Route_Edges", .boolean, default: false,
                    "Whether Output_Route_Edges has the edges that routes run over."))
        }
        return all
    }

    private var directions: [GPParameter] {
        guard tool.has(.routes) else { return [] }
        let unit = configuration.directionsLengthUnits.rawValue.dropFirst("esriNAU".count)
        return [
            .input(
                "Populate_Directions", .boolean, default: .bool(tool.populatesDirections),
                "Whether Output_Directions has the directions."),
            .input(
                "Directions_Language", .string,
                default: .string(configuration.directionsLanguage),
                "The language of directions; the nearest supported one is used."),
            .input(
                "Directions_Distance_Units", .string, default: .string(String(unit)),
                choices: ToolUnits.lengths, "The unit of lengths in directions."),
            .input(
                "Directions_Style_Name", .string,
                default: .string(configuration.directionsStyleNames.first ?? "NA Desktop"),
                choices: configuration.directionsStyleNames, "The style of directions."),
        ]
    }

    private var output: [GPParameter] {
        var all: [GPParameter] = [
            .input(
                "Accumulate_Attributes", .strings,
                default: .array(configuration.accumulateAttributeNames.map { .string($0) }),
                choices: costs, "Other costs to total."),
            .input(
                "Ignore_Invalid_Locations", .boolean,
                default: .bool(configuration.ignoreInvalidLocations),
                "Whether places that cannot be located are left out with a message."),
            .input(
                "Ignore_Network_Location_Fields", .boolean, default: false,
                "Whether SourceOID, PosAlong and the like of inputs are ignored."),
            .input(
                "Locate_Settings", .string, default: "",
                "How inputs are placed on streets, as JSON."),
            .input(
                "Save_Output_Network_Analysis_Layer", .boolean, default: false,
                "Not supported: the output stays empty."),
            .input(
                "Output_Format", .string, default: "Feature Set",
                choices: ["Feature Set"] + ResultFileFormat.allCases.map(\.rawValue),
                "Files beside the outputs, in an archive that Output_Result_File leads to."),
            .input("Overrides", .string, default: "", "Accepted and without effect."),
        ]
        if tool.has(.routes) {
            all.append(
                .input(
                    "Save_Route_Data", .boolean, default: false,
                    "Not supported: the output stays empty."))
        }
        return all
    }

    /// Returns a feature set without features, which clients send back if they have none.
    private static func empty(_ type: GeometryType) -> JSONValue {
        var set = table(["Name"], [])
        if case .object(var object) = set {
            object["geometryType"] = .string(type.rawValue)
            object["spatialReference"] = ["wkid": 4326, "latestWkid": 4326]
            set = .object(object)
        }
        return set
    }

    /// Makes a table of texts.
    private static func table(_ names: [String], _ rows: [[String]]) -> JSONValue {
        func field(_ name: String, _ type: FieldType) -> JSONValue {
            ["name": .string(name), "type": .string(type.rawValue), "alias": .string(name)]
        }
        let fields = [field("OBJECTID", .objectID)] + names.map { field($0, .string) }
        let features = rows.enumerated().map { number, row -> JSONValue in
            var attributes = JSONObject([
                (key: "OBJECTID", value: JSONValue.number(Double(number + 1)))
            ])
            for (name, text) in zip(names, row) { attributes[name] = .string(text) }
            return ["attributes": .object(attributes)]
        }
        return [
            "displayFieldName": "", "fields": .array(fields), "features": .array(features),
            "exceededTransferLimit": false,
        ]
    }
}

extension LayerDescription {
    /// The costs under their own names.
    var costs: [NetworkAttributeDescription] {
        attributes.filter { $0.usage == .cost && $0.aliasOf == nil }
    }

    /// The cost in which durations are reported.
    var timeCost: NetworkAttributeDescription? {
        let times = costs.filter { $0.units.seconds != nil }
        return times.first { $0.name == configuration.directionsTimeAttributeName } ?? times.first
    }

    /// The cost in which lengths are reported: kilometers, if the network has them.
    var lengthCost: NetworkAttributeDescription? {
        let lengths = costs.filter { $0.units.meters != nil }
        return lengths.first { $0.name == "Kilometers" } ?? lengths.first
    }

    /// Finds a cost by its name or an alias, in any case.
    func cost(named name: String) -> NetworkAttributeDescription? {
        attributes.first {
            $0.usage == .cost && $0.name.lowercased() == name.lowercased()
        }
    }
}
