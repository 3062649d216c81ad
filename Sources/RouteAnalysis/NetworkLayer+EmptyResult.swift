// The answer to a failed request that asks for empty results.

import Answers
import Geo
import PathFinding
import Preparation
import RoadNetwork
import RouteAPI

extension NetworkLayer {
    /// Makes the answer without routes: stops and barriers with their places if the request can be
    /// read, otherwise empty sets; the error as messages.
    ///
    /// - Throws: The failure's error, if the request asks for no empty answer or may not get one.
    func emptyAnswer(
        to parameters: RouteParameters, because failure: AnalysisFailure, _ solver: RouteSolver
    ) throws(RouteRequestError) -> AnalysisResult {
        guard parameters.returnEmptyResults ?? false, failure.allowsEmptyAnswer else {
            throw failure.error
        }
        let messages = failure.error.details.map { Message(.error, $0) }
        do throws(RouteRequestError) {
            let prepared: PreparedAnalysis
            if let known = failure.prepared {
                prepared = known
            } else {
                prepared = try solver.prepare(solver.read(parameters, minimumStops: 0))
            }
            var found = FoundRoutes()
            if failure.error.identifier == .noSolution {
                found.unreached = Set(
                    prepared.stops.indices.filter { prepared.stops[$0].isValid })
            }
            var result = try ResultAssembly(
                SolvedAnalysis(prepared, found), on: solver.layer
            ).result()
            result.messages =
                messages
                + result.messages.filter { message in
                    !messages.contains { $0.text == message.text }
                }
            result.reasons = failure.error.reasons
            return result
        } catch {
            // A request that cannot be read has no places either.
            return emptyResult(for: parameters, messages)
        }
    }

    /// Makes an empty set for every requested part, with the error as messages.
    private func emptyResult(for parameters: RouteParameters, _ messages: [Message])
        -> AnalysisResult
    {
        let reference =
            parameters.outSR ?? parameters.context?.outSR
            ?? configuration.outputSpatialReference
        let classes = AnalysisClass.all(of: layerDescription)
        /// Makes a class's set without rows.
        func empty(_ key: String, _ isWanted: Bool?) -> FeatureSet? {
            guard isWanted ?? false, let rows = classes.first(where: { $0.answerKey == key })
            else { return nil }
            return rows.emptySet(in: reference)
        }
        var result = AnalysisResult()
        result.messages = messages
        result.fingerprint = network.fingerprint
        result.attribution = network.description.attribution
        result.routes = empty("routes", parameters.returnRoutes ?? true)
        result.stops = empty("stops", parameters.returnStops)
        for kind in BarrierClass.allCases
        where parameters.barriers[kind] != nil || parameters.standing?.hasRows(of: kind) == true {
            result.barriers[kind] = empty(kind.parameter, parameters.returnBarriers[kind])
        }
        result.traversedEdges = empty("traversedEdges", parameters.returnTraversedEdges)
        result.traversedJunctions = empty(
            "traversedJunctions", parameters.returnTraversedJunctions)
        result.traversedTurns = empty("traversedTurns", parameters.returnTraversedTurns)
        result.legs = empty("legs", parameters.returnLegs)
        result.events = empty("events", parameters.returnConditions)
        result.spans = empty("spans", parameters.returnConditions)
        if parameters.returnConditions ?? false { result.conditions = [] }
        if parameters.returnDirections ?? configuration.returnDirections { result.directions = [] }
        result.directionsOutputType = parameters.directionsOutputType ?? .standard
        return result
    }
}
