// A followed route in recordings and other files.

import Geo

extension FollowedRoute: Codable {
    private enum Key: String, CodingKey {
        case line, meters, seconds, maneuvers, waypoints, events, spans, energy, delays, isPartial
    }

    /// Reads a route: `line` is a list of pairs of longitude and latitude, and empty lists
    /// may be missing.
    public init(from decoder: any Decoder) throws {
        let values = try decoder.container(keyedBy: Key.self)
        let pairs = try values.decode([[Double]].self, forKey: .line)
        let line = pairs.compactMap { $0.count == 2 ? Coordinate(x: $0[0], y: $0[1]) : nil }
        guard line.count == pairs.count else {
            throw DecodingError.dataCorruptedError(
                forKey: .line, in: values,
                debugDescription: "each vertex needs a longitude and a latitude")
        }
        self.init(
            line: line, meters: try values.decode([Double].self, forKey: .meters),
            seconds: try values.decode([Double].self, forKey: .seconds))
        maneuvers = try values.decodeIfPresent([Maneuver].self, forKey: .maneuvers) ?? []
        waypoints = try values.decodeIfPresent([Waypoint].self, forKey: .waypoints) ?? []
        events = try values.decodeIfPresent([Event].self, forKey: .events) ?? []
        spans = try values.decodeIfPresent([Span].self, forKey: .spans) ?? []
        energy = try values.decodeIfPresent([EnergyMark].self, forKey: .energy) ?? []
        delays = try values.decodeIfPresent([DelayMark].self, forKey: .delays) ?? []
        isPartial = try values.decodeIfPresent(Bool.self, forKey: .isPartial) ?? false
    }

    /// Writes the route, without empty lists.
    public func encode(to encoder: any Encoder) throws {
        var values = encoder.container(keyedBy: Key.self)
        try values.encode(line.map { [$0.x, $0.y] }, forKey: .line)
        try values.encode(meters, forKey: .meters)
        try values.encode(seconds, forKey: .seconds)
        if !maneuvers.isEmpty { try values.encode(maneuvers, forKey: .maneuvers) }
        if !waypoints.isEmpty { try values.encode(waypoints, forKey: .waypoints) }
        if !events.isEmpty { try values.encode(events, forKey: .events) }
        if !spans.isEmpty { try values.encode(spans, forKey: .spans) }
        if !energy.isEmpty { try values.encode(energy, forKey: .energy) }
        if !delays.isEmpty { try values.encode(delays, forKey: .delays) }
        if isPartial { try values.encode(isPartial, forKey: .isPartial) }
    }
}
