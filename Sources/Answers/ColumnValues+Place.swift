// The columns that say where a row lies on the network.

import Geo
package import Preparation
package import RouteAPI

extension ColumnValues {
    /// Sets the columns for a place and for its coordinates and distance.
    package mutating func set(snapped place: @escaping @Sendable (Row) -> NetworkPlace?) {
        set(onEdge: place)
        set(.snapX) { place($0)?.coordinate.x }
        set(.snapY) { place($0)?.coordinate.y }
        set(.snapZ) { place($0).map { _ in 0.0 } }
        set(.distanceToNetwork) { place($0)?.distanceMeters }
    }

    /// Sets the columns for a place's source and its position there.
    package mutating func set(onEdge place: @escaping @Sendable (Row) -> NetworkPlace?) {
        set(.sourceID) { place($0)?.sourceID }
        set(.sourceOID) { place($0)?.sourceOID }
        set(.posAlong) { place($0)?.posAlong }
        set(.sideOfEdge) { place($0)?.sideOfEdge }
    }
}
