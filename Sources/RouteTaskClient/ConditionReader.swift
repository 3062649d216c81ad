// Reads conditions along routes, and pages of directions, from a reply.

import Geo
import RouteAPI

/// Reads members that only Waypost servers send.
enum ConditionReader {
    /// Reads the conditions along one route. Returns `nil` if the reply states no route number.
    static func conditions(_ value: JSONValue) -> RouteConditions? {
        guard let route = value["routeId"]?.integer else { return nil }
        var conditions = RouteConditions(
            routeID: route, routeName: value["routeName"]?.string ?? "")
        for (name, flag) in RouteFlags.named where value["flags"]?[name]?.bool == true {
            conditions.flags.insert(flag)
        }
        conditions.meters = numbers(value["meters"])
        conditions.seconds = numbers(value["seconds"])
        conditions.turns = (value["turns"]?.array ?? []).compactMap { turn in
            guard let point = turn["point"]?.integer, let seconds = turn["seconds"]?.number else {
                return nil
            }
            return TurnTime(point: point, seconds: seconds)
        }
        conditions.speeds = (value["speed"]?.array ?? []).map(\.number)
        conditions.limits = (value["limit"]?.array ?? []).map(\.integer)
        // The answer lists its jam classes by name. A class this client does not know counts as
        // free.
        let names = (value["jamClasses"]?.array ?? []).map(\.string)
        let classes = names.map { name in JamClass.allCases.first { $0.name == name } ?? .free }
        conditions.jams = (value["jam"]?.array ?? []).map { code in
            code.integer.flatMap { classes.indices.contains($0) ? classes[$0] : nil } ?? .free
        }
        conditions.legJams = (value["legJamMeters"]?.array ?? []).map { lengths($0, of: classes) }
        conditions.lanes = (value["lanes"]?.array ?? []).compactMap(lanes)
        return conditions
    }

    /// Reads numbers; none if one of them is missing, since the others would then be at the wrong
    /// places.
    private static func numbers(_ value: JSONValue?) -> [Double] {
        let found = (value?.array ?? []).map(\.number)
        let numbers = found.compactMap(\.self)
        return numbers.count == found.count ? numbers : []
    }

    /// Reads a leg's meters in each class. Numbers that are no lengths count as 0.
    private static func lengths(_ value: JSONValue, of classes: [JamClass]) -> JamLengths {
        var lengths = JamLengths()
        for (jam, meters) in zip(classes, value.array ?? []) {
            let centimeters = ((meters.number ?? 0) * 100).rounded()
            lengths.add(max(0, Int64(exactly: centimeters) ?? 0), to: jam)
        }
        return lengths
    }

    private static func lanes(_ value: JSONValue) -> ManeuverLanes? {
        guard let meters = value["meters"]?.number else { return nil }
        return ManeuverLanes(
            meters: meters,
            lanes: (value["lanes"]?.array ?? []).map { lane in
                ManeuverLanes.Lane(
                    turns: (lane["turns"]?.array ?? []).compactMap(\.string),
                    isActive: lane["active"]?.bool == true)
            })
    }

    /// Reads which part of a route the directions cover. Returns `nil` if a bound is missing.
    static func page(_ value: JSONValue) -> DirectionsPage? {
        guard let from = value["from"]?.number, let to = value["to"]?.number,
            let total = value["total"]?.number
        else { return nil }
        return DirectionsPage(
            fromMeters: from, toMeters: to, totalMeters: total,
            stepsBefore: value["stepsBefore"]?.integer ?? 0,
            stepsAfter: value["stepsAfter"]?.integer ?? 0)
    }
}
