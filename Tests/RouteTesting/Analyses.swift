// Every analysis, for tests of servers and of layers.

import MatrixAnalysis
package import NetworkAnalysis
import RouteAnalysis

extension [AnalysisOperation] {
    /// What layers of every kind can be asked.
    package static let all: [AnalysisOperation] = [
        .solve, .match, .locate, .refresh, .better, .rejoin, .solveClosestFacility,
        .solveODCostMatrix,
    ]
}
