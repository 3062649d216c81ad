// The periods in which alternatives are searched for, if conditions change during travel.

import PathFinding
import Preparation
import RouteAPI

/// Searches for alternatives in the period of the best route, then in longer ones.
///
/// In a period's metric, conditions that change in it are at their most favorable. So in a long
/// period, paths count over streets that open only at its end. These paths may hide others, which a
/// shorter period shows.
///
/// Which periods follow each other does not depend on the limits, and in each only routes count
/// that end in it. The period in which most are found counts, the shortest of several. So looser
/// limits find no fewer.
///
/// If costs bound times, so do the limits: in a short period, tighter ones keep routes within it,
/// and no period is longer than the request's own limits admit. Otherwise, such as with preferred
/// streets, a route's end is checked as it is found, and if routes are missing, every period is
/// tried.
struct AlternativePeriods {
    private struct Stage {
        let prepared: PreparedAnalysis
        /// `nil` if nothing changes during travel.
        var period: TravelPeriod?
    }

    private let solver: RouteSolver
    private var stages: [Stage]
    /// The longest period that counted.
    private var counted = 0

    /// - Parameters:
    ///   - prepared: The request in the first period, in which the best route ends.
    ///   - period: This period; `nil` if nothing changes during travel.
    init(_ solver: RouteSolver, from prepared: PreparedAnalysis, during period: TravelPeriod?) {
        self.solver = solver
        stages = [Stage(prepared: prepared, period: period)]
    }

    /// The request in the longest period that counted; its stops lie where the best route has them.
    var prepared: PreparedAnalysis { stages[counted].prepared }

    /// Finds a route and the alternatives to it in the period in which there are most.
    ///
    /// - Parameter find: Finds the route and its alternatives in a period within limits.
    /// - Throws: What `find` throws, and the solve's cancellation.
    /// - Complexity: `find` once if it finds as many as wanted, or if no condition changes between
    ///   the end of the route and the end of the longest admitted one; otherwise up to five times,
    ///   or ten if costs do not bound times.
    mutating func most<Route>(
        _ demand: AlternativeDemand, besides best: SolvedRoute,
        _ find: (PreparedAnalysis, AlternativeDemand) throws(RouteRequestError) -> [Route]
    ) throws(RouteRequestError) -> [Route] {
        guard let first = stages[0].period else { return try find(stages[0].prepared, demand) }
        let longest = first.costBoundsTime ? best.longestMilliseconds : nil
        let needed = longest.map { demand.limits.milliseconds(beside: $0) } ?? .max
        var most: [Route] = []
        for number in 0... {
            let longer = stages[number].period?.extendUnchanged(to: needed)
            let (prepared, bounded) = bounding(demand, in: number, besides: longest)
            // Even the best route may not end in a period so short, by its cost.
            if bounded.limits.maxDetour >= 1 || longer == nil {
                let routes = try find(prepared, bounded)
                if routes.count > most.count { (most, counted) = (routes, max(counted, number)) }
            }
            guard most.count <= demand.count, let longer else { break }
            if number + 1 == stages.count {
                let first = stages[0].prepared
                let prepared = try solver.prepare(longer.apply(to: first.request), reusing: first)
                stages.append(Stage(prepared: prepared.with(stops: first.stops), period: longer))
            }
        }
        return most
    }

    /// Returns what to search in a period, and for what, so that routes end in it.
    ///
    /// - Parameter longest: How long routes of the best one's cost may take; `nil` if unknown.
    private func bounding(
        _ demand: AlternativeDemand, in number: Int, besides longest: Int64?
    ) -> (PreparedAnalysis, AlternativeDemand) {
        let stage = stages[number]
        guard let period = stage.period else { return (stage.prepared, demand) }
        guard let longest else {
            return (stage.prepared.with(timedConditions: period.boundedConditions), demand)
        }
        var demand = demand
        demand.limits.maxDetour = min(
            demand.limits.maxDetour, Double(period.milliseconds) / Double(max(1, longest)))
        return (stage.prepared, demand)
    }
}

extension AlternativeLimits {
    /// Returns the most milliseconds that alternatives to a route take.
    ///
    /// - Parameter milliseconds: How long the route takes.
    func milliseconds(beside milliseconds: Int64) -> Int64 {
        Int64((Double(milliseconds) * maxDetour).rounded(.up))
    }
}

extension SolvedRoute {
    /// How long a route of the same cost with the same stays takes at most, if costs bound times.
    /// Avoided streets cost more than the time they take.
    fileprivate var longestMilliseconds: Int64 {
        let stays = schedule.visits.reduce(0) { $0 + $1.waitMilliseconds + $1.serviceMilliseconds }
        return max(totalMilliseconds, searchCost + stays)
    }
}
