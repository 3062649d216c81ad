// The periods in which alternatives are searched for, if conditions change during travel.

import Preparation
import RouteAPI

/// Searches for alternatives in the period of the best route, then in longer ones.
///
/// In a period's metric, conditions that change in it are at their most favorable. So in a long
/// period, paths count over streets that open only at its end. These paths may hide others, which a
/// shorter period shows.
///
/// The periods follow each other whatever the limits are, up to the first in which all routes
/// within the limits end. In each, the limits reach as far as routes end in it. The period in which
/// most are found counts, the shortest of several. So looser limits find no fewer. If the impedance
/// is no time, the limits do not say how long routes take; then a period counts only if all routes
/// found end in it.
struct AlternativePeriods {
    private struct Stage {
        let prepared: PreparedAnalysis
        /// `nil` if nothing changes during travel.
        var period: TravelPeriod?

        var milliseconds: Int64 { period?.milliseconds ?? .max }
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
    /// - Parameters:
    ///   - milliseconds: How long the route takes.
    ///   - duration: How long a found route takes, in milliseconds.
    ///   - find: Finds the route and its alternatives in a period within limits.
    /// - Throws: What `find` throws, and the solve's cancellation.
    /// - Complexity: `find` once if it finds as many as wanted, or if no condition changes between
    ///   the end of the route and the end of the longest admitted one; otherwise up to five times.
    mutating func most<Route>(
        _ demand: AlternativeDemand, besides milliseconds: Int64, by duration: (Route) -> Int64,
        _ find: (PreparedAnalysis, AlternativeDemand) throws(RouteRequestError) -> [Route]
    ) throws(RouteRequestError) -> [Route] {
        var most: [Route] = []
        var needed = demand.limits.milliseconds(beside: milliseconds)
        for number in 0... {
            var longer = stages[number].period?.extendUnchanged(to: needed)
            var bounded = demand
            bounded.limits = demand.limits.ending(
                within: stages[number].milliseconds, beside: milliseconds)
            let routes = try find(stages[number].prepared, bounded)
            needed = max(needed, routes.map(duration).max() ?? 0)
            if needed > stages[number].milliseconds, longer == nil {
                longer = stages[number].period?.extendUnchanged(to: needed)
            }
            let isKnown = routes.allSatisfy { duration($0) <= stages[number].milliseconds }
            if routes.count > most.count, isKnown || longer == nil {
                (most, counted) = (routes, max(counted, number))
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
}

extension AlternativeLimits {
    /// Returns the most milliseconds that alternatives to a route take.
    ///
    /// - Parameter milliseconds: How long the route takes.
    func milliseconds(beside milliseconds: Int64) -> Int64 {
        Int64((Double(milliseconds) * maxDetour).rounded(.up))
    }

    /// Returns the limits for alternatives that end in a period.
    ///
    /// - Parameter milliseconds: How long the route takes.
    fileprivate func ending(within period: Int64, beside milliseconds: Int64) -> AlternativeLimits {
        var limits = self
        let reached = Double(period) / Double(max(1, milliseconds))
        limits.maxDetour = min(maxDetour, max(1, reached))
        return limits
    }
}
