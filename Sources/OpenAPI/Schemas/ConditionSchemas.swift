// Schemas for conditions along routes, and for pages of directions.

import Geo
import RouteAPI

/// Describes members of answers beyond ArcGIS.
enum ConditionSchemas {
    /// The conditions along a route.
    static let conditions: JSONValue = {
        let lane = Schema.object(
            ["turns": Schema.array(of: Schema.string), "active": Schema.boolean],
            required: ["turns", "active"])
        let lanes = Schema.object(
            ["meters": Schema.number, "lanes": Schema.array(of: lane)],
            required: ["meters", "lanes"],
            description: "The lanes before a junction, from left to right, and whether each leads "
                + "where the route goes.")
        let turn = Schema.object(
            ["point": Schema.integer, "seconds": Schema.number], required: ["point", "seconds"],
            description: "A turn that takes time: the line's point, from 0, and its seconds.")
        return Schema.object(
            [
                ("routeId", Schema.integer), ("routeName", Schema.string),
                (
                    "flags",
                    Schema.object(
                        RouteFlags.named.map { (key: $0.name, value: Schema.boolean) },
                        required: RouteFlags.named.map(\.name),
                        description: "Whether an edge of the route has it.")
                ),
                ("jamClasses", Schema.array(of: Schema.string)),
                ("meters", Schema.array(of: Schema.number)),
                ("seconds", Schema.array(of: Schema.number)),
                ("turns", Schema.array(of: turn)),
                ("speed", Schema.array(of: Schema.nullable(Schema.number))),
                ("limit", Schema.array(of: Schema.nullable(Schema.integer))),
                ("jam", Schema.array(of: Schema.integer)),
                ("jamMeters", jamMeters),
                ("legJamMeters", Schema.array(of: jamMeters)),
                ("lanes", Schema.array(of: lanes)),
            ],
            required: [
                "routeId", "flags", "jamClasses", "meters", "seconds", "turns", "speed", "limit",
                "jam", "jamMeters", "legJamMeters", "lanes",
            ],
            description: "Element n of meters, seconds, speed and limit (km/h) and of jam (a "
                + "position in jamClasses) is about the line between its points n and n + 1. "
                + "Seconds include the turn at point n; turns list its share of them. "
                + "legJamMeters has a list for each leg.")
    }()

    /// How much traffic a route or leg has.
    private static let jamMeters: JSONValue = [
        "type": "array", "items": Schema.number,
        "description": "The meters in each class of jamClasses. Their sum is the length.",
    ]

    /// The stretch of the route covered by the directions.
    static let page = Schema.object(
        [
            "routeId": Schema.integer, "from": Schema.number, "to": Schema.number,
            "total": Schema.number, "stepsBefore": Schema.integer, "stepsAfter": Schema.integer,
        ], required: ["routeId", "from", "to", "total"],
        description: "Which part of the route the directions cover, in meters along it: ask for "
            + "the next part from \"to\" on; \"total\" is the route's end.")
}
