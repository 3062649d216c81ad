// Finds a later start if conditional restrictions close the path at the time of travel.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

extension RelaxationTable {
    /// The most starts to try; a route's streets rarely open and close more often.
    private static let mostStarts = 24
    /// The milliseconds in a week, after which all conditions without dates repeat.
    private static let mostMilliseconds: Int64 = 7 * 86_400_000

    /// Finds the first later start with a path; `nil` if the time of travel is not the cause, or no
    /// start within a week helps.
    func laterStart(
        of relaxed: RelaxedRequest, _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Relaxation? {
        guard let start = request.clock.start, network.conditions.count > 0,
            let timeless = relaxed.lifting(starting(at: nil)),
            case .route(let route) = solve(timeless)
        else { return nil }
        let now = request.clock.localMinute(at: start)
        let times = network.conditions.changes(
            on: route.legs.flatMap { $0.path.elements.map(\.edge.row) },
            during: now...request.clock.localMinute(at: start + Self.mostMilliseconds), of: network)
        for time in times.prefix(Self.mostStarts) {
            let later = starting(at: time)
            if let shifted = relaxed.lifting(later), solve(shifted).isRoute { return later }
        }
        return nil
    }

    /// Changes the start to a local time, or removes it.
    private func starting(at time: LocalMinute?) -> Relaxation {
        let clock = request.clock
        let local = time.map { Int64($0.count) * 60_000 }
        let words = local.map { " (\(clock.text(ofLocal: $0)) local time)" } ?? ""
        return Relaxation(
            cause: .closedAtThisTime,
            claim: "conditional restrictions close the path at the time of travel",
            remedy: "a later start\(words)"
        ) { parameters in
            guard let local else { return .parameter("startTime", .null) }
            var changed = parameters
            let isUTC = parameters.startTimeIsUTC ?? false
            changed.startTime = .milliseconds(isUTC ? clock.utc(ofLocal: local) : local)
            return RequestChange(setting: "startTime", as: changed)
        }
    }
}
