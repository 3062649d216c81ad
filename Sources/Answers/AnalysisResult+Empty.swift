// Answers to requests that failed: empty sets, and the error as messages.

package import Preparation
import RoadNetwork
package import RouteAPI

extension AnalysisResult {
    /// Adds an empty set for each part of the answer that analyses share.
    package mutating func addEmptyParts<Parameters>(
        _ returned: ResolvedRequest.Returned, of parameters: ResolvedParameters<Parameters>,
        on layer: AnalysisLayer
    ) {
        let parts =
            [
                ("routes", returned.routes), ("stops", returned.stops),
                ("traversedEdges", returned.traversal.edges),
                ("traversedJunctions", returned.traversal.junctions),
                ("traversedTurns", returned.traversal.turns), ("legs", returned.legs),
                ("events", returned.conditions), ("spans", returned.conditions),
            ] + BarrierClass.allCases.map { ($0.parameter, returned.barriers[$0]) }
        addEmptySets(parts.filter(\.1).map(\.0), of: parameters, on: layer)
        if returned.conditions { conditions = [] }
        if returned.directions { directions = [] }
        directionsOutputType =
            parameters.common(\.directions.directionsOutputType) ?? .standard
    }

    /// Adds empty sets, or replaces sets by empty ones.
    package mutating func addEmptySets<Parameters>(
        _ keys: [String], of parameters: ResolvedParameters<Parameters>, on layer: AnalysisLayer
    ) {
        let reference = parameters[\.analysis.output.outSR]
        let operation = Parameters.operation.layerOperation
        let classes =
            AnalysisClass.all(of: .having(operation), over: layer.attributeDescriptions)
            + operation.ownClasses
        for rows in classes where keys.contains(rows.answerKey) {
            self[table: rows.answerKey] = rows.emptySet(in: reference)
        }
    }

    /// Puts an error before the messages, and its reasons in place of the answer's.
    package mutating func report(_ error: RouteRequestError, on layer: AnalysisLayer) {
        let errors = error.details.map { Message(.error, $0) }
        messages =
            errors
            + messages.filter { message in
                !errors.contains { $0.text == message.text }
            }
        reasons = error.reasons
        fingerprint = layer.network.fingerprint
        attribution = layer.network.description.attribution
    }
}
