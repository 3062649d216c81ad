// What makes two requests share a metric.

package import RoadNetwork

/// Where a route may turn round between stops.
package enum UTurnRule: UInt8, Hashable, Sendable, CaseIterable {
    case everywhere
    case deadEndsAndIntersections
    case deadEnds
    case nowhere

    /// Whether a node where `valence` segments meet lets a route turn round.
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
    /// The restriction applies to edges whose limit is below it.
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
}

/// Everything that decides the weight of every edge and turn, barriers apart.
package struct MetricKey: Hashable, Sendable {
    /// The stored cost column that is minimized. It decides the turn model too: what turns cost is
    /// declared with each cost.
    package var column: Int
    /// The mode family's bit position.
    package var family: Int
    package var restrictions: [ActiveRestriction]
    package var uTurns: UTurnRule
    /// The conditional restrictions in force: the epoch of the request's time. A source of traffic
    /// would have its own beside it.
    package var conditions: ConditionStates

    /// The bits of the restrictions that prohibit: they decide turn rules and barred nodes.
    package var prohibitingMask: UInt64 {
        restrictions.reduce(0) { $1.effect == .prohibits ? $0 | $1.mask : $0 }
    }

    /// Whether search weights of some edges are not what their column says.
    package var scalesCosts: Bool {
        restrictions.contains { if case .scales = $0.effect { true } else { false } }
    }

    package init(
        column: Int, family: Int, restrictions: [ActiveRestriction], uTurns: UTurnRule,
        conditions: ConditionStates = .none
    ) {
        self.column = column
        self.family = family
        self.restrictions = restrictions
        self.uTurns = uTurns
        self.conditions = conditions
    }

    /// The key that keeps only base access and the direction rule of the family, lets everybody
    /// turn round and takes every condition at its most favorable: no request of the family with
    /// this impedance closes less.
    package func permissive(in network: NetworkDataset) -> MetricKey {
        let description = network.description
        let family = description.families[family]
        let kept = (family.accessRestrictions + [family.directionRestriction].compactMap(\.self))
            .compactMap { description.restriction(named: $0)?.mask }
            .reduce(0, |)
        var key = self
        key.uTurns = .everywhere
        key.conditions = .anything(of: network.conditions.count)
        key.restrictions.removeAll {
            $0.effect != .prohibits || $0.limit != nil || $0.isThroughTraffic
                || $0.mask & kept == 0
        }
        return key
    }

    /// The key that closes nothing at all of what the family may use: no request of the family with
    /// this impedance costs less, whatever it says of directions and access.
    func unrestricted(in network: NetworkDataset) -> MetricKey {
        MetricKey(
            column: column, family: family, restrictions: [], uTurns: .everywhere,
            conditions: .anything(of: network.conditions.count))
    }
}
