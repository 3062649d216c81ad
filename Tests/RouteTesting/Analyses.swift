// The list of all analyses, for tests of servers and layers.

import MatrixAnalysis
package import Preparation
import RouteAnalysis

extension [AnalysisOperation] {
    /// Every operation a layer may support.
    package static let all: [AnalysisOperation] = [
        .solve, .match, .locate, .refresh, .better, .rejoin, .follow, .solveClosestFacility,
        .solveODCostMatrix,
    ]
}
