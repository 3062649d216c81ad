// The period in which a request's routes travel, and which conditions and closures apply in it.

package import RoadNetwork
import RouteAPI
package import RoutingEngine

/// The period in which a request's routes are assumed to travel.
///
/// Conditions and traffic closures that hold, or fail, during the whole period are constant for the
/// solve, and go into the metric. Only the few that change within it are evaluated when a search
/// reaches them (``TimedChain``). So a short period makes a solve fast, but it must contain the
/// whole route, whose duration is known only afterwards. Callers try a period, solve, and call
/// ``extend(to:)`` if the routes take longer; they solve again only if that changed any state.
///
/// The network's conditions need a start time. Traffic closures do not: without one, routes depart
/// when the request is read.
package struct TravelPeriod: Sendable {
    /// The first period; most routes in a city end within it.
    static let firstMilliseconds = RequestClock.firstPeriodMilliseconds
    /// The longest period; weekdays and hours repeat within it.
    private static let mostMilliseconds: Int64 = 14 * 86_400_000

    private let network: NetworkDataset
    private let clock: RequestClock
    private let start: Int64
    private let traffic: RequestTraffic?
    private let family: Int
    private let vehicle: VehicleFacts
    /// The conditions' states if the request has no start time; `nil` if they are judged.
    private let fixedStates: ConditionStates?
    /// Whether routes that cost no more than another take no longer either: no restriction makes
    /// times seem shorter, and no stop has windows, for which vehicles may wait.
    package let costBoundsTime: Bool
    package private(set) var milliseconds: Int64
    package private(set) var states: ConditionStates
    /// The live speeds at the start, and the closures in the period.
    private var epoch: TrafficEpoch?

    /// Makes the first period to try; `nil` if the network has no conditions and its traffic no
    /// closures that begin or end, or if the request has no time of travel.
    package init?(of request: Shared<ResolvedRequest>, on network: NetworkDataset) {
        let isTimed = network.description.costs[request.settings.impedance].kind == .time
        let closing = request.traffic.flatMap { $0.snapshot.hasTimedClosures ? $0 : nil }
        guard network.conditions.count > 0 || closing != nil,
            let start = request.clock.start ?? (isTimed ? closing?.departure : nil)
        else { return nil }
        self.network = network
        fixedStates = request.clock.start == nil ? request.settings.key.conditions : nil
        self.start = start
        clock = request.clock
        traffic = request.traffic
        family = request.settings.key.family
        vehicle = request.settings.vehicle
        costBoundsTime =
            request.stops.allSatisfy(\.timeWindows.isEmpty)
            && !request.settings.key.restrictions.contains(where: \.isPreferred)
        milliseconds = Self.expectedMilliseconds(of: request, from: start)
        states = fixedStates ?? Self.states(network, clock, vehicle, start, milliseconds)
        epoch = traffic?.epoch(family: family, during: milliseconds)
    }

    /// Estimates the first period. Looking for the best order again takes far longer than judging
    /// more conditions, so the period allows ten minutes for each stop, and all windows, up to a
    /// day.
    private static func expectedMilliseconds(
        of request: Shared<ResolvedRequest>, from start: Int64
    ) -> Int64 {
        guard request.order.findsBest else { return firstMilliseconds }
        var stopsOfRoute: [String?: Int64] = [:]
        var end = start
        for stop in request.stops {
            stopsOfRoute[stop.routeName, default: 0] += 1
            guard request.order.usesWindows else { continue }
            for window in stop.timeWindows {
                end = max(
                    end,
                    request.clock.instants(
                        from: window.start, to: window.end, in: stop.routeName
                    ).end)
            }
        }
        let longest = (stopsOfRoute.values.max() ?? 0) * millisecondsOfStop
        return max(
            firstMilliseconds, min(mostExpected, max(longest, end - start + firstMilliseconds)))
    }

    /// How long a stop on a tour is expected to take, on the road and at the door.
    private static let millisecondsOfStop: Int64 = 600_000
    private static let mostExpected: Int64 = 86_400_000

    private static func states(
        _ network: NetworkDataset, _ clock: RequestClock, _ vehicle: VehicleFacts, _ start: Int64,
        _ length: Int64
    ) -> ConditionStates {
        // Local clocks may be set back within the period: an hour more at both ends covers that.
        let hour = 60
        var first = clock.localMinute(at: start)
        var last = clock.localMinute(at: start + length)
        if clock.offsets(during: start...(start + length)).count > 1 {
            (first.count, last.count) = (
                min(first.count, last.count) - hour, max(first.count, last.count) + hour
            )
        }
        return network.conditions.states(during: first...last, for: vehicle, of: network)
    }

    /// Returns a request under the conditions at its start; unchanged if the network has no
    /// conditions, or the request has no time of travel.
    package static func atStart(
        of request: Shared<ResolvedRequest>, on network: NetworkDataset
    ) -> Shared<ResolvedRequest> {
        guard network.conditions.count > 0, let start = request.clock.start else { return request }
        var request = request
        let states = states(network, request.clock, request.settings.vehicle, start, 0)
        request.settings.key.conditions = states
        request.barrierRules.conditions = states
        return request
    }

    /// Whether the request has a start time. Without one, it is assumed to depart when it is read.
    package var hasStartTime: Bool { fixedStates == nil }

    /// Extends the period to at least some milliseconds.
    ///
    /// - Returns: Whether any condition's state changed.
    package mutating func extend(to needed: Int64) -> Bool {
        extend { min(max(2 * $0, needed), Self.mostMilliseconds) }
    }

    /// Extends the period to the longest one.
    ///
    /// - Returns: Whether any condition's state changed.
    package mutating func extendFully() -> Bool { extend { _ in Self.mostMilliseconds } }

    /// Extends the period to at least some milliseconds, as long as no state changes.
    ///
    /// - Returns: The next longer period if some state changes in it; `nil` if the period is now
    ///   long enough, or the longest one. Which periods follow does not depend on `needed`.
    package mutating func extendUnchanged(to needed: Int64) -> TravelPeriod? {
        while milliseconds < min(needed, Self.mostMilliseconds) {
            var longer = self
            if longer.extend(to: 0) { return longer }
            self = longer
        }
        return nil
    }

    private mutating func extend(_ longer: (Int64) -> Int64) -> Bool {
        guard milliseconds < Self.mostMilliseconds else { return false }
        let before = (states, epoch)
        milliseconds = longer(milliseconds)
        states = fixedStates ?? Self.states(network, clock, vehicle, start, milliseconds)
        epoch = traffic?.epoch(family: family, during: milliseconds)
        return states != before.0 || epoch != before.1
    }

    /// Returns a request under the period's conditions and closures.
    package func apply(to request: Shared<ResolvedRequest>) -> Shared<ResolvedRequest> {
        apply(states, to: request)
    }

    /// Returns a request under the period's closures, as if no timed condition held.
    package func withoutConditions(
        _ request: Shared<ResolvedRequest>
    ) -> Shared<ResolvedRequest> {
        apply(network.conditions.states(during: nil, for: vehicle, of: network), to: request)
    }

    private func apply(
        _ states: ConditionStates, to request: Shared<ResolvedRequest>
    ) -> Shared<ResolvedRequest> {
        var request = request
        request.settings.key.conditions = states
        request.settings.key.traffic = epoch
        request.timedConditions =
            states.open.isEmpty && !(epoch?.changesDuringTravel ?? false)
            ? nil : timedConditions(under: states, until: .max)
        return request
    }

    /// The period's conditions and closures for routes that must end in it.
    package var boundedConditions: TimedConditions {
        timedConditions(under: states, until: start + milliseconds)
    }

    private func timedConditions(
        under states: ConditionStates, until end: Int64
    ) -> TimedConditions {
        let clock = clock
        return TimedConditions(
            network, states: states, vehicle: vehicle, traffic: epoch, until: end
        ) {
            clock.localMinute(at: $0)
        }
    }

    /// Returns a request whose routes start in the period. Its point barriers are placed under this
    /// period's conditions, and stay there if the period is extended.
    package func begin(_ request: Shared<ResolvedRequest>) -> Shared<ResolvedRequest> {
        var request = apply(to: request)
        request.barrierRules.conditions = states
        return request
    }
}
