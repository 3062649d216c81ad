// Estimates the effort of a request before it runs, so that small requests need not wait for large
// ones.

public import NetworkAnalysis
import Geo
public import RouteAPI

extension NetworkLayer {
    /// Estimates the effort of a request from its inputs.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    public func effort(of parameters: RouteParameters) -> SolveEffort {
        let sent = parameters.barriers.all
        // The barriers of the layer itself are resolved once and cached.
        let vertices = sent.reduce(0) { sum, input in
            input?.features.features.reduce(sum) { $0 + $1.vertexCount } ?? sum
        }
        let whole = configuration.preloaded.completing(parameters.analysis)
        let stops = whole.inputs[RouteParameters.stopsName]?.features.features.count ?? 0
        let isReordered = parameters.findBestSequence ?? configuration.findBestSequence
        // The work is proportional to the stops, or to their pairs when the best order is
        // requested. A barrier is compared with the streets in its box, vertex by vertex.
        let supports = parameters.legs?.reduce(0) { $0 + $1.supportingPoints.count } ?? 0
        guard supports <= Self.lightVertices,
            stops <= (isReordered ? Self.lightSequence : Self.lightStops),
            vertices <= Self.lightVertices
        else { return .heavy }
        guard (1...Self.trivialStops).contains(stops), !isReordered,
            whole.locations.barriers.all.allSatisfy({ $0?.features.features.isEmpty ?? true }),
            whole.standing == nil,
            NamedSystems(parameters.analysis).areUsual,
            // A time of travel needs conditions, and locate settings may have a condition.
            parameters.legs == nil, parameters.startTime == nil, parameters.locateSettings == nil
        else { return .light }
        return .trivial
    }

    private static let trivialStops = 10
    private static let lightStops = 50
    private static let lightSequence = 12
    private static let lightVertices = 500
}

extension Feature {
    /// The number of vertices of the shape; at least one.
    fileprivate var vertexCount: Int {
        switch geometry {
        case .polyline(let paths, _): max(1, paths.reduce(0) { $0 + $1.count })
        case .polygon(let rings): max(1, rings.reduce(0) { $0 + $1.count })
        default: 1
        }
    }
}
