// Estimates a request's effort before it runs, so that small requests need not wait for large ones.

import Geo
public import Preparation
public import RouteAPI

extension NetworkLayer {
    /// Estimates a request's effort from its inputs.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    public func effort(of parameters: RouteParameters) -> SolveEffort {
        func rows(of name: String) -> Int {
            configuration.preloaded.input(name, of: parameters.analysis)?.features.features.count
                ?? 0
        }
        let stops = rows(of: RouteParameters.stopsName)
        let isReordered = parameters.findBestSequence ?? configuration.findBestSequence
        // The work is proportional to the stops, or to their pairs if the best order is requested.
        let supports = parameters.legs?.reduce(0) { $0 + $1.supportingPoints.count } ?? 0
        guard supports <= AnalysisParameters.lightVertices,
            stops <= (isReordered ? Self.lightSequence : Self.lightStops),
            parameters.analysis.hasLightBarriers
        else { return .heavy }
        guard (1...Self.trivialStops).contains(stops), !isReordered,
            BarrierClass.allCases.allSatisfy({ rows(of: $0.parameter) == 0 }),
            parameters.analysis.standing == nil,
            NamedSystems(parameters.analysis).areUsual,
            // A time of travel needs conditions, and locate settings may have a condition.
            parameters.legs == nil, parameters.startTime == nil, parameters.locateSettings == nil
        else { return .light }
        return .trivial
    }

    private static let trivialStops = 10
    private static let lightStops = 50
    private static let lightSequence = 12
}
