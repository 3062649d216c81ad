// The parameters of solveClosestFacility, one declaration each. To add one, write a line here and a
// property in ClosestFacilityParameters.

extension ClosestFacilityParameters: OperationParameters {
    /// The operation `solveClosestFacility`: finds the facilities closest to incidents.
    public static var operation: OperationDeclaration<ClosestFacilityParameters> {
        solveClosestFacility
    }

    private static let solveClosestFacility = OperationDeclaration(.solveClosestFacility, fields)

    /// The parameters the operation reads, in the order of its form and schema.
    fileprivate static let fields: [ParameterField<ClosestFacilityParameters>] = {
        let shared = AnalysisFields<ClosestFacilityParameters>(
            locations: [incidentsName, facilitiesName])
        let asked: [ParameterField<ClosestFacilityParameters>] =
            locations + shared.barriers + shared.travel + search
        let timed: [ParameterField<ClosestFacilityParameters>] =
            shared.timeOfDay + [timeOfDayUsage] + shared.traffic
        let drawn: [ParameterField<ClosestFacilityParameters>] =
            shared.directions + shared.lines + shared.shapes
        let answered: [ParameterField<ClosestFacilityParameters>] =
            returned + shared.returnedBarriers + shared.traversal + shared.returned
        let beyond: [ParameterField<ClosestFacilityParameters>] =
            shared.conditions + shared.pages + shared.handles + shared.service
        return asked + timed + drawn + answered + beyond
    }()

    private static let locations: [ParameterField<ClosestFacilityParameters>] = [
        ParameterField(
            "incidents", \.incidents, .points, in: .inputs,
            example: "7.4189,43.7311;7.4246,43.7394", at: { $0.stops },
            "The places for which facilities are found. {} means none, even where the layer has "
                + "some of its own."),
        ParameterField(
            "facilities", \.facilities, .points, in: .inputs,
            example: "7.4189,43.7311;7.4246,43.7394", at: { $0.stops },
            "The places among which the closest are found."),
    ]

    private static let search: [ParameterField<ClosestFacilityParameters>] = [
        ParameterField(
            "defaultTargetFacilityCount", \.defaultTargetFacilityCount, .count,
            in: .search,
            default: .setting("defaultTargetFacilityCount", \.defaultTargetFacilityCount),
            example: "2",
            "The number of facilities to find for each incident. The field TargetFacilityCount of "
                + "an incident takes precedence."),
        ParameterField(
            "travelDirection", \.travelDirection, .word(), in: .search,
            default: .setting("travelDirection", \.travelDirection),
            example: "esriNATravelDirectionFromFacility",
            "Whether routes lead from the incidents to the facilities, or the reverse."),
        ParameterField(
            "defaultCutoff", \.defaultCutoff, .number, in: .search, example: "20",
            "The greatest impedance of a route, in the unit of the impedance; null for none. A "
                + "Cutoff_ field of an incident takes precedence."),
    ]

    private static let timeOfDayUsage = ParameterField<ClosestFacilityParameters>(
        "timeOfDayUsage", \.timeOfDayUsage, .word(), in: .time,
        default: .setting("timeOfDayUsage", \.timeOfDayUsage),
        example: "esriNATimeOfDayUseAsEndTime",
        "Whether routes start or end at the time of day.")

    /// Esri's page prints `true` as the default for facilities and incidents. Here it is `false`,
    /// as for a route's stops: answers with thousands of facilities are large, and clients that
    /// want them ask for them (the ArcGIS API for Python and arcgis-rest-js send both).
    private static let returned: [ParameterField<ClosestFacilityParameters>] = [
        ParameterField(
            "returnCFRoutes", \.returnCFRoutes, .truth, in: .output,
            default: .fixed(false), example: "true", "Whether the answer has the routes."),
        ParameterField(
            "returnFacilities", \.returnFacilities, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the facilities, with their places on the network."),
        ParameterField(
            "returnIncidents", \.returnIncidents, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the incidents, with their places on the network."),
    ]
}

extension LayerOperation {
    /// Finds the facilities closest to incidents.
    package static let solveClosestFacility = LayerOperation(
        name: "solveClosestFacility", summary: "The closest facilities",
        explanation: "Finds the facilities that are closest to incidents, and the routes between "
            + "them. Parameters without a value take the layer's default.",
        locations: [
            ClosestFacilityParameters.incidentsName, ClosestFacilityParameters.facilitiesName,
        ],
        parameters: ClosestFacilityParameters.fields.map(\.declaration),
        limits: [.locations, .pairs], pageValues: ["returnCFRoutes": "true"])
}
