// The best order of the stops of a route, by the room Sequencing.

import RouteAPI
import Sequencing

/// Finds the best order of the stops of a route under the rules of the request.
struct BestSequence {
    let request: Shared<ResolvedRequest>
    /// The service time at each stop, in milliseconds.
    let services: [Int64]
    /// The time window of each stop, as instants.
    let windows: [(start: Int64, end: Int64)?]
    /// The search costs between the stops, and the milliseconds if they differ from these.
    let table: DoorTable
    /// The milliseconds that the route should take at most.
    let longest: Int64?
    /// The break of the route.
    let pause: Schedule.Pause?
    let rules: PlaceRules
    let control: SolveControl
    /// The share of the usual effort that the search may take.
    let share: Double

    /// The most seconds of a search, unless the answer must be the same on every machine.
    private static let seconds = 1.0

    /// An order, and why it is late if it is.
    struct Found {
        /// The positions of the stops in the order of visits.
        var order: [Int]
        /// The positions of a few stops of which no order keeps the windows.
        var conflict: [Int] = []
    }

    /// Finds the best order; `nil` when no order connects all stops.
    ///
    /// The first and the last stop keep their positions if they are preserved.
    func find() -> Found? {
        let last = table.doors.count - 1
        let problem = TourProblem(
            costs: table.costs, times: table.times, doors: table.doors,
            firstStop: request.order.preservesFirst ? 0 : nil,
            lastStop: request.order.preservesLast && (last > 0 || !request.order.preservesFirst)
                ? last : nil,
            services: services,
            windows: windows.map { $0.map { TimeWindow(opens: $0.start, closes: $0.end) } },
            start: request.clock.start, departureFloats: request.order.startFloats,
            goal: TourGoal(lateness: request.order.latenessObjective == .count ? .count : .sum),
            rules: TourRules(
                pause: pause.map {
                    TourBreak(
                        duration: $0.milliseconds,
                        window: TimeWindow(opens: $0.opens, closes: $0.closes))
                }, longestTime: longest, predecessors: rules.predecessors,
                positions: rules.positions))
        var effort = TourEffort.standard(for: problem)
        if !request.isDeterministic { effort = effort.limited(toSeconds: Self.seconds) }
        let tour = problem.bestTour(effort: effort.scaled(by: share), proves: false) {
            control.shouldStop
        }
        guard let tour else { return nil }
        return Found(
            order: tour.order,
            conflict: tour.cost.violation > 0 ? problem.conflict() ?? [] : [])
    }
}
