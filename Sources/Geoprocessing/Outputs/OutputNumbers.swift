// The numbers of rows in outputs that are made in parts.

import Geo
import RouteAPI

/// The last number of each kind of row so far.
///
/// Each part of an answer counts its rows from 1. In the whole answer the rows of a part follow
/// those of the parts before it, and columns that refer to them follow them.
package struct OutputNumbers: Hashable, Sendable {
    /// What a column counts.
    enum Kind: String, CaseIterable, Sendable {
        case routes
        case edges
        case junctions
        case turns
        case points
        case lines
        case steps
        case legs
        case events
        case spans
    }

    /// The last number of each kind.
    private var last: [Kind: Int] = [:]

    /// Nothing is counted yet.
    package init() {}

    /// The columns of each output that are counted.
    private static let columns: [String: [(column: String, kind: Kind)]] = {
        let edges: [(column: String, kind: Kind)] = [
            ("ObjectID", .edges), ("RouteID", .routes), ("FromJunctionID", .junctions),
            ("ToJunctionID", .junctions),
        ]
        let points: [(column: String, kind: Kind)] = [("ObjectID", .points), ("RouteID", .routes)]
        let lines: [(column: String, kind: Kind)] = [
            ("ObjectID", .lines), ("RouteID", .routes), ("DirectionPointID", .points),
        ]
        return [
            "routes": [("ObjectID", .routes)], "Output_Routes": [("ObjectID", .routes)],
            "traversedEdges": edges,
            "Output_Route_Edges": edges + [("RouteEdgeID", .edges)],
            "traversedJunctions": [("ObjectID", .junctions), ("RouteID", .routes)],
            "traversedTurns": [
                ("ObjectID", .turns), ("RouteID", .routes), ("FromEdgeID", .edges),
                ("ToEdgeID", .edges),
            ], "directionPoints": points, "Output_Direction_Points": points,
            "directionLines": lines, "Output_Direction_Lines": lines,
            "Output_Directions": [("ObjectID", .steps), ("RouteID", .routes)],
            "legs": [("ObjectID", .legs), ("RouteID", .routes)],
            "events": [("ObjectID", .events), ("RouteID", .routes)],
            "spans": [("ObjectID", .spans), ("RouteID", .routes)],
        ]
    }()

    /// Moves the numbers of the directions in the nested form, of the conditions and of what is
    /// closed, which no column has.
    ///
    /// - Returns: The answer for the outputs that are lists. Tables are made of the answer as it
    ///   was, and moved by ``follow(_:)``.
    func moved(_ result: AnalysisResult) -> AnalysisResult {
        let before = last[.routes] ?? 0
        var result = result
        result.directions = result.directions?.map { route in
            var route = route
            route.routeID += before
            return route
        }
        result.conditions = result.conditions?.map { route in
            var route = route
            route.routeID += before
            return route
        }
        result.blockages = result.blockages?.map { row in
            var row = row
            row.routeID += before
            return row
        }
        return result
    }

    /// Moves the numbers of a part's outputs behind those of the parts before, and counts them.
    mutating func follow(_ outputs: [GPOutput]) -> [GPOutput] {
        var next = last
        let moved = outputs.map { output -> GPOutput in
            guard let columns = Self.columns[output.name],
                case .features(var set, let decimals, let measureDecimals) = output.value
            else { return output }
            for (column, kind) in columns {
                guard let place = set.fieldIndex(column) else { continue }
                let before = last[kind] ?? 0
                for row in set.features.indices {
                    guard case .integer(let number) = set.features[row].values[place], number > 0
                    else { continue }
                    set.features[row].values[place] = .integer(number + before)
                    next[kind] = max(next[kind] ?? 0, number + before)
                }
            }
            return GPOutput(
                name: output.name, type: output.type,
                value: .features(set, decimals: decimals, measureDecimals: measureDecimals))
        }
        last = next
        return moved
    }

    // MARK: - JSON

    var json: JSONValue {
        .object(
            JSONObject(
                Kind.allCases.compactMap { kind in
                    last[kind].map { (key: kind.rawValue, value: .number(Double($0))) }
                }))
    }

    init(json: JSONValue) {
        for kind in Kind.allCases { last[kind] = json[kind.rawValue]?.integer }
    }
}
