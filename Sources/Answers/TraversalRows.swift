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

    private var costs: [ReportedCost] { assembly.fields.costs }

    /// Returns the edges with their lines.
    ///
    /// - Parameter line: Returns a row's line in the output spatial reference.
    func edges(_ line: (_ route: Int, Traversal.Edge) -> [Coordinate]) -> FeatureSet {
        var set = set(
            of: .polyline,
            fields: [
                Field("EID", .integer), Field("FromPosition", .double),
                Field("ToPosition", .double),
                Field("FromJunctionID", .integer), Field("ToJunctionID", .integer),
            ])
        for (route, traversal) in traversals.enumerated() {
            for edge in traversal.edges {
                let along = [edge.from, edge.to].map { edge.edge.isForward ? $0 : 1 - $0 }
                let values: [AttributeValue] = [
                    .integer(edge.id), .integer(1), .integer(edge.edge.segment * 2),
                    .integer(Int(edge.edge.row)), .double(along[0]), .double(along[1]),
                    .integer(edge.fromJunction), .integer(edge.toJunction),
                ]
                set.features.append(
                    Feature(
                        values: values + tail(route, edge.sums),
                        geometry: .polyline(paths: [line(route, edge)])))
            }
        }
        return set
    }

    /// Returns the junctions, including stops, with their coordinates.
    ///
    /// - Parameter place: Returns a row's coordinate in the output spatial reference.
    func junctions(_ place: (_ route: Int, Traversal.Junction) -> Coordinate) -> FeatureSet {
        var set = set(of: .point, fields: [Field("EID", .integer)])
        for (route, traversal) in traversals.enumerated() {
            for junction in traversal.junctions {
                let (source, feature, element): (Int, Int, Int)
                switch junction.kind {
                case .stop(let stop):
                    let place = assembly.stops[stop].place
                    source = place?.sourceID ?? FeatureFields.edgeSource
                    (feature, element) = (place?.sourceOID ?? -1, -1)
                case .node(let node):
                    source = FeatureFields.junctionSource
                    (feature, element) = (Int(node.row), Int(node.row))
                }
                set.features.append(
                    Feature(
                        values: [
                            .integer(junction.id), .integer(source), .integer(feature),
                            .integer(element),
                        ] + tail(route, junction.sums),
                        geometry: .point(place(route, junction))))
            }
        }
        return set
    }

    /// Returns the turns. They have no source, because turn costs depend on the turn class alone.
    func turns() -> FeatureSet {
        var set = set(
            of: nil,
            fields: [
                Field("EID", .integer), Field("FromEdgeID", .integer), Field("ToEdgeID", .integer),
            ])
        for (route, traversal) in traversals.enumerated() {
            for turn in traversal.turns {
                let values: [AttributeValue] = [
                    .integer(turn.id), .integer(-1), .integer(-1), .integer(turn.rule ?? -1),
                    turn.fromEdge.map { .integer($0) } ?? .null,
                    turn.toEdge.map { .integer($0) } ?? .null,
                ]
                set.features.append(
                    Feature(values: values + tail(route, turn.sums), geometry: nil))
            }
        }
        return set
    }

    private func set(of type: GeometryType?, fields: [Field]) -> FeatureSet {
        FeatureSet(
            geometryType: type, spatialReference: assembly.request.outputReference,
            fields: [
                Field("ObjectID", .objectID), Field("SourceID", .integer),
                Field("SourceOID", .integer),
            ] + fields + [Field("RouteID", .integer)]
                + ["Attr_", "Cumul_"].flatMap { prefix in
                    costs.map { Field(prefix + $0.name, .double) }
                }
                + assembly.request.settings.restrictionNames.map { Field("Attr_\($0)", .integer) })
    }

    /// Returns the values for the route, the totaled costs, and the restrictions in effect.
    private func tail(_ route: Int, _ sums: Traversal.Sums) -> [AttributeValue] {
        func values(_ sums: [Int: Double]) -> [AttributeValue] {
            costs.map { cost in sums[cost.position].map { .double($0) } ?? .null }
        }
        return [.integer(route + 1)] + values(sums.own) + values(sums.cumulated)
            + assembly.request.settings.restrictionNames.map {
                .integer(sums.restrictions.contains($0) ? 1 : 0)
            }
    }
}
