// The parameters of refresh, better, rejoin and follow, the operations on a route's handle. One
// declaration each.

/// Declares the parameters that all operations on a handle share.
private struct HandleFields<Parameters: OperationParameters>: Sendable {
    /// The parameter that carries the handle.
    static var handleName: String { "routeHandle" }

    static func handle(
        _ path: any WritableKeyPath<Parameters, String?> & Sendable
    ) -> ParameterField<Parameters> {
        ParameterField(
            handleName, path, .handle, in: .inputs,
            example: "AUFBQUFBQUFBQUFBQUFB",
            "The route: the value of RouteHandle in an answer to returnRouteHandle=true. A "
                + "setting you leave out keeps the route's value, except that a route under way "
                + "departs now: with better, rejoin, and refresh from a place. "
                + "Send barriers again: the handle has none.")
    }

    static func position(
        _ path: any WritableKeyPath<Parameters, LocationInput?> & Sendable, _ explanation: String
    ) -> ParameterField<Parameters> {
        ParameterField(
            "position", path, .points, in: .inputs, example: "7.4189,43.7311",
            at: { $0.position }, explanation)
    }

    /// How far the vehicle has come.
    static func progress(
        _ path: any WritableKeyPath<Parameters, Double?> & Sendable, _ explanation: String
    ) -> ParameterField<Parameters> {
        ParameterField(
            "progress", path, .number, in: .inputs, example: "1200", explanation)
    }

    /// Whether the answer has routes and stops.
    static func returned(
        routes: any WritableKeyPath<Parameters, Bool?> & Sendable,
        stops: any WritableKeyPath<Parameters, Bool?> & Sendable
    ) -> [ParameterField<Parameters>] {
        [
            ParameterField(
                "returnRoutes", routes, .truth, in: .output, default: .fixed(true),
                example: "true", "Whether the answer has the routes."),
            ParameterField(
                "returnStops", stops, .truth, in: .output, default: .fixed(false),
                example: "true",
                "Whether the answer has the stops, with their places on the network."),
        ]
    }

    /// Whether the handle's time windows are used.
    static func windows(
        _ path: any WritableKeyPath<Parameters, Bool?> & Sendable
    ) -> ParameterField<Parameters> {
        ParameterField(
            "useTimeWindows", path, .truth, in: .time,
            default: .layer("useTimeWindows", \.useTimeWindows), example: "false",
            "Whether the time windows of the route's stops are used, where it has any.")
    }

    /// Selects the common parameters.
    static func shared(
        locations: [String], windows: ParameterField<Parameters>,
        returned: [ParameterField<Parameters>]
    ) -> [ParameterField<Parameters>] {
        let shared = AnalysisFields<Parameters>(locations: locations)
        let asked: [ParameterField<Parameters>] =
            shared.barriers + shared.travel + shared.time + [windows] + shared.traffic
        let drawn: [ParameterField<Parameters>] =
            shared.directions + shared.lines + shared.shapes
        let answered: [ParameterField<Parameters>] =
            returned + shared.returnedBarriers + shared.traversal + shared.returned
        let beyond: [ParameterField<Parameters>] =
            shared.conditions + shared.pages + shared.handles + shared.service
        return asked + drawn + answered + beyond
    }
}

extension HandleFields where Parameters: ReplanningParameters {
    /// When to search for another route, and when to propose it.
    static var thresholds: [ParameterField<Parameters>] {
        [
            ParameterField(
                "minDelay", \.thresholds.minDelay, .number, in: .search, default: .fixed(10),
                example: "5",
                "Looks for a better route once the rest of this one is delayed by so many minutes. "
                    + "If the route is blocked, always looks."),
            ParameterField(
                "minGain", \.thresholds.minGain, .number, in: .search, default: .fixed(5),
                example: "3", "A proposed route saves at least so many minutes."),
            ParameterField(
                "minGainPercent", \.thresholds.minGainPercent, .number(in: 0...100), in: .search,
                example: "10",
                "A proposed route that saves so many percent of the rest needs no minGain."),
            ParameterField(
                "minDeviationDistance", \.thresholds.minDeviationDistance, .number, in: .search,
                default: .fixed(100), example: "500",
                "The meters for which a proposed route keeps to the route under way."),
            ParameterField(
                "minDeviationTime", \.thresholds.minDeviationTime, .number, in: .search,
                default: .fixed(10), example: "30",
                "The seconds for which a proposed route keeps to the route under way."),
        ]
    }
}

extension RefreshParameters: HandleParameters {
    /// The operation `refresh`: returns a route's present costs.
    public static var operation: OperationDeclaration<RefreshParameters> { refresh }

    private static let refresh = OperationDeclaration(.refresh, fields)

    private typealias Fields = HandleFields<RefreshParameters>

    fileprivate static let fields: [ParameterField<RefreshParameters>] =
        [
            Fields.handle(\.routeHandle),
            Fields.progress(
                \.progress,
                "Meters along the route at which the vehicle is. With it, the answer is the rest "
                    + "of the route, which departs now."),
            Fields.position(
                \.position,
                "Where the vehicle is, in place of progress: the nearest place on the route "
                    + "counts."),
        ]
        + Fields.shared(
            locations: [positionName], windows: Fields.windows(\.useTimeWindows),
            returned: Fields.returned(routes: \.returnRoutes, stops: \.returnStops))
}

extension BetterParameters: ReplanningParameters {
    /// The operation `better`: looks for a better route than the rest of the present one.
    public static var operation: OperationDeclaration<BetterParameters> { better }

    private static let better = OperationDeclaration(.better, fields)

    private typealias Fields = HandleFields<BetterParameters>

    fileprivate static let fields: [ParameterField<BetterParameters>] =
        [
            Fields.handle(\.routeHandle),
            Fields.progress(
                \.progress, "Meters along the route at which the vehicle is; 0 by default."),
            Fields.position(
                \.position,
                "Where the vehicle is, in place of progress: the nearest place on the route "
                    + "counts."),
        ] + Fields.thresholds
        + Fields.shared(
            locations: [positionName],
            windows: Fields.windows(\.useTimeWindows),
            returned: Fields.returned(routes: \.returnRoutes, stops: \.returnStops))
}

extension FollowParameters: ReplanningParameters {
    /// The operation `follow`: where a vehicle is on its route, and what has changed.
    public static var operation: OperationDeclaration<FollowParameters> { follow }

    private static let follow = OperationDeclaration(.follow, fields)

    private typealias Fields = HandleFields<FollowParameters>

    fileprivate static let fields: [ParameterField<FollowParameters>] =
        [
            Fields.handle(\.routeHandle),
            ParameterField(
                fixesName, \.fixes, .traces, in: .inputs,
                example: #"{"features":[{"geometry":{"x":7.4189,"y":43.7311},"#
                    + #""attributes":{"Time":1700000000000,"Accuracy":8,"Bearing":90}}]}"#,
                at: { $0.trace },
                "The latest fixes of the vehicle, in order, as for match: points with Time, "
                    + "Accuracy and Bearing where they are known. The last hundred count."),
            Fields.progress(
                \.progress,
                "Meters along the route that the vehicle had come before; it has not gone back "
                    + "since. 0 by default."),
            ParameterField(
                "since", \.since, .text, in: .inputs, example: "9f86d081884c7d65",
                "The state of an earlier answer. If it is still the same, the answer has only "
                    + "following."),
            ParameterField(
                "returnCorridor", \.returnCorridor, .truth, in: .output, default: .fixed(false),
                example: "true",
                "Whether following has the corridor: the streets that leave the route ahead, each "
                    + "as an encoded polyline with six decimals."),
            ParameterField(
                "corridorMeters", \.corridorMeters, .number(in: corridorRange), in: .output,
                default: .fixed(1_000), example: "2000",
                "For how many meters ahead the corridor has the streets that leave the route."),
        ] + Fields.thresholds
        + Fields.shared(
            locations: [], windows: Fields.windows(\.useTimeWindows),
            returned: Fields.returned(routes: \.returnRoutes, stops: \.returnStops))
}

extension RejoinParameters: HandleParameters {
    /// The operation `rejoin`: guides a vehicle back to its route.
    public static var operation: OperationDeclaration<RejoinParameters> { rejoin }

    private static let rejoin = OperationDeclaration(.rejoin, fields)

    private typealias Fields = HandleFields<RejoinParameters>

    fileprivate static let fields: [ParameterField<RejoinParameters>] =
        [
            Fields.handle(\.routeHandle),
            Fields.position(
                \.position,
                "Where the vehicle is: one point, with Bearing and BearingTol where its direction "
                    + "is known."),
            Fields.progress(
                \.progress,
                "Meters along the route that have been traveled. Without it the vehicle has not "
                    + "been on the route, and is led to its start."),
            ParameterField(
                "deviations", \.deviations, .integer(in: 1...20), in: .search,
                default: .fixed(1), example: "2",
                "How many times the vehicle has left the route, this time included. The first "
                    + "time, it may skip 1 km of the route ahead; each further time, twice as "
                    + "much."),
        ]
        + Fields.shared(
            locations: [positionName],
            windows: Fields.windows(\.useTimeWindows),
            returned: Fields.returned(routes: \.returnRoutes, stops: \.returnStops))
}

extension LayerOperation {
    /// Returns a route's present costs.
    package static let refresh = LayerOperation(
        name: "refresh", summary: "The present costs of a route",
        explanation: "Gives the costs, legs, arrival and directions of a route as they are now. "
            + "Its path stays the same: what is closed on it is listed under blockages. Send where "
            + "the vehicle is to get the rest of the route.",
        locations: ["routeHandle"],
        parameters: RefreshParameters.fields.map(\.declaration))

    /// Finds where a vehicle is on its route.
    package static let follow = LayerOperation(
        name: "follow", summary: "Where a vehicle is on its route, and what has changed",
        explanation: "Places the latest fixes of a vehicle on its route: where it is, what is left "
            + "and when it arrives are under following. The first route is the rest of the one "
            + "under way, with what is closed on it; a second one is proposed, as by better. If "
            + "nothing has changed since the state that was sent, there are no routes.",
        locations: ["routeHandle", FollowParameters.fixesName],
        parameters: FollowParameters.fields.map(\.declaration), limits: [.tracePoints],
        ownMembers: [.replanning, .following])

    /// Looks for a better route.
    package static let better = LayerOperation(
        name: "better", summary: "A better route than the one under way",
        explanation: "Looks for a better route when the rest of a route is delayed or blocked, and "
            + "proposes it when it saves enough. The figures are under replanning.",
        locations: ["routeHandle"],
        parameters: BetterParameters.fields.map(\.declaration), ownMembers: [.replanning])

    /// Guides a vehicle back to its route.
    package static let rejoin = LayerOperation(
        name: "rejoin", summary: "Back to a route",
        explanation: "Leads a vehicle back to a route it has left, or to one it has not reached "
            + "yet, and on along it. Stops not yet visited stay.",
        locations: ["routeHandle", RejoinParameters.positionName],
        parameters: RejoinParameters.fields.map(\.declaration), ownMembers: [.replanning])
}
