// What a network stores about its streets besides costs: OSM ways and nodes, points, limits, lanes.

/// Columns that no search reads: their pages stay on the disk until they are asked for.
struct StreetTables: Sendable {
    let ways: WayTable
    /// For each node its id in the source, 0 where that has none.
    let nodeIDs: MappedColumn<Int64>
    /// The nodes by ascending id.
    let nodesByID: MappedColumn<UInt32>
    let shapeNodes: ShapeNodeTable
    let points: StreetPointTable
    /// For each edge the speed limit in km/h, 0 where none is known.
    let speedLimits: MappedColumn<UInt8>
    let lanes: LaneTable

    /// - Throws: ``DatasetError`` when a section is missing or of the wrong size.
    init(
        _ table: SectionTable, nodes: Int, segmentWay: MappedColumn<Int64>
    ) throws(DatasetError) {
        ways = try WayTable(table, segmentWay: segmentWay)
        nodeIDs = try table.column("node.id", count: nodes)
        nodesByID = try table.column("node.byID", count: nodes)
        shapeNodes = try ShapeNodeTable(table)
        points = try StreetPointTable(table)
        speedLimits = try table.column("edge.speedLimit", count: segmentWay.count * 2)
        lanes = try LaneTable(table)
    }
}

extension NetworkDataset {
    /// The segments of each OSM way.
    package var ways: WayTable { streets.ways }

    /// Where the source's nodes between junctions lie.
    package var shapeNodes: ShapeNodeTable { streets.shapeNodes }

    /// Traffic lights, crossings and other points on streets.
    package var streetPoints: StreetPointTable { streets.points }

    /// The lanes of edges.
    package var laneTable: LaneTable { streets.lanes }

    /// The posted or implied speed limit of an edge in km/h; `nil` where none is known, and where
    /// a sign says that there is none.
    package func speedLimit(of edge: UInt32) -> UInt8? {
        let limit = streets.speedLimits[edge]
        return limit == 0 ? nil : limit
    }

    /// The speed limit of an edge in km/h while a variant of it applies; `nil` where none is known.
    package func speedLimit(of edge: UInt32, while variant: EdgeVariant?) -> UInt8? {
        guard let limit = variant.flatMap({ conditions.speedLimit(of: $0) }) else {
            return speedLimit(of: edge)
        }
        return limit == 0 ? nil : limit
    }

    /// The lanes of an edge from left to right in the direction of travel; empty where the source
    /// does not state them.
    ///
    /// - Complexity: O(log *n*) in the number of edges with lanes.
    package func lanes(of edge: UInt32) -> [LaneTurns] { streets.lanes.lanes(of: edge) }

    /// The facts about an edge that are worth showing along a route (``EdgeFlags/spans``).
    package func spanFlags(of edge: UInt32) -> EdgeFlags {
        EdgeFlags(rawValue: edgeFlags[edge]).intersection(.spans)
    }
}
