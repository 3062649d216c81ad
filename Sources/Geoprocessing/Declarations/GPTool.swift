// Esri's tools for routes, closest facilities and cost matrices, with their parameters.

import Geo
package import RouteAPI

/// An ArcGIS tool.
///
/// All that differs between tools stands in a tool's declaration: the parameters, the reader of
/// requests and the outputs are made from it. To add a tool, declare it and add it to
/// ``allCases``; its own rows, if they are no routes, get their columns in `ToolOutputs`.
package final class GPTool: Sendable, CaseIterable {
    /// A group of inputs and outputs, for some tools.
    enum Part: Sendable {
        /// Stops may be reordered, and have time windows.
        case order
        /// Routes lead to or from facilities, and begin or end at the time of day.
        case direction
        /// Routes have shapes and directions.
        case routes
        /// The edges on the routes are an output.
        case edges
        /// Rows are pairs: they may be straight lines, with a time and a length in units each.
        case pairs
    }

    /// The input for how many places to find, for tools with a cutoff.
    struct Targets: Sendable {
        let input: String
        let parameter: String
        let defaultValue: JSONValue
        let explanation: String
    }

    /// The task's name.
    package let name: String
    /// The type of layer that does its work.
    package let layerType: LayerType
    /// A summary in a few words.
    let summary: String
    /// The key under which a portal names the tool's service.
    package let helperService: String
    /// Whether the portal's address for the service ends in the task's name.
    package let helperAddressNamesTask: Bool
    /// The location inputs, with the operation's parameters that carry them.
    package let locations: [(input: String, parameter: String)]
    let parts: Set<Part>
    let targets: Targets?
    /// The operation's parameters to set to true in every request.
    let returned: [String]
    /// The key of the rows that count as results, and their output.
    let rows: (key: String, output: String)
    /// The outputs, in the order of Esri's tool, since some clients read them by position.
    let outputs: [GPParameter]

    private init(
        _ name: String, _ layerType: LayerType, _ summary: String, helperService: String,
        helperAddressNamesTask: Bool = false, parts: Set<Part>, targets: Targets? = nil,
        returned: [String],
        rows: (key: String, output: String), outputs: [GPParameter]
    ) {
        self.name = name
        self.layerType = layerType
        self.summary = summary
        self.helperService = helperService
        self.helperAddressNamesTask = helperAddressNamesTask
        locations = layerType.locations.map { ($0.name, $0.answerKey) }
        self.parts = parts
        self.targets = targets
        self.returned = returned
        self.rows = rows
        self.outputs = outputs
    }

    /// All tools, in the order of pages and lists.
    package static let allCases: [GPTool] = [
        .findRoutes, .findClosestFacilities, .generateCostMatrix,
    ]

    /// Routes through stops.
    package static let findRoutes = GPTool(
        "FindRoutes", .route, "Finds routes through stops, with directions.",
        helperService: "asyncRoute",
        parts: [.order, .routes, .edges],
        returned: ["returnRoutes", "returnStops", "preserveObjectID"],
        rows: ("routes", "Output_Routes"),
        outputs: [
            .succeeded, .routes,
            .output("Output_Route_Edges", .features, "The edges that routes run over."),
            .directions, .output("Output_Stops", .features, "The stops."), .layer, .data, .file,
            .package, .directionPoints, .directionLines, .usageCost,
        ])

    /// The facilities closest to incidents.
    ///
    /// The ArcGIS API for Python cuts the task's name off its service's address in a portal, for
    /// this tool only.
    package static let findClosestFacilities = GPTool(
        "FindClosestFacilities", .closestFacility,
        "Finds the facilities that are closest to incidents.",
        helperService: "asyncClosestFacility", helperAddressNamesTask: true,
        parts: [.direction, .routes],
        targets: Targets(
            input: "Number_of_Facilities_to_Find", parameter: "defaultTargetFacilityCount",
            defaultValue: 1, explanation: "The number of facilities of each incident."),
        returned: ["returnCFRoutes", "returnFacilities", "returnIncidents", "preserveObjectID"],
        rows: ("routes", "Output_Routes"),
        outputs: [
            .routes, .directions, .succeeded,
            .output("Output_Closest_Facilities", .features, "The facilities of the routes."),
            .layer, .data, .output("Output_Incidents", .features, "The incidents."),
            .output("Output_Facilities", .features, "The facilities."), .file, .package,
            .directionPoints, .directionLines, .usageCost,
        ])

    /// Costs between many places.
    package static let generateCostMatrix = GPTool(
        "GenerateOriginDestinationCostMatrix", .odCostMatrix,
        "Finds the costs between origins and destinations.",
        helperService: "asyncODCostMatrix",
        parts: [.pairs],
        targets: Targets(
            input: "Number_of_Destinations_to_Find", parameter: "defaultTargetDestinationCount",
            defaultValue: .null,
            explanation: "The number of destinations of each origin; empty for all."),
        returned: ["returnOrigins", "returnDestinations"],
        rows: ("odLines", "Output_Origin_Destination_Lines"),
        outputs: [
            .succeeded,
            .output("Output_Origin_Destination_Lines", .features, "The costs of each pair."),
            .output("Output_Origins", .features, "The origins."),
            .output("Output_Destinations", .features, "The destinations."), .layer, .file,
            .package, .usageCost,
        ])

    /// Finds a tool by its name, in any case; `nil` if there is none.
    package static func named(_ name: String) -> GPTool? {
        let wanted = name.lowercased()
        return allCases.first { $0.name.lowercased() == wanted }
    }

    func has(_ part: Part) -> Bool { parts.contains(part) }

    /// Whether directions are asked for unless a request says otherwise.
    var populatesDirections: Bool { has(.order) }

    static let barriers: [(input: String, kind: BarrierClass)] = [
        ("Point_Barriers", .point), ("Line_Barriers", .line), ("Polygon_Barriers", .polygon),
    ]

    /// The operation's parameter for the time of travel.
    var timeParameter: String { layerType.timeParameter }

    /// The operation's parameters with the tool's inputs that determine them.
    private var origins: [String: String] {
        var names = Dictionary(
            locations.map { ($0.parameter, $0.input) }, uniquingKeysWith: { first, _ in first })
        for (input, kind) in Self.barriers { names[kind.parameter] = input }
        names[timeParameter] = "Time_of_Day"
        names.merge(Self.sharedOrigins) { own, _ in own }
        return names
    }

    private static let sharedOrigins = [
        "travelMode": "Travel_Mode", "impedanceAttributeName": "Impedance",
        "restrictionAttributeNames": "Restrictions",
        "attributeParameterValues": "Attribute_Parameter_Values",
        "accumulateAttributeNames": "Accumulate_Attributes",
        "restrictUTurns": "UTurn_at_Junctions", "useHierarchy": "Use_Hierarchy",
        "findBestSequence": "Reorder_Stops_to_Find_Optimal_Routes",
        "useTimeWindows": "Use_Time_Windows", "returnDirections": "Populate_Directions",
        "directionsLanguage": "Directions_Language",
        "directionsLengthUnits": "Directions_Distance_Units",
        "directionsStyleName": "Directions_Style_Name",
        "directionsTimeAttributeName": "Time_Impedance",
        "outputGeometryPrecision": "Route_Line_Simplification_Tolerance",
        "outputGeometryPrecisionUnits": "Route_Line_Simplification_Tolerance",
        "outputLines": "Route_Shape", "outputType": "Origin_Destination_Line_Shape",
        "defaultTargetFacilityCount": "Number_of_Facilities_to_Find",
        "defaultTargetDestinationCount": "Number_of_Destinations_to_Find",
        "defaultCutoff": "Cutoff", "travelDirection": "Travel_Direction",
        "timeOfDayUsage": "Time_of_Day_Usage", "locateSettings": "Locate_Settings",
        "ignoreInvalidLocations": "Ignore_Invalid_Locations", "outSR": "env:outSR",
    ]

    /// Returns an operation's error with the tool's inputs in place of parameters.
    func renamed(_ error: RouteRequestError) -> RouteRequestError {
        let origins = origins
        var error = error
        error.details = error.details.map { Self.renamed($0, origins) }
        error.faults = error.faults.map { fault in
            RouteRequestError.Fault(
                parameter: origins[fault.parameter] ?? fault.parameter,
                text: Self.renamed(fault.text, origins))
        }
        return error
    }

    /// Returns an operation's messages with the tool's inputs in place of parameters.
    func renamed(_ messages: [Message]) -> [Message] {
        let origins = origins
        return messages.map { Message($0.type, Self.renamed($0.text, origins)) }
    }

    /// Returns a sentence that begins with a parameter with the input in its place.
    private static func renamed(_ text: String, _ origins: [String: String]) -> String {
        for (parameter, input) in origins where text.hasPrefix("Parameter \"\(parameter)\"") {
            return "Parameter \"\(input)\"" + text.dropFirst("Parameter \"\(parameter)\"".count)
        }
        return text
    }
}

extension GPTool: Hashable, CustomStringConvertible {
    /// Whether both are the same declaration.
    package static func == (a: GPTool, b: GPTool) -> Bool { a === b }

    /// Hashes the name.
    package func hash(into hasher: inout Hasher) { hasher.combine(name) }

    /// The task's name.
    package var description: String { name }
}

extension GPParameter {
    fileprivate static let succeeded = output(
        "Solve_Succeeded", .boolean, "Whether the solve found what it was asked for.")
    fileprivate static let routes = output("Output_Routes", .features, "The routes.")
    fileprivate static let directions = output("Output_Directions", .features, "The directions.")
    fileprivate static let layer = output(
        "Output_Network_Analysis_Layer", .file, "Always empty.")
    fileprivate static let data = output("Output_Route_Data", .file, "Always empty.")
    fileprivate static let file = output(
        "Output_Result_File", .file, "The outputs as files, where Output_Format asks for them.")
    fileprivate static let package = output(
        "Output_Network_Analysis_Layer_Package", .file, "Always empty.")
    fileprivate static let directionPoints = output(
        "Output_Direction_Points", .features, "The directions as points.")
    fileprivate static let directionLines = output(
        "Output_Direction_Lines", .features, "The directions as lines.")
    fileprivate static let usageCost = output(
        "Usage_Cost", .string, "The number of results; nothing is charged.")
}
