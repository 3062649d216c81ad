// The tables of a batch's output.

package import Geo
package import RouteAPI

/// A table of the output.
package enum BatchTable: String, CaseIterable, Hashable, Sendable {
    /// A row for each route.
    case routes
    /// A row for each stop, with its sequence, times and violation.
    case stops
    /// A row for each step of the directions.
    case directions
    /// Point barriers, with the streets that each touches.
    case pointBarriers = "point_barriers"
    /// Line barriers.
    case lineBarriers = "line_barriers"
    /// Polygon barriers.
    case polygonBarriers = "polygon_barriers"
    /// The edges that the routes run over, when asked for.
    case traversedEdges = "traversed_edges"
    /// The junctions that the routes pass, when asked for.
    case traversedJunctions = "traversed_junctions"
    /// The turns that the routes make, when asked for.
    case traversedTurns = "traversed_turns"
    /// Messages about routes.
    case messages
    /// The groups that have no route, with the reason.
    case failures
    /// The totals of trips.
    case trips

    /// The name of the table in files.
    package var name: String { rawValue }

    /// A title for users.
    package var title: String {
        let words = rawValue.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// The table with the barriers of a class.
    package static func barriers(_ kind: BarrierClass) -> BatchTable {
        switch kind {
        case .point: .pointBarriers
        case .line: .lineBarriers
        case .polygon: .polygonBarriers
        }
    }

    /// Whether the table has at most one row for each route or trip.
    var hasRowForEachNumber: Bool { self == .routes || self == .failures || self == .trips }

    /// The key of the same rows in an answer; `nil` for tables that answers do not have.
    var answerKey: String? {
        switch self {
        case .traversedEdges: "traversedEdges"
        case .traversedJunctions: "traversedJunctions"
        case .traversedTurns: "traversedTurns"
        default: nil
        }
    }
}

/// Rows for some tables of the output.
package typealias BatchRowsByTable = [BatchTable: FeatureSet]
