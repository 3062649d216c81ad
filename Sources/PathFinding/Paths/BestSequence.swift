// The best order for a route's stops, found by the room Sequencing.

import Preparation
import RouteAPI
import Sequencing

/// Finds the best order for a route's stops under the request's rules.
///
/// It turns a route into a `TourProblem`, which knows neither stops nor streets: a table of search
/// costs between the stops' doors, service times, windows, predecessors and fixed positions.
/// ``RouteFinder`` makes the table, calls ``find()``, and then searches the legs in that order.
///
/// Small problems are solved exactly; ``Found`` then says so with its bound. Larger ones run a
/// local search whose effort depends on the problem's size and on the seconds the request grants. A
/// deterministic request scales the effort instead of limiting the time, so that each run gives the
/// same order.
struct BestSequence {
    let request: Shared<ResolvedRequest>
    /// The service time at each stop, in milliseconds.
    let services: [Int64]
    /// Each stop's time windows, as instants.
    let windows: [[TimeWindow]]
    /// The search costs between stops, and the milliseconds if they differ.
    let table: DoorCosts
    /// Whether the first and the last stop keep their positions.
    let ends: (first: Bool, last: Bool)
    /// The rules about the route's times.
    let clockRules: TourRules
    /// Where in the route stops ask to be.
    let places: PlaceRules
    let control: SolveControl
    /// The share of the usual effort the search may take.
    let share: Double

    /// An order, and what is known about others.
    struct Found {
        /// The stops in visiting order, as indices.
        var order: [Int]
        /// The indices of a few stops whose windows no order keeps.
        var conflict: [Int] = []
        /// A cost that no order can beat, including waiting and service if orders are timed; `nil`
        /// if none is known.
        var bound: Int64?
        /// The order's lateness, if the order is proven to be best.
        var provenViolation: Int64?
        /// Whether windows, a break or a longest time count.
        var isTimed = false
    }

    /// Finds the best order; returns `nil` if no order connects all stops.
    func find() -> Found? {
        let problem = problem
        let seconds = request.order.sequencingSeconds
        var effort = TourEffort.standard(for: problem)
        effort =
            request.isDeterministic
            ? effort.scaled(by: seconds)
            : effort.scaled(by: max(1, seconds)).limited(toSeconds: seconds)
        let tour = problem.bestTour(effort: effort.scaled(by: share)) { control.shouldStop }
        guard let tour else { return nil }
        let isLate = tour.cost.violation > 0
        return Found(
            order: tour.order, conflict: isLate ? problem.conflict() ?? [] : [],
            bound: tour.isOptimal ? tour.cost.decisive : tour.bound,
            provenViolation: tour.isOptimal ? tour.cost.violation : nil,
            isTimed: problem.isTimed)
    }

    /// Finds an order of as many stops as can be reached in time. It keeps the given order unless
    /// the request asks for the best.
    func inTime(_ order: [Int]) -> [Int] {
        problem.orderLeavingOut(lateIn: order, keepsOrder: !request.order.findsBest)
    }

    private var problem: TourProblem {
        let last = table.doors.count - 1
        var rules = clockRules
        rules.laterWindows = windows.map { Array($0.dropFirst()) }
        rules.predecessors = places.predecessors
        rules.positions = places.positions
        return TourProblem(
            costs: table.costs, times: table.times, doors: table.doors,
            firstStop: ends.first ? 0 : nil,
            lastStop: ends.last && (last > 0 || !ends.first) ? last : nil,
            services: services, windows: windows.map(\.first), start: request.clock.start,
            departureFloats: request.order.startFloats,
            goal: TourGoal(lateness: request.order.lateness), rules: rules)
    }
}

extension StopOrder {
    /// What of the lateness is to be small.
    var lateness: TourGoal.Lateness { latenessObjective == .count ? .count : .sum }
}
