// A place on the network: where an input location ended up.

package import Geo
package import RoadNetwork
package import RouteAPI

/// On which side of a direction of travel something lies.
package enum RoadSide: Hashable, Comparable, Sendable {
    case right
    case left
    /// On the line itself, or so close that both sides are right.
    case both

    /// The side for travel the other way.
    package var opposite: RoadSide {
        switch self {
        case .right: .left
        case .left: .right
        case .both: .both
        }
    }
}

/// A directed edge at a located place: a way to arrive there, or to leave.
package struct PlaceCandidate: Hashable, Sendable {
    package var edge: EdgeID
    /// The place along the directed edge.
    package var fraction: Double
    /// The side of travel that the input lies on.
    package var side: RoadSide

    /// Whether a curb approach lets a vehicle stop here in this direction.
    package func suits(_ approach: CurbApproach) -> Bool {
        switch approach {
        case .eitherSide, .noUTurn: true
        case .rightSide: side != .left
        case .leftSide: side != .right
        }
    }
}

/// Where an input location lies on the network.
package struct NetworkPlace: Hashable, Sendable {
    /// The place on the drawn line.
    package var coordinate: Coordinate
    /// Meters from the input to ``coordinate``.
    package var distanceMeters: Double
    /// The reported segment: the lowest of those that meet there.
    package var segment: Int
    /// The place along the drawn line of ``segment``.
    package var share: Double
    /// The side of the drawn line of ``segment`` that the input lies on.
    package var side: RoadSide
    /// Every directed edge that a route may use there.
    package var candidates: [PlaceCandidate]
    /// Whether a closer place was passed over because it is barred or restricted.
    package var isRelocated: Bool
    /// Whether a closer place that may be used was passed over because it is barred.
    package var isOffBarrier = false
    /// The junction that the input names as its place, instead of a street.
    package var junction: NodeID?

    /// Whether the place is a junction: some street begins or ends there.
    package var isAtNode: Bool { share == 0 || share == 1 }

    /// The `SourceID` of the place.
    package var sourceID: Int {
        junction == nil ? FeatureFields.edgeSource : FeatureFields.junctionSource
    }

    /// The `SourceOID` of the place: the lower directed edge of ``segment``, or the junction.
    package var sourceOID: Int { junction.map { Int($0.row) } ?? segment * 2 }

    /// The `PosAlong` of the place, which a junction does not have.
    package var posAlong: Double? { junction == nil ? share : nil }

    /// The `SideOfEdge` of the place: 1 right, 2 left; a junction has none.
    package var sideOfEdge: Int? { junction == nil ? (side == .left ? 2 : 1) : nil }

    /// The fields that say where the place is, in the order of answers.
    package var fieldValues: [AttributeValue] {
        [
            .integer(sourceID), .integer(sourceOID), posAlong.map { .double($0) } ?? .null,
            sideOfEdge.map { .integer($0) } ?? .null,
        ]
    }
}
