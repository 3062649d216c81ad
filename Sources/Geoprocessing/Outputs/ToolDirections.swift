// A tool's directions: one row for each step.

import Geo
import RouteAPI

/// Makes `Output_Directions`.
struct ToolDirections {
    let routes: [RouteDirections]
    let reference: SpatialReference

    /// A maneuver's number is its place in this list.
    private static let maneuvers = [
        "Unknown", "Stop", "Straight", "BearLeft", "BearRight", "TurnLeft", "TurnRight",
        "SharpLeft", "SharpRight", "UTurn", "Ferry", "Roundabout", "HighwayMerge", "HighwayExit",
        "HighwayChange", "ForkCenter", "ForkLeft", "ForkRight", "Depart", "TripItem",
        "EndOfFerry", "RampRight", "RampLeft", "TurnLeftRight", "TurnRightLeft",
        "TurnRightRight", "TurnLeftLeft", "PedestrianRamp", "Elevator", "Escalator", "Stairs",
        "DoorPassage",
    ]

    /// The `SubItemType` for rows whose `Type` is a maneuver.
    private static let isManeuver = 1

    private typealias Row = (number: Int, route: RouteDirections, step: DirectionStep)

    /// The rows, in the order of travel.
    var rows: FeatureSet {
        let codes = Dictionary(
            uniqueKeysWithValues: Self.maneuvers.enumerated().map { ("esriDMT\($1)", $0) })
        let columns: [FeatureColumn<Row>] = [
            FeatureColumn(id: Column.rowNumber.name) { $0.number },
            FeatureColumn(.routeID) { $0.route.routeID },
            FeatureColumn("RouteName", length: 1_024) { $0.route.routeName },
            FeatureColumn("ArriveTime") { $0.step.eta },
            FeatureColumn("Type") { codes[$0.step.maneuverType] ?? 0 },
            FeatureColumn("SubItemType") { _ in Self.isManeuver },
            FeatureColumn("Text", length: 1_024) { $0.step.text },
            FeatureColumn("ElapsedTime") { $0.step.timeMinutes },
            FeatureColumn("DriveDistance") { $0.step.length },
        ]
        let rows = routes.flatMap { route in route.steps.map { (route, $0) } }
        return FeatureSet(
            columns, of: rows.enumerated().map { ($0 + 1, $1.0, $1.1) }, shape: .polyline,
            in: reference
        ) { .polyline(paths: [$0.step.line]) }
    }
}
