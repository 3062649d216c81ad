// Schemas for answers about routes under way.

import Geo
import RouteAPI

/// The schemas for blockages, decisions and vehicles.
enum UnderWaySchemas {
    /// Something closed on a route whose path was given.
    static let blockage: JSONValue = {
        let barrier = Schema.object([
            "parameter": Schema.string, "objectId": Schema.integer, "name": Schema.string,
        ])
        let members: [(key: String, value: JSONValue)] = [
            ("routeId", Schema.integer), ("leg", Schema.integer), ("meters", Schema.number),
            ("street", Schema.string),
            ("cause", Schema.words(RouteBlockage.Cause.allCases.map(\.rawValue))),
            ("barriers", Schema.array(of: barrier)),
            ("restrictions", Schema.array(of: Schema.string)),
        ]
        return Schema.object(
            members, required: ["routeId", "leg", "meters", "street", "cause"],
            description: "Something that is closed or forbidden on a route whose path was given.")
    }()

    /// A decision about another route.
    static let replanning: JSONValue = {
        let reasons = Schema.words(Replanning.Reason.allCases.map(\.rawValue))
        var members: [(key: String, value: JSONValue)] = [
            ("reason", ["anyOf": [reasons, ["type": "null"]]]), ("searched", Schema.boolean),
            ("blocked", Schema.boolean), ("turnsBack", Schema.boolean),
        ]
        for figure in figures { members.append((figure, Schema.number)) }
        return Schema.object(
            members, required: ["reason", "searched", "blocked"],
            description: "Whether another route is proposed, and the figures that decided.")
    }()

    /// Where a vehicle is on its route.
    static let following: JSONValue = {
        let place = Schema.object(
            [
                ("x", Schema.number), ("y", Schema.number), ("sourceOID", Schema.integer),
                ("posAlong", Schema.number), ("bearing", Schema.number),
                ("distance", Schema.number), ("confidence", Schema.number),
            ], required: ["x", "y", "sourceOID", "posAlong", "bearing", "distance", "confidence"],
            description: "The vehicle's place on the streets, and how certain it is.")
        let branch = Schema.object(
            [("meters", Schema.number), ("line", Schema.string)], required: ["meters", "line"],
            description: "A street that leaves the route: where, in meters along the route, and "
                + "its line as an encoded polyline with six decimals.")
        let corridor = Schema.object(
            [
                ("fromMeters", Schema.number), ("toMeters", Schema.number),
                ("branches", Schema.array(of: branch)),
            ], required: ["fromMeters", "toMeters", "branches"],
            description: "The streets that leave the route ahead.")
        let members: [(key: String, value: JSONValue)] = [
            ("onRoute", Schema.boolean), ("meters", Schema.number),
            ("metersFromRoute", Schema.number), ("remainingMeters", Schema.number),
            ("remainingSeconds", Schema.number), ("arrival", Schema.integer), ("place", place),
            ("state", Schema.string), ("unchanged", Schema.boolean),
            ("corridor", corridor),
        ]
        let optional = ["place", "arrival", "corridor"]
        return Schema.object(
            members, required: members.map(\.key).filter { !optional.contains($0) },
            description: "Where the vehicle is on its route, and what is left of it.")
    }()

    private static let figures = [
        "positionMeters", "delayMinutes", "remainingMinutes", "gainMinutes", "gainPercent",
        "minDelay", "minGain", "minGainPercent", "deviationMeters", "cutoffMeters", "rejoinMeters",
        "skippedMeters", "farthestMeters",
    ]
}
