// Fills a table's cells with times and lengths. If a pair has no path, they can be estimates.

import Geo
import RouteAPI

/// A table's rows, in seconds and in meters.
struct TableCells {
    /// The values by source, then by destination; `nil` if there is no path.
    private(set) var seconds: [[Double?]]
    private(set) var meters: [[Double?]]
    /// The cells estimated from `fallback_speed`.
    private(set) var estimated: [(row: Int, column: Int)] = []

    /// Reads the cells from a cost matrix.
    ///
    /// - Complexity: O(*n* *m*) for *n* sources and *m* destinations.
    init(
        _ matrix: CostMatrix, _ options: OSRMOptions, _ travel: OSRMTravel, _ layer: OSRMLayer,
        from starts: (indices: [Int], rows: [OSRMRow]),
        to ends: (indices: [Int], rows: [OSRMRow]), _ coordinates: [Coordinate]
    ) {
        func column(_ name: String?) -> Int? {
            matrix.costAttributeNames.firstIndex { $0.lowercased() == name?.lowercased() }
        }
        let (time, length) = (column(travel.time), column(travel.length))
        let ofTime = layer.unit(of: travel.time).seconds ?? 1
        let ofLength = travel.length.flatMap { layer.unit(of: $0).meters } ?? 1
        let none = [Double?](repeating: nil, count: ends.indices.count)
        seconds = [[Double?]](repeating: none, count: starts.indices.count)
        meters = seconds
        let rows = Dictionary(matrix.rows.map { ($0.originID, $0) }) { first, _ in first }
        // A coordinate that is named twice has several columns.
        let places = Dictionary(grouping: ends.indices.indices) { ends.indices[$0] + 1 }
        for (row, index) in starts.indices.enumerated() {
            for cell in rows[index + 1]?.cells ?? [] {
                for place in places[cell.destinationID] ?? [] {
                    seconds[row][place] = time.map { cell.costs[$0] * ofTime }
                    meters[row][place] = length.map { cell.costs[$0] * ofLength }
                }
            }
            for (place, end) in ends.indices.enumerated() where seconds[row][place] == nil {
                guard let speed = options.fallbackSpeed else { continue }
                let isInput = options.fallbackCoordinate == .input
                let from = isInput ? nil : starts.rows[row].place
                let to = isInput ? nil : ends.rows[place].place
                let direct = Geodesic.distanceMeters(
                    from: from ?? coordinates[index], to: to ?? coordinates[end])
                seconds[row][place] = direct / speed
                meters[row][place] = direct
                estimated.append((row, place))
            }
            guard options.scaleFactor != 1 else { continue }
            for place in none.indices {
                seconds[row][place] = seconds[row][place].map { $0 * options.scaleFactor }
            }
        }
    }

    func write(_ name: String, _ rows: [[Double?]], to writer: inout JSONWriter) {
        writer.array(name) { writer in
            for row in rows {
                writer.beginArray()
                for cell in row {
                    if let cell { writer.number(cell.inThousandths) } else { writer.null() }
                }
                writer.endArray()
            }
        }
    }
}
