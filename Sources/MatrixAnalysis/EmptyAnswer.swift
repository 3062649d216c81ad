// The answer to a request that fails, when it asks for empty results.

import Geo
import NetworkAnalysis
import RouteAPI

extension NetworkLayer {
    /// Answers a request; a failure becomes an answer with empty sets if the request asks for that.
    ///
    /// - Parameters:
    ///   - analysis: The common parameters of the request.
    ///   - type: The type of the layers that support the operation.
    ///   - keys: The sets of the answer.
    ///   - work: Answers the request.
    func answer(
        _ analysis: AnalysisParameters, of type: LayerType, orEmptySets keys: [String],
        _ work: () throws(RouteRequestError) -> AnalysisResult
    ) throws(RouteRequestError) -> AnalysisResult {
        do throws(RouteRequestError) {
            return try work()
        } catch {
            guard analysis.output.returnEmptyResults ?? false, error.identifier != .cancelled,
                error.identifier != .timedOut
            else { throw error }
            return emptyResult(analysis, type, keys, because: error)
        }
    }

    private func emptyResult(
        _ analysis: AnalysisParameters, _ type: LayerType, _ keys: [String],
        because error: RouteRequestError
    ) -> AnalysisResult {
        var result = AnalysisResult()
        result.messages = error.details.map { Message(.error, $0) }
        result.reasons = error.reasons
        let description = layerDescription
        result.fingerprint = description.fingerprint
        result.attribution = description.attribution
        let reference =
            analysis.output.outSR ?? analysis.locations.context?.outSR
            ?? configuration.outputSpatialReference
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
