// The answer to a request that fails, when it asks for empty results.

import Geo
import NetworkAnalysis
import RouteAPI

extension NetworkLayer {
    /// Answers a request; a failure becomes an answer with empty sets if the request asks for that.
    ///
    /// - Parameters:
    ///   - parameters: The request.
    ///   - type: The type of the layers that support the operation.
    ///   - keys: The sets of the answer.
    ///   - work: Answers the request.
    func answer<Parameters: OperationParameters>(
        _ parameters: Parameters, of type: LayerType,
        orEmptySets keys: (ResolvedParameters<Parameters>) -> [String?],
        _ work: () throws(RouteRequestError) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        do throws(RouteRequestError) {
            return try work()
        } catch {
            let resolved = layer.resolved(parameters)
            guard resolved[\.analysis.output.returnEmptyResults],
                error.identifier != .cancelled, error.identifier != .timedOut
            else { throw error }
            return emptyResult(
                type, keys(resolved).compactMap(\.self), in: resolved[\.analysis.output.outSR],
                because: error)
        }
    }

    private func emptyResult(
        _ type: LayerType, _ keys: [String], in reference: SpatialReference,
        because error: RouteRequestError
    ) -> AnalysisResult {
        var result = AnalysisResult()
        result.messages = error.details.map { Message(.error, $0) }
        result.reasons = error.reasons
        let description = layerDescription
        result.fingerprint = description.fingerprint
        result.attribution = description.attribution
        for rows in AnalysisClass.all(of: type, over: description.attributes)
        where keys.contains(rows.answerKey) {
            let fields = rows.fields.filter { $0.direction != .input && !$0.isOfTraffic }
            result[table: rows.answerKey] = FeatureSet(
                geometryType: rows.geometryType, spatialReference: reference,
                fields: fields.map { Field($0.name, $0.type, length: $0.length) })
        }
        return result
    }
}
