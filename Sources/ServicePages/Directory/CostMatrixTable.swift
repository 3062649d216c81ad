// The table for a cost matrix, whose answer has no rows.

import Geo
import RouteAPI

/// The pairs in a cost matrix on a page.
struct CostMatrixTable {
    let matrix: CostMatrix
    let result: AnalysisResult
    /// Returns the unit for a cost's values.
    let unit: (String) -> String

    /// The most pairs shown.
    private static let mostRows = 200

    /// Writes the pairs in the answer's order, but only the first if there are many.
    func write(to page: inout DirectoryPage) {
        let count = matrix.rows.reduce(0) { $0 + $1.destinationIDs.count }
        guard count > 0 else { return }
        page.section("costs", "Costs") { html in
            let caption =
                count > Self.mostRows
                ? "The first \(Self.mostRows) of \(ShownNumber.grouped(count)) pairs" : "Pairs"
            html.table(
                caption: caption, id: "table-costs",
                columns: ["Origin", "Destination"] + matrix.costAttributeNames, rows: rows)
        }
    }

    private var rows: [[HTML]] {
        let (origins, destinations) = (names(in: "origins"), names(in: "destinations"))
        var rows: [[HTML]] = []
        for row in matrix.rows where rows.count < Self.mostRows {
            let origin = origins[row.originID] ?? "Origin \(row.originID)"
            for cell in row.cells.prefix(Self.mostRows - rows.count) {
                let destination =
                    destinations[cell.destinationID] ?? "Destination \(cell.destinationID)"
                rows.append(
                    [HTML(origin), HTML(destination)]
                        + zip(matrix.costAttributeNames, cell.costs).map { name, cost in
                            HTML(ShownNumber.text(cost) + unit("Total_\(name)"))
                        })
            }
        }
        return rows
    }

    /// Returns the names of a table's rows by their ids; none if the request does not ask for them.
    private func names(in table: String) -> [Int: String] {
        guard let set = result[table: table] else { return [:] }
        return Dictionary(
            set.features.compactMap { feature in
                guard case .integer(let id)? = set.value("ObjectID", of: feature),
                    let name = set.string("Name", of: feature)
                else { return nil }
                return (id, name)
            }, uniquingKeysWith: { first, _ in first })
    }
}
