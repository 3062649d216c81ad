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
    private static let maximumSteps = 1_500

    /// Trials that are still allowed.
    private(set) var remaining = 150
    private let layer: AnalysisLayer
    /// What the request itself was prepared as.
    private let base: PreparedAnalysis
    private let preparation: Preparation
    private let monitor: SolveMonitor

    /// Prepares trials that together take no longer than `seconds`, and usually much less: what
    /// bounds them is the number of steps of their searches, which is the same each time.
    init(
        of prepared: PreparedAnalysis, on layer: AnalysisLayer, control whole: SolveControl,
        seconds: Double = 5
    ) {
        let control = SolveControl(
            partOf: whole, timeLimitSeconds: seconds, maximumSteps: Self.maximumSteps)
        base = prepared
        // Barriers that are left out for a trial are not worth keeping for requests.
        self.layer = layer.withoutKeptBarriers
        preparation = Preparation(
            layer: self.layer, metrics: .trial(TrialMetrics()), control: control, explains: false)
        monitor = SolveMonitor(control: control)
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
        guard let prepared = prepare(asked, rows) else { return isGivenUp ? .givenUp : .refused }
        guard prepared.stops.allSatisfy(\.isValid), prepared.stops.count >= 2,
            let group = RouteGroups.make(of: prepared.stops).first
        else { return .refused }
        let finder = RouteFinder(of: prepared, on: layer, control: preparation.control)
        // A metric of the trial's own will not be asked for again.
        let isShared = prepared.metric.key == base.metric.key
        do throws(ChainFailure) {
            return .route(
                try layer.engine.withRouter(
                    prepared.costs, by: isShared ? .quickest : .plainSearch, monitor: monitor
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
        prepare(parameters, [row])?.stops.first
    }

    private mutating func prepare(
        _ parameters: RouteParameters, _ rows: [Int]
    ) -> PreparedAnalysis? {
        guard !isGivenUp else { return nil }
        remaining -= 1
        do throws(RouteRequestError) {
            var request = try layer.reader(conditions: base.request.settings.key.conditions).read(
                Self.narrowed(parameters, to: rows), minimumStops: 0)
            if var period = TravelPeriod(of: request, on: layer.network) {
                _ = period.extendFully()
                request = period.begin(request)
            }
            return try preparation.prepare(request, reusing: base)
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
