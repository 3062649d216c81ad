// What a request will take, judged before it runs, so that those who ask for little need not wait
// behind those who ask for much.

public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
public import NetworkAnalysis
import Geo
public import RouteAPI

extension NetworkLayer {
    /// What a request will take, judged by its inputs.
    ///
    /// - Complexity: O(n) of the features that it sends.
    public func effort(of parameters: RouteParameters) -> SolveEffort {
        let sent = parameters.barriers.all
        // The layer's own barriers are resolved once and kept.
        let vertices = sent.reduce(0) { sum, input in
            input?.features.features.reduce(sum) { $0 + $1.vertexCount } ?? sum
        }
        let whole = configuration.preloaded.completing(parameters.analysis)
        let stops = whole.inputs[RouteParameters.stopsName]?.features.features.count ?? 0
        let isReordered = parameters.findBestSequence ?? configuration.findBestSequence
        // The work grows with the stops, or with their pairs where they are put in order; a barrier
        // is held against the streets in its box, vertex by vertex.
        guard stops <= (isReordered ? Self.lightSequence : Self.lightStops),
            vertices <= Self.lightVertices
        else { return .heavy }
        guard (1...Self.trivialStops).contains(stops), !isReordered,
            whole.locations.barriers.all.allSatisfy({ $0?.features.features.isEmpty ?? true }),
            NamedSystems(parameters.analysis).areAtHand,
            // Conditions are looked up for the time of travel, streets for those of the request.
            parameters.startTime == nil, parameters.locateSettings == nil
        else { return .light }
        return .trivial
    }

    private static let trivialStops = 10
    private static let lightStops = 50
    private static let lightSequence = 12
    private static let lightVertices = 500
}

extension Feature {
    /// How many positions a feature's shape has; at least one.
    fileprivate var vertexCount: Int {
        switch geometry {
        case .polyline(let paths, _): max(1, paths.reduce(0) { $0 + $1.count })
        case .polygon(let rings): max(1, rings.reduce(0) { $0 + $1.count })
        default: 1
        }
    }
}
