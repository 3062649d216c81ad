// A place on the network that an input row names itself, as answers name it.

import Geo
import RoadNetwork
import RouteAPI

/// The fields `SourceID`, `SourceOID`, `PosAlong` and `SideOfEdge` of a row.
package struct StoredLocation: Hashable, Sendable {
    /// The segment, or `nil` when the network has none of that id, as after a rebuild.
    package var segment: Int?
    /// The place along the drawn line.
    package var share: Double
    /// The side of the drawn line that the input lies on.
    package var side: RoadSide
    /// The ids as the row has them, for messages.
    package var given: String
}

extension FeatureFields {
    /// The `SourceID` of edges in answers and in stored locations.
    static let edgeSource = 1

    /// The location that a row stores, or `nil` for a row that is to be located.
    ///
    /// A row with a shape needs `SourceOID` and `PosAlong` to count as located; negative ids mean
    /// that it is not, as in tables that were never solved.
    ///
    /// - Throws: An error naming the field for values that are out of range.
    func storedLocation(
        _ feature: Feature, on network: NetworkDataset, hasShape: Bool
    ) throws(FieldError) -> StoredLocation? {
        let ids = -1...Int(Int32.max)
        guard let id = try integer("SourceOID", feature, in: ids), id >= 0 else { return nil }
        let share = try number("PosAlong", feature)
        if hasShape, share == nil { return nil }
        let source = try integer("SourceID", feature, in: ids) ?? Self.edgeSource
        if source < 0 { return nil }
        guard (0...1).contains(share ?? 0) else {
            throw FieldError(
                text: "PosAlong is \((share ?? 0).formattedForMessage), it must lie from 0 to 1")
        }
        let side: RoadSide =
            switch try integer("SideOfEdge", feature, in: 0...2) {
            case 1: .right
            case 2: .left
            default: .both
            }
        let exists = source == Self.edgeSource && id < network.edgeCount
        return StoredLocation(
            segment: exists ? id / 2 : nil, share: share ?? 0, side: side,
            given: "SourceID \(source), SourceOID \(id)")
    }
}
