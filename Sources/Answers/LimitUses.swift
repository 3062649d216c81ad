// How much of its limits a request uses, for limits that every analysis shares.

import Geo
package import Preparation
package import RouteAPI

extension AnalysisLayer {
    /// Reports the use of the limits on barriers, barrier vertices, touched streets and the snap
    /// tolerance. Standing barriers do not count.
    ///
    /// - Complexity: O(*n*) for *n* barrier vertices.
    package func limitUses(of prepared: PreparedAnalysis) -> [LimitUse] {
        let locations = prepared.request.effective.requested.locations
        let limits = defaults.limits
        let vertices = locations.barriers.all.flatMap { $0?.features.features ?? [] }
            .reduce(0) { $0 + ($1.geometry?.coordinates.count ?? 0) }
        let settings = locations.locateSettings
        let tolerances = [
            [settings?.fallback ?? defaults.locateSettings],
            settings.map { Array($0.locations.values) } ?? [],
            settings?.barriers.point.map { [$0] } ?? [],
        ].joined().map(\.toleranceMeters)
        let rows = BarrierClass.allCases.map { kind in
            LimitUse(
                kind.limitName, allowed: limits.maximumBarriers[kind],
                found: locations.barriers[kind]?.features.features.count ?? 0)
        }
        let streets = BarrierClass.allCases.map { kind in
            LimitUse(
                kind.affectedLimitName, allowed: limits.maximumAffectedFeatures[kind],
                found: prepared.barriers[kind].reduce(0) {
                    $0 + ($1.isStanding ? 0 : $1.segments.count)
                })
        }
        let ofVertices = LimitUse(
            "maximumBarrierVertices", allowed: limits.maximumBarrierVertices, found: vertices)
        let ofTolerance = LimitUse(
            "maxSnapTolerance", allowed: Int(defaults.maximumToleranceMeters),
            found: Int(tolerances.max()?.rounded(.up) ?? 0))
        return rows + [ofVertices] + streets + [ofTolerance]
    }
}
