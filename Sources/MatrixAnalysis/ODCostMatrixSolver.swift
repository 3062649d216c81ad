// Start here for matrices: the costs from origins to destinations, from parameters to result.

import NetworkAnalysis
import Geo
import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// Solves requests for matrices of costs on one layer.
struct ODCostMatrixSolver {
    let layer: AnalysisLayer
    let control: SolveControl

    /// Answers a request.
    ///
    /// - Throws: An error naming the input, the cause and what would work.
    /// - Complexity: O(o + d) searches and O(o · d) cells.
    func solve(_ parameters: ODCostMatrixParameters) throws(RouteRequestError) -> AnalysisResult {
        let request = try control.timed(\.reading) { () throws(RouteRequestError) in
            try layer.reader().read(
                parameters,
                [
                    LocationDemand(
                        ODCostMatrixParameters.originsName, minimum: 1,
                        targetCount: "TargetDestinationCount", hasCutoffs: true),
                    LocationDemand(ODCostMatrixParameters.destinationsName, minimum: 1),
                ], order: { _ in StopOrder() },
                returning: { ResolvedRequest.Returned(barriersOf: $0.parameters.analysis) })
        }
        var search = try PairSearch(request, on: layer, control: control)
        if parameters.analysis.service.validate ?? false { return try search.validated() }
        try search.check()
        var matrix = try control.timed(\.routing) { () throws(RouteRequestError) in
            try costs(search, parameters)
        }
        if let moved = search.moving(matrix.unreached, from: search.request.locations[0]) {
            let found = try costs(moved, parameters)
            if found.missing.count < matrix.missing.count { (search, matrix) = (moved, found) }
        }
        return try control.timed(\.assembling) { () throws(RouteRequestError) in
            try assemble(matrix, search, parameters)
        }
    }

    /// The nearest destinations of every origin.
    private struct Matrix {
        /// For each origin that has a place, what it reaches.
        var rows: [MatrixRows.Row] = []
        /// The positions of the destinations that ranks name.
        var destinations: [Int]
        /// Pairs without a path: the first of them, and how many there are.
        var missing: (pairs: [(source: Int, target: Int)], count: Int) = ([], 0)
        /// Origins and destinations that no path leaves or reaches.
        var unreached: Set<Int> = []
    }

    private func costs(
        _ search: PairSearch, _ parameters: ODCostMatrixParameters
    ) throws(RouteRequestError) -> Matrix {
        let groups = search.request.locations
        let (origins, destinations) = (search.valid(groups[0]), search.valid(groups[1]))
        var matrix = Matrix(destinations: destinations)
        matrix.rows.reserveCapacity(origins.count)
        var isReached = [Bool](repeating: false, count: destinations.count)
        let table = CostTable(layer: layer, prepared: search.prepared, control: control)
        try table.forEachRow(from: origins, to: destinations) { (number, row) in
            let origin = origins[number]
            let cutoff = search.cutoff(of: origin, default: parameters.defaultCutoff)
            var nearest = NearestTargets(
                count: search.prepared.stops[origin].input.targetCount
                    ?? parameters.defaultTargetDestinationCount)
            var hasPath = false
            for target in destinations.indices {
                guard let cost = row.searchCost(to: target) else {
                    matrix.missing.count += 1
                    if matrix.missing.pairs.count < PairExplainer.mostPairs {
                        matrix.missing.pairs.append((origin, destinations[target]))
                    }
                    continue
                }
                hasPath = true
                isReached[target] = true
                guard nearest.admits(Int64(cost)),
                    cutoff.map({ row.quanta(0, to: target) <= $0 }) ?? true
                else { continue }
                nearest.insert(ReachedTarget(target: target, rank: Int64(cost)))
            }
            if !hasPath { matrix.unreached.insert(origin) }
            // Ranks are not in a sparse matrix.
            let isSparse = parameters.outputType == .sparseMatrix
            matrix.rows.append(
                MatrixRows.Row(
                    origin, isSparse ? nearest.reached : nearest.ranked, of: row,
                    attributes: table.attributes.count))
        }
        for (target, isReached) in isReached.enumerated() where !isReached {
            matrix.unreached.insert(destinations[target])
        }
        return matrix
    }

    private func assemble(
        _ matrix: Matrix, _ search: PairSearch, _ parameters: ODCostMatrixParameters
    ) throws(RouteRequestError) -> AnalysisResult {
        var found = FoundRoutes(messages: search.problems)
        let (reasons, messages) = try search.explain(
            matrix.missing.pairs, count: matrix.missing.count)
        found.reasons = reasons
        found.messages += messages
        var (result, assembly) = try search.result(found)
        let groups = search.request.locations
        let rows = MatrixRows(assembly: assembly, destinations: matrix.destinations)
        switch parameters.outputType ?? .noLines {
        case .sparseMatrix: result.costMatrix = rows.sparse(matrix.rows)
        case .straightLines: result[table: "odLines"] = try rows.lines(matrix.rows, areDrawn: true)
        case .noLines: result[table: "odLines"] = try rows.lines(matrix.rows, areDrawn: false)
        }
        if parameters.returnOrigins ?? false {
            let inputs = groups[0].range.map { search.prepared.stops[$0].input }
            result[table: groups[0].name] = try LocationRows(
                assembly: assembly, group: groups[0],
                targetCounts: (
                    "TargetDestinationCount",
                    inputs.map { $0.targetCount ?? parameters.defaultTargetDestinationCount }
                ), cutoffs: inputs.map { $0.cutoff ?? parameters.defaultCutoff },
                unreached: matrix.unreached
            ).featureSet()
        }
        if parameters.returnDestinations ?? false {
            result[table: groups[1].name] = try LocationRows(
                assembly: assembly, group: groups[1], unreached: matrix.unreached
            ).featureSet()
        }
        return result
    }
}
