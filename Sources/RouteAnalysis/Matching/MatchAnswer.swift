// Assembles a match's answer: routes as in a solve, and the trace tables.

import Answers
import Geo
import MapMatching
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine

/// Answers a request that matches traces.
struct MatchAnswer {
    let layer: AnalysisLayer
    let control: SolveControl
    let parameters: ResolvedParameters<MatchParameters>
    let routes: MatchedRoutes
    /// The request with the matched routes' stops.
    let prepared: PreparedAnalysis
    /// Receives rows for many trace points; without it, the answer has them all.
    let receiver: (any AnswerRowReceiver)?
    /// From this many trace points on, rows are passed on.
    let passedOnPoints: Int

    /// Assembles the answer.
    ///
    /// - Throws: If no trace has a route, or a coordinate cannot be transformed to the output
    ///   spatial reference.
    func result() throws(RouteRequestError) -> AnalysisResult {
        let gaps = TraceGapRows(routes)
        guard !routes.paths.isEmpty else { throw unmatched(gaps) }
        var found = FoundRoutes(messages: gaps.messages)
        var broken: [[BrokenPathRule]] = []
        var routeIDs: [Int?] = []
        let finder = RouteFinder(of: prepared, on: layer, control: control)
        let rules = BrokenPathRules(network: layer.network, costs: prepared.costs)
        for path in routes.paths {
            try control.check()
            let given: GivenRoute
            do throws(GivenPathError) {
                given = try finder.follow(path.given, through: path.visits)
            } catch {
                // One bad path does not affect the others.
                found.messages.append(
                    Message(
                        .error, "Route \"\(path.given.name ?? "")\" cannot be created: \(error)."))
                routeIDs.append(nil)
                broken.append([])
                continue
            }
            found.routes.append(given.route)
            routeIDs.append(found.routes.count)
            let rules = rules.rules(given.findings)
            broken.append(rules)
            found.messages += BrokenPathRules.messages(rules, route: given.route.name)
        }
        return try control.timed(\.assembling) { () throws(RouteRequestError) in
            let solved = SolvedAnalysis(prepared, found)
            if solved.isLongToWrite { try control.beginLongWork() }
            var result = try ResultAssembly(solved, on: layer).result(timedBy: control)
            result.messages += ConditionReport(prepared, on: layer.network)
                .ignored(by: found.routes)
            if parameters[\.returnTraceGaps] {
                result[table: "traceGaps"] = gaps.featureSet()
            }
            if parameters[\.returnBrokenRules] {
                result[table: "brokenRules"] = brokenRules(broken, routeIDs)
            }
            guard parameters[\.returnTracePoints] else { return result }
            let points = TracePointRows(
                routes: routes, routeIDs: routeIDs, request: prepared.request,
                network: layer.network)
            if let receiver, points.count >= passedOnPoints {
                try receiver.begin(result)
                try points.passOn(to: receiver)
            } else {
                result[table: TracePointRows.key] = try points.featureSet()
            }
            return result
        }
    }

    /// Makes the error for a request without any route.
    private func unmatched(_ gaps: TraceGapRows) -> RouteRequestError {
        RouteRequestError(
            .noSolution, extendedCode: .noSolution,
            details: ["No trace could be matched to streets."] + gaps.messages.map(\.text)
                + prepared.messages.filter { $0.type == .warning }.map(\.text))
    }

    private func brokenRules(_ broken: [[BrokenPathRule]], _ routeIDs: [Int?]) -> FeatureSet {
        var table = Self.values.table(in: prepared.request.outputReference)
        for (path, rules) in broken.enumerated() {
            let trace = routes.traces[routes.paths[path].trace].trace
            for rule in rules {
                table.append(
                    (table.set.features.count + 1, trace.name, routeIDs[path], rule), nil)
            }
        }
        return table.set
    }

    private typealias RuleRow = (id: Int, trace: String, route: Int?, rule: BrokenPathRule)

    private static let values = ColumnValues<RuleRow>(for: .brokenRules) { values in
        values.set(.rowNumber) { $0.id }
        values.set(.traceName) { $0.trace }
        values.set(.matchedRouteID) { $0.route }
        values.set(.rule) { $0.rule.rule }
        values.set(.streetOfRule) { $0.rule.finding.street }
        values.set(.edgeOfRule) { Int($0.rule.finding.edge) }
        values.set(.measureOfRule) { $0.rule.finding.meters }
        values.set(.textOfRule) { Sentence.ended(Sentence.begun($0.rule.text)) }
    }
}
