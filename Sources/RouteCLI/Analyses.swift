// The only list of the analyses in the executable.

import MatrixAnalysis
import Preparation
import RouteAnalysis

extension [AnalysisOperation] {
    /// The operations of all layer types.
    static let all: [AnalysisOperation] = [
        .solve, .match, .locate, .refresh, .better, .rejoin, .follow, .solveClosestFacility,
        .solveODCostMatrix,
    ]
}
