// Writes routes, legs and steps as JSON.

import Geo
import RouteAPI

/// Writes the members routes, trips and matchings have in common.
struct RouteWriter {
    let options: OSRMOptions
    let travel: OSRMTravel
    let drivesOnLeft: Bool
    /// Whether weights have the same unit as times.
    let weighsTime: Bool

    /// Writes a route's members into an open object.
    func members(of route: OSRMRoute, to writer: inout JSONWriter) {
        switch options.overview {
        case .none, .byLegs: break
        case .full: geometry(route.line[...], to: &writer)
        case .simplified: geometry(OSRMOverview.simplified(route.line)[...], to: &writer)
        }
        writer.array("legs") { writer in
            for leg in route.legs { self.leg(leg, of: route, to: &writer) }
        }
        writer.member("weight_name", weighsTime ? "duration" : travel.impedance)
        totals(
            route.legs.reduce(0) { $0 + $1.weight }, route.legs.reduce(0) { $0 + $1.totalSeconds },
            route.legs.reduce(0) { $0 + $1.totalMeters }, to: &writer)
    }

    private func totals(
        _ weight: Double, _ seconds: Double, _ meters: Double, to writer: inout JSONWriter
    ) {
        writer.member("weight", weight.inThousandths)
        writer.member("duration", seconds.inThousandths)
        writer.member("distance", meters.inThousandths)
    }

    /// Writes a line. Clients expect at least two points, even if both places are equal.
    private func geometry(_ line: ArraySlice<Coordinate>, to writer: inout JSONWriter) {
        let line = line.count == 1 ? line + line : line
        writer.key("geometry")
        switch options.geometries {
        case .polyline: writer.polyline(line, EncodedPolyline(decimals: 5))
        case .polyline6: writer.polyline(line, EncodedPolyline(decimals: 6))
        case .geojson:
            writer.beginObject()
            writer.array("coordinates") { writer in
                for place in line { writer.pair(place) }
            }
            writer.member("type", "LineString")
            writer.endObject()
        }
    }

    private func leg(_ leg: OSRMLeg, of route: OSRMRoute, to writer: inout JSONWriter) {
        writer.beginObject()
        let steps = options.steps ? OSRMStep.all(of: leg, in: route) : []
        writer.array("steps") { writer in
            for step in steps { self.step(step, of: leg, route, to: &writer) }
        }
        writer.member("summary", Self.summary(steps))
        totals(leg.weight, leg.totalSeconds, leg.totalMeters, to: &writer)
        if options.overview == .byLegs { geometry(route.line[leg.points], to: &writer) }
        if !options.annotations.isEmpty { annotation(leg, of: route, to: &writer) }
        writer.endObject()
    }

    /// Returns the names of the two longest streets, in the order of travel.
    private static func summary(_ steps: [OSRMStep]) -> String {
        var names: [String] = []
        var meters: [String: Double] = [:]
        for step in steps {
            let name = step.name.isEmpty ? step.reference : step.name
            guard !name.isEmpty else { continue }
            if meters[name] == nil { names.append(name) }
            meters[name, default: 0] += step.meters
        }
        let longest = names.sorted { (meters[$0] ?? 0, $1) > (meters[$1] ?? 0, $0) }.prefix(2)
        return names.filter(longest.contains).joined(separator: ", ")
    }

    private func annotation(_ leg: OSRMLeg, of route: OSRMRoute, to writer: inout JSONWriter) {
        let wanted = options.annotations
        let share = leg.totalSeconds > 0 ? leg.weight / leg.totalSeconds : 0
        // A leg that goes nowhere is written with two points, and so has one piece.
        let isStill = leg.points.count == 1
        let known = route.knowsPieces(of: leg) ? route.meters[leg.pieces] : []
        let meters = isStill ? [0] : known
        let seconds = isStill ? [0] : route.secondsWithoutTurns(of: leg)
        writer.object("annotation") { writer in
            if wanted.contains(.distance) {
                writer.numbers("distance", meters.map(\.inThousandths))
            }
            if wanted.contains(.duration) {
                writer.numbers("duration", seconds.map(\.inThousandths))
            }
            if wanted.contains(.weight) {
                let weights = seconds.map { weighsTime ? $0 : $0 * share }
                writer.numbers("weight", weights.map(\.inThousandths))
            }
            if wanted.contains(.speed) {
                let speeds = zip(meters, seconds).map { $1 > 0 ? $0 / $1 : 0 }
                writer.numbers("speed", speeds.map { ($0 * 10).rounded() / 10 })
            }
            guard wanted.contains(.datasources) else { return }
            writer.numbers("datasources", meters.map { _ in 0 })
            writer.object("metadata") { writer in
                writer.array("datasource_names") { $0.string("network") }
            }
        }
    }

    private func step(
        _ step: OSRMStep, of leg: OSRMLeg, _ route: OSRMRoute, to writer: inout JSONWriter
    ) {
        let place = route.line[step.first]
        writer.beginObject()
        geometry(route.line[step.first...step.last], to: &writer)
        writer.object("maneuver") { writer in
            writer.member("type", step.maneuver.type)
            if let modifier = step.maneuver.modifier { writer.member("modifier", modifier) }
            writer.key("location")
            writer.pair(place)
            writer.member("bearing_before", step.bearingBefore)
            writer.member("bearing_after", step.bearingAfter)
            if let exit = step.maneuver.exit { writer.member("exit", exit) }
        }
        writer.member("mode", step.isFerry ? "ferry" : travel.modeWord)
        writer.member("driving_side", drivesOnLeft ? "left" : "right")
        writer.member("name", step.name)
        if !step.reference.isEmpty { writer.member("ref", step.reference) }
        if !step.destinations.isEmpty { writer.member("destinations", step.destinations) }
        if !step.exits.isEmpty { writer.member("exits", step.exits) }
        if !step.rotary.isEmpty { writer.member("rotary_name", step.rotary) }
        writer.array("intersections") { writer in
            if let junction = step.junction {
                intersection(route.junctions[junction], step.lanes, at: place, to: &writer)
            } else {
                intersection(step, at: place, to: &writer)
            }
            for junction in route.junctions[step.passed] {
                intersection(
                    junction, junction.lanes, at: route.line[junction.point], to: &writer)
            }
        }
        let share = leg.totalSeconds > 0 ? leg.weight / leg.totalSeconds : 0
        totals(
            weighsTime ? step.seconds : step.seconds * share, step.seconds, step.meters,
            to: &writer)
        writer.endObject()
    }

    /// Writes a junction with all its roads.
    private func intersection(
        _ junction: RouteJunction, _ lanes: [ManeuverLanes.Lane], at place: Coordinate,
        to writer: inout JSONWriter
    ) {
        writer.beginObject()
        writer.key("location")
        writer.pair(place)
        writer.array("bearings") { writer in
            for road in junction.roads { writer.integer(road.bearing) }
        }
        if !junction.classes.isEmpty {
            writer.array("classes") { writer in
                for word in junction.classes { writer.string(word) }
            }
        }
        writer.array("entry") { writer in
            for road in junction.roads { writer.bool(road.isEntry) }
        }
        writer.member("in", junction.arrival)
        writer.member("out", junction.departure)
        self.lanes(lanes, to: &writer)
        writer.endObject()
    }

    /// Writes the place of a maneuver that is no junction, with the roads the route uses.
    private func intersection(
        _ step: OSRMStep, at place: Coordinate, to writer: inout JSONWriter
    ) {
        var roads: [(bearing: Int, isEntry: Bool)] = []
        if step.maneuver.type != "depart" {
            roads.append(((step.bearingBefore + 180) % 360, step.maneuver.type == "arrive"))
        }
        if step.maneuver.type != "arrive" { roads.append((step.bearingAfter, true)) }
        let hasBoth = roads.count == 2
        let isTurned = hasBoth && roads[1].bearing < roads[0].bearing
        if isTurned { roads.swapAt(0, 1) }
        writer.beginObject()
        writer.key("location")
        writer.pair(place)
        writer.array("bearings") { writer in
            for road in roads { writer.integer(road.bearing) }
        }
        writer.array("entry") { writer in
            for road in roads { writer.bool(road.isEntry) }
        }
        if step.maneuver.type != "depart" { writer.member("in", isTurned ? 1 : 0) }
        if step.maneuver.type != "arrive" { writer.member("out", hasBoth && !isTurned ? 1 : 0) }
        lanes(step.lanes, to: &writer)
        writer.endObject()
    }

    private func lanes(_ lanes: [ManeuverLanes.Lane], to writer: inout JSONWriter) {
        guard !lanes.isEmpty else { return }
        writer.array("lanes") { writer in
            for lane in lanes {
                writer.beginObject()
                writer.array("indications") { writer in
                    if lane.turns.isEmpty { writer.string("none") }
                    for turn in lane.turns { writer.string(Self.indication(of: turn)) }
                }
                writer.member("valid", lane.isActive)
                writer.endObject()
            }
        }
    }

    /// Returns OSRM's word for a lane's arrow.
    private static func indication(of turn: String) -> String {
        switch turn {
        case "through": "straight"
        case "left", "right": turn
        case "slight_left", "merge_to_left": "slight left"
        case "slight_right", "merge_to_right": "slight right"
        case "sharp_left": "sharp left"
        case "sharp_right": "sharp right"
        case "reverse": "uturn"
        default: turn.replacing("_", with: " ")
        }
    }
}

extension JSONWriter {
    /// Writes longitude, then latitude.
    mutating func pair(_ place: Coordinate) {
        beginArray()
        coordinate(place.x, decimals: 6)
        coordinate(place.y, decimals: 6)
        endArray()
    }

    /// Writes a member with a list of numbers.
    mutating func numbers(_ name: String, _ values: some Sequence<Double>) {
        array(name) { writer in
            for value in values { writer.number(value) }
        }
    }
}

extension Double {
    /// The number, rounded to three decimals.
    var inThousandths: Double { (self * 1_000).rounded() / 1_000 }
}
