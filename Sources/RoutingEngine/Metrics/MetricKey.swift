// The request properties that determine its metric.

package import RoadNetwork

/// Where a route may make a U-turn between stops.
package enum UTurnRule: UInt8, Hashable, Sendable, CaseIterable {
    case everywhere
    case deadEndsAndIntersections
    case deadEnds
    case nowhere

    /// Whether a route may make a U-turn at a node where `valence` segments meet.
    @inline(__always)
    package func allows(valence: UInt8) -> Bool {
        switch self {
        case .everywhere: true
        case .deadEndsAndIntersections: valence == 1 || valence >= 3
        case .deadEnds: valence == 1
        case .nowhere: false
        }
    }
}

/// What an active restriction does to the edges it applies to.
package enum RestrictionEffect: Hashable, Sendable {
    /// Closes them.
    case prohibits
    /// Multiplies their search weight.
    case scales(CostFactor)
}

/// An active restriction, resolved against the network's attributes.
package struct ActiveRestriction: Hashable, Sendable {
    /// The restriction's bit in the edges' restriction column.
    package var mask: UInt64
    package var effect: RestrictionEffect
    /// For vehicle limits: the limit column, and the vehicle's value in centimeters or kilograms.
    /// The restriction applies to edges whose limit is below the value.
    package var limit: Limit?
    /// Whether the restriction bars passage rather than access.
    package var isThroughTraffic: Bool

    /// A vehicle's value to compare with a limit column.
    package struct Limit: Hashable, Sendable {
        package var column: Int
        package var vehicleValue: UInt32

        package init(column: Int, vehicleValue: UInt32) {
            self.column = column
            self.vehicleValue = vehicleValue
        }
    }

    package init(
        mask: UInt64, effect: RestrictionEffect, limit: Limit? = nil, isThroughTraffic: Bool = false
    ) {
        self.mask = mask
        self.effect = effect
        self.limit = limit
        self.isThroughTraffic = isThroughTraffic
    }

    /// Whether searches see its edges cheaper than they are.
    package var isPreferred: Bool {
        if case .scales(let factor) = effect { factor.value < 1 } else { false }
    }
}

/// Everything that determines the weights of edges and turns, except barriers.
///
/// ```swift
/// let oneway = ActiveRestriction(mask: onewayMask, effect: .prohibits)
/// let tollFactor = CostFactor(thousandths: 1_300)
/// let toll = ActiveRestriction(mask: tollMask, effect: .scales(tollFactor))
/// let key = MetricKey(column: 0, family: 0, restrictions: [oneway, toll], uTurns: .deadEnds)
/// ```
///
/// Two requests with equal keys share one metric, and its customization. So whatever changes a
/// weight must be in the key, and nothing else should be. Preparation makes keys from travel
/// modes and requests. ``permissive(in:)`` returns the key whose metric bounds all others of its
/// family from below, apart from factors below 1 and live speeds.
package struct MetricKey: Hashable, Sendable {
    /// The stored cost column to minimize. It also selects the turn costs, which are declared with
    /// each cost.
    package var column: Int
    /// The mode family's bit position.
    package var family: Int
    package var restrictions: [ActiveRestriction]
    package var uTurns: UTurnRule
    /// The states of conditional restrictions at the request's time.
    package var conditions: ConditionStates
    /// The live speeds and closures; `nil` without traffic.
    package var traffic: TrafficEpoch?
    /// Whether forbidden turns are allowed. Only explanations search so, to see whether turn
    /// restrictions are what closes every path.
    package var ignoresTurnRules = false
    /// The factors on columns, from the values of costs' parameters.
    package var scales = ColumnFactors()

    /// The bits of the prohibiting restrictions, which decide turn rules and barred nodes.
    package var prohibitingMask: UInt64 {
        restrictions.reduce(0) { $1.effect == .prohibits ? $0 | $1.mask : $0 }
    }

    /// Whether the search weights of some edges differ from their column's costs.
    package var scalesCosts: Bool {
        restrictions.contains { if case .scales = $0.effect { true } else { false } }
    }

    package init(
        column: Int, family: Int, restrictions: [ActiveRestriction], uTurns: UTurnRule,
        conditions: ConditionStates = .none, traffic: TrafficEpoch? = nil
    ) {
        self.traffic = traffic
        self.column = column
        self.family = family
        self.restrictions = restrictions
        self.uTurns = uTurns
        self.conditions = conditions
    }

    /// Returns the key with only the family's base access and direction rule, U-turns everywhere,
    /// conditions as favorable as they can be, and no traffic. A request of this family and
    /// impedance never has more edges or turns open. Only live speeds can cost less
    /// (``Metric/leastFactor(over:)``).
    package func permissive(in network: NetworkDataset) -> MetricKey {
        let description = network.description
        let family = description.families[family]
        let kept = (family.accessRestrictions + [family.directionRestriction].compactMap(\.self))
            .compactMap { description.restriction(named: $0)?.mask }
            .reduce(0, |)
        var key = self
        key.uTurns = .everywhere
        key.conditions = .anything(of: network.conditions.count)
        key.traffic = nil
        key.restrictions.removeAll {
            $0.effect != .prohibits || $0.limit != nil || $0.isThroughTraffic
                || $0.mask & kept == 0
        }
        return key
    }

    /// Returns the key without restrictions: every edge and turn of the family is open. A request
    /// of this family and impedance costs as much or more, unless it has factors below 1 or live
    /// speeds.
    func unrestricted(in network: NetworkDataset) -> MetricKey {
        var key = MetricKey(
            column: column, family: family, restrictions: [], uTurns: .everywhere,
            conditions: .anything(of: network.conditions.count))
        key.scales = scales
        return key
    }
}

extension MetricKey {
    /// The key without live speeds. It closes the same edges and turns.
    package var withoutSpeeds: MetricKey {
        guard let traffic else { return self }
        var key = self
        key.traffic = traffic.withoutSpeeds
        return key
    }

    /// Whether the key's costs are those under any of the given snapshots.
    package func isUnder(_ snapshots: [TrafficSnapshot]) -> Bool {
        traffic.map { snapshots.contains($0.snapshot) } ?? false
    }
}
