// A place on the network stored in an input row, in the form that answers return.

import Geo
package import RoadNetwork
import RouteAPI

/// A row's fields `SourceID`, `SourceOID`, `PosAlong` and `SideOfEdge`.
package struct StoredLocation: Hashable, Sendable {
    package enum Element: Hashable, Sendable {
        /// A position along a street's line.
        case street(segment: Int, share: Double)
        case junction(NodeID)
    }

    /// The element; `nil` if the network has no element with this id, for example after a rebuild.
    package var element: Element?
    /// The side of the line on which the input lies; meaningless at a junction.
    package var side: RoadSide
    /// The row's ids, for messages.
    package var given: String
}

extension FeatureFields {
    /// The `SourceID` for edges, in answers and in stored places.
    package static let edgeSource = 1
    /// The `SourceID` for junctions.
    package static let junctionSource = 2

    /// Reads the place stored in a row; returns `nil` if the row's shape locates it.
    ///
    /// A row with a shape has a stored place on a street only if it states both `SourceOID` and
    /// `PosAlong`. Negative ids mean that there is none, as in tables that were never solved. So do
    /// fields that are all zero, as data frames write them: answers have 1 or 2 as a street's side,
    /// and no source has the id 0. For a junction, `PosAlong` and `SideOfEdge` are ignored.
    ///
    /// - Throws: An error naming the field, if a value is out of range.
    func storedLocation(
        _ feature: Feature, on network: NetworkDataset, hasShape: Bool
    ) throws(FieldError) -> StoredLocation? {
        let ids = -1...Int(Int32.max)
        guard let id = try integer("SourceOID", feature, in: ids), id >= 0 else { return nil }
        let name = sourceName(feature)
        let givenSource =
            if let name { Self.source(named: name, of: network) } else {
                try integer("SourceID", feature, in: ids)
            }
        if id == 0, givenSource == 0 { return nil }
        let source = givenSource ?? Self.edgeSource
        if source < 0 { return nil }
        let given = "SourceID \(name ?? String(source)), SourceOID \(id)"
        if source == Self.junctionSource {
            let node = id < network.nodeCount ? NodeID(row: UInt32(id)) : nil
            return StoredLocation(
                element: node.map { .junction($0) }, side: .both, given: given)
        }
        let share = try number("PosAlong", feature)
        let sideCode = try code(.sideOfEdge, feature, upTo: 2)
        if hasShape, share == nil { return nil }
        if id == 0, share == 0, sideCode == 0 { return nil }
        guard (0...1).contains(share ?? 0) else {
            throw FieldError(
                text: "PosAlong is \((share ?? 0).formattedForMessage); it must be from 0 to 1")
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

    /// Returns the source's name, as ArcGIS's tables have it in place of the number; `nil` for a
    /// number, and for null.
    private func sourceName(_ feature: Feature) -> String? {
        guard case .string(let text) = value("SourceID", feature) else { return nil }
        let name = text.trimmingBlanks
        let isName = !name.isEmpty && !name.isMissingWord && WrittenNumber(name) == nil
        return isName ? name.excerpt() : nil
    }

    /// Returns a source's number; for an unknown name, a number without a source.
    private static func source(named name: String, of network: NetworkDataset) -> Int {
        switch name.lowercased() {
        case network.description.edgeSourceName.lowercased(): edgeSource
        case network.description.junctionSourceName.lowercased(): junctionSource
        default: Int.max
        }
    }
}
