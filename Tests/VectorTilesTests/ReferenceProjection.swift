// Mercator's formula and plain distances, for comparison.

import Foundation
import Geo
import VectorTiles

/// The closed formula for every point.
struct ReferenceProjection {
    let address: TileAddress

    init(_ address: TileAddress) { self.address = address }

    func point(_ place: Coordinate) -> SIMD2<Double> {
        let side = 4_096 * pow(2, Double(address.zoom))
        let latitude = place.y * .pi / 180
        let northing = log(tan(.pi / 4 + latitude / 2))
        return [
            (place.x + 180) / 360 * side - 4_096 * Double(address.column),
            (1 - northing / .pi) / 2 * side - 4_096 * Double(address.row),
        ]
    }

    /// Returns a point's distance from the step between two others.
    static func distance(
        _ point: SIMD2<Double>, _ from: SIMD2<Double>, _ to: SIMD2<Double>
    ) -> Double {
        let step = to - from
        let length = (step * step).sum()
        let share = length == 0 ? 0 : min(1, max(0, ((point - from) * step).sum() / length))
        let away = point - from - step * share
        return (away * away).sum().squareRoot()
    }
}
