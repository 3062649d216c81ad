// A matrix's answer: its rows, and everything else.

import Answers
import PathFinding
import RouteAPI

/// Assembles a matrix's answer.
struct MatrixAnswer {
    private let matrix: MatrixSearch
    /// Origins and destinations that no path leaves or reaches.
    private let unreached: Set<Int>
    private let rows: MatrixRows

    init(_ matrix: MatrixSearch, unreached: Set<Int>) {
        self.matrix = matrix
        self.unreached = unreached
        rows = MatrixRows(
            assembly: ResultAssembly(
                SolvedAnalysis(matrix.search.prepared, FoundRoutes()), on: matrix.search.layer),
            control: matrix.search.control, destinations: matrix.destinations,
            freeFlow: matrix.freeFlow)
    }

    /// Writes some rows as the answer has them.
    ///
    /// - Parameter count: How many rows of the table come before these.
    /// - Throws: If a place has no coordinates in the output system.
    func batch(
        _ found: [MatrixRows.Row], after count: Int
    ) throws(RouteRequestError) -> AnswerRows {
        switch matrix.parameters[\.outputType] {
        case .sparseMatrix: .costs(try rows.sparse(found))
        case .straightLines: try features(found, areDrawn: true, after: count)
        case .noLines: try features(found, areDrawn: false, after: count)
        }
    }

    private func features(
        _ found: [MatrixRows.Row], areDrawn: Bool, after count: Int
    ) throws(RouteRequestError) -> AnswerRows {
        .features(
            AnswerTable(
                key: AnalysisClass.odLines.answerKey,
                rows: try rows.lines(found, areDrawn: areDrawn, after: count)))
    }

    /// Makes the answer without its rows.
    ///
    /// - Parameter findings: What was found besides; nothing before the search.
    /// - Throws: If the solve is cancelled, or a place has no coordinates in the output system.
    func result(_ findings: MatrixSearch.Findings) throws(RouteRequestError) -> AnalysisResult {
        let (search, parameters) = (matrix.search, matrix.parameters)
        var found = FoundRoutes(messages: search.problems)
        let (reasons, messages) = try search.explain(findings.missing, unreached: unreached)
        found.reasons = reasons
        found.messages +=
            messages
            + search.cutoffMessages(findings.beyondCutoff) {
                "No destination is within the cutoff of \($0)."
            }
        var (result, assembly) = try search.result(found)
        try ODCostMatrixSolver.add(
            ODCostMatrixSolver.ownSets(of: parameters), of: search, parameters, assembly,
            unreached: unreached, to: &result)
        return result
    }
}
