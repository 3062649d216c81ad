// What conditional restrictions, and closures with times, do at the time of travel.

package import RoadNetwork

/// The conditions and closures that change while a request's routes travel.
///
/// The request's metric assumes them at their most favorable, see ``ConditionStates`` and
/// ``TrafficEpoch/openEdges``. This type evaluates them at an instant.
package struct TimedConditions: Sendable {
    private let network: NetworkDataset
    private let openEdges: Set<UInt32>
    private let openRules: Set<UInt32>
    /// The edges that traffic closes at some time of the travel.
    private let closingEdges: Set<UInt32>
    private let traffic: TrafficSnapshot?
    private let vehicle: VehicleFacts
    /// When travel must end, in epoch milliseconds. What holds later is not known.
    package let end: Int64
    private let localMinute: @Sendable (Int64) -> LocalMinute

    /// - Parameters:
    ///   - states: The states of all conditions during the routes' travel time.
    ///   - vehicle: What is known of the vehicle.
    ///   - traffic: The closures during the travel time.
    ///   - end: When travel must end, in epoch milliseconds. Searches for alternatives keep to it;
    ///     others leave it to their caller.
    ///   - localMinute: Returns what local clocks show at an instant in epoch milliseconds.
    /// - Complexity: O(*n*) in the edges and turns with conditions, and in the closures.
    package init(
        _ network: NetworkDataset, states: ConditionStates, vehicle: VehicleFacts = .unknown,
        traffic: TrafficEpoch? = nil, until end: Int64 = .max,
        localMinute: @escaping @Sendable (Int64) -> LocalMinute
    ) {
        self.network = network
        self.vehicle = vehicle
        openEdges = network.conditions.openEdges(under: states)
        openRules = network.conditions.openTurnRules(under: states)
        closingEdges = Set(traffic?.openEdges ?? [])
        self.traffic = traffic?.snapshot
        self.end = end
        self.localMinute = localMinute
    }

    /// Whether traffic closes an edge at an instant, although the metric leaves it open.
    package func isClosed(_ edge: UInt32, at instant: Int64) -> Bool {
        guard let traffic, !closingEdges.isEmpty, closingEdges.contains(edge) else { return false }
        return traffic.isClosed(edge, at: instant)
    }

    /// Returns an edge's variant at an instant under a metric; `nil` for the edge itself.
    func variant(of edge: UInt32, at instant: Int64, under metric: Metric) -> EdgeVariant? {
        guard openEdges.contains(edge) else { return metric.variants[edge] }
        return network.conditions.variant(
            of: edge, at: localMinute(instant), for: vehicle, of: network)
    }

    /// Whether a turn is closed at an instant, although the metric leaves it open.
    func closes(rule: UInt32, at instant: Int64, under metric: Metric) -> Bool {
        openRules.contains(rule)
            && network.conditions.closes(
                turnRule: rule, mask: metric.prohibitingMask, at: localMinute(instant),
                for: vehicle, of: network)
    }
}

/// A request's time-dependent costs.
struct TimedCosts {
    let costs: RequestCosts
    let conditions: TimedConditions

    /// A part of an edge as it is traveled.
    struct Part {
        /// Search cost in quanta.
        var cost: UInt32
        /// Travel time, without restriction usages.
        var milliseconds: UInt32
        var variant: EdgeVariant?
        /// Whether the edge may only be used next to a stop.
        var isInArea: Bool
    }

    /// Whether an edge may only be used next to a stop at an instant.
    func isInArea(_ edge: UInt32, at instant: Int64) -> Bool {
        let variant = conditions.variant(of: edge, at: instant, under: costs.metric)
        let bits = variant?.restrictions ?? costs.network.edgeRestrictions[edge]
        return bits & costs.metric.throughTrafficMask != 0
    }

    /// Returns the cost from one place of an edge to a later one, for travel that begins at an
    /// instant; `nil` if the edge is barred.
    func part(of edge: UInt32, from: Double, to: Double, at instant: Int64) -> Part? {
        let metric = costs.metric
        if conditions.isClosed(edge, at: instant) { return nil }
        let variant = conditions.variant(of: edge, at: instant, under: metric)
        let bits = variant?.restrictions ?? costs.network.edgeRestrictions[edge]
        let cost = metric.cost(of: edge, column: metric.key.column, variant: variant)
        guard let usage = metric.factor(of: edge, bits: bits) else { return nil }
        let isInArea = bits & metric.throughTrafficMask != 0
        func part(_ usage: CostFactor) -> UInt32? {
            guard let effects = costs.barriers.segments[Int(edge >> 1)] else {
                let weight = usage.applied(to: cost)
                return from == 0 && to == 1
                    ? weight
                    : CostProfile.prefix(of: weight, upTo: to)
                        - CostProfile.prefix(of: weight, upTo: from)
            }
            let profile = CostProfile(
                cost: cost, usage: usage, barriers: effects, attribute: costs.attribute,
                isForward: edge & 1 == 0)
            guard from == 0, to == 1 else { return profile.cost(from: from, to: to) }
            return profile.whole == SearchCost.closed ? nil : profile.whole
        }
        guard let weighed = part(usage) else { return nil }
        let milliseconds = usage == .one ? weighed : part(.one) ?? weighed
        return Part(
            cost: weighed, milliseconds: milliseconds, variant: variant, isInArea: isInArea)
    }
}
