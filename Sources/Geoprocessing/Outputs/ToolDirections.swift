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

    /// The rows, in the order of travel.
    var rows: FeatureSet {
        let codes = Dictionary(
            uniqueKeysWithValues: Self.maneuvers.enumerated().map { ("esriDMT\($1)", $0) })
        var set = FeatureSet(
            geometryType: .polyline, spatialReference: reference,
            fields: [
                Field("ObjectID", .objectID), Field("RouteID", .integer),
                Field("RouteName", .string, length: 1_024), Field("ArriveTime", .date),
                Field("Type", .integer), Field("SubItemType", .integer),
                Field("Text", .string, length: 1_024), Field("ElapsedTime", .double),
                Field("DriveDistance", .double),
            ])
        for route in routes {
            for step in route.steps {
                set.features.append(
                    Feature(
                        values: [
                            .integer(set.features.count + 1), .integer(route.routeID),
                            .string(route.routeName),
                            step.eta.map(AttributeValue.date) ?? .null,
                            .integer(codes[step.maneuverType] ?? 0), .integer(Self.isManeuver),
                            .string(step.text), .double(step.timeMinutes), .double(step.length),
                        ], geometry: .polyline(paths: [step.line])))
            }
        }
        return set
    }
}
