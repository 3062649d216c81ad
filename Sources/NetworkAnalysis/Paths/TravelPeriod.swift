// How long a request's routes are under way, and which conditional restrictions count meanwhile.

package import RoadNetwork
import RouteAPI
import RoutingEngine

/// The stretch of time that a request's routes are taken to be under way.
///
/// Conditions that hold or fail throughout it are settled for the whole solve. The few that change
/// within it are looked at when they are met (``TimedChain``). How long the routes take is known
/// only when they are found, so a stretch is tried and drawn out.
package struct TravelPeriod: Sendable {
    /// Most routes of a city end within it.
    private static let firstMilliseconds: Int64 = 3_600_000
    /// Weekdays and hours repeat within it.
    private static let mostMilliseconds: Int64 = 14 * 86_400_000

    private let network: NetworkDataset
    private let clock: RequestClock
    private let start: Int64
    package private(set) var milliseconds = Self.firstMilliseconds
    /// The states of all conditions meanwhile.
    package private(set) var states: ConditionStates

    /// The first stretch to try, or `nil` when nothing on the network depends on the time or the
    /// request has none.
    package init?(of request: Shared<ResolvedRequest>, on network: NetworkDataset) {
        guard network.conditions.count > 0, let start = request.clock.start else { return nil }
        self.network = network
        self.start = start
        clock = request.clock
        states = Self.states(network, clock, start, milliseconds)
    }

    private static func states(
        _ network: NetworkDataset, _ clock: RequestClock, _ start: Int64, _ length: Int64
    ) -> ConditionStates {
        // Local clocks may be set back within the stretch: an hour more on both sides covers that.
        let hour = 60
        let first = clock.localMinute(at: start)
        let last = clock.localMinute(at: start + length)
        let changes = clock.offsets(during: start...(start + length)).count > 1
        let margin = changes ? hour : 0
        return network.conditions.states(
            during: LocalMinute(
                min(first.count, last.count) - margin)...LocalMinute(
                    max(first.count, last.count) + margin), of: network)
    }

    /// A request under the conditions of the moment that it starts at; as it is when nothing on the
    /// network depends on the time, or the request has none.
    package static func atStart(
        of request: Shared<ResolvedRequest>, on network: NetworkDataset
    ) -> Shared<ResolvedRequest> {
        guard network.conditions.count > 0, let start = request.clock.start else { return request }
        var request = request
        let states = states(network, request.clock, start, 0)
        request.settings.key.conditions = states
        request.barrierRules.conditions = states
        return request
    }

    /// Draws the stretch out, to a length at least.
    ///
    /// - Returns: Whether other conditions count for it.
    package mutating func extend(to needed: Int64) -> Bool {
        guard milliseconds < Self.mostMilliseconds else { return false }
        let before = states
        milliseconds = min(max(2 * milliseconds, needed), Self.mostMilliseconds)
        states = Self.states(network, clock, start, milliseconds)
        return states != before
    }

    /// Draws the stretch out as far as it may be.
    ///
    /// - Returns: Whether other conditions count for it.
    package mutating func extendFully() -> Bool {
        guard milliseconds < Self.mostMilliseconds else { return false }
        let before = states
        milliseconds = Self.mostMilliseconds
        states = Self.states(network, clock, start, milliseconds)
        return states != before
    }

    /// A request under the conditions of the stretch.
    package func apply(to request: Shared<ResolvedRequest>) -> Shared<ResolvedRequest> {
        var request = request
        request.settings.key.conditions = states
        request.timedConditions = nil
        if !states.open.isEmpty {
            let clock = clock
            request.timedConditions = TimedConditions(network, states: states) {
                clock.localMinute(at: $0)
            }
        }
        return request
    }

    /// A request whose routes start in the stretch: what may be driven then may not be driven
    /// otherwise, so point barriers may lie on other streets. There they stay, however far the
    /// stretch is drawn out.
    package func begin(_ request: Shared<ResolvedRequest>) -> Shared<ResolvedRequest> {
        var request = apply(to: request)
        request.barrierRules.conditions = states
        return request
    }
}
