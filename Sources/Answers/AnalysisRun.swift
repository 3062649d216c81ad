// The way of a request through an analysis, the same for every analysis.

package import Preparation
package import RouteAPI

/// A request that was read: every name is resolved, and every default filled in.
package struct ReadRequest<Parameters: OperationParameters> {
    package let request: Shared<ResolvedRequest>
    /// The effective parameters, from which an analysis reads its own.
    package let parameters: ResolvedParameters<Parameters>
}

/// What an analysis does at each stage of a request; ``answer(_:)`` has their order.
///
/// ```
/// read ──┬── validate     places the inputs, states the use of limits
///        └── solve        prepares, checks, searches, assembles
///  failed? ── the warnings of reading join the error, or returnEmptyResults asks for an answer:
///             placed      what is known of the inputs' places, and empty sets
/// ```
///
/// A new analysis writes these stages and nothing around them. Routes, matrices, closest facilities
/// and matches of traces all run this way.
package protocol AnalysisRun {
    associatedtype Parameters: OperationParameters

    var layer: AnalysisLayer { get }
    var control: SolveControl { get }

    /// Reads a request. Call ``read(_:_:order:traffic:returning:)`` with the inputs that the
    /// analysis needs.
    func read(_ requested: Parameters) throws(RouteRequestError) -> ReadRequest<Parameters>

    /// Whether a request is only checked.
    func validates(_ requested: Parameters) -> Bool

    /// Prepares a request and reports its places and its use of the limits, without solving.
    func validate(_ read: ReadRequest<Parameters>) throws(AnalysisFailure) -> AnalysisResult

    /// Prepares, checks and solves a request.
    func solve(_ read: ReadRequest<Parameters>) throws(AnalysisFailure) -> AnalysisResult

    /// Makes the answer without rows to a request that failed, with its inputs at their places.
    ///
    /// - Throws: If nothing is known of the places; then all sets are empty.
    func placed(
        _ parameters: ResolvedParameters<Parameters>, after failure: AnalysisFailure
    ) throws(RouteRequestError) -> AnalysisResult

    /// Returns which of the parts that analyses share an answer has.
    static func returned(
        by parameters: ResolvedParameters<Parameters>
    ) -> ResolvedRequest.Returned

    /// Returns the keys of an answer's other sets, which only this analysis has.
    static func ownSets(of parameters: ResolvedParameters<Parameters>) -> [String]
}

extension AnalysisRun {
    /// Answers a request.
    ///
    /// With `validate`, the request is checked and its inputs are placed, but nothing is solved.
    /// With `returnEmptyResults`, a failed request gets an answer without rows, and the error as
    /// messages.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    package func answer(_ requested: Parameters) throws(RouteRequestError) -> AnalysisResult {
        do throws(AnalysisFailure) {
            let read = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
                try self.read(requested)
            }
            do throws(AnalysisFailure) {
                return try validates(requested) ? validate(read) : solve(read)
            } catch {
                throw error.withWarnings(of: read.request)
            }
        } catch {
            return try emptyAnswer(to: requested, because: error)
        }
    }

    package func validates(_ requested: Parameters) -> Bool {
        requested.analysis.service.validate ?? false
    }

    /// Reads a request with some inputs.
    ///
    /// - Parameters:
    ///   - demands: The location inputs it needs.
    ///   - order: Returns the rules for the order of stops.
    ///   - traffic: Where traffic comes from; by default the network's snapshots.
    ///   - returned: Which parts the answer has, in place of the request's own choice.
    package func read(
        _ requested: Parameters, _ demands: [LocationDemand],
        order: (ResolvedParameters<Parameters>) -> StopOrder = { _ in StopOrder() },
        traffic: TrafficSource? = nil, returning returned: ResolvedRequest.Returned? = nil
    ) throws(RouteRequestError) -> ReadRequest<Parameters> {
        try control.timed(\.reading) { () throws(RouteRequestError) in
            let (request, parameters) = try layer.reader(traffic: traffic).read(
                requested, demands, order: order,
                returning: { returned ?? Self.returned(by: $0) })
            return ReadRequest(request: request, parameters: parameters)
        }
    }

    /// Makes the answer to a request that failed, if it asks for one.
    ///
    /// - Throws: The failure's error, if the request asks for no answer or may not get one.
    package func emptyAnswer(
        to requested: Parameters, because failure: AnalysisFailure
    ) throws(RouteRequestError) -> AnalysisResult {
        let parameters = layer.resolved(requested)
        guard parameters[\.analysis.output.returnEmptyResults], failure.allowsEmptyAnswer else {
            throw failure.error
        }
        var result: AnalysisResult
        do throws(RouteRequestError) {
            result = try placed(parameters, after: failure)
        } catch {
            result = AnalysisResult()
            result.addEmptyParts(Self.returned(by: parameters), of: parameters, on: layer)
            result.addEmptySets(Self.ownSets(of: parameters), of: parameters, on: layer)
        }
        result.report(failure.error, on: layer)
        return result
    }
}
