// Every analysis that the executable has: the only list of them.

import MatrixAnalysis
import NetworkAnalysis
import RouteAnalysis

extension [AnalysisOperation] {
    /// What layers of every kind can be asked.
    static let all: [AnalysisOperation] = [
        .solve, .locate, .solveClosestFacility, .solveODCostMatrix,
    ]
}
