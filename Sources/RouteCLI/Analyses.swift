// Every analysis that the executable has: the only list of them.

import MatrixAnalysis
import NetworkAnalysis
import RouteAnalysis

extension [AnalysisOperation] {
    /// The operations of layers of every type.
    static let all: [AnalysisOperation] = [
        .solve, .match, .locate, .refresh, .better, .rejoin, .solveClosestFacility,
        .solveODCostMatrix,
    ]
}
