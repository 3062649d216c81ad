// The parameters that every operation may have, one declaration each. To add one, write a line here
// and a property in a part of AnalysisParameters.

/// Declares the common parameters. Each operation selects the ones it reads.
struct AnalysisFields<Parameters: OperationParameters>: Sendable {
    private typealias Field = ParameterField<Parameters>

    /// The parameters with the operation's locations.
    private let locations: [String]
    /// Whether object ids are kept if the request does not say.
    private let preservesObjectID: Bool

    /// Prepares the declarations.
    ///
    /// - Parameters:
    ///   - locations: The parameters with the operation's locations.
    ///   - preservesObjectID: Whether object ids are kept if the request does not say.
    init(locations: [String], preservesObjectID: Bool = false) {
        self.locations = locations
        self.preservesObjectID = preservesObjectID
    }

    /// Barriers, and how inputs are placed.
    var barriers: [ParameterField<Parameters>] {
        [
            Field(
                "barriers", \.locations, \.barriers.point, .points, in: .inputs,
                example: #"{"features":[{"geometry":{"x":7.421,"y":43.735}}]}"#,
                at: { $0.pointBarrier },
                "Points that close a road (BarrierType 0) or add costs to passing them (2)."),
            Field(
                "polylineBarriers", \.locations, \.barriers.line, .lines, in: .inputs,
                example: #"{"features":[{"geometry":{"paths":[[[7.42,43.73],[7.42,43.74]]]}}]}"#,
                at: { $0.lineBarrier },
                "Lines that close the roads they meet (BarrierType 0) or scale their costs (1)."),
            Field(
                "polygonBarriers", \.locations, \.barriers.polygon, .polygons, in: .inputs,
                example: #"{"features":[{"geometry":{"rings":[[[7.42,43.73],[7.42,43.74],"#
                    + #"[7.43,43.74],[7.42,43.73]]]}}]}"#, at: { $0.polygonBarrier },
                "Areas that close the roads inside (BarrierType 0) or scale their costs (1)."),
            Field(
                "locateSettings", \.locations, \.locateSettings,
                .locateSettings(of: locations), in: .inputs,
                default: .layer("locateSettings") {
                    LocateSettingsByInput(fallback: $0.locateSettings)
                },
                example: #"{"default":{"tolerance":500,"toleranceUnits":"esriMeters"}}"#,
                "How far a stop or barrier may lie from its street, and whether it moves to the "
                    + "next street if that one is closed."),
            Field(
                "ignoreInvalidLocations", \.locations, \.ignoreInvalidLocations, .truth,
                in: .inputs,
                default: .setting("ignoreInvalidLocations", \.ignoreInvalidLocations),
                example: "false",
                "Whether stops and barriers that cannot be placed are left out with a message "
                    + "rather than failing the request."),
        ]
    }

    var travel: [ParameterField<Parameters>] {
        [
            Field(
                "travelMode", \.travel, \.travelMode, .travelMode, aliases: ["travel_mode"],
                in: .travel,
                example: "Driving Time",
                "A travel mode: its id, its name, or an object with its settings. Its settings "
                    + "take precedence over the single parameters."),
            Field(
                "impedanceAttributeName", \.travel, \.impedanceAttributeName, .name(.costs),
                in: .travel,
                default: .layer("impedance", \.impedanceAttributeName),
                mode: .overrides(\.impedanceAttributeName), example: "Kilometers",
                "The cost to minimize."),
            Field(
                "restrictionAttributeNames", \.travel, \.restrictionAttributeNames,
                .names(.restrictions, nullMeansNone: true), in: .travel,
                default: .layer("restrictions", \.restrictionAttributeNames),
                mode: .overrides(\.restrictionAttributeNames),
                example: "Driving an Automobile,Avoid Toll Roads",
                "The restrictions that are active; none for no restriction."),
            Field(
                "attributeParameterValues", \.travel, \.attributeParameterValues,
                .attributeParameterValues,
                in: .travel,
                default: .layer("attributeParameterValues", \.attributeParameterValues),
                mode: .overrides(\.attributeParameterValues),
                example:
                    #"[{"attributeName":"Avoid Toll Roads","parameterName":"Restriction Usage","#
                    + #""value":"PROHIBITED"}]"#,
                "Values for parameters of attributes, such as how strongly a restriction counts."),
            Field(
                "accumulateAttributeNames", \.travel, \.accumulateAttributeNames, .names(.costs),
                in: .travel,
                default: .layer("accumulateAttributeNames", \.accumulateAttributeNames),
                example: "Kilometers,Miles", "Other costs to total along the routes."),
            Field(
                "restrictUTurns", \.travel, \.restrictUTurns, .word(), in: .travel,
                default: .setting("restrictUTurns", \.restrictUTurns),
                mode: .overrides(\.uTurnPolicy), example: "esriNFSBAtDeadEndsOnly",
                "Where a route may make U-turns between stops."),
            Field(
                "useHierarchy", \.travel, \.useHierarchy, .truth, in: .travel,
                default: .layer("useHierarchy") { _ in false }, mode: .overrides(\.useHierarchy),
                example: "true", "Accepted and without effect: answers are exact in both cases."),
        ]
    }

    var time: [ParameterField<Parameters>] {
        [
            Field(
                "startTime", \.time, \.startTime, .time, in: .time, example: "1700000000000",
                "When routes leave their first stop: now, or milliseconds since 1970."),
            Field(
                "startTimeIsUTC", \.time, \.startTimeIsUTC, .truth, in: .time,
                default: .layer("startTimeIsUTC") { _ in false }, example: "true",
                "Whether startTime is an instant rather than the time on local clocks."),
        ]
    }

    /// The time of travel, under the names for analyses other than routes.
    var timeOfDay: [ParameterField<Parameters>] {
        [
            Field(
                "timeOfDay", \.time, \.startTime, .time, in: .time, example: "1700000000000",
                "When paths are traveled: now, or milliseconds since 1970."),
            Field(
                "timeOfDayIsUTC", \.time, \.startTimeIsUTC, .truth, in: .time,
                default: .layer("timeOfDayIsUTC") { _ in false }, example: "true",
                "Whether timeOfDay is an instant rather than the time on local clocks."),
        ]
    }

    var traffic: [ParameterField<Parameters>] {
        [
            Field(
                "useTraffic", \.time, \.useTraffic, .truth, in: .time, default: .fixed(true),
                example: "false",
                "Whether live speeds and closures count, where the service has them."),
            Field(
                "trafficSnapshot", \.time, \.trafficSnapshot, .text, in: .time,
                example: "0123456789abcdef0123456789abcdef",
                "The id of the snapshot of traffic to use, as an answer named it; by default the "
                    + "current one."),
        ]
    }

    var directions: [ParameterField<Parameters>] {
        [
            Field(
                "returnDirections", \.directions, \.returnDirections, .truth, in: .directions,
                default: .setting("returnDirections", \.returnDirections), example: "true",
                "Whether the answer has directions."),
            Field(
                "directionsLanguage", \.directions, \.directionsLanguage, .name(.languages),
                in: .directions,
                default: .layer("directionsLanguage", \.directionsLanguage), example: "fr_FR",
                "The language of directions; the nearest supported one is used."),
            Field(
                "directionsOutputType", \.directions, \.directionsOutputType, .word(),
                in: .directions,
                default: .fixed(.standard), example: "esriDOTInstructionsOnly",
                "Which parts of the directions to return."),
            Field(
                "directionsStyleName", \.directions, \.directionsStyleName, .name(.styles),
                in: .directions,
                default: .layer("directionsStyleNames", \.directionsStyleNames.first),
                example: "NA Navigation", "The style of directions."),
            Field(
                "directionsLengthUnits", \.directions, \.directionsLengthUnits,
                .word(extendedCode: .badLengthUnits) { $0.meters != nil }, in: .directions,
                default: .setting("directionsLengthUnits", \.directionsLengthUnits),
                example: "esriNAUMiles", "The unit of lengths in directions."),
            Field(
                "directionsTimeAttributeName", \.directions, \.directionsTimeAttributeName,
                .name(.timeCosts),
                in: .directions,
                default: .layer("directionsTimeAttribute", \.directionsTimeAttributeName),
                mode: .supplies(\.timeAttributeName), example: "TravelTime",
                "The time cost that directions report."),
        ]
    }

    var lines: [ParameterField<Parameters>] {
        [
            Field(
                "outputLines", \.output, \.outputLines, .outputLines, in: .output,
                default: .setting("outputLineType", \.outputLines),
                example: "esriNAOutputLineStraight",
                "The shape of routes.")
        ]
    }

    var shapes: [ParameterField<Parameters>] { system + precision }

    var system: [ParameterField<Parameters>] {
        [
            Field(
                "outSR", \.output, \.outSR, .spatialReference, in: .output,
                default: .layer("outputSpatialReference", \.outputSpatialReference),
                example: "102100",
                "The system of all output coordinates.")
        ]
    }

    /// How detailed an answer's shapes are.
    var precision: [ParameterField<Parameters>] { simplification + decimals + measureDecimals }

    /// How far routes' lines are simplified.
    var simplification: [ParameterField<Parameters>] {
        [
            Field(
                "outputGeometryPrecision", \.output, \.outputGeometryPrecision, .number,
                in: .output,
                default: .setting("outputGeometryPrecision", \.outputGeometryPrecision),
                mode: .overrides { $0.simplificationTolerance ?? 0 }, example: "0",
                "The greatest distance of simplified lines from the roads; 0 to not simplify."),
            Field(
                "outputGeometryPrecisionUnits", \.output, \.outputGeometryPrecisionUnits, .word(),
                in: .output,
                default: .setting("outputGeometryPrecisionUnits", \.outputGeometryPrecisionUnits),
                mode: .overrides(\.simplificationToleranceUnits), example: "esriFeet",
                "The unit of outputGeometryPrecision."),
        ]
    }

    var decimals: [ParameterField<Parameters>] {
        [
            Field(
                "geometryPrecision", \.output, \.geometryPrecision, .decimals, in: .output,
                example: "6",
                "Decimals of x and y in output coordinates; all by default."),
            Field(
                "geometryPrecisionZ", \.output, \.geometryPrecisionZ, .decimals, in: .output,
                example: "2",
                "Decimals of output heights."),
        ]
    }

    var measureDecimals: [ParameterField<Parameters>] {
        [
            Field(
                "geometryPrecisionM", \.output, \.geometryPrecisionM, .decimals, in: .output,
                example: "3",
                "Decimals of output measures.")
        ]
    }

    /// Which barriers the answer has.
    var returnedBarriers: [ParameterField<Parameters>] {
        [
            Field(
                "returnBarriers", \.output, \.returnBarriers.point, .truth, in: .output,
                default: .fixed(false),
                example: "true", "Whether the answer has the point barriers."),
            Field(
                "returnPolylineBarriers", \.output, \.returnBarriers.line, .truth, in: .output,
                default: .fixed(false), example: "true", "Whether the answer has the line barriers."
            ),
            Field(
                "returnPolygonBarriers", \.output, \.returnBarriers.polygon, .truth, in: .output,
                default: .fixed(false), example: "true",
                "Whether the answer has the polygon barriers."),
        ]
    }

    /// Which traversals the answer has.
    var traversal: [ParameterField<Parameters>] {
        [
            Field(
                "returnTraversedEdges", \.output, \.returnTraversedEdges, .truth, in: .output,
                default: .fixed(false), example: "true",
                "Whether the answer has the edges that routes run over."),
            Field(
                "returnTraversedJunctions", \.output, \.returnTraversedJunctions, .truth,
                in: .output,
                default: .fixed(false), example: "true",
                "Whether the answer has the junctions that routes pass."),
            Field(
                "returnTraversedTurns", \.output, \.returnTraversedTurns, .truth, in: .output,
                default: .fixed(false), example: "true",
                "Whether the answer has the turns that routes make."),
        ]
    }

    /// Other members of the answer.
    var returned: [ParameterField<Parameters>] {
        [
            Field(
                "returnZ", \.output, \.returnZ, .truth, in: .output, default: .fixed(false),
                example: "true",
                "Whether output shapes have heights, where the network has them."),
            Field(
                "preserveObjectID", \.locations, \.preserveObjectID, .truth, in: .output,
                default: .layer("preserveObjectID") { [preservesObjectID] _ in
                    preservesObjectID
                }, example: "true",
                "Whether stops and barriers keep their object ids."),
            Field(
                "returnEmptyResults", \.output, \.returnEmptyResults, .truth, in: .output,
                default: .fixed(false), example: "true",
                "Whether a request that fails is answered with empty feature sets and messages."),
            Field(
                "context", \.locations, \.context, .context, in: .output,
                example: #"{"outSR":{"wkid":102100}}"#,
                "A map context: an extent that inputs must lie in, and an output system that "
                    + "applies where outSR is absent."),
            Field(
                "overrides", \.output, \.overrides, .text, in: .output, example: "{}",
                "Accepted and without effect."),
        ]
    }

    var handles: [ParameterField<Parameters>] {
        [
            Field(
                "returnRouteHandle", \.service, \.returnRouteHandle, .truth, in: .service,
                default: .fixed(false), example: "true",
                "Whether each route has a field RouteHandle: its path as text, which refresh, "
                    + "better and rejoin read.")
        ]
    }

    /// Which part of the directions to return; beyond ArcGIS.
    var pages: [ParameterField<Parameters>] {
        [
            Field(
                "directionsFrom", \.directions, \.directionsFrom, .number, in: .service,
                default: .fixed(0), example: "5000",
                "Where the returned directions begin, in meters along the route. A step belongs "
                    + "to the page in which it begins."),
            Field(
                "directionsLength", \.directions, \.directionsLength, .number, in: .service,
                default: .fixed(0), example: "5000",
                "The length of the route whose directions are returned, in meters; 0 for all. "
                    + "The answer says where the next page begins (directionsPages)."),
        ]
    }

    /// What the answer says about routes, leg by leg and along their lines; beyond ArcGIS.
    var conditions: [ParameterField<Parameters>] {
        [
            Field(
                "returnLegs", \.output, \.returnLegs, .truth, in: .service, default: .fixed(false),
                example: "true",
                "Whether the answer has the legs of the routes, with their stops, totals and "
                    + "points of the line."),
            Field(
                "returnConditions", \.output, \.returnConditions, .truth, in: .service,
                default: .fixed(false), example: "true",
                "Whether the answer has speed, limit and jam class for each piece of the routes' "
                    + "lines, what they use (tolls, ferries and the like), and the traffic lights, "
                    + "crossings, tunnels and others on them."),
        ]
    }

    /// Extensions beyond ArcGIS.
    var service: [ParameterField<Parameters>] {
        [
            Field(
                "explainParameters", \.service, \.explainParameters, .truth, in: .service,
                default: .fixed(false), example: "true",
                "Whether the answer lists every setting with its value and its source, and says "
                    + "why stops had to move."),
            Field(
                "strict", \.service, \.strict, .truth, in: .service, default: .fixed(false),
                example: "true",
                "Whether parameters and attributes that are not known are errors and not "
                    + "messages."),
            Field(
                "validate", \.service, \.validate, .truth, in: .service, default: .fixed(false),
                example: "true",
                "Whether the request is only checked and its inputs placed, without solving."),
            Field(
                "returnQuanta", \.service, \.returnQuanta, .truth, in: .service,
                default: .fixed(false),
                example: "true",
                "Whether the answer has its totals as integers."),
            Field(
                "deterministic", \.service, \.deterministic, .truth, in: .service,
                default: .fixed(false),
                example: "true",
                "Whether the choice among equally cheap routes is independent of caches."),
        ]
    }
}
