// Streets that traffic uses but that have no addresses: ferries, motorways, tunnels.

/// Streets of a mode family that take no stops unless a request asks for them.
///
/// A street must meet every condition declared here.
public struct StreetsWithoutStops: Codable, Hashable, Sendable {
    /// The name of a restriction on the street; `nil` for any street.
    public var restriction: String?
    /// The classes the street may have; empty for any class.
    public var classes: [RoadClass]
    /// The facts that the street must have, as bits; see ``EdgeFlags``.
    public var flagBits: UInt16
    /// If another street lies within this many meters, the street takes no stops; `nil` if it never
    /// takes any.
    public var otherWithinMeters: Double?

    /// Declares streets.
    public init(
        restriction: String? = nil, classes: [RoadClass] = [], flags: EdgeFlags = [],
        otherWithinMeters: Double? = nil
    ) {
        self.restriction = restriction
        self.classes = classes
        flagBits = flags.rawValue
        self.otherWithinMeters = otherWithinMeters
    }
}

extension NetworkDescription {
    /// For each family, the rule about streets without stops.
    var stopRules: [StopRule] {
        families.map { family in
            StopRule(family.withoutStops) { restriction(named: $0)?.mask ?? 0 }
        }
    }
}

/// Decides which streets take stops.
package struct StopRule: Hashable, Sendable {
    /// The rule for a request that lets all streets take stops.
    package static let allStreets = StopRule([]) { _ in 0 }

    private struct Part: Hashable {
        /// Restrictions, any of which the street must have; 0 for any street.
        var restrictions: UInt64
        /// The classes as bits; 0 for any class.
        var classes: UInt32
        var flags: UInt16
        /// ``Double/infinity`` for streets that never take stops.
        var meters: Double
    }

    private var parts: [Part]

    fileprivate init(_ streets: [StreetsWithoutStops], mask: (String) -> UInt64) {
        parts = streets.map { declared in
            Part(
                restrictions: declared.restriction.map(mask) ?? 0,
                classes: declared.classes.reduce(0) { $0 | 1 << UInt32($1.rawValue) },
                flags: declared.flagBits, meters: declared.otherWithinMeters ?? .infinity)
        }
    }

    /// Whether all streets take stops.
    package var isEmpty: Bool { parts.isEmpty }

    /// The bits of restrictions under which streets never take stops.
    package var restrictions: UInt64 {
        parts.reduce(0) { $0 | ($1.meters == .infinity ? $1.restrictions : 0) }
    }

    /// The same rule, without the streets that take stops if no other is near.
    package var withoutPreferences: StopRule {
        var rule = self
        rule.parts.removeAll { $0.meters < .infinity }
        return rule
    }

    /// Returns the distance in meters within which another street takes a stop in place of the
    /// edge: 0 if the edge takes stops, infinity if it never does.
    package func meters(of edge: UInt32, on network: NetworkDataset) -> Double {
        var meters = 0.0
        for part in parts
        where (part.restrictions == 0 || network.edgeRestrictions[edge] & part.restrictions != 0)
            && (part.classes == 0
                || part.classes & 1 << UInt32(network.roadClass(of: EdgeID(row: edge)).rawValue)
                    != 0)
            && network.edgeFlags[edge] & part.flags == part.flags
        {
            meters = max(meters, part.meters)
        }
        return meters
    }
}
