// Streets that are traveled, but on which there are no addresses: ferries, motorways, tunnels.

/// Streets of a mode family that take no stops unless a request asks for them.
///
/// A street belongs to them that meets all that is declared.
public struct StreetsWithoutStops: Codable, Hashable, Sendable {
    /// The name of a restriction that the street has; `nil` for any street.
    public var restriction: String?
    /// Its class is one of these; empty for any class.
    public var classes: [RoadClass]
    /// The bits of the facts that hold for it; see ``EdgeFlags``.
    public var flagBits: UInt16
    /// Meters within which another street must lie for it to take no stops; `nil` when it never
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
    /// For each family the rule about streets that take no stops.
    var stopRules: [StopRule] {
        families.map { family in
            StopRule(family.withoutStops) { restriction(named: $0)?.mask ?? 0 }
        }
    }
}

/// Decides which streets take stops.
package struct StopRule: Hashable, Sendable {
    /// The rule of a request for which all streets take stops.
    package static let allStreets = StopRule([]) { _ in 0 }

    private struct Part: Hashable {
        /// Bits of which one must be set; 0 for any street.
        var restrictions: UInt64
        /// The bits of classes.
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

    /// The bits of the restrictions whose streets never take stops.
    package var restrictions: UInt64 {
        parts.reduce(0) { $0 | ($1.meters == .infinity ? $1.restrictions : 0) }
    }

    /// The same rule without the streets that take stops where no other is near.
    package var withoutPreferences: StopRule {
        var rule = self
        rule.parts.removeAll { $0.meters < .infinity }
        return rule
    }

    /// The meters within which another street takes a stop in place of an edge: 0 for an edge that
    /// takes stops, infinity for one that never does.
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
