// The tables of a batch's output.

package import Geo
package import RouteAPI

/// A table of the output.
package enum BatchTable: CaseIterable, Hashable, Sendable {
    /// A row for each route.
    case routes
    /// A row for each stop, with its sequence, times and violation.
    case stops
    /// A row for each step of the directions.
    case directions
    /// The barriers of a class, with the streets that each touches.
    case barriers(BarrierClass)
    /// The edges that the routes run over, when asked for.
    case traversedEdges
    /// The junctions that the routes pass, when asked for.
    case traversedJunctions
    /// The turns that the routes make, when asked for.
    case traversedTurns
    /// Messages about routes.
    case messages
    /// The groups that have no route, with the reason.
    case failures
    /// The totals of trips.
    case trips

    /// The tables, in their order in files.
    package static let allCases: [BatchTable] =
        [BatchTable.routes, .stops, .directions]
        + BarrierClass.allCases.map { BatchTable.barriers($0) }
        + [
            BatchTable.traversedEdges, .traversedJunctions, .traversedTurns, .messages, .failures,
            .trips,
        ]

    /// The table of a name in files; `nil` for other names.
    init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The name of the table in files.
    package var name: String {
        switch self {
        case .routes: "routes"
        case .stops: "stops"
        case .directions: "directions"
        case .barriers(let kind): kind.toolInput
        case .traversedEdges: "traversed_edges"
        case .traversedJunctions: "traversed_junctions"
        case .traversedTurns: "traversed_turns"
        case .messages: "messages"
        case .failures: "failures"
        case .trips: "trips"
        }
    }

    /// A title for users.
    package var title: String {
        let words = name.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
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
