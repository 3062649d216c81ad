// Writes the conditions along routes as JSON.

import Geo

extension JSONWriter {
    /// Writes all routes' conditions as a member of the answer.
    ///
    /// `meters`, `seconds`, `speed`, `limit` and `jam` have one value for each piece of the route's
    /// line. A jam is the position of its class in `jamClasses`.
    package mutating func conditions(_ conditions: [RouteConditions]) {
        array("conditions") { writer in
            for route in conditions { writer.conditions(of: route) }
        }
    }

    fileprivate mutating func conditions(of route: RouteConditions) {
        beginObject()
        member("routeId", route.routeID)
        member("routeName", route.routeName)
        object("flags") { writer in
            for (name, flag) in RouteFlags.named {
                writer.member(name, route.flags.contains(flag))
            }
        }
        names("jamClasses", JamClass.allCases.map(\.name))
        array("meters") { writer in
            for meters in route.meters { writer.number(meters) }
        }
        array("seconds") { writer in
            for seconds in route.seconds { writer.number(seconds) }
        }
        array("turns") { writer in
            for turn in route.turns {
                writer.beginObject()
                writer.member("point", turn.point)
                writer.member("seconds", turn.seconds)
                writer.endObject()
            }
        }
        array("speed") { writer in
            for speed in route.speeds {
                if let speed { writer.number(speed) } else { writer.null() }
            }
        }
        array("limit") { writer in
            for limit in route.limits {
                if let limit { writer.integer(limit) } else { writer.null() }
            }
        }
        array("jam") { writer in
            for jam in route.jams { writer.integer(jam.rawValue) }
        }
        jamMeters(of: route)
        array("lanes") { writer in
            for maneuver in route.lanes { writer.lanes(before: maneuver) }
        }
        endObject()
    }

    private mutating func lanes(before maneuver: ManeuverLanes) {
        beginObject()
        member("meters", maneuver.meters)
        array("lanes") { writer in
            for lane in maneuver.lanes {
                writer.beginObject()
                writer.names("turns", lane.turns)
                writer.member("active", lane.isActive)
                writer.endObject()
            }
        }
        endObject()
    }
}

extension AnalysisResultWriter {
    /// Writes the conditions along each route, each as its own JSON.
    package static func conditions(of result: AnalysisResult) -> [[UInt8]] {
        (result.conditions ?? []).map { route in
            return JSONWriter.bytes { $0.conditions(of: route) }
        }
    }
}
