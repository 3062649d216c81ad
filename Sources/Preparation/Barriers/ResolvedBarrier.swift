// A barrier with what it touches on the network.

package import RouteAPI

/// A barrier with the streets it touches.
package struct ResolvedBarrier: Sendable {
    package var input: BarrierInput
    package var status = LocationStatus.ok
    /// Where a point barrier lies.
    package var place: NetworkPlace?
    /// The touched segments, ascending.
    package var segments: [Int] = []
    /// The total length of the touched parts.
    package var lengthMeters = 0.0

    package var isStanding: Bool { input.isStanding }

    /// What messages call a point barrier of the request that lies far from its street, and how
    /// far; `nil` for others.
    var farPlace: (label: String, meters: Double)? {
        guard let meters = place?.distanceMeters, meters > FarPlaces.leastMeters, !isStanding
        else { return nil }
        return (input.reference(.point).label, meters)
    }
}
