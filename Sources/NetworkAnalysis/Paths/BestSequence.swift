// The best order of the stops of a route, by the room Sequencing.

import RouteAPI
import Sequencing

/// Finds the best order of the stops of a route under the rules of the request.
struct BestSequence {
    let request: Shared<ResolvedRequest>
    /// The service time at each stop, in milliseconds.
    let services: [Int64]
    /// The time windows of each stop, as instants.
    let windows: [[TimeWindow]]
    /// The search costs between the stops, and the milliseconds if they differ from these.
    let table: DoorTable
    /// Whether the first and the last stop keep their positions.
    let ends: (first: Bool, last: Bool)
    /// The rules about the times of the route.
    let clockRules: TourRules
    /// What the stops say about their places.
    let places: PlaceRules
    let control: SolveControl
    /// The share of the usual effort that the search may take.
    let share: Double

    /// An order, and what is known of others.
    struct Found {
        /// The positions of the stops in the order of visits.
        var order: [Int]
        /// The positions of a few stops of which no order keeps the windows.
        var conflict: [Int] = []
        /// What no order costs less than, waiting and service included where orders are timed;
        /// `nil` where that is not known.
        var bound: Int64?
        /// The lateness of the order if it is proven to be the best.
        var provenViolation: Int64?
        /// Whether windows, a break or a longest time count.
        var isTimed = false
    }

    /// Finds the best order; `nil` when no order connects all stops.
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

    /// An order of as many of the stops as are reached in time: the order given, or another one
    /// where the request looks for the best.
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
