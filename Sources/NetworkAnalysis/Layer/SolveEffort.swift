// Classes of the expected duration of a request, so that slow requests do not delay fast ones.

import Geo
package import RouteAPI

/// An estimate of the duration of a request, in three classes.
public enum SolveEffort: Hashable, Comparable, Sendable {
    /// About a millisecond or two.
    case trivial
    /// Probably some milliseconds.
    case light
    /// Not known; perhaps long.
    case heavy
}

extension AnalysisParameters {
    /// Whether the barriers that the request sends are few and small.
    ///
    /// A barrier is compared with the streets in its box, vertex by vertex. The barriers of the
    /// layer itself are resolved once and cached.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    package var hasLightBarriers: Bool { barrierVertexCount <= Self.lightVertices }

    /// The number of vertices of the barriers that the request sends; at least one for each.
    private var barrierVertexCount: Int {
        locations.barriers.all.reduce(0) { sum, input in
            input?.features.features.reduce(sum) { $0 + max(1, $1.geometry?.vertexCount ?? 1) }
                ?? sum
        }
    }

    /// The most vertices of barriers, and of points that support legs, of a light request.
    package static let lightVertices = 500
}
