// Start here: why stops are not visited. StopExplainer explains stops without a place, GapExplainer
// legs without a path; both search again with rules from RelaxationTable lifted, as a RouteTrial.

import Geo
package import Preparation
import RoadNetwork
package import RouteAPI
import RoutingEngine

/// Explains the stops in one request that are not visited, or visited too late.
///
/// A refused or partial answer should say what would work. The explainer therefore changes the
/// request, solves it again, and reports a change only if the trial finds a route. It works in this
/// order:
///
/// 1. For a missing route, ``GapExplainer`` lifts rules until the valid stops are connected.
/// 2. For each stop without a place, ``StopExplainer`` lifts rules until the stop can be placed, on
///    top of the rules lifted so far.
/// 3. If both succeed, the gaps to the newly placed stops are closed as well.
/// 4. For found routes, it explains stops left out, stops reached late (``LatenessExplainer``), and
///    moved stops if the request asks for that.
///
/// Every change comes with a cause, a sentence and, if a request can make it, the parameter to
/// send. All trials share one ``RouteTrial``, which limits their number, steps and time; when it
/// gives up, the reason says so. Solvers for routes and matrices call this type only after a solve
/// has failed or left stops out.
package struct RouteExplainer {
    /// The most stops without a place to explain.
    private static let mostStops = 32
    /// The most routes with late stops to explain, and the most with moved stops.
    private static let mostRoutes = 8
    /// The most edges in a pocket to report, and the most points on them.
    private static let mostPocketEdges = 512
    private static let mostPocketPoints = 4_096

    /// What was found for one group.
    package struct Findings {
        package var reasons: [Reason] = []
        /// For a missing route, a sentence with the two stops, the cause and what would work.
        package var sentence: String?
    }

    private let parameters: RouteParameters
    private let request: Shared<ResolvedRequest>
    private let stops: [LocatedStop]
    private let metric: Metric
    private let costs: RequestCosts
    private let network: NetworkDataset
    private let table: RelaxationTable
    private let blocking: BlockingBarriers
    private let locator: StopLocator
    private var trial: RouteTrial
    private var stopsLeft = mostStops

    package init(of prepared: PreparedAnalysis, on layer: AnalysisLayer, control: SolveControl) {
        request = prepared.request
        parameters = prepared.request.parameters
        stops = prepared.stops
        metric = prepared.metric
        costs = prepared.costs
        network = layer.network
        table = RelaxationTable(
            network: network, layer: layer.defaults, request: request, stops: stops)
        blocking = BlockingBarriers(network: network, barriers: prepared.barriers)
        locator = StopLocator(
            costs: prepared.costs, barriers: prepared.barriers.effects, control: control)
        trial = RouteTrial(of: prepared, on: layer, control: control)
    }

    /// Explains the groups' missing routes, and the stops that found routes leave out or reach too
    /// late.
    ///
    /// - Returns: Errors for the missing routes, with their causes.
    package mutating func explain(
        _ groups: [RouteGroup], _ failures: [Int: RouteFailure], _ found: inout FoundRoutes
    ) -> [RouteRequestError] {
        var errors: [RouteRequestError] = []
        for (index, group) in groups.enumerated() {
            let failure = failures[index]
            let findings = explain(group, gap: failure?.gap)
            found.reasons += findings.reasons
            guard var error = failure?.error else { continue }
            if let gap = failure?.gap, let sentence = findings.sentence {
                error.details = [
                    "No solution found.", "No route for \"\(gap.routeName)\": \(sentence)",
                ]
            }
            errors.append(error)
        }
        // If some stops name a route, stops without a name belong to none.
        let visited = Set(groups.flatMap(\.stops))
        let left = stops.indices.filter { !visited.contains($0) }
        found.reasons += explainPlaces(of: RouteGroup(name: nil, stops: left))
        for route in found.routes {
            let left = explainLeftOut(of: route)
            found.reasons += left.reasons
            found.messages += left.sentences.map { Message(.warning, $0) }
        }
        for route in found.routes.prefix(Self.mostRoutes) {
            let late = explainLateness(of: route)
            found.reasons += late
            found.messages += late.map { Message(.warning, $0.text) }
        }
        if request.explainsMoves {
            let moved = found.routes.filter { !$0.moved.isEmpty }
            found.reasons += moved.prefix(Self.mostRoutes).flatMap { explainMoves(of: $0) }
        }
        return errors
    }

    /// Explains one group: its stops without a place, and its route if that is missing.
    package mutating func explain(_ group: RouteGroup, gap: RouteGap?) -> Findings {
        let valid = group.stops.filter { stops[$0].isValid }
        var findings = Findings()
        var relaxed = RelaxedRequest(parameters)
        var isClosed = true
        if let gap {
            let found = close(valid, relaxed, gap)
            findings.sentence = sentence(found, gap)
            findings.reasons += reasons(found, routeName: gap.routeName)
            isClosed = found.isClosed
            if isClosed { relaxed = found.relaxed }
        }
        let placed = place(group, &relaxed, &findings)
        guard isClosed, !placed.isEmpty, group.stops.count >= 2 else { return findings }
        let visited = group.stops.filter { stops[$0].isValid || placed.contains($0) }
        let rest = gapExplainer.close(visited, of: relaxed, known: nil, &trial)
        findings.reasons += reasons(rest, routeName: group.name ?? gap?.routeName)
        return findings
    }

    /// Explains the stops a route reaches after their time windows.
    private mutating func explainLateness(of route: SolvedRoute) -> [Reason] {
        LatenessExplainer(parameters: parameters, request: request, stops: stops)
            .reasons(for: route, &trial)
    }

    /// Explains why a route's stops had to move: what closes the legs between their closest
    /// streets.
    private mutating func explainMoves(of route: SolvedRoute) -> [Reason] {
        var explainer = gapExplainer
        explainer.table.keepsPlaces = true
        let request = RelaxedRequest(table.keepingPlaces(parameters))
        let found = explainer.close(route.stops, of: request, known: nil, &trial)
        return reasons(found, routeName: route.name).map { reason in
            var own = reason
            own.text = "If no stop moves, " + Sentence.continued(reason.text)
            return own
        }
    }

    /// Explains the stops a route leaves out: a sentence for each, and reasons for the first few.
    private mutating func explainLeftOut(
        of route: SolvedRoute
    ) -> (reasons: [Reason], sentences: [String]) {
        var all: [Reason] = []
        var sentences: [String] = []
        for left in route.leftOut {
            var clause = "no path connects it with the other stops."
            if stopsLeft > 0 {
                stopsLeft -= 1
                let gap = left.gap
                let found = gapExplainer.close(
                    gap.order, of: RelaxedRequest(parameters), known: (gap.from, gap.to), &trial)
                all += reasons(found, routeName: gap.routeName).map { reason in
                    // The reason is about the stop left out, not about the next one.
                    guard reason.stop.row != stops[left.stop].input.index else { return reason }
                    var own = reason
                    own.stop = stops[left.stop].input.reference
                    own.from = nil
                    return own
                }
                clause = sentence(found, gap) ?? clause
            }
            sentences.append(
                Sentence.begun(
                    "\(label(left.stop)) was left out of the route \"\(route.name)\": \(clause)"))
        }
        return (all, sentences)
    }

    /// Explains a group's stops without a place, without checking whether they are reachable.
    package mutating func explainPlaces(of group: RouteGroup) -> [Reason] {
        var relaxed = RelaxedRequest(parameters)
        var findings = Findings()
        _ = place(group, &relaxed, &findings)
        return findings.reasons
    }

    private var gapExplainer: GapExplainer {
        GapExplainer(table: table, blocking: blocking, metric: metric, stops: stops)
    }

    private mutating func close(
        _ rows: [Int], _ relaxed: RelaxedRequest, _ gap: RouteGap
    ) -> GapExplainer.Findings {
        if gap.isTooFar { return GapExplainer.Findings(relaxed: relaxed) }
        // A gap in a better order is not one in the given order.
        let known = gap.order == rows ? (gap.from, gap.to) : nil
        return gapExplainer.close(rows, of: relaxed, known: known, &trial)
    }

    /// Explains a group's stops without a place.
    ///
    /// - Returns: The stops that have a place after the changes.
    private mutating func place(
        _ group: RouteGroup, _ relaxed: inout RelaxedRequest, _ findings: inout Findings
    ) -> Set<Int> {
        var placed: Set<Int> = []
        let explainer = StopExplainer(table: table, blocking: blocking, locator: locator)
        for row in group.stops where !stops[row].isValid && stopsLeft > 0 {
            stopsLeft -= 1
            let found = explainer.explain(stops[row], of: relaxed, &trial)
            findings.reasons += reasons(found, row, routeName: group.name)
            if let lifted = found.relaxed {
                relaxed = lifted
                placed.insert(row)
            }
        }
        return placed
    }
}

extension RouteExplainer {
    private func reasons(
        _ found: StopExplainer.Findings, _ row: Int, routeName: String?
    ) -> [Reason] {
        let stop = stops[row]
        let steps = found.steps
        var text = [stop.problem, found.remark].compactMap(\.self)
        let remedies = steps.map(\.relaxation.remedy).joined(separator: " and ")
        let isAdvised = steps.allSatisfy(\.relaxation.isAdvised)
        if isAdvised, steps.contains(where: { !Self.isStated($0.relaxation, of: stop) }) {
            text.append(Sentence.begun("\(remedies) would place it."))
        }
        var reason = Reason(
            trial.isGivenUp && steps.isEmpty && found.cause == .tooFar
                ? .notExamined : found.cause, text.joined(separator: " "),
            stop: stop.input.reference)
        reason.routeName = routeName
        reason.restrictions = found.restrictions
        reason.barriers = found.barriers
        reason.distanceMeters = found.distanceMeters
        reason.toleranceMeters =
            stop.status == .notLocated && !stop.input.isOutsideExtent
            ? request.placing.settings.toleranceMeters : nil
        guard !steps.isEmpty, isAdvised else { return [reason] }
        return steps.map { step in
            var part = reason
            part.change = Self.possible(step)
            // If two rules are lifted, report the condition as a cause on its own.
            if step.relaxation.cause == .streetCondition, steps.count > 1 {
                part.cause = .streetCondition
                part.restrictions = []
                part.barriers = []
            } else if part.cause == .streetCondition, steps.count > 1 {
                part.cause = step.relaxation.cause
            }
            return part
        }
    }

    /// Returns a step's change if a request can make it.
    private static func possible(_ step: RelaxedRequest.Step) -> RequestChange? {
        step.change.flatMap { $0.isPossible ? $0 : nil }
    }

    /// Whether the stop's problem already states what would help.
    private static func isStated(_ relaxation: Relaxation, of stop: LocatedStop) -> Bool {
        switch relaxation.cause {
        case .tooFar, .bearing, .curbApproach: true
        case .streetCondition: false
        default:
            stop.status == .elementNotTraversable && relaxation.restrictions.isEmpty
                && relaxation.barriers.isEmpty
        }
    }

    private func reasons(_ found: GapExplainer.Findings, routeName: String?) -> [Reason] {
        let count = found.gaps.reduce(0) { $0 + $1.steps.count }
        return found.gaps.flatMap { gap -> [Reason] in
            guard !gap.steps.isEmpty else { return [unexplained(gap, found, routeName)] }
            return gap.steps.map { step in
                let relaxation = step.relaxation
                var reason = Reason(
                    cause(of: relaxation, gap),
                    Sentence.begun(
                        claim(of: relaxation, gap)
                            + remedy(of: relaxation, found, isOneOf: count)),
                    stop: stops[gap.to].input.reference)
                reason.from = stops[gap.from].input.reference
                reason.routeName = routeName
                reason.barriers = relaxation.barriers
                reason.restrictions = relaxation.restrictions
                reason.distanceMeters = relaxation.distanceMeters
                reason.toleranceMeters = relaxation.toleranceMeters
                if !found.isAdvised {
                    reason.change = found.instead?.change
                } else if found.isClosed {
                    reason.change = Self.possible(step)
                }
                if reason.cause == .otherComponent { reason.components = components(gap) }
                if reason.cause == .cutOffByBarriers { reason.pocket = pocket(gap) }
                return reason
            }
        }
    }

    /// Returns the streets that barriers shut in around one end of a gap, as lines: around the end
    /// that reaches fewer; none if both reach many.
    private func pocket(_ gap: GapExplainer.Explained) -> [[Coordinate]] {
        let probe = ReachProbe(costs, minimumEdgeCount: Self.mostPocketEdges)
        func edges(_ row: Int, _ side: ReachProbe.Side) -> Set<UInt32>? {
            let places = LegChain.usable(stops[row]).map { ($0.edge.row, $0.fraction) }
            return probe.pocket(around: places, side)
        }
        let ends = [edges(gap.to, .behind), edges(gap.from, .ahead)].compactMap(\.self)
        guard let least = ends.min(by: { $0.count < $1.count }) else { return [] }
        let lines = Set(least.map { Int($0 >> 1) }).sorted().map(network.shape(ofSegment:))
        return lines.reduce(0) { $0 + $1.count } <= Self.mostPocketPoints ? lines : []
    }

    /// Ends a sentence with the change that lifts a rule, or with a travel mode that has a route.
    private func remedy(
        of relaxation: Relaxation, _ found: GapExplainer.Findings, isOneOf count: Int
    ) -> String {
        guard found.isAdvised else { return insteadClause(found) + "." }
        let end = found.isClosed ? "would find a route" : "would find a path for this leg"
        let together = found.isClosed && count > 1 ? ", with the other changes," : ""
        return "; \(relaxation.remedy)\(together) \(end)."
    }

    /// Names the travel mode that has a route, as a clause; empty if there is none.
    private func insteadClause(_ found: GapExplainer.Findings) -> String {
        found.instead.map { "; \($0.relaxation.remedy) would find a route" } ?? ""
    }

    /// Makes the reason for a leg that no change helps.
    private func unexplained(
        _ gap: GapExplainer.Explained, _ found: GapExplainer.Findings, _ routeName: String?
    ) -> Reason {
        var reason = Reason(
            found.isGivenUp ? .notExamined : .otherComponent,
            Sentence.begun("\(leg(gap)) there is no path\(why(found, gap))"),
            stop: stops[gap.to].input.reference)
        reason.from = stops[gap.from].input.reference
        reason.routeName = routeName
        reason.change = found.instead?.change
        if !found.isGivenUp { reason.components = components(gap) }
        return reason
    }

    private func why(
        _ found: GapExplainer.Findings, _ gap: GapExplainer.Explained
    ) -> String {
        guard !found.isGivenUp else {
            return "; the search for the cause was stopped because it took too long."
        }
        return ": \(noStreets(gap))\(insteadClause(found))."
    }

    /// Says that no streets connect the leg's ends.
    private func noStreets(_ gap: GapExplainer.Explained) -> String {
        let labels = components(gap)
        let clause =
            labels.isEmpty
            ? ""
            : " (they lie in the separate components \(labels[0]) and \(labels[1]); 0 is the "
                + "largest)"
        return "no streets connect them for this mode of travel\(clause)"
    }

    /// Writes the sentence about a missing leg.
    private func sentence(_ found: GapExplainer.Findings, _ gap: RouteGap) -> String? {
        guard !gap.isTooFar, let first = found.gaps.first else { return nil }
        let all = reasons(found, routeName: gap.routeName)
        guard found.gaps.count > 1 || first.steps.count > 1 else {
            return all.first.map { Sentence.continued($0.text) }
        }
        guard found.isClosed else {
            return Sentence.continued(all.map(\.text).joined(separator: " "))
        }
        let claims = found.gaps.map { gap in
            leg(gap) + " "
                + gap.steps.map { clause(of: $0.relaxation, gap) }
                .joined(separator: ", and ")
        }
        guard found.isAdvised else {
            return claims.joined(separator: "; ") + insteadClause(found) + "."
        }
        let remedies = found.gaps.flatMap(\.steps).map(\.relaxation.remedy)
        return claims.joined(separator: "; ") + ". Together "
            + remedies.joined(separator: " and ") + " would find a route."
    }

    private func label(_ row: Int) -> String { stops[row].input.label }

    private func leg(_ gap: GapExplainer.Explained) -> String {
        "from \(label(gap.from)) to \(label(gap.to))"
    }

    private func components(_ gap: GapExplainer.Explained) -> [Int] {
        let labels = [gap.from, gap.to].compactMap { row -> Int? in
            guard let edge = stops[row].place?.candidates.first?.edge else { return nil }
            return Int(network.nodeComponent[metric.key.family][network.head(of: edge).row])
        }
        return labels.count == 2 && labels[0] != labels[1] ? labels : []
    }
}

extension RouteExplainer {
    /// Returns the cause for a gap that lifting a rule closes. For restrictions and disconnected
    /// streets, the cause may be a place that can only be entered, or only be left.
    private func cause(of relaxation: Relaxation, _ gap: GapExplainer.Explained) -> Reason.Cause {
        switch relaxation.cause {
        case .restrictedEdgesOnly, .otherComponent: disconnectedEnd(gap)?.cause ?? relaxation.cause
        default: relaxation.cause
        }
    }

    /// States why a leg is missing, with its ends.
    private func claim(of relaxation: Relaxation, _ gap: GapExplainer.Explained) -> String {
        "\(leg(gap)) \(clause(of: relaxation, gap))"
    }

    /// States why a leg is missing, as a clause after its ends.
    private func clause(of relaxation: Relaxation, _ gap: GapExplainer.Explained) -> String {
        switch relaxation.cause {
        case .restrictedEdgesOnly, .otherComponent, .streetCondition: break
        default: return relaxation.claim
        }
        let isClosed = relaxation.cause == .restrictedEdgesOnly
        guard let disconnectedEnd = disconnectedEnd(gap) else {
            guard !isClosed else { return relaxation.claim }
            let isApart = relaxation.cause == .otherComponent && !components(gap).isEmpty
            let streets = isApart ? "\(noStreets(gap)), and " : ""
            return "there is no path: \(streets)\(relaxation.claim)"
        }
        let joint = isClosed ? "since" : "and"
        return "there is no path: \(disconnectedEnd.clause), \(joint) \(relaxation.claim)"
    }

    /// Finds the end that cannot be left, or cannot be reached; `nil` if both can.
    private func disconnectedEnd(
        _ gap: GapExplainer.Explained
    ) -> (cause: Reason.Cause, clause: String)? {
        var probe = ReachProbe(network: network, metric: metric)
        func isConnected(_ row: Int, _ side: ReachProbe.Side) -> Bool {
            LegChain.usable(stops[row]).contains { probe.isConnected($0.edge.row, side) }
        }
        if !isConnected(gap.from, .ahead) {
            let name = label(gap.from)
            return isConnected(gap.from, .behind)
                ? (.entryOnly, "\(name) can be entered but not left")
                : (.otherComponent, "\(name) lies on streets connected with no others")
        }
        if !isConnected(gap.to, .behind) {
            let name = label(gap.to)
            return isConnected(gap.to, .ahead)
                ? (.exitOnly, "\(name) can be left but not entered")
                : (.otherComponent, "\(name) lies on streets connected with no others")
        }
        return nil
    }
}
