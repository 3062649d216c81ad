// The stages that matrices and closest facilities share: reading, preparing, checking, and
// answering a failed request.

import Answers
import Geo
import PathFinding
import Preparation
import RouteAPI

/// An analysis of the paths between two location inputs.
protocol PairSolver {
    associatedtype Parameters: OperationParameters

    var layer: AnalysisLayer { get }
    var control: SolveControl { get }

    /// Fills in every default and resolves every name.
    func read(
        _ requested: Parameters
    ) throws(RouteRequestError) -> (Shared<ResolvedRequest>, ResolvedParameters<Parameters>)

    /// Finds a checked request's paths, and assembles the answer.
    func solve(
        _ search: PairSearch, _ parameters: ResolvedParameters<Parameters>
    ) throws(RouteRequestError) -> AnalysisResult

    /// The layer type that has the analysis.
    static var layerType: LayerType { get }

    /// Returns the keys of an answer's sets: for the paths, and for the location inputs to return.
    static func sets(of parameters: ResolvedParameters<Parameters>) -> [String]

    /// Returns a location input's rows.
    ///
    /// - Parameter input: The input's index in the request.
    static func locations(
        _ input: Int, of search: PairSearch, _ parameters: ResolvedParameters<Parameters>,
        in assembly: ResultAssembly
    ) -> LocationRows
}

extension PairSolver {
    /// Answers a request.
    ///
    /// With `validate`, the request is checked and its inputs are placed, but nothing is solved.
    /// With `returnEmptyResults`, a failed request gets an answer without paths and the error as
    /// messages.
    ///
    /// - Parameter description: Describes the layer and its network, for the sets in an empty
    ///   answer.
    /// - Throws: An error naming the input, the cause and what would work.
    func answer(
        _ requested: Parameters, describedBy description: @autoclosure () -> LayerDescription
    ) throws(RouteRequestError) -> AnalysisResult {
        do throws(AnalysisFailure) {
            let (request, parameters) = try AnalysisFailure.wrapping {
                () throws(RouteRequestError) in
                try control.timed(\.reading) { () throws(RouteRequestError) in
                    try read(requested)
                }
            }
            return try answer(request, parameters)
        } catch {
            let resolved = layer.resolved(requested)
            guard resolved[\.analysis.output.returnEmptyResults], error.allowsEmptyAnswer else {
                throw error.error
            }
            return emptyAnswer(resolved, because: error, description())
        }
    }

    private func answer(
        _ request: Shared<ResolvedRequest>, _ parameters: ResolvedParameters<Parameters>
    ) throws(AnalysisFailure) -> AnalysisResult {
        do throws(AnalysisFailure) {
            let search = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
                try PairSearch(request, on: layer, control: control)
            }
            return try AnalysisFailure.wrapping(search.prepared) {
                () throws(RouteRequestError) in
                var result: AnalysisResult
                if parameters[\.analysis.service.validate] {
                    result = try validated(search, parameters)
                } else {
                    try search.check()
                    result = try solve(search, parameters)
                }
                result.reasons = try search.placeReasons() + result.reasons
                return result
            }
        } catch {
            throw error.withWarnings(of: request)
        }
    }

    /// Answers a request that is only validated: its locations' places, the effective parameters,
    /// and the use of the limits.
    private func validated(
        _ search: PairSearch, _ parameters: ResolvedParameters<Parameters>
    ) throws(RouteRequestError) -> AnalysisResult {
        var (result, assembly) = try search.result(FoundRoutes(messages: search.problems))
        let names = search.request.locations.map(\.name)
        try Self.add(names, of: search, parameters, assembly, to: &result)
        result.effectiveParameters = search.request.effective.reported
        result.limits = search.limitUses
        return result
    }

    /// Adds the location input sets to an answer.
    ///
    /// - Parameters:
    ///   - keys: The keys of the wanted sets.
    ///   - unreached: The positions of locations without any path.
    static func add(
        _ keys: [String], of search: PairSearch, _ parameters: ResolvedParameters<Parameters>,
        _ assembly: ResultAssembly, unreached: Set<Int> = [], to result: inout AnalysisResult
    ) throws(RouteRequestError) {
        for (input, group) in search.request.locations.enumerated()
        where keys.contains(group.name) {
            var rows = locations(input, of: search, parameters, in: assembly)
            rows.unreached = unreached
            result[table: group.name] = try rows.featureSet()
        }
    }

    /// Makes the answer without paths: the location inputs and barriers with their places if the
    /// request can be prepared, otherwise empty sets; the error as messages.
    private func emptyAnswer(
        _ parameters: ResolvedParameters<Parameters>, because failure: AnalysisFailure,
        _ description: LayerDescription
    ) -> AnalysisResult {
        let errors = failure.error.details.map { Message(.error, $0) }
        let keys = Self.sets(of: parameters)
        var result = AnalysisResult()
        if let prepared = failure.prepared {
            let search = PairSearch(prepared, on: layer, control: control)
            do throws(RouteRequestError) {
                let (empty, assembly) = try search.result(
                    FoundRoutes(messages: search.problems))
                result = empty
                try Self.add(keys, of: search, parameters, assembly, to: &result)
            } catch {
                // If a place has no coordinates in the output system, the sets stay empty.
                result = AnalysisResult()
            }
        }
        let placed = failure.prepared?.request.locations.map(\.name) ?? []
        result.messages =
            errors
            + result.messages.filter { message in
                !errors.contains { $0.text == message.text }
            }
        result.reasons = failure.error.reasons
        result.fingerprint = description.fingerprint
        result.attribution = description.attribution
        let reference = parameters[\.analysis.output.outSR]
        for rows in AnalysisClass.all(of: Self.layerType, over: description.attributes)
        where keys.contains(rows.answerKey)
            && (!placed.contains(rows.answerKey) || result[table: rows.answerKey] == nil)
        {
            result[table: rows.answerKey] = rows.emptySet(in: reference)
        }
        return result
    }
}
