// An input location's place on the network.

package import Geo
package import RoadNetwork
package import RouteAPI

/// A side, seen in a direction of travel.
package enum RoadSide: Hashable, Comparable, Sendable {
    case right
    case left
    /// On the line itself, or so close to it that either side is correct.
    case both

    /// The side as fields number it: 1 right, 2 left.
    package var code: Int { self == .left ? 2 : 1 }

    /// The side for travel in the opposite direction.
    package var opposite: RoadSide {
        switch self {
        case .right: .left
        case .left: .right
        case .both: .both
        }
    }
}

/// A directed edge on which a route may arrive at a place or leave it.
package struct PlaceCandidate: Hashable, Sendable {
    package var edge: EdgeID
    /// The place along the directed edge.
    package var fraction: Double
    /// The side of travel on which the input lies.
    package var side: RoadSide

    package init(edge: EdgeID, fraction: Double, side: RoadSide) {
        self.edge = edge
        self.fraction = fraction
        self.side = side
    }

    /// The curb as fields number it: 1 right, 2 left; on the line, as the approach wants.
    package func curb(for approach: CurbApproach) -> Int {
        side == .both && approach == .leftSide ? RoadSide.left.code : side.code
    }

    /// Whether a curb approach allows a vehicle to stop here in this direction.
    package func suits(_ approach: CurbApproach) -> Bool {
        switch approach {
        case .eitherSide, .noUTurn: true
        case .rightSide: side != .left
        case .leftSide: side != .right
        }
    }
}

/// An input location's place on the network.
///
/// A place has two views. Answers report one position: ``segment``, ``share``, ``side`` and
/// ``coordinate``, as ArcGIS stores network locations. Searches use ``candidates``: every directed
/// edge on which a route may arrive or leave there, with the curb side in that direction. A place
/// on a street has up to two candidates, a place at a junction up to two for every street that
/// meets there.
///
/// `StopLocator` makes places by snapping coordinates; handles, traces and rejoining make them from
/// edges. A curb approach is not part of a place: ``LegChain/usable(_:)`` filters the candidates by
/// it.
package struct NetworkPlace: Hashable, Sendable {
    /// The coordinate on the line of ``segment``.
    package var coordinate: Coordinate
    /// Meters from the input to ``coordinate``.
    package var distanceMeters: Double
    /// The reported segment: the lowest of all that meet there.
    package var segment: Int
    /// The position along ``segment``, from 0 to 1.
    package var share: Double
    /// The side of ``segment`` on which the input lies.
    package var side: RoadSide
    /// Every directed edge a route may use there.
    package var candidates: [PlaceCandidate]
    /// Whether a closer place was skipped because it is barred or restricted.
    package var isRelocated: Bool
    /// Whether a closer place was skipped because it is barred, though no restriction closes it.
    package var isOffBarrier = false
    /// Whether a closer place was skipped because it is closed when the route gets there.
    package var isOutOfHours = false
    /// The junction, if the input names a junction instead of a street.
    package var junction: NodeID?

    package init(
        coordinate: Coordinate, distanceMeters: Double, segment: Int, share: Double,
        side: RoadSide, candidates: [PlaceCandidate], isRelocated: Bool, junction: NodeID? = nil
    ) {
        self.coordinate = coordinate
        self.distanceMeters = distanceMeters
        self.segment = segment
        self.share = share
        self.side = side
        self.candidates = candidates
        self.isRelocated = isRelocated
        self.junction = junction
    }

    /// Whether the place is at an end of ``segment``.
    package var isAtNode: Bool { share == 0 || share == 1 }

    /// The `SourceID` field: edges or junctions.
    package var sourceID: Int {
        junction == nil ? FeatureFields.edgeSource : FeatureFields.junctionSource
    }

    /// The `SourceOID` field: the lower directed edge on ``segment``, or the junction.
    package var sourceOID: Int { junction.map { Int($0.row) } ?? segment * 2 }

    /// The `PosAlong` field; a junction has none.
    package var posAlong: Double? { junction == nil ? share : nil }

    /// The `SideOfEdge` field: 1 right, 2 left; a junction has none.
    package var sideOfEdge: Int? { junction == nil ? side.code : nil }
}
