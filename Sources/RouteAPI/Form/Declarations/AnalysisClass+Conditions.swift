// The analysis classes for routes' legs, and for what lies along them.

import Geo

extension AnalysisClass {
    private static let route = Declaration(
        "RouteID", .integer, .output, "ObjectID of the route.")

    /// Added to routes by returnRouteHandle.
    static let routeHandle = ClassField(
        name: "RouteHandle", type: .string, defaultValue: "", direction: .output,
        explanation: "The path of the route as text, with returnRouteHandle.")

    /// Added to routes by alternatives.
    static let alternativeRank = ClassField(
        name: "AlternativeRank", type: .integer, defaultValue: "", direction: .output,
        explanation: "1 for the best route, with alternatives.")

    /// Added to stops by legs and conditions.
    static let role = ClassField(
        name: "Role", type: .string, defaultValue: "", direction: .output,
        explanation: "Its role in its route, with returnLegs or returnConditions.",
        values: ["origin", "waypoint", "destination"])

    /// The fields of legs. `Total_` is repeated for each cost.
    static let legs: [Declaration] = [
        rowNumber, route,
        Declaration("Sequence", .integer, .output, "Its place in the route, from 1."),
        Declaration("FromStopID", .integer, .output, "ObjectID of the location it begins at."),
        Declaration("ToStopID", .integer, .output, "ObjectID of the location it ends at."),
        Declaration(
            "FromRole", .string, .output, length: 16,
            "The role of its first stop: origin or waypoint."),
        Declaration(
            "ToRole", .string, .output, length: 16,
            "The role of its last stop: waypoint or destination."),
        Declaration("StartTimeUTC", .date, .output, "The instant at which it begins."),
        Declaration("EndTimeUTC", .date, .output, "The instant at which it ends."),
        Declaration("Meters", .double, .output, "Its length in meters."),
        Declaration("Seconds", .double, .output, "Its time of travel in seconds."),
        Declaration(
            "Total_", .double, .output, each: .costs,
            "Its cost of travel, without visits to stops, where it is minimized or totaled."),
        Declaration(
            "FreeFlow_", .double, .output, each: .liveCosts,
            "Under traffic: its cost without live speeds, on the same path."),
        Declaration(
            "Delay_", .double, .output, each: .liveCosts,
            "Under traffic: what live speeds add to its cost; below 0 where they are faster."),
        Declaration(
            "FirstPoint", .integer, .output,
            "The point of the route's line at which it begins, from 0; null without a line."),
        Declaration(
            "LastPoint", .integer, .output,
            "The point of the route's line at which it ends, from 0; null without a line."),
    ]

    static let events: [Declaration] = [
        rowNumber, route,
        Declaration("Leg", .integer, .output, "The leg of the route, from 1."),
        Declaration("Kind", .string, .output, length: 32, "What is passed: trafficSignals, …"),
        Declaration("Street", .string, .output, length: 1_024, "The street it lies on."),
        Declaration("Meters", .double, .output, "Its distance from the start, along the route."),
        Declaration("Seconds", .double, .output, "The time from the start until it is passed."),
    ]

    static let spans: [Declaration] = [
        rowNumber, route,
        Declaration("Kind", .string, .output, length: 32, "What is used: tunnel, bridge, …"),
        Declaration(
            "FromMeters", .double, .output, "Where it begins, in meters along the route."),
        Declaration("ToMeters", .double, .output, "Where it ends, in meters along the route."),
    ]
}
