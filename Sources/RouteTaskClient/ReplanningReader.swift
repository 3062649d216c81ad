// Reads the traffic of any answer, and what answers about a route under way add.

import Geo
import RouteAPI

extension TrafficUse {
    /// Reads an answer's traffic snapshot. Returns `nil` if the value is not a snapshot.
    init?(_ json: JSONValue) {
        guard let id = json["snapshot"]?.string, let made = json["made"]?.number,
            let instant = Int64(exactly: made)
        else { return nil }
        self.init(id: id, made: instant)
    }
}

extension RouteBlockage {
    /// Reads a blockage. Returns `nil` if its cause is unknown.
    init?(_ json: JSONValue) {
        guard let cause = json["cause"]?.string.flatMap(Cause.init(rawValue:)),
            let route = json["routeId"]?.integer, let leg = json["leg"]?.integer,
            let meters = json["meters"]?.number
        else { return nil }
        self.init(
            routeID: route, leg: leg, meters: meters, street: json["street"]?.string ?? "",
            cause: cause, barriers: (json["barriers"]?.array ?? []).compactMap(Self.barrier),
            restrictions: (json["restrictions"]?.array ?? []).compactMap(\.string))
    }

    private static func barrier(_ json: JSONValue) -> BarrierReference? {
        guard let parameter = json["parameter"]?.string, let id = json["objectId"]?.integer else {
            return nil
        }
        return BarrierReference(
            parameter: parameter, row: id - 1, objectID: id, name: json["name"]?.string ?? "")
    }
}

extension Following {
    /// Reads where a vehicle is. Returns `nil` if a figure is missing.
    init?(_ json: JSONValue) {
        guard let isOnRoute = json["onRoute"]?.bool, let meters = json["meters"]?.number,
            let metersLeft = json["remainingMeters"]?.number,
            let secondsLeft = json["remainingSeconds"]?.number,
            let state = json["state"]?.string
        else { return nil }
        self.init(
            isOnRoute: isOnRoute, meters: meters,
            metersFromRoute: json["metersFromRoute"]?.number ?? 0,
            place: json["place"].flatMap { Place($0) }, remainingMeters: metersLeft,
            remainingSeconds: secondsLeft,
            arrival: json["arrival"]?.number.flatMap { Int64(exactly: $0) }, state: state,
            isUnchanged: json["unchanged"]?.bool ?? false)
        corridor = json["corridor"].flatMap { RouteCorridor($0) }
    }
}

extension RouteCorridor {
    /// Reads a corridor. Returns `nil` if a figure is missing; branches whose lines cannot be read
    /// are left out.
    init?(_ json: JSONValue) {
        guard let from = json["fromMeters"]?.number, let to = json["toMeters"]?.number,
            let branches = json["branches"]?.array
        else { return nil }
        self.init(
            fromMeters: from, toMeters: to,
            branches: branches.prefix(Self.mostBranches).compactMap { Branch($0) })
    }
}

extension RouteCorridor.Branch {
    /// Reads a branch. Returns `nil` if its line cannot be read or has no length.
    init?(_ json: JSONValue) {
        guard let meters = json["meters"]?.number, let text = json["line"]?.string else {
            return nil
        }
        do throws(FeatureReadError) {
            let line = try RouteCorridor.polyline.decoded(
                text, maximumVertices: RouteCorridor.mostVertices)
            guard line.count > 1 else { return nil }
            self.init(meters: meters, line: line)
        } catch {
            return nil
        }
    }
}

extension Following.Place {
    /// Reads a place. Returns `nil` if it has no coordinates or no street.
    init?(_ json: JSONValue) {
        guard let x = json["x"]?.number, let y = json["y"]?.number,
            let source = json["sourceOID"]?.integer, let along = json["posAlong"]?.number
        else { return nil }
        self.init(
            coordinate: Coordinate(x: x, y: y), sourceOID: source, posAlong: along,
            bearing: json["bearing"]?.number ?? 0, distanceMeters: json["distance"]?.number ?? 0,
            confidence: json["confidence"]?.number ?? 0)
    }
}

extension Replanning {
    /// Reads a decision. Returns `nil` if the value is not a decision.
    init?(_ json: JSONValue) {
        guard let isSearched = json["searched"]?.bool, let isBlocked = json["blocked"]?.bool else {
            return nil
        }
        self.init()
        reason = json["reason"]?.string.flatMap(Reason.init(rawValue:))
        self.isSearched = isSearched
        self.isBlocked = isBlocked
        positionMeters = json["positionMeters"]?.number
        delayMinutes = json["delayMinutes"]?.number
        remainingMinutes = json["remainingMinutes"]?.number
        gainMinutes = json["gainMinutes"]?.number
        gainPercent = json["gainPercent"]?.number
        minDelay = json["minDelay"]?.number
        minGain = json["minGain"]?.number
        minGainPercent = json["minGainPercent"]?.number
        deviationMeters = json["deviationMeters"]?.number
        cutoffMeters = json["cutoffMeters"]?.number
        rejoinMeters = json["rejoinMeters"]?.number
        skippedMeters = json["skippedMeters"]?.number
        farthestMeters = json["farthestMeters"]?.number
        turnsBack = json["turnsBack"]?.bool ?? false
    }
}
