// What a network stores about its streets besides costs: OSM ways and nodes, points, limits, lanes.

/// Columns that no search reads. Their pages stay on disk until they are needed.
struct StreetTables: Sendable {
    let ways: WayTable
    /// Each node's id in the source; 0 if it has none.
    let nodeIDs: MappedColumn<Int64>
    /// The nodes by ascending id.
    let nodesByID: MappedColumn<UInt32>
    let shapeNodes: ShapeNodeTable
    let points: StreetPointTable
    /// Each edge's speed limit in km/h; 0 if unknown.
    let speedLimits: MappedColumn<UInt8>
    let lanes: LaneTable

    /// - Throws: ``DatasetError`` if a section is missing or has the wrong size.
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

    /// The edges' lanes.
    package var laneTable: LaneTable { streets.lanes }

    /// Returns an edge's posted or implied speed limit in km/h; `nil` if it is unknown, or if a
    /// sign says there is none.
    package func speedLimit(of edge: UInt32) -> UInt8? {
        let limit = streets.speedLimits[edge]
        return limit == 0 ? nil : limit
    }

    /// Returns an edge's speed limit in km/h while a variant applies; `nil` if unknown.
    package func speedLimit(of edge: UInt32, while variant: EdgeVariant?) -> UInt8? {
        guard let limit = variant.flatMap({ conditions.speedLimit(of: $0) }) else {
            return speedLimit(of: edge)
        }
        return limit == 0 ? nil : limit
    }

    /// Returns an edge's lanes from left to right in the direction of travel; empty if the source
    /// does not state them.
    ///
    /// - Complexity: O(log *n*) in the number of edges with lanes.
    package func lanes(of edge: UInt32) -> [LaneTurns] { streets.lanes.lanes(of: edge) }

    /// Returns an edge's facts that are worth showing along a route (``EdgeFlags/spans``).
    package func spanFlags(of edge: UInt32) -> EdgeFlags {
        EdgeFlags(rawValue: edgeFlags[edge]).intersection(.spans)
    }
}
