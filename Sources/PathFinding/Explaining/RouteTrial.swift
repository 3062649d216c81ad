// Solves a changed request, to find out whether the change helps.

import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Solves one route several times, each time with other changes.
///
/// A trial runs the same stages as a request: it reads the changed request, resolves its barriers
/// and places its stops. So a change that helps in a trial also helps when the caller sends the
/// changed request.
struct RouteTrial {
    enum Outcome {
        case route(SolvedRoute)
        /// No path connects two stops, given as rows in the request.
        case noPath(from: Int, to: Int)
        /// Some stops cannot be placed, or the request cannot be read.
        case refused
        /// The limit on trials or on their steps is reached.
        case givenUp

        var isRoute: Bool { if case .route = self { true } else { false } }
    }

    /// How often searches may check whether to stop. They check every 4,096 steps, so the limit is
    /// six million steps, or two to three seconds.
    private static let maximumSteps = 1_500

    /// The number of trials left.
    private(set) var remaining = 150
    private let layer: AnalysisLayer
    /// The original request, prepared.
    private let base: PreparedAnalysis
    private let preparation: RequestPreparation
    private let monitor: SolveMonitor

    /// Prepares trials that together take at most `seconds`, and usually much less: they are
    /// limited by search steps, whose number is the same in every run.
    init(
        of prepared: PreparedAnalysis, on layer: AnalysisLayer, control whole: SolveControl,
        seconds: Double = 5
    ) {
        let control = SolveControl(
            partOf: whole, timeLimitSeconds: seconds, maximumSteps: Self.maximumSteps)
        base = prepared
        // A trial's barriers must not replace request barriers in the cache.
        self.layer = layer.withoutKeptBarriers
        preparation = RequestPreparation(
            layer: self.layer, metrics: .trial(TrialMetrics()), control: control, explains: false)
        monitor = SolveMonitor(control: control)
    }

    /// Whether no more trials are allowed.
    var isGivenUp: Bool { remaining <= 0 || monitor.shouldStop }

    /// Solves the route through some stop rows, in their given order.
    ///
    /// - Parameters:
    ///   - keepingTime: Whether to respect time windows and find the best order.
    ///   - ignoringTurnRules: Whether to allow forbidden turns.
    mutating func solve(
        _ parameters: RouteParameters, through rows: [Int], keepingTime: Bool = false,
        ignoringTurnRules: Bool = false
    ) -> Outcome {
        let trial = keepingTime ? parameters : parameters.withoutTime
        guard let prepared = prepare(trial, rows, ignoringTurnRules) else {
            return isGivenUp ? .givenUp : .refused
        }
        guard prepared.stops.allSatisfy(\.isValid), prepared.stops.count >= 2,
            let group = RouteGroups.make(of: prepared.stops).first
        else { return .refused }
        let finder = RouteFinder(of: prepared, on: layer, control: preparation.control)
        // A metric for this trial alone is not worth a hierarchy.
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
                return .noPath(
                    from: rows[group.stops[position]], to: rows[group.stops[position + 1]])
            }
        }
    }

    /// Solves the route through some stop rows, with the request's lifted rules.
    mutating func solve(_ relaxed: RelaxedRequest, through rows: [Int]) -> Outcome {
        solve(
            relaxed.parameters, through: rows, ignoringTurnRules: relaxed.ignoresTurnRules)
    }

    /// Places one stop row; returns `nil` if the request cannot be read or prepared.
    mutating func place(_ parameters: RouteParameters, row: Int) -> LocatedStop? {
        prepare(parameters, [row])?.stops.first
    }

    private mutating func prepare(
        _ parameters: RouteParameters, _ rows: [Int], _ ignoresTurnRules: Bool = false
    ) -> PreparedAnalysis? {
        guard !isGivenUp else { return nil }
        remaining -= 1
        do throws(RouteRequestError) {
            var reader = layer.reader(
                conditions: base.request.settings.key.conditions,
                traffic: .same(base.request.traffic))
            reader.ignoresTurnRules = ignoresTurnRules
            var request = try reader.read(Self.narrowed(parameters, to: rows), minimumStops: 0)
            if request.clock.start != nil,
                var period = TravelPeriod(of: request, on: layer.network)
            {
                _ = period.extendFully()
                request = period.begin(request)
            }
            return try preparation.prepare(request, reusing: base)
        } catch {
            return nil
        }
    }

    /// Narrows the request to some stops, and drops parameters that cannot affect whether there is
    /// a path.
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
    /// The request with its stops in the given order, without time windows.
    fileprivate var withoutTime: RouteParameters {
        var timeless = self
        timeless.findBestSequence = false
        timeless.useTimeWindows = false
        return timeless
    }
}
