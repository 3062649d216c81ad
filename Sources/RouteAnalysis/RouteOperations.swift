// The operations of a route layer.

public import Preparation
import RouteAPI

extension AnalysisOperation {
    /// Finds routes through stops.
    public static let solve = AnalysisOperation(
        RouteParameters.self, estimate: { $1.effort(of: $0) },
        divide: { RouteParts(of: $0, mostStops: $1.maximumStops) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            try layer.solve(parameters, control: control)
        })

    /// Matches traces to streets.
    public static let match = AnalysisOperation(
        MatchParameters.self, passesRowsOn: true, estimate: { $1.effort(of: $0) },
        run: { parameters, layer, control, rows throws(RouteRequestError) in
            try layer.match(parameters, control: control, passingRowsTo: rows)
        })

    /// Places locations on streets.
    public static let locate = AnalysisOperation(
        RouteParameters.self, isOfNetwork: true, as: .locate,
        estimate: { $1.effort(of: $0) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            var result = try layer.place(parameters, control: control)
            result.rename(table: RouteParameters.stopsName, to: AnalysisClass.places.answerKey)
            return result
        })

    /// Computes a known route's costs again, as of now.
    public static let refresh = AnalysisOperation(
        RefreshParameters.self,
        estimate: { $1.effort(ofHandle: $0.routeHandle, $0.analysis) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            try layer.refresh(parameters, control: control)
        })

    /// Looks for a better route than the rest of the one under way.
    public static let better = AnalysisOperation(
        BetterParameters.self,
        estimate: { $1.effort(ofHandle: $0.routeHandle, $0.analysis) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            try layer.better(parameters, control: control)
        })

    /// Finds where a vehicle is on its route, and what has changed.
    public static let follow = AnalysisOperation(
        FollowParameters.self,
        estimate: { $1.effort(of: $0) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            try layer.follow(parameters, control: control)
        })

    /// Leads a vehicle back to its route.
    public static let rejoin = AnalysisOperation(
        RejoinParameters.self,
        estimate: { $1.effort(ofHandle: $0.routeHandle, $0.analysis) },
        run: { parameters, layer, control, _ throws(RouteRequestError) in
            try layer.rejoin(parameters, control: control)
        })
}
