// Classes of expected duration, so that slow requests do not delay fast ones.

import Geo
package import RouteAPI

/// An estimate of how long a request will take, in three classes.
public enum SolveEffort: Hashable, Comparable, Sendable {
    /// About a millisecond or two.
    case trivial
    /// Probably some milliseconds.
    case light
    /// Unknown, perhaps long.
    case heavy
}

extension AnalysisParameters {
    /// Whether the request sends only a few small barriers.
    ///
    /// A barrier is compared, vertex by vertex, with the streets in its box. The layer's own
    /// barriers are resolved once and cached.
    ///
    /// - Complexity: O(*n*) for *n* features in the request.
    package var hasLightBarriers: Bool { barrierVertexCount <= Self.lightVertices }

    /// The vertices of all barriers the request sends; at least one each.
    private var barrierVertexCount: Int {
        locations.barriers.all.reduce(0) { sum, input in
            input?.features.features.reduce(sum) { $0 + max(1, $1.geometry?.vertexCount ?? 1) }
                ?? sum
        }
    }

    /// The most barrier vertices, and the most points supporting legs, in a light request.
    package static let lightVertices = 500
}
