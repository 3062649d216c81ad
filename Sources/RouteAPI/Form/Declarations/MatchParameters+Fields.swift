// The parameters of match, one declaration each. To add one, write a line here and a property in
// MatchParameters.

extension MatchParameters: OperationParameters {
    /// The operation `match`: matches traces to streets.
    public static var operation: OperationDeclaration<MatchParameters> { match }

    private static let match = OperationDeclaration(.match, fields)

    private static let shared = AnalysisFields<MatchParameters>(locations: [])

    /// The parameters the operation reads, in the order of its form and schema.
    fileprivate static let fields: [ParameterField<MatchParameters>] = {
        let asked: [ParameterField<MatchParameters>] =
            inputs + shared.barriers + shared.travel + search + shared.time + shared.traffic
        let drawn: [ParameterField<MatchParameters>] =
            shared.directions + shared.lines + shared.shapes
        let answered: [ParameterField<MatchParameters>] =
            returned + shared.returnedBarriers + shared.traversal + shared.returned
        let beyond: [ParameterField<MatchParameters>] =
            shared.conditions + shared.pages + shared.handles + shared.service
        return asked + drawn + answered + beyond
    }()

    private static let inputs: [ParameterField<MatchParameters>] = [
        ParameterField(
            tracesName, \.traces, .traces, aliases: ["trace"], in: .inputs,
            example: #"{"features":[{"geometry":{"x":7.4189,"y":43.7311},"#
                + #""attributes":{"Time":1700000000000,"Accuracy":8}},"#
                + #"{"geometry":{"x":7.4246,"y":43.7394},"attributes":{"Time":1700000090000}}]}"#,
            at: { $0.trace },
            "The traces: points in order with Time (epoch milliseconds or ISO 8601), Accuracy in "
                + "meters, Bearing in degrees, IsStop (1 for a stop of the route) and, for several "
                + "traces, TraceName; or drawn lines. Esri JSON, GeoJSON, GPX, or x,y;x,y."),
        ParameterField(
            polylinesName, \.encodedPolylines, .encodedPolylines, in: .inputs,
            example: #"["_p~iF~ps|U_ulLnnqC"]"#,
            "Drawn lines in Google's encoded polyline format, each a trace of its own."),
        ParameterField(
            "polylinePrecision", \.polylinePrecision, .integer(in: 5...6),
            in: .inputs, default: .fixed(5), example: "6",
            "The decimals of encodedPolylines: 5, or 6 as OSRM and Valhalla write them."),
    ]

    private static let search: [ParameterField<MatchParameters>] = [
        ParameterField(
            "gpsAccuracy", \.gpsAccuracy, .number, in: .search, example: "8",
            "The standard deviation of positions in meters, where they have no Accuracy of their "
                + "own; it is estimated from each trace by default."),
        ParameterField(
            "matchDistanceLimit", \.matchDistanceLimit,
            .integer(in: -1...100_000_000), in: .search, default: .fixed(100_000), example: "-1",
            "The meters of each trace that are matched, from its start; -1 for all."),
    ]

    private static let returned: [ParameterField<MatchParameters>] = [
        ParameterField(
            "returnRoutes", \.returnRoutes, .truth, in: .output,
            default: .fixed(true), example: "true",
            "Whether the answer has the routes, one for each part of a trace without a gap."),
        ParameterField(
            "returnStops", \.returnStops, .truth, in: .output,
            default: .fixed(false), example: "true",
            "Whether the answer has the stops: the ends of routes, and positions with IsStop."),
        ParameterField(
            "returnTracePoints", \.returnTracePoints, .truth, in: .output,
            default: .fixed(true), example: "false",
            "Whether the answer has the positions of traces, with their places on the network and "
                + "how certain these are."),
        ParameterField(
            "returnTraceGaps", \.returnTraceGaps, .truth, in: .output,
            default: .fixed(true), example: "false",
            "Whether the answer has the gaps in traces, with their causes."),
        ParameterField(
            "returnBrokenRules", \.returnBrokenRules, .truth, in: .output,
            default: .fixed(true), example: "false",
            "Whether the answer has the rules that traces broke: one-way streets, prohibited "
                + "turns, closed streets."),
    ]
}

extension LayerOperation {
    package static let match = LayerOperation(
        name: "match", summary: "Routes that traces follow",
        explanation: "Matches traces and drawn lines to streets, and answers with the routes that "
            + "they follow. Parameters without a value take the layer's default.",
        locations: [MatchParameters.tracesName, MatchParameters.polylinesName],
        parameters: MatchParameters.fields.map(\.declaration), limits: [.tracePoints],
        takesAnyLocations: true, ownClasses: AnalysisClass.traces,
        fieldNames: [MatchParameters.tracesName: [MatchParameters.tracesName, "trace"]])
}
