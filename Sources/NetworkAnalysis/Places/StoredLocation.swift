// A place on the network that an input row names itself, as answers name it.

import Geo
package import RoadNetwork
import RouteAPI

/// The fields `SourceID`, `SourceOID`, `PosAlong` and `SideOfEdge` of a row.
package struct StoredLocation: Hashable, Sendable {
    /// Where on the network a row says that it lies.
    package enum Element: Hashable, Sendable {
        /// On a street, at a place along its drawn line.
        case street(segment: Int, share: Double)
        /// Where streets meet.
        case junction(NodeID)
    }

    /// The element, or `nil` when the network has none of that id, as after a rebuild.
    package var element: Element?
    /// The side of the drawn line that the input lies on; says nothing at a junction.
    package var side: RoadSide
    /// The ids as the row has them, for messages.
    package var given: String
}

extension FeatureFields {
    /// The `SourceID` of edges in answers and in stored locations.
    static let edgeSource = 1
    /// The `SourceID` of junctions.
    static let junctionSource = 2

    /// The location that a row stores, or `nil` for a row that is to be located.
    ///
    /// A row with a shape needs `SourceOID` and `PosAlong` to count as located on a street;
    /// negative ids mean that it is not, as in tables that were never solved, and so do fields that
    /// are all zero, as data frames fill them: answers say 1 or 2 as the side of a street, and no
    /// source has the id 0. A junction is a place by itself: `PosAlong` and `SideOfEdge` beside it
    /// are not looked at.
    ///
    /// - Throws: An error naming the field for values that are out of range.
    func storedLocation(
        _ feature: Feature, on network: NetworkDataset, hasShape: Bool
    ) throws(FieldError) -> StoredLocation? {
        let ids = -1...Int(Int32.max)
        guard let id = try integer("SourceOID", feature, in: ids), id >= 0 else { return nil }
        let givenSource = try integer("SourceID", feature, in: ids)
        if id == 0, givenSource == 0 { return nil }
        let source = givenSource ?? Self.edgeSource
        if source < 0 { return nil }
        let given = "SourceID \(source), SourceOID \(id)"
        if source == Self.junctionSource {
            let node = id < network.nodeCount ? NodeID(row: UInt32(id)) : nil
            return StoredLocation(
                element: node.map { .junction($0) }, side: .both, given: given)
        }
        let share = try number("PosAlong", feature)
        let sideCode = try integer("SideOfEdge", feature, in: 0...2)
        if hasShape, share == nil { return nil }
        if id == 0, share == 0, sideCode == 0 { return nil }
        guard (0...1).contains(share ?? 0) else {
            throw FieldError(
                text: "PosAlong is \((share ?? 0).formattedForMessage), it must lie from 0 to 1")
        }
        let side: RoadSide =
            switch sideCode {
            case 1: .right
            case 2: .left
            default: .both
            }
        let exists = source == Self.edgeSource && id < network.edgeCount
        return StoredLocation(
            element: exists ? .street(segment: id / 2, share: share ?? 0) : nil, side: side,
            given: given)
    }
}
