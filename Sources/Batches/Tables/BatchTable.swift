// The tables in a batch's output.

package import Geo
package import RouteAPI

/// A table in a batch's output.
package enum BatchTable: CaseIterable, Hashable, Sendable {
    /// One row for each route.
    case routes
    /// One row for each stop, with its sequence, times and violation.
    case stops
    /// One row for each step of the directions.
    case directions
    /// The barriers of a class, with the streets that each touches.
    case barriers(BarrierClass)
    /// The edges that routes use, if asked for.
    case traversedEdges
    /// The junctions that routes pass, if asked for.
    case traversedJunctions
    /// The turns that routes make, if asked for.
    case traversedTurns
    /// Messages about routes.
    case messages
    /// The groups without a route, and why.
    case failures
    /// The totals of trips.
    case trips

    /// The tables in the order in which files list them.
    package static let allCases: [BatchTable] =
        [BatchTable.routes, .stops, .directions]
        + BarrierClass.allCases.map { BatchTable.barriers($0) }
        + [
            BatchTable.traversedEdges, .traversedJunctions, .traversedTurns, .messages, .failures,
            .trips,
        ]

    /// Finds the table with a name in files. Returns `nil` for other names.
    init?(name: String) {
        guard let found = Self.allCases.first(where: { $0.name == name }) else { return nil }
        self = found
    }

    /// The table's name in files.
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

    /// The table's title for users.
    package var title: String {
        let words = name.replacing("_", with: " ")
        return words.prefix(1).uppercased() + words.dropFirst()
    }

    /// Whether the table has at most one row for each route or trip.
    var hasRowForEachNumber: Bool { self == .routes || self == .failures || self == .trips }

    /// The answer's key for these rows; `nil` if answers have no such table.
    var answerKey: String? {
        switch self {
        case .traversedEdges: "traversedEdges"
        case .traversedJunctions: "traversedJunctions"
        case .traversedTurns: "traversedTurns"
        default: nil
        }
    }
}

/// Rows by output table.
package typealias BatchRowsByTable = [BatchTable: FeatureSet]
