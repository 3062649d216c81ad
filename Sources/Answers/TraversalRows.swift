// The feature sets traversedEdges, traversedJunctions and traversedTurns. Traversal.swift finds the
// rows; this file writes them.

import Geo
import Preparation
import RoadNetwork
import RouteAPI

/// Writes the traversal of all routes in an answer.
struct TraversalRows {
    let assembly: ResultAssembly
    let traversals: [Traversal]

    /// A row of any of the sets. Turns have no source, because turn costs depend on the turn class
    /// alone.
    private struct Row {
        let id: Int
        let sums: Traversal.Sums
        var source = -1
        var feature = -1
        var element = -1
        var edge: Traversal.Edge?
        var turn: Traversal.Turn?
        var route = 0
        var restrictions: [String] = []

        /// Returns a position on the edge along its segment.
        func position(_ share: Double?) -> Double? {
            guard let edge, let share else { return nil }
            return edge.edge.isForward ? share : 1 - share
        }
    }

    private static let edges = ColumnValues<Row>(for: .traversedEdges) { values in
        setAll(&values, element: .edgeElement)
        values.set(.fromPosition) { $0.position($0.edge?.from) }
        values.set(.toPosition) { $0.position($0.edge?.to) }
        values.set(.fromJunctionID) { $0.edge?.fromJunction }
        values.set(.toJunctionID) { $0.edge?.toJunction }
    }

    private static let junctions = ColumnValues<Row>(for: .traversedJunctions) { values in
        setAll(&values, element: .junctionElement)
    }

    private static let turns = ColumnValues<Row>(for: .traversedTurns) { values in
        setAll(&values, element: .turnElement)
        values.set(.fromEdgeID) { $0.turn?.fromEdge }
        values.set(.toEdgeID) { $0.turn?.toEdge }
    }

    private static func setAll(_ values: inout ColumnValues<Row>, element: Column) {
        values.set(.rowNumber) { $0.id }
        values.set(.traversedSource) { $0.source }
        values.set(.traversedFeature) { $0.feature }
        values.set(element) { $0.element }
        values.set(.routeID) { $0.route + 1 }
        values.set(each: .ownCost) { $0.sums.own[$1] }
        values.set(each: .costSoFar) { $0.sums.cumulated[$1] }
        values.set(each: .restriction) {
            $0.sums.restrictions.contains($0.restrictions[$1]) ? 1 : 0
        }
    }

    /// Returns the edges with their lines.
    ///
    /// - Parameter line: Returns a row's line in the output spatial reference.
    func edges(_ line: (_ route: Int, Traversal.Edge) -> [Coordinate]) -> FeatureSet {
        featureSet(Self.edges, \.edges) { edge in
            Row(
                id: edge.id, sums: edge.sums, source: FeatureFields.edgeSource,
                feature: edge.edge.segment * 2, element: Int(edge.edge.row), edge: edge)
        } shape: {
            .polyline(paths: [line($0, $1)])
        }
    }

    /// Returns the junctions, including stops, with their coordinates.
    ///
    /// - Parameter place: Returns a row's coordinate in the output spatial reference.
    func junctions(_ place: (_ route: Int, Traversal.Junction) -> Coordinate) -> FeatureSet {
        featureSet(Self.junctions, \.junctions) { junction in
            var row = Row(id: junction.id, sums: junction.sums)
            switch junction.kind {
            case .stop(let stop):
                let place = assembly.stops[stop].place
                row.source = place?.sourceID ?? FeatureFields.edgeSource
                row.feature = place?.sourceOID ?? -1
            case .node(let node):
                row.source = FeatureFields.junctionSource
                row.feature = Int(node.row)
                row.element = Int(node.row)
            }
            return row
        } shape: {
            .point(place($0, $1))
        }
    }

    func turns() -> FeatureSet {
        featureSet(Self.turns, \.turns) { turn in
            Row(id: turn.id, sums: turn.sums, element: turn.rule ?? -1, turn: turn)
        } shape: { _, _ in
            nil
        }
    }

    private func featureSet<Element>(
        _ values: ColumnValues<Row>, _ elements: (Traversal) -> [Element],
        row: (Element) -> Row, shape: (_ route: Int, Element) -> Geometry?
    ) -> FeatureSet {
        let restrictions = assembly.request.settings.restrictionNames
        var attributes = assembly.attributes
        attributes.restrictions = restrictions.enumerated().map {
            ColumnAttributes.Attribute(position: $0, name: $1)
        }
        var table = values.table(over: attributes, in: assembly.request.outputReference)
        for (route, traversal) in traversals.enumerated() {
            for element in elements(traversal) {
                var row = row(element)
                row.route = route
                row.restrictions = restrictions
                table.append(row, shape(route, element))
            }
        }
        return table.set
    }
}
