// Start here for matrices: solves requests, from parameters to result.

import Answers
import Geo
import Preparation
import RoadNetwork
import RouteAPI
import RoutingEngine
import SpatialOperations

/// Solves cost matrix requests on one layer.
///
/// ``NetworkLayer/solve(_:control:)`` is its public entry point:
///
/// ```swift
/// var parameters = ODCostMatrixParameters()
/// parameters.origins = LocationInput(features: origins)
/// parameters.destinations = LocationInput(features: destinations)
/// parameters.outputType = .sparseMatrix
/// let result = try layer.solve(parameters)
/// // result.costMatrix: the costs of each row, by the ids of origins and destinations
/// ```
///
/// Reading, preparing, checking and empty answers come from `AnalysisRun`; ``MatrixSearch`` finds
/// the rows and ``MatrixAnswer`` writes them.
///
/// A small matrix is held as a whole: if pairs lack a path, locations move, and the matrix is
/// searched again. A large one cannot be searched twice. ``MatrixSearch/prospect()`` therefore
/// finds locations without any path first, these move, and then the rows are searched once. If the
/// caller passes a receiver, rows of a large matrix go to it in batches while the search continues,
/// so memory stays small for any number of pairs.
struct ODCostMatrixSolver: PairSolver {
    let layer: AnalysisLayer
    let control: SolveControl
    /// Receives the rows of a large matrix; without it, the answer has all rows.
    var receiver: (any AnswerRowReceiver)?

    /// From this many pairs on, rows are passed on while others are searched, and no pair is
    /// searched twice because locations move.
    var passedOnPairs = 40_000

    static func returned(by parameters: Resolved) -> ResolvedRequest.Returned {
        ResolvedRequest.Returned(barriersOf: parameters)
    }

    /// A request's parameters, with their effective values.
    typealias Resolved = ResolvedParameters<ODCostMatrixParameters>

    /// Finds the rows, and answers with them or passes them on.
    ///
    /// - Complexity: O(*o* + *d*) searches and O(*o* · *d*) cells for *o* origins and *d*
    ///   destinations.
    func solve(
        _ search: PairSearch, _ parameters: Resolved
    ) throws(RouteRequestError) -> AnalysisResult {
        let matrix = MatrixSearch(search, parameters)
        guard let receiver, search.pairCount >= passedOnPairs else {
            return try answer(matrix)
        }
        return try passOn(matrix, to: receiver)
    }

    static func ownSets(of parameters: Resolved) -> [String] {
        [
            "odLines", parameters[\.returnOrigins] ? ODCostMatrixParameters.originsName : nil,
            parameters[\.returnDestinations] ? ODCostMatrixParameters.destinationsName : nil,
        ].compactMap(\.self)
    }

    static func locations(
        _ input: Int, of search: PairSearch, _ parameters: Resolved, in assembly: ResultAssembly
    ) -> LocationRows {
        let group = search.request.locations[input]
        var rows = LocationRows(
            assembly: assembly, rows: input == 0 ? .origins : .destinations, group: group)
        guard input == 0 else { return rows }
        let inputs = group.range.map { search.prepared.stops[$0].input }
        rows.targetCounts = inputs.map {
            $0.targetCount ?? parameters.value(\.defaultTargetDestinationCount)
        }
        rows.cutoffs = inputs.map { $0.cutoff ?? parameters.value(\.defaultCutoff) }
        return rows
    }

    /// Answers with all rows.
    private func answer(_ asked: MatrixSearch) throws(RouteRequestError) -> AnalysisResult {
        let isLarge = asked.search.pairCount >= passedOnPairs
        var search = isLarge ? try moved(asked).search : asked
        var (rows, findings) = try control.timed(\.routing) { () throws(RouteRequestError) in
            try search.rows()
        }
        if !isLarge, findings.missing.count > 0,
            let moved = try search.moving(for: findings.missing)
        {
            let found = try control.timed(\.routing) { () throws(RouteRequestError) in
                try moved.rows()
            }
            if found.findings.missing.count < findings.missing.count {
                (search, rows, findings) = (moved, found.rows, found.findings)
            }
        }
        return try control.timed(\.assembling) { () throws(RouteRequestError) in
            let writer = MatrixAnswer(search, unreached: findings.unreached)
            var result = try writer.result(findings)
            switch try writer.batch(rows, after: 0) {
            case .costs(let matrix): result.costMatrix = matrix
            case .features(let table): result[table: table.key] = table.rows
            }
            return result
        }
    }

    /// Passes rows on as they are found, and returns the rest of the answer.
    ///
    /// Only a batch of rows is held at a time. Rows already passed on cannot be searched again, so
    /// locations move before.
    private func passOn(
        _ asked: MatrixSearch, to receiver: any AnswerRowReceiver
    ) throws(RouteRequestError) -> AnalysisResult {
        let (search, unreached) = try moved(asked)
        let writer = MatrixAnswer(search, unreached: unreached)
        try receiver.begin(try writer.result(MatrixSearch.Findings()))
        var (count, pendingPairs) = (0, 0)
        var pending: [MatrixRows.Row] = []
        func flush() throws(RouteRequestError) {
            let batch = try writer.batch(pending, after: count)
            count += batch.count
            pending.removeAll(keepingCapacity: true)
            pendingPairs = 0
            try receiver.receive(batch)
        }
        // The first batch states the costs or fields, even if no row follows.
        try flush()
        let findings = try search.forEachRow { (row) throws(RouteRequestError) in
            pending.append(row)
            pendingPairs += row.targets.count
            if pendingPairs >= Self.pairsPassedOnTogether { try flush() }
        }
        try flush()
        return try writer.result(findings)
    }

    /// Moves locations without any path before a large matrix is searched, as far as searches from
    /// one origin and to one destination show them. Returns the search, and the locations still
    /// without a path.
    private func moved(
        _ asked: MatrixSearch
    ) throws(RouteRequestError) -> (search: MatrixSearch, unreached: Set<Int>) {
        let prospect = try asked.prospect()
        guard prospect.missing.count > 0,
            let moved = try asked.moving(for: prospect.missing)
        else { return (asked, prospect.unreached) }
        // A moved location has a path at its place.
        return (moved, prospect.unreached.subtracting(moved.search.moved.places.keys))
    }

    /// The pairs in a batch; one more origin's pairs may follow.
    private static let pairsPassedOnTogether = 1_024
}
