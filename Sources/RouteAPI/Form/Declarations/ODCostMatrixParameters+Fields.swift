// The parameters of solveODCostMatrix, one declaration each. To add one, write a line here and a
// property in ODCostMatrixParameters.

extension ODCostMatrixParameters: OperationParameters {
    /// The operation `solveODCostMatrix`: finds costs between many places.
    public static var operation: OperationDeclaration<ODCostMatrixParameters> {
        solveODCostMatrix
    }

    private static let solveODCostMatrix = OperationDeclaration(
        .solveODCostMatrix, fields,
        unread: shared.directions + shared.lines + shared.simplification
            + shared.measureDecimals + shared.traversal + shared.conditions + shared.pages)

    /// ArcGIS has no `preserveObjectID` here: a matrix always uses the inputs' own ids.
    private static let shared = AnalysisFields<ODCostMatrixParameters>(
        locations: [originsName, destinationsName],
        preservesObjectID: true)

    /// The parameters the operation reads, in the order of its form and schema.
    fileprivate static let fields: [ParameterField<ODCostMatrixParameters>] =
        locations + shared.barriers + shared.travel + search + shared.timeOfDay
        + shared.traffic + [outputType] + shared.system + shared.decimals + returned
        + shared.returnedBarriers + shared.returned
        + shared.service

    private static let locations: [ParameterField<ODCostMatrixParameters>] = [
        ParameterField(
            "origins", \.origins, .points, in: .inputs,
            example: "7.4189,43.7311;7.4246,43.7394", at: { $0.stops },
            "The places that paths begin at. {} means none, even where the layer has some of its "
                + "own."),
        ParameterField(
            "destinations", \.destinations, .points, in: .inputs,
            example: "7.4189,43.7311;7.4246,43.7394", at: { $0.stops },
            "The places that paths lead to."),
    ]

    private static let search: [ParameterField<ODCostMatrixParameters>] = [
        ParameterField(
            "defaultCutoff", \.defaultCutoff, .number, in: .search,
            example: "20",
            "The greatest impedance of a path, in the unit of the impedance; null for none. A "
                + "Cutoff_ field of an origin takes precedence."),
        ParameterField(
            "defaultTargetDestinationCount", \.defaultTargetDestinationCount,
            .count, in: .search, example: "3",
            "The number of destinations of each origin: the nearest; null for all. The field "
                + "TargetDestinationCount of an origin takes precedence."),
    ]

    private static let outputType = ParameterField<ODCostMatrixParameters>(
        "outputType", \.outputType, .word(), in: .output, default: .fixed(.noLines),
        example: "esriNAODOutputSparseMatrix",
        "Whether the answer is a matrix of costs, or a row for each pair with a straight line or "
            + "without a shape.")

    private static let returned: [ParameterField<ODCostMatrixParameters>] = [
        ParameterField(
            "returnOrigins", \.returnOrigins, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the origins, with their places on the network."),
        ParameterField(
            "returnDestinations", \.returnDestinations, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the destinations, with their places on the network."),
    ]
}

extension LayerOperation {
    package static let solveODCostMatrix = LayerOperation(
        name: "solveODCostMatrix", summary: "Costs between many places",
        explanation: "Finds the costs of the paths from origins to destinations. Parameters "
            + "without a value take the layer's default.",
        locations: [
            ODCostMatrixParameters.originsName, ODCostMatrixParameters.destinationsName,
        ],
        parameters: ODCostMatrixParameters.fields.map(\.declaration),
        limits: [.locations, .pairs], ownMembers: [.costMatrix])
}
