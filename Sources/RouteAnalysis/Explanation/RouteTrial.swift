// A request solved once more with something changed, to see whether the change helps.

import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves one route of a request again and again, each time with other changes.
///
/// A trial goes through the same door as a request: it is read, its barriers are resolved and its
/// stops placed anew. What helps in a trial therefore helps when the caller asks again.
struct RouteTrial {
    /// What came of a trial.
    enum Outcome {
        case route(SolvedRoute)
        /// No path joins two stops, given as rows of the request.
        case noWay(from: Int, to: Int)
        /// Some stops could not be placed, or the request cannot be read.
        case refused
        /// The trials have used up what they may.
        case givenUp

        /// Whether a route was found.
        var isRoute: Bool { if case .route = self { true } else { false } }
    }

    /// How often searches may ask whether to go on. Each question stands for 4,096 steps: six
    /// million in all, two seconds or three.
    private static let mostQuestions = 1_500

    /// Trials that are still allowed.
    private(set) var remaining = 150
    private let solver: RouteSolver
    private let monitor: SolveMonitor
    /// Metrics at hand: the request's, and the one made last.
    private var metrics: [Metric]

    /// Prepares trials that together take no longer than `seconds`, and usually much less: what
    /// bounds them is the number of steps of their searches, which is the same each time.
    init(solver: RouteSolver, metric: Metric, seconds: Double = 5) {
        let control = SolveControl(
            partOf: solver.control, timeLimitSeconds: seconds, mostQuestions: Self.mostQuestions)
        self.solver = RouteSolver(
            engine: solver.engine, layer: solver.layer, barriers: BarrierCache(),
            selections: solver.selections, control: control)
        monitor = SolveMonitor(control: control)
        metrics = [metric]
    }

    /// Whether no more trials are allowed.
    var isGivenUp: Bool { remaining <= 0 || monitor.shouldStop }

    /// Solves the route through some rows of the stops, in their given order.
    ///
    /// - Parameter keepingTime: Whether time windows and the freedom of the order count.
    mutating func solve(
        _ parameters: RouteParameters, through rows: [Int], keepingTime: Bool = false
    ) -> Outcome {
        let asked = keepingTime ? parameters : parameters.withoutTime
        guard let placed = place(asked, rows) else { return isGivenUp ? .givenUp : .refused }
        guard placed.stops.allSatisfy(\.isValid), placed.stops.count >= 2,
            let group = RouteGroups.make(of: placed.stops).first
        else { return .refused }
        let finder = RouteFinder(
            engine: solver.engine, request: placed.request, costs: placed.costs,
            barriers: placed.barriers, stops: placed.stops, control: solver.control,
            limits: solver.layer.limits)
        // A metric of the trial's own will not be asked for again.
        let isShared = placed.costs.metric.key == metrics[0].key
        do throws(ChainFailure) {
            return .route(
                try solver.engine.withRouter(
                    placed.costs, by: isShared ? .quickest : .plainSearch, monitor: monitor
                ) {
                    (router) throws(ChainFailure) in
                    var chain = LegChain(router: router, monitor: monitor)
                    return try finder.search(group.stops, group, &chain)
                })
        } catch {
            switch error {
            case .stopped: return .givenUp
            case .unreachable(let position, _), .tooFar(let position, _):
                return .noWay(
                    from: rows[group.stops[position]], to: rows[group.stops[position + 1]])
            }
        }
    }

    /// Places one row of the stops.
    mutating func place(_ parameters: RouteParameters, row: Int) -> LocatedStop? {
        place(parameters, [row])?.stops.first
    }

    private struct Placed {
        var request: Shared<RouteRequest>
        var barriers: ResolvedBarriers
        var costs: RequestCosts
        var stops: [LocatedStop]
    }

    private mutating func place(_ parameters: RouteParameters, _ rows: [Int]) -> Placed? {
        guard !isGivenUp else { return nil }
        remaining -= 1
        do throws(RouteRequestError) {
            var request = try solver.reader.read(
                Self.narrowed(parameters, to: rows), minimumStops: 0)
            if var period = TravelPeriod(of: request, on: solver.network) {
                _ = period.extendFully()
                request = try solver.reader.read(request, during: period)
            }
            let metric = metric(request.settings.key)
            let barriers = try solver.resolveBarriers(of: request, under: metric)
            let costs = try solver.costs(of: request, under: metric, barriers.effects)
            let stops = try solver.place(
                request, under: costs, barriers.effects, explains: false)
            return Placed(request: request, barriers: barriers, costs: costs, stops: stops)
        } catch {
            return nil
        }
    }

    /// The request for some stops alone, without anything that has no say in whether there is a
    /// path.
    private static func narrowed(
        _ parameters: RouteParameters, to rows: [Int]
    ) -> RouteParameters {
        var narrowed = parameters
        let all = parameters.stops?.features.features ?? []
        narrowed.stops?.features.features = rows.filter(all.indices.contains).map { all[$0] }
        narrowed.ignoreInvalidLocations = true
        narrowed.returnQuanta = false
        return narrowed
    }

    private mutating func metric(_ key: MetricKey) -> Metric {
        if let known = metrics.first(where: { $0.key == key }) { return known }
        // Not by the engine's cache: what is tried once shall not drive out what is used.
        let made = Metric(key: key, network: solver.engine.network)
        metrics = [metrics[0], made]
        return made
    }
}

extension RouteParameters {
    /// The request with its stops in the given order, whenever they are reached.
    fileprivate var withoutTime: RouteParameters {
        var timeless = self
        timeless.findBestSequence = false
        timeless.useTimeWindows = false
        return timeless
    }
}
