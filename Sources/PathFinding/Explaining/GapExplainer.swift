// Explains why two stops have no path between them, by searching again with rules lifted.

import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Finds the rules that prevent a path, leg by leg.
///
/// A leg is searched again together with the stops before it, because the direction in which a stop
/// is reached may decide how it is left. First each rule is lifted alone, from the smallest change
/// to the greatest. If none is enough, all rules are lifted and put back one by one, from the
/// greatest change to the smallest, until only needed ones stay lifted. Rules that no driver may
/// break are lifted last, and only to show the cause.
///
/// ``StopExplainer`` does the same for stops without a place, and ``RouteExplainer`` calls both.
/// The rules come from ``RelaxationTable`` and ``BlockingBarriers``; each search is a
/// ``RouteTrial``, which bounds the total effort and reports when it gives up.
struct GapExplainer {
    /// The most gaps to explain in one route.
    static let mostGaps = 6
    /// How many stops are searched again for a leg.
    static let windowLength = 8
    /// The most stops of a route that is searched as a whole for one rule to lift.
    static let mostWhole = 32

    var table: RelaxationTable
    let blocking: BlockingBarriers
    let metric: Metric
    let stops: [LocatedStop]

    /// A gap with the rules to lift for it; no rules if no change helps.
    struct Explained {
        var from: Int
        var to: Int
        var steps: [RelaxedRequest.Step]
    }

    /// What was found for a route.
    struct Findings {
        var gaps: [Explained] = []
        /// The request with every rule lifted that prevented the route.
        var relaxed: RelaxedRequest
        /// Whether that request has a route.
        var isClosed = false
        /// Whether the search gave up.
        var isGivenUp = false
        /// A travel mode that has a route, if no change may be suggested.
        var instead: RelaxedRequest.Step?

        /// Whether the changes may be suggested.
        var isAdvised: Bool {
            gaps.allSatisfy { $0.steps.allSatisfy(\.relaxation.isAdvised) }
        }
    }

    /// Closes a route's gaps one after the other.
    ///
    /// - Parameters:
    ///   - rows: The route's stops in order.
    ///   - known: A gap found earlier, if any.
    func close(
        _ rows: [Int], of request: RelaxedRequest, known: (from: Int, to: Int)?,
        _ trial: inout RouteTrial
    ) -> Findings {
        var findings = lifting(rows, of: request, known: known, &trial)
        let isStuck = findings.gaps.last.map(\.steps.isEmpty) ?? false
        // A walking travel mode does not explain a missing place.
        guard !findings.isGivenUp, !table.keepsPlaces, isStuck || !findings.isAdvised else {
            return findings
        }
        for mode in table.walking {
            guard let changed = request.lifting(mode),
                case .route(let route) = trial.solve(changed, through: rows),
                table.meters(of: route) <= RelaxationTable.farthestWalkMeters
            else { continue }
            findings.instead = changed.steps.last
            break
        }
        return findings
    }

    private func lifting(
        _ rows: [Int], of request: RelaxedRequest, known: (from: Int, to: Int)?,
        _ trial: inout RouteTrial
    ) -> Findings {
        var findings = Findings(relaxed: request)
        var next = known.map { RouteTrial.Outcome.noPath(from: $0.from, to: $0.to) }
        for _ in 0..<Self.mostGaps {
            switch next ?? trial.solve(findings.relaxed, through: rows) {
            case .route:
                findings.isClosed = true
                return findings
            case .refused: return findings
            case .givenUp:
                findings.isGivenUp = true
                return findings
            case .noPath(let from, let to):
                // The same gap again: the last search's window was too short.
                let isAgain = findings.gaps.last?.to == to
                let last = (rows.firstIndex(of: to) ?? 0)
                let first = isAgain ? 0 : max(0, last - Self.windowLength + 1)
                let window = Array(rows[first...last])
                var lifted: RelaxedRequest?
                // One rule may prevent several legs.
                if findings.gaps.isEmpty, window != rows, rows.count <= Self.mostWhole {
                    lifted = oneLifting(through: rows, findings.relaxed, &trial).lifted
                }
                lifted = lifted ?? liftings(through: window, findings.relaxed, &trial)
                let steps = Array(lifted?.steps.dropFirst(findings.relaxed.steps.count) ?? [])
                findings.gaps.append(Explained(from: from, to: to, steps: steps))
                guard let lifted else {
                    findings.isGivenUp = trial.isGivenUp
                    return findings
                }
                findings.relaxed = lifted
                next = nil
            }
        }
        return findings
    }

    /// Lifts one rule so that some stops have a route. Returns that request, or `nil`, and what was
    /// found about barriers in case several must be left out.
    private func oneLifting(
        through window: [Int], _ request: RelaxedRequest, _ trial: inout RouteTrial
    ) -> (lifted: RelaxedRequest?, barriers: BlockingBarriers.Findings) {
        var probe = trial
        defer { trial = probe }
        func solve(_ relaxed: RelaxedRequest) -> RouteTrial.Outcome {
            probe.solve(relaxed, through: window)
        }
        let barrier = blocking.single(request, solve)
        if let single = barrier.single { return (request.lifting(single), barrier) }
        for small in smallRelaxations(window) {
            guard let small, let relaxed = request.lifting(small) else { continue }
            if solve(relaxed).isRoute { return (relaxed, barrier) }
        }
        if let later = table.laterStart(of: request, solve) {
            return (request.lifting(later), barrier)
        }
        if let traffic = table.traffic, let relaxed = request.lifting(traffic),
            solve(relaxed).isRoute
        {
            return (relaxed, barrier)
        }
        if isCutOff(window), let tolerance = mainland(request, solve),
            let relaxed = request.lifting(tolerance), solve(relaxed).isRoute
        {
            return (relaxed, barrier)
        }
        return (nil, barrier)
    }

    /// Returns the request with the smallest change that gives some stops a route; `nil` if no
    /// change helps.
    private func liftings(
        through window: [Int], _ request: RelaxedRequest, _ trial: inout RouteTrial
    ) -> RelaxedRequest? {
        let one = oneLifting(through: window, request, &trial)
        if let lifted = one.lifted { return lifted }
        var probe = trial
        defer { trial = probe }
        func solve(_ relaxed: RelaxedRequest) -> RouteTrial.Outcome {
            probe.solve(relaxed, through: window)
        }
        if let several = blocking.several(one.barriers, request, solve) {
            return request.lifting(several)
        }
        let restrictions = table.restrictions
        let avoidances = restrictions.filter(\.isAdvised)
        for avoidance in avoidances {
            guard let relaxed = request.lifting(avoidance) else { continue }
            if solve(relaxed).isRoute { return relaxed }
        }
        if let least = leastOfAll(window, request, avoidances, solve) { return least }
        // Without the condition, connected streets may be beyond the tolerance.
        if let free = table.condition.flatMap({ request.lifting($0) }),
            let tolerance = mainland(free, solve),
            let relaxed = free.lifting(tolerance), solve(relaxed).isRoute
        {
            return relaxed
        }
        // These rules only show the cause: no driver may break them.
        for rule in [table.turnRules] + restrictions.filter({ !$0.isAdvised }) {
            guard let relaxed = request.lifting(rule), case .route(let route) = solve(relaxed)
            else { continue }
            return named(relaxed, on: route)
        }
        let rules = avoidances + [table.turnRules] + restrictions.filter { !$0.isAdvised }
        guard let least = leastOfAll(window, request, rules, solve) else {
            return movingStops(request, solve)
        }
        guard least.ignoresTurnRules, case .route(let route) = solve(least) else { return least }
        return named(least, on: route)
    }

    /// Names the turn restrictions that close every path, as the relaxed request's route shows.
    private func named(_ relaxed: RelaxedRequest, on route: SolvedRoute) -> RelaxedRequest {
        guard relaxed.ignoresTurnRules else { return relaxed }
        let cut = TurnCut(network: table.network, metric: metric)
        let turns = route.legs.flatMap { cut.turns(closing: $0.path) }
        return relaxed.claiming(ofTurnRules: table.claim(of: turns))
    }

    /// Returns the smallest changes: U-turns, the curb approach at either end, moving cut-off
    /// stops, and the street condition.
    private func smallRelaxations(_ window: [Int]) -> [Relaxation?] {
        [table.uTurns] + window.suffix(2).map { table.curb(of: $0) }
            + [isCutOff(window) ? table.relocation : nil, table.condition]
    }

    /// Whether some stop cannot be left, or cannot be reached, even without barriers. Only then are
    /// its streets the cause: otherwise moving the stop would give a route whatever prevents one.
    private func isCutOff(_ window: [Int]) -> Bool {
        var probe = ReachProbe(network: table.network, metric: metric)
        func isConnected(_ row: Int, _ side: ReachProbe.Side) -> Bool {
            LegChain.usable(stops[row]).contains { probe.isConnected($0.edge.row, side) }
        }
        return window.dropLast().contains { !isConnected($0, .ahead) }
            || window.dropFirst().contains { !isConnected($0, .behind) }
    }

    /// Moves stops to connected streets, to distant ones if necessary.
    private func movingStops(
        _ request: RelaxedRequest, _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> RelaxedRequest? {
        if let near = table.relocation.flatMap({ request.lifting($0) }), solve(near).isRoute {
            return near
        }
        guard let far = mainland(request, solve).flatMap({ request.lifting($0) }),
            solve(far).isRoute
        else { return nil }
        return far
    }

    /// Finds how far a stop must be allowed to move to reach connected streets.
    private func mainland(
        _ request: RelaxedRequest, _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> Relaxation? {
        let base = table.relocation.flatMap { request.lifting($0) } ?? request
        let tolerance = table.toleranceMeters(of: base).formattedForMessage
        let claim = "the streets within \(tolerance) m are not connected with other streets"
        let far = table.tolerance(table.layer.maximumToleranceMeters, claim: claim)
        guard let wide = base.lifting(far), case .route(let route) = solve(wide),
            let meters = route.moved.values.compactMap(\.place?.distanceMeters).max()
        else { return nil }
        return table.movingTolerance(meters, claim: claim)
    }

    /// Lifts all rules, then puts back the unneeded ones.
    private func leastOfAll(
        _ window: [Int], _ request: RelaxedRequest, _ restrictions: [Relaxation],
        _ solve: (RelaxedRequest) -> RouteTrial.Outcome
    ) -> RelaxedRequest? {
        let barriers = blocking.references.filter { !request.removed.contains($0) }
        var rules: [Relaxation] = [table.uTurns].compactMap(\.self)
        rules += window.compactMap { table.curb(of: $0) }
        if isCutOff(window) { rules += [table.relocation].compactMap(\.self) }
        rules += [table.condition, table.traffic].compactMap(\.self)
        if !barriers.isEmpty { rules.append(BlockingBarriers.removing(barriers)) }
        rules += restrictions
        guard solve(request.lifting(rules)).isRoute else { return nil }
        for index in rules.indices.reversed() {
            var fewer = rules
            fewer.remove(at: index)
            if solve(request.lifting(fewer)).isRoute { rules = fewer }
        }
        guard let place = rules.firstIndex(where: { $0.cause == .cutOffByBarriers }) else {
            return request.lifting(rules)
        }
        // If a few barriers are enough, do not leave out all.
        rules.remove(at: place)
        let others = request.lifting(rules)
        let seen = blocking.single(others, solve)
        let least = seen.single ?? blocking.several(seen, others, solve)
        return others.lifting(least ?? BlockingBarriers.removing(barriers))
    }
}
