// Reads a step's maneuver, names and signs from directions.

import RouteAPI

extension OSRMStep {
    /// Reads names and signs from directions.
    mutating func take(_ told: StepManeuver) {
        // Directions call a motorway by its number, and a road without a name, too.
        name = told.roads.first { !RoadNumber.isNumber($0) } ?? ""
        reference = told.roads.filter { $0 != name }.joined(separator: "; ")
        destinations = Self.destinations(told.toward)
        exits = told.exit
    }

    /// Returns a sign's places as OSRM has them: if numbers of roads come first, a colon follows
    /// them. Clients show the first number and the first place.
    private static func destinations(_ sign: String) -> String {
        guard sign.utf8.contains(UInt8(ascii: ",")) else { return sign }
        let places = sign.split(separator: ", ")
        let numbers = places.prefix { RoadNumber.isNumber(String($0)) }
        guard !numbers.isEmpty, numbers.count < places.count else { return sign }
        return numbers.joined(separator: ", ") + ": "
            + places[numbers.endIndex...].joined(separator: ", ")
    }

    /// Reads the street of a leg without length, which has no directions.
    mutating func takeStreet(of leg: OSRMLeg) {
        if RoadNumber.isNumber(leg.street) { reference = leg.street } else { name = leg.street }
    }

    /// Reads the maneuver at the step's first point, and the lanes there.
    mutating func takeManeuver(_ told: StepManeuver, behind last: OSRMStep?, in route: OSRMRoute) {
        let junction = junction.map { route.junctions[$0] }
        maneuver = OSRMManeuver(
            told.type, angle: turn, keepsName: last.map(keepsName) ?? false,
            side: junction?.side(for: told.type))
        if told.endsRoad { maneuver.type = "end of road" }
        if told.type == "esriDMTStraight" {
            if let junction, junction.isRoundBefore != junction.isRoundBehind {
                takeRing(entering: junction.isRoundBehind, behind: last, in: route)
            } else if told.takesRamp {
                maneuver.type = "on ramp"
                maneuver.modifier = OSRMManeuver.modifier(turn)
            }
        }
        lanes = route.lanes(at: told.place.meters)
        if let exit = told.roundaboutExit { maneuver.exit = exit }
        if maneuver.type == "roundabout", told.ringMeters > Self.leastRotaryMeters {
            maneuver.type = "rotary"
            rotary = told.roundabout
        }
    }

    /// A ring with a name is a rotary if it is longer than this: with a radius of more than 15 m.
    private static let leastRotaryMeters = 2 * Double.pi * 15

    /// Whether the street is the one before. If either has no name, the number counts.
    private func keepsName(of last: OSRMStep) -> Bool {
        if !name.isEmpty, !last.name.isEmpty { return name == last.name }
        return !reference.isEmpty && reference == last.reference
    }

    /// Names the end of a route on a ring, or the start of one there.
    private mutating func takeRing(
        entering isEntry: Bool, behind last: OSRMStep?, in route: OSRMRoute
    ) {
        maneuver = OSRMManeuver(isEntry ? "roundabout" : "exit roundabout")
        maneuver.modifier = OSRMManeuver.modifier(turn)
        guard !isEntry, let last else { return }
        let exits = route.junctions[last.passed].count { junction in
            junction.isRoundBefore && junction.isRoundBehind
                && junction.others.contains(where: \.isEntry)
        }
        maneuver.exit = exits + 1
    }
}

extension RouteJunction {
    /// The roads beside the route.
    fileprivate var others: [Road] {
        roads.indices.filter { $0 != arrival && $0 != departure }.map { roads[$0] }
    }

    /// Returns the side on which a ramp leaves its road, or to which it merges, by the other roads
    /// at the junction; `nil` if they do not tell.
    fileprivate func side(for wire: String) -> String? {
        let ours: Int
        let beside: [Road]
        switch wire {
        case "esriDMTHighwayExit":
            ours = roads[departure].bearing
            beside = others.filter(\.isEntry)
        case "esriDMTHighwayMerge":
            ours = roads[arrival].bearing
            beside = others.filter { !$0.isEntry }
        default: return nil
        }
        // A road farther aside is not left or joined.
        let turns = beside.map { Self.degrees(from: $0.bearing, to: ours) }
            .filter { $0 != 0 && abs($0) < 90 }
        if turns.isEmpty { return nil }
        if turns.allSatisfy({ $0 > 0 }) { return "right" }
        return turns.allSatisfy { $0 < 0 } ? "left" : nil
    }

    /// Returns the degrees from one bearing to another, to the right, from -180 to 179.
    private static func degrees(from one: Int, to other: Int) -> Int {
        (other - one + 540) % 360 - 180
    }
}

/// Tells road numbers from names.
enum RoadNumber {
    /// Whether a text looks like a road's number: up to four capital letters, digits, and at most
    /// one letter, such as `A 44`, `IC 1` or `B191a`.
    static func isNumber(_ text: String) -> Bool {
        guard text.utf8.contains(where: { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else {
            return false
        }
        let rest = text.unicodeScalars.drop { $0.properties.isUppercase }
        let letters = text.unicodeScalars.count - rest.count
        let body = rest.drop { $0 == " " || $0 == "-" }
        let digits = body.prefix { ("0"..."9").contains($0) }
        let tail = body.dropFirst(digits.count)
        return letters <= 4 && (1...5).contains(digits.count)
            && (tail.isEmpty || tail.count == 1 && tail.allSatisfy(\.properties.isAlphabetic))
    }
}
