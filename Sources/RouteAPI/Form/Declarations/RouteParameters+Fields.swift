// The parameters of a solve, one declaration each. To add one, write a line here and a property in
// RouteParameters.

extension RouteParameters {
    /// The parameters a solve reads, in the order of its form and schema.
    package static let fields: [ParameterField<RouteParameters>] = {
        let shared = AnalysisFields<RouteParameters>(locations: [stopsName])
        let asked: [ParameterField<RouteParameters>] =
            [stopsField, legsField] + shared.barriers + shared.travel + order
        let timed: [ParameterField<RouteParameters>] = shared.time + windows + shared.traffic
        let drawn: [ParameterField<RouteParameters>] =
            shared.directions + shared.lines + shared.shapes
        let answered: [ParameterField<RouteParameters>] =
            returned + shared.returnedBarriers + shared.traversal + shared.returned
        let beyond: [ParameterField<RouteParameters>] =
            shared.conditions + shared.pages + alternatives + shared.handles + shared.service
        return asked + timed + drawn + answered + beyond
    }()

    private static let alternatives: [ParameterField<RouteParameters>] = [
        ParameterField(
            "alternatives", \.alternatives, .integer(in: 0...3), in: .service,
            default: .fixed(0), example: "2",
            "The number of routes to find in addition to the best one. The field AlternativeRank "
                + "of routes is 1 for the best."),
        ParameterField(
            "maxDetour", \.maxDetour, .number(in: 1...10), in: .service,
            default: .fixed(AlternativeLimits.usual.maxDetour), example: "1.4",
            "The greatest impedance of an alternative, as a multiple of the best route's."),
        ParameterField(
            "maxSharing", \.maxSharing, .number(in: 0...1), in: .service,
            default: .fixed(AlternativeLimits.usual.maxSharing), example: "0.6",
            "The greatest part of an alternative that is shared with a better route, as a share "
                + "of the best route's impedance."),
        ParameterField(
            "minDeviationDistance", \.minDeviationDistance, .number, in: .service,
            default: .fixed(0), example: "100",
            "The meters for which alternatives keep to the route of legs. Above 0, the first stop "
                + "may lie anywhere on the first leg, which then begins there; with both limits 0, "
                + "the first and the last stop must lie at the ends of the route."),
        ParameterField(
            "minDeviationTime", \.minDeviationTime, .number, in: .service,
            default: .fixed(0), example: "10",
            "The seconds for which alternatives keep to the route of legs, as "
                + "minDeviationDistance."),
    ]

    private static let stopsField = ParameterField<RouteParameters>(
        "stops", \.stops, .points, in: .inputs,
        example: "7.4189,43.7311;7.4246,43.7394", at: { $0.stops },
        "The places to visit, in order; to solve, at least two must be valid. {} means none, "
            + "even where the layer has some of its own.")

    private static let legsField = ParameterField<RouteParameters>(
        "legs", \.legs, .legs, in: .inputs,
        example: #"[{"supportingPoints":[[7.4189,43.7311],[7.4246,43.7394]]}]"#, at: { $0.legs },
        "The legs of a route that is rebuilt rather than searched for: one for each two "
            + "neighboring stops, followed exactly along its supportingPoints. What is closed on "
            + "it is a message; its costs are those of open streets.")

    private static let order: [ParameterField<RouteParameters>] = [
        ParameterField(
            "findBestSequence", \.findBestSequence, .truth, in: .order,
            default: .setting("findBestSequence", \.findBestSequence), example: "true",
            "Whether the stops may be visited in another order."),
        ParameterField(
            "preserveFirstStop", \.preserveFirstStop, .truth, in: .order,
            default: .setting("preserveFirstStop", \.preserveFirstStop), example: "true",
            "Whether the first stop stays first when stops are reordered."),
        ParameterField(
            "preserveLastStop", \.preserveLastStop, .truth, in: .order,
            default: .setting("preserveLastStop", \.preserveLastStop), example: "false",
            "Whether the last stop stays last when stops are reordered."),
        ParameterField(
            "preserveSequence", \.preserveSequence, .truth, in: .order,
            default: .fixed(false), example: "true",
            "Whether stops that have a Sequence keep that place in the route when stops are "
                + "reordered; otherwise findBestSequence ignores Sequence."),
        ParameterField(
            "maxSequencingTime", \.maxSequencingTime, .number(in: sequencingTimes), in: .order,
            default: .setting("maxSequencingTime", \.maxSequencingTime), example: "5",
            "The seconds that findBestSequence may take for each route. It ends sooner when the "
                + "order is proven, or nothing better is found for long; a message says how much "
                + "better another order can be at most."),
    ]

    /// How many seconds a search for the best order may take.
    package static let sequencingTimes = 0.05...60.0

    private static let windows: [ParameterField<RouteParameters>] = [
        ParameterField(
            "useTimeWindows", \.useTimeWindows, .truth, in: .time,
            default: .setting("useTimeWindows", \.useTimeWindows), example: "true",
            "Whether the time windows of stops are used."),
        ParameterField(
            "timeWindowsAreUTC", \.timeWindowsAreUTC, .truth, in: .time,
            default: .layer("timeWindowsAreUTC") { _ in false }, example: "true",
            "Whether time windows are instants rather than times on local clocks."),
        ParameterField(
            "optimizeStartTime", \.optimizeStartTime, .truth, in: .time,
            default: .fixed(false), example: "true",
            "Whether a route without startTime begins as late as its time windows allow, so that "
                + "it waits little: inside the window of its first stop, if that has one. "
                + "Otherwise it begins when that window opens."),
        ParameterField(
            "maxTotalTime", \.maxTotalTime, .number, in: .time,
            default: .fixed(0), example: "480",
            "The minutes that a route should take, from its start to the end of the last service; "
                + "0 for no limit. Time beyond the limit counts as lateness when stops are "
                + "reordered, and a message reports it."),
        ParameterField(
            "maxViolationTime", \.maxViolationTime, .number(in: 0...100_000), in: .time,
            example: "0",
            "The minutes by which a stop may be reached after its time window; a route leaves out "
                + "a stop that would be later, and a message says so. 0 makes windows hard; "
                + "without it, any lateness is allowed. MaxViolationTime of a stop takes "
                + "precedence. A preserved first or last stop is never left out, nor is the first "
                + "stop of a given order."),
        ParameterField(
            "breakDuration", \.breakDuration, .number(in: 0...100_000), in: .time,
            default: .fixed(0), example: "30",
            "The minutes of a break that each route has at one of its stops, after the service "
                + "there; 0 for none. It is part of the Wait_ of that stop, and a message says "
                + "where and when it is."),
        ParameterField(
            "breakStart", \.breakStart, .windowBound(in: instants), in: .time,
            example: "1700481600000",
            "When the break may begin, as TimeWindowStart of stops; at any time without it."),
        ParameterField(
            "breakEnd", \.breakEnd, .windowBound(in: instants), in: .time, example: "1700488800000",
            "When the break begins at the latest, as TimeWindowEnd of stops; breakDuration needs "
                + "it. A route that ends before has no break."),
        ParameterField(
            "latenessObjective", \.latenessObjective, .word(), in: .order,
            default: .fixed(.sum), example: "count",
            "What findBestSequence makes small when no order keeps all time windows: the sum of "
                + "the lateness at all stops, or the count of late stops before the sum."),
    ]

    /// The range for times of breaks: times of day are on 1899-12-30, others reach to 9999.
    private static let instants = Int(RouteParameters.dayWithoutDate)...253_402_300_799_999

    private static let returned: [ParameterField<RouteParameters>] = [
        ParameterField(
            "returnRoutes", \.returnRoutes, .truth, in: .output,
            default: .fixed(true),
            example: "true", "Whether the answer has the routes."),
        ParameterField(
            "returnStops", \.returnStops, .truth, in: .output, default: .fixed(false),
            example: "true", "Whether the answer has the stops, with their places on the network."),
    ]
}
