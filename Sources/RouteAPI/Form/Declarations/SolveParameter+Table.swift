// The parameters of a solve. One declaration each; a new parameter is a line here and a property of
// RouteParameters.
//
// The order is the order of reading, of the form and of the description for machines.

extension SolveParameter {
    /// Every parameter of a solve.
    package static let all =
        inputs + travel + order + time + directions + shapes + returned + service

    /// How each parameter gets its value, in the same order: what every request goes through,
    /// without the rest of the declarations.
    static let resolutions = all.map(\.resolve)

    /// How each parameter goes from one request into another, in the same order.
    static let carriers = all.map(\.carry)

    private static let inputs: [SolveParameter] = [
        SolveParameter(
            "stops", \.stops, .points, in: .inputs,
            example: "7.4189,43.7311;7.4246,43.7394", at: { $0.stops },
            "The places to visit, in order; to solve, at least two must be valid. {} means none, "
                + "even where the layer has some of its own."),
        SolveParameter(
            "barriers", \.locations.barriers.point, .points, in: .inputs,
            example: #"{"features":[{"geometry":{"x":7.421,"y":43.735}}]}"#,
            at: { $0.pointBarrier },
            "Points that close a road (BarrierType 0) or make passing them dearer (2)."),
        SolveParameter(
            "polylineBarriers", \.locations.barriers.line, .lines, in: .inputs,
            example: #"{"features":[{"geometry":{"paths":[[[7.42,43.73],[7.42,43.74]]]}}]}"#,
            at: { $0.lineBarrier },
            "Lines that close the roads they meet (BarrierType 0) or scale their costs (1)."),
        SolveParameter(
            "polygonBarriers", \.locations.barriers.polygon, .polygons, in: .inputs,
            example: #"{"features":[{"geometry":{"rings":[[[7.42,43.73],[7.42,43.74],"#
                + #"[7.43,43.74],[7.42,43.73]]]}}]}"#, at: { $0.polygonBarrier },
            "Areas that close the roads inside (BarrierType 0) or scale their costs (1)."),
        SolveParameter(
            "locateSettings", \.locations.locateSettings, .locateSettings, in: .inputs,
            default: .layer("locateSettings") {
                LocateSettingsByInput(fallback: $0.locateSettings)
            },
            example: #"{"default":{"tolerance":500,"toleranceUnits":"esriMeters"}}"#,
            "How far from a stop or barrier its street may be, and whether one on a closed street "
                + "moves to the next."),
        SolveParameter(
            "ignoreInvalidLocations", \.locations.ignoreInvalidLocations, .truth, in: .inputs,
            default: .layer("ignoreInvalidLocations", \.ignoreInvalidLocations), example: "false",
            "Whether stops and barriers that cannot be placed are left out with a message rather "
                + "than failing the request."),
    ]

    private static let travel: [SolveParameter] = [
        SolveParameter(
            "travelMode", \.travel.travelMode, .travelMode, aliases: ["travel_mode"], in: .travel,
            example: "Driving Time",
            "A travel mode: its id, its name, or an object with its settings. Its settings "
                + "take precedence over the single parameters."),
        SolveParameter(
            "impedanceAttributeName", \.travel.impedanceAttributeName, .name(.costs), in: .travel,
            default: .layer("impedance", \.impedanceAttributeName),
            mode: .overrides(\.impedanceAttributeName), example: "Kilometers",
            "The cost to minimize."),
        SolveParameter(
            "restrictionAttributeNames", \.travel.restrictionAttributeNames,
            .names(.restrictions, nullMeansNone: true), in: .travel,
            default: .layer("restrictions", \.restrictionAttributeNames),
            mode: .overrides(\.restrictionAttributeNames),
            example: "Driving an Automobile,Avoid Toll Roads",
            "The restrictions that are active; none for no restriction."),
        SolveParameter(
            "attributeParameterValues", \.travel.attributeParameterValues,
            .attributeParameterValues,
            in: .travel, default: .layer("attributeParameterValues", \.attributeParameterValues),
            mode: .overrides(\.attributeParameterValues),
            example: #"[{"attributeName":"Avoid Toll Roads","parameterName":"Restriction Usage","#
                + #""value":"PROHIBITED"}]"#,
            "Values for parameters of attributes, such as how strongly a restriction counts."),
        SolveParameter(
            "accumulateAttributeNames", \.travel.accumulateAttributeNames, .names(.costs),
            in: .travel,
            default: .layer("accumulateAttributeNames", \.accumulateAttributeNames),
            example: "Kilometers,Miles", "Other costs to total along the routes."),
        SolveParameter(
            "restrictUTurns", \.travel.restrictUTurns, .word(), in: .travel,
            default: .layer("restrictUTurns", \.restrictUTurns),
            mode: .overrides(\.uTurnPolicy), example: "esriNFSBAtDeadEndsOnly",
            "Where a route may turn round between stops."),
        SolveParameter(
            "useHierarchy", \.travel.useHierarchy, .truth, in: .travel,
            default: .layer("useHierarchy") { _ in false }, mode: .overrides(\.useHierarchy),
            example: "true", "Accepted and without effect: answers are exact in both cases."),
    ]

    private static let order: [SolveParameter] = [
        SolveParameter(
            "findBestSequence", \.findBestSequence, .truth, in: .order,
            default: .layer("findBestSequence", \.findBestSequence), example: "true",
            "Whether the stops may be visited in another order."),
        SolveParameter(
            "preserveFirstStop", \.preserveFirstStop, .truth, in: .order,
            default: .layer("preserveFirstStop", \.preserveFirstStop), example: "true",
            "Whether the first stop stays first when the order is free."),
        SolveParameter(
            "preserveLastStop", \.preserveLastStop, .truth, in: .order,
            default: .layer("preserveLastStop", \.preserveLastStop), example: "false",
            "Whether the last stop stays last when the order is free."),
    ]

    private static let time: [SolveParameter] = [
        SolveParameter(
            "startTime", \.time.startTime, .time, in: .time, example: "1700000000000",
            "When routes leave their first stop: now, or milliseconds since 1970."),
        SolveParameter(
            "startTimeIsUTC", \.time.startTimeIsUTC, .truth, in: .time,
            default: .layer("startTimeIsUTC") { _ in false }, example: "true",
            "Whether startTime is an instant rather than the time on local clocks."),
        SolveParameter(
            "useTimeWindows", \.useTimeWindows, .truth, in: .time,
            default: .layer("useTimeWindows", \.useTimeWindows), example: "true",
            "Whether the time windows of stops are used."),
        SolveParameter(
            "timeWindowsAreUTC", \.timeWindowsAreUTC, .truth, in: .time,
            default: .layer("timeWindowsAreUTC") { _ in false }, example: "true",
            "Whether time windows are instants rather than times on local clocks."),
    ]

    private static let directions: [SolveParameter] = [
        SolveParameter(
            "returnDirections", \.directions.returnDirections, .truth, in: .directions,
            default: .layer("returnDirections", \.returnDirections), example: "true",
            "Whether the answer has directions."),
        SolveParameter(
            "directionsLanguage", \.directions.directionsLanguage, .name(.languages),
            in: .directions,
            default: .layer("directionsLanguage", \.directionsLanguage), example: "fr_FR",
            "The language of directions; the nearest on offer is taken."),
        SolveParameter(
            "directionsOutputType", \.directions.directionsOutputType, .word(), in: .directions,
            default: .fixed(.standard), example: "esriDOTInstructionsOnly",
            "How much of the directions the answer has."),
        SolveParameter(
            "directionsStyleName", \.directions.directionsStyleName, .name(.styles),
            in: .directions,
            default: .layer("directionsStyleNames", \.directionsStyleNames.first),
            example: "NA Navigation", "The style of directions."),
        SolveParameter(
            "directionsLengthUnits", \.directions.directionsLengthUnits,
            .word(extendedCode: .badLengthUnits) { $0.meters != nil }, in: .directions,
            default: .layer("directionsLengthUnits", \.directionsLengthUnits),
            example: "esriNAUMiles", "The unit of lengths in directions."),
        SolveParameter(
            "directionsTimeAttributeName", \.directions.directionsTimeAttributeName,
            .name(.timeCosts),
            in: .directions,
            default: .layer("directionsTimeAttribute", \.directionsTimeAttributeName),
            mode: .supplies(\.timeAttributeName), example: "TravelTime",
            "The time cost that directions report."),
    ]

    private static let shapes: [SolveParameter] = [
        SolveParameter(
            "outputLines", \.outputLines, .outputLines, in: .output,
            default: .layer("outputLineType", \.outputLines), example: "esriNAOutputLineStraight",
            "The shape of routes."),
        SolveParameter(
            "outSR", \.output.outSR, .spatialReference, in: .output,
            default: .layer("outputSpatialReference", \.outputSpatialReference), example: "102100",
            "The system of all output coordinates."),
        SolveParameter(
            "outputGeometryPrecision", \.output.outputGeometryPrecision, .number, in: .output,
            default: .layer("outputGeometryPrecision", \.outputGeometryPrecision),
            mode: .overrides { $0.simplificationTolerance ?? 0 }, example: "0",
            "How far simplified lines may deviate from the roads; 0 for no simplification."),
        SolveParameter(
            "outputGeometryPrecisionUnits", \.output.outputGeometryPrecisionUnits, .word(),
            in: .output,
            default: .layer("outputGeometryPrecisionUnits", \.outputGeometryPrecisionUnits),
            mode: .overrides(\.simplificationToleranceUnits), example: "esriFeet",
            "The unit of outputGeometryPrecision."),
        SolveParameter(
            "geometryPrecision", \.output.geometryPrecision, .decimals, in: .output, example: "6",
            "Decimals of x and y in output coordinates; all where it is absent."),
        SolveParameter(
            "geometryPrecisionZ", \.output.geometryPrecisionZ, .decimals, in: .output, example: "2",
            "Decimals of output heights."),
        SolveParameter(
            "geometryPrecisionM", \.output.geometryPrecisionM, .decimals, in: .output, example: "3",
            "Decimals of output measures."),
    ]

    private static let returned: [SolveParameter] = [
        SolveParameter(
            "returnRoutes", \.returnRoutes, .truth, in: .output, default: .fixed(true),
            example: "true", "Whether the answer has the routes."),
        SolveParameter(
            "returnStops", \.returnStops, .truth, in: .output, default: .fixed(false),
            example: "true", "Whether the answer has the stops, with where they were placed."),
        SolveParameter(
            "returnBarriers", \.output.returnBarriers.point, .truth, in: .output,
            default: .fixed(false),
            example: "true", "Whether the answer has the point barriers."),
        SolveParameter(
            "returnPolylineBarriers", \.output.returnBarriers.line, .truth, in: .output,
            default: .fixed(false), example: "true", "Whether the answer has the line barriers."),
        SolveParameter(
            "returnPolygonBarriers", \.output.returnBarriers.polygon, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the polygon barriers."),
        SolveParameter(
            "returnTraversedEdges", \.returnTraversedEdges, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the edges that routes run over."),
        SolveParameter(
            "returnTraversedJunctions", \.returnTraversedJunctions, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the junctions that routes pass."),
        SolveParameter(
            "returnTraversedTurns", \.returnTraversedTurns, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the turns that routes make."),
        SolveParameter(
            "returnZ", \.output.returnZ, .truth, in: .output, default: .fixed(false),
            example: "true",
            "Whether output shapes have heights, where the network has them."),
        SolveParameter(
            "preserveObjectID", \.locations.preserveObjectID, .truth, in: .output,
            default: .layer("preserveObjectID") { _ in false }, example: "true",
            "Whether stops and barriers keep their object ids."),
        SolveParameter(
            "returnEmptyResults", \.output.returnEmptyResults, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether a request that fails is answered with empty feature sets and messages."),
        SolveParameter(
            "context", \.locations.context, .context, in: .output,
            example: #"{"outSR":{"wkid":102100}}"#,
            "The surroundings that newer clients send: an extent that inputs must lie in, and an "
                + "output system for where outSR is absent."),
        SolveParameter(
            "overrides", \.output.overrides, .text, in: .output, example: "{}",
            "Accepted and without effect."),
    ]

    private static let service: [SolveParameter] = [
        SolveParameter(
            "explainParameters", \.service.explainParameters, .truth, in: .service,
            default: .fixed(false), example: "true",
            "Whether the answer lists every setting with its value and where that came from."),
        SolveParameter(
            "strict", \.service.strict, .truth, in: .service, default: .fixed(false),
            example: "true",
            "Whether parameters and attributes that are not known are errors and not messages."),
        SolveParameter(
            "validate", \.service.validate, .truth, in: .service, default: .fixed(false),
            example: "true",
            "Whether the request is only checked and its inputs placed, without solving."),
        SolveParameter(
            "returnQuanta", \.service.returnQuanta, .truth, in: .service, default: .fixed(false),
            example: "true", "Whether the answer has its totals as the integers that were summed."),
        SolveParameter(
            "deterministic", \.service.deterministic, .truth, in: .service, default: .fixed(false),
            example: "true",
            "Whether of equally cheap routes it is always the same one, whatever is cached."),
    ]
}
