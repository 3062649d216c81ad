// The stages that matrices and closest facilities share: preparing, checking, and placing.

import Answers
import Geo
import PathFinding
import Preparation
import RouteAPI

/// An analysis of the paths between two location inputs.
protocol PairSolver: AnalysisRun {
    /// Finds a checked request's paths, and assembles the answer.
    func solve(
        _ search: PairSearch, _ parameters: ResolvedParameters<Parameters>
    ) throws(RouteRequestError) -> AnalysisResult

    /// Returns a location input's rows.
    ///
    /// - Parameter input: The input's index in the request.
    static func locations(
        _ input: Int, of search: PairSearch, _ parameters: ResolvedParameters<Parameters>,
        in assembly: ResultAssembly
    ) -> LocationRows
}

extension PairSolver {
    func read(_ requested: Parameters) throws(RouteRequestError) -> ReadRequest<Parameters> {
        try read(
            requested,
            Parameters.operation.layerOperation.locations.map { LocationDemand($0, minimum: 1) })
    }

    func solve(_ read: ReadRequest<Parameters>) throws(AnalysisFailure) -> AnalysisResult {
        try prepared(read) { (search) throws(RouteRequestError) in
            try search.check()
            return try solve(search, read.parameters)
        }
    }

    func validate(_ read: ReadRequest<Parameters>) throws(AnalysisFailure) -> AnalysisResult {
        try prepared(read) { (search) throws(RouteRequestError) in
            let names = search.request.locations.map(\.name)
            var result = try answer(search, read.parameters, having: names)
            result.effectiveParameters = search.request.effective.reported
            result.limits = search.limitUses
            return result
        }
    }

    /// Prepares a request for some work, and explains locations without a place.
    private func prepared(
        _ read: ReadRequest<Parameters>,
        _ work: (PairSearch) throws(RouteRequestError) -> AnalysisResult
    ) throws(AnalysisFailure) -> AnalysisResult {
        let search = try AnalysisFailure.wrapping { () throws(RouteRequestError) in
            try PairSearch(read.request, on: layer, control: control)
        }
        return try AnalysisFailure.wrapping(search.prepared) { () throws(RouteRequestError) in
            var result = try work(search)
            result.reasons = try search.placeReasons() + result.reasons
            return result
        }
    }

    func placed(
        _ parameters: ResolvedParameters<Parameters>, after failure: AnalysisFailure
    ) throws(RouteRequestError) -> AnalysisResult {
        guard let prepared = failure.prepared else { throw failure.error }
        let search = PairSearch(prepared, on: layer, control: control)
        let keys = Self.ownSets(of: parameters)
        var result = try answer(search, parameters, having: keys)
        let placed = search.request.locations.map(\.name)
        result.addEmptySets(keys.filter { !placed.contains($0) }, of: parameters, on: layer)
        return result
    }

    /// Makes an answer without paths.
    private func answer(
        _ search: PairSearch, _ parameters: ResolvedParameters<Parameters>, having keys: [String]
    ) throws(RouteRequestError) -> AnalysisResult {
        var (result, assembly) = try search.result(FoundRoutes(messages: search.problems))
        try Self.add(keys, of: search, parameters, assembly, to: &result)
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
}
