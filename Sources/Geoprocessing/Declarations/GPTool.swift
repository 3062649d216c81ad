// Esri's tools for routes, closest facilities and cost matrices, with their parameters.

import Geo
package import RouteAPI

/// An ArcGIS tool, by its task's name.
package enum GPTool: String, Hashable, Sendable, CaseIterable {
    /// Routes through stops.
    case findRoutes = "FindRoutes"
    /// The facilities closest to incidents.
    case findClosestFacilities = "FindClosestFacilities"
    /// Costs between many places.
    case generateCostMatrix = "GenerateOriginDestinationCostMatrix"

    /// Finds a tool by its name, in any case.
    package init?(name: String) {
        let wanted = name.lowercased()
        guard let tool = Self.allCases.first(where: { $0.rawValue.lowercased() == wanted }) else {
            return nil
        }
        self = tool
    }

    /// The type of layer that does its work.
    package var layerType: LayerType {
        switch self {
        case .findRoutes: .route
        case .findClosestFacilities: .closestFacility
        case .generateCostMatrix: .odCostMatrix
        }
    }

    /// A summary in a few words.
    var summary: String {
        switch self {
        case .findRoutes: "Finds routes through stops, with directions."
        case .findClosestFacilities: "Finds the facilities that are closest to incidents."
        case .generateCostMatrix: "Finds the costs between origins and destinations."
        }
    }

    /// The key under which a portal names the tool's service.
    package var helperService: String {
        switch self {
        case .findRoutes: "asyncRoute"
        case .findClosestFacilities: "asyncClosestFacility"
        case .generateCostMatrix: "asyncODCostMatrix"
        }
    }

    /// Whether the portal's address for the service ends in the task's name. The ArcGIS API for
    /// Python cuts it off for this tool only.
    package var helperAddressNamesTask: Bool { self == .findClosestFacilities }

    /// The location inputs, with the operation's parameters that carry them.
    var locations: [(input: String, parameter: String)] {
        switch self {
        case .findRoutes: [("Stops", "stops")]
        case .findClosestFacilities: [("Incidents", "incidents"), ("Facilities", "facilities")]
        case .generateCostMatrix: [("Origins", "origins"), ("Destinations", "destinations")]
        }
    }

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
