// A barrier as the request states it, before it is resolved on the network.

package import Geo
package import RouteAPI
package import RoutingEngine

/// A barrier as the request states it.
package struct BarrierInput: Sendable {
    /// The row's index in its feature set, from 0.
    var index: Int
    package var objectID: Int
    package var name: String
    package var effect: BarrierEffect
    /// The `Attr_<cost>` value for every cost attribute, as answers return it.
    package var attributeValues: [Double]
    /// Points only: whether the whole edge is closed; at a junction, all edges that meet there.
    package var closesFullEdge = false
    /// Points only: 0 both directions, 1 travel with the barrier on its right, 2 on its left.
    package var curbApproach = CurbApproach.eitherSide
    /// Points only: the place stored in the row. It takes precedence over the shape.
    var storedLocation: StoredLocation?
    /// The shape in longitude and latitude; empty if the row has only a stored place.
    var geometry: Geometry
    /// The shape as sent, for the answer.
    package var original: Geometry
    package var originalReference: SpatialReference
    /// Whether the row has unusable values. Answers return it, but it has no effect.
    var isInvalid = false
    /// Whether it is a standing barrier, to which request limits do not apply.
    var isStanding = false
}

extension BarrierInput {
    /// The row as answers name it.
    package func reference(_ kind: BarrierClass) -> BarrierReference {
        BarrierReference(
            parameter: kind.parameter, row: index, objectID: objectID, name: name,
            isStanding: isStanding)
    }
}
