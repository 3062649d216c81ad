// The numbers of rows in outputs that are made in parts.

import Geo
import RouteAPI

/// The last number of each kind of row so far.
///
/// Each part of an answer counts its rows from 1. In the whole answer, a part's rows follow those
/// of earlier parts, and so must all columns that refer to them: `RouteID` in a table of edges
/// moves with the routes, `FromJunctionID` with the junctions. A linker moves a module's addresses
/// in the same way, and for the same reason: parts are made in any order.
///
/// To add a new table with ids, list its columns and what each of them counts in `columns`.
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

    private var last: [Kind: Int] = [:]

    /// Begins with nothing counted.
    package init() {}

    /// The counted columns in each output.
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

    /// The outputs whose elements are JSON with their route's number.
    private static let lists: Set<String> = [
        "directions", "directionsPages", "conditions", "blockages",
    ]

    /// Finds the last numbers in outputs.
    init(of outputs: [GPOutput]) {
        for output in outputs {
            guard let columns = Self.columns[output.name],
                case .features(let set, _, _) = output.value
            else { continue }
            for (column, kind) in columns {
                guard let place = set.fieldIndex(column) else { continue }
                for feature in set.features {
                    guard case .integer(let number) = feature.values[place], number > 0 else {
                        continue
                    }
                    last[kind] = max(last[kind] ?? 0, number)
                }
            }
        }
    }

    /// Counts rows behind these.
    mutating func add(_ others: OutputNumbers) { last.merge(others.last, uniquingKeysWith: +) }

    /// Moves an output's numbers, which begin with 1, behind these.
    ///
    /// - Complexity: O(*n*) for *n* bytes.
    func move(_ output: inout OutputPart) {
        var members: [MemberMover.Member] = []
        if output.form == .features {
            members = (Self.columns[output.name] ?? []).compactMap { column, kind in
                last[kind].map { MemberMover.Member(name: Array(column.utf8), offset: $0) }
            }
        } else if output.form == .list, Self.lists.contains(output.name), let routes = last[.routes]
        {
            members = [MemberMover.Member(name: Array("routeId".utf8), offset: routes)]
        }
        guard !members.isEmpty else { return }
        let mover = MemberMover(
            members: members, holder: output.form == .features ? Array("attributes".utf8) : nil)
        output.rows = mover.moved(output.rows)
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
